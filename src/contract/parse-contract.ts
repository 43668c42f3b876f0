import type * as z from 'zod';
import type { Digest } from '../base/digest.ts';
import { Fault, type Place } from '../base/fault.ts';
import { authoredFrom } from './authored.ts';
import { buildField, type FieldSource } from './build-field.ts';
import { allFields, idProblem, schemaProblem, unfitForKey } from './check-schema.ts';
import type { Contract } from './contract.ts';
import { CONTRACT_FILE, nameUnder, SUBJECT, type WrittenField, writtenFields } from './contract-shape.ts';
import type { Field, FieldId } from './field.ts';
import type { Governance } from './governance.ts';
import { MEMBER_PARTS } from './members.ts';
import { nearest } from './nearest.ts';
import { parseWith, readYaml } from './read-yaml.ts';
import type { Schema, Slice } from './schema.ts';
import { recordSchemaDigest } from './schema-document.ts';
import type { Subject } from './subject.ts';
import type { Vocabulary } from './vocabulary.ts';
import { type Path, placeOf, type YamlDocument } from './yaml-document.ts';

/** What stands around a contract: its subject, and the files the subject pins, checked. */
export type ParseContext = {
  readonly subject: Subject;
  readonly vocabularies: ReadonlyMap<Digest, Vocabulary>;
  readonly normalizers: Pick<ReadonlySet<Digest>, 'has'>;
  readonly tokenizers: Pick<ReadonlySet<Digest>, 'has'>;
};

/**
 * The authored file of one version, with the subject's defaults for what it leaves out.
 *
 * The first problem wins, in this order: bytes, YAML, shape, schema line, ids, each field by itself, names, each field
 * against itself, roles, governance, members. Every fault has a place.
 */
export function parseContract(file: string, bytes: Uint8Array, context: ParseContext): Contract | Fault {
  const document = readYaml(file, bytes);
  if (document instanceof Fault) return document;
  const written = parseWith(CONTRACT_FILE, document);
  if (written instanceof Fault) return written;
  const { subject } = context;
  const named = versionOf(document, written.schema, subject.name);
  if (named instanceof Fault) return named;
  const schema = schemaOf(document, written, context);
  if (schema instanceof Fault) return schema;
  const governance = governanceOf(document, written.fields, subject);
  if (governance instanceof Fault) return governance;
  const { tokenizer } = written;
  if (tokenizer !== undefined && !context.tokenizers.has(tokenizer))
    return new Fault('TOKENIZER_UNKNOWN', { digest: tokenizer }, placeOf(document, ['tokenizer']));
  const stranger = memberFault(written.schema, schema, subject);
  if (stranger) return stranger;
  return {
    subject: subject.name,
    version: named,
    schema,
    recordSchema: recordSchemaDigest(schema),
    authored: authoredFrom(
      bytes,
      subject.defaults,
      allFields(schema).map(([{ id }]) => id),
    ),
    governance,
    members: subject.members,
    restores: new Map(
      (written.restores ?? []).map((id, index) => [id, placeOf(document, ['restores', index])]),
    ),
    tokenizer,
    place: placeOf(document, ['schema']),
    places: placesOf(document, schema),
    doc: written.doc,
  };
}

type Written = z.output<typeof CONTRACT_FILE>;

function versionOf(document: YamlDocument, line: string, expected: string): number | Fault {
  const [, found = '', version] = /^(.+)\.v([1-9][0-9]{0,8})$/.exec(line) ?? [];
  const place = placeOf(document, ['schema']);
  if (!SUBJECT.safeParse(found).success) return new Fault('SCHEMA_LINE', { line: line.slice(0, 200) }, place);
  return found === expected ? Number(version) : new Fault('SUBJECT_MISMATCH', { found, expected }, place);
}

function schemaOf(document: YamlDocument, written: Written, context: ParseContext): Schema | Fault {
  const { normalizer } = written;
  // What the subject says of an id would be looked up for the wrong field, and its absence blamed.
  const ids = idProblem(
    writtenFields(written.fields).map(([field, path]) => [
      // Beyond 2^53 it is out of range however it is rounded.
      { id: Number(field.id), name: nameUnder(field, path) },
      path,
    ]),
  );
  if (ids !== undefined) return new Fault(ids.fault.code, ids.fault.facts, placeOf(document, ids.path));
  const source: FieldSource = {
    document,
    defaults: context.subject.defaults.fields,
    vocabularies: context.vocabularies,
  };
  const fields: Field[] = [];
  for (const [index, field] of written.fields.entries()) {
    const built = buildField(source, field, ['fields', index]);
    if (built instanceof Fault) return built;
    fields.push(built);
  }
  if (normalizer !== undefined && !context.normalizers.has(normalizer))
    return new Fault('NORMALIZER_UNKNOWN', { digest: normalizer }, placeOf(document, ['normalizer']));
  for (const [{ normalizer: own }, path] of allFields({ fields })) {
    if (own === undefined || context.normalizers.has(own)) continue;
    return new Fault('NORMALIZER_UNKNOWN', { digest: own }, placeOf(document, [...path, 'normalizer']));
  }
  const roles = rolesOf(document, written, fields);
  if (roles instanceof Fault) return roles;
  const schema = { fields, normalizer, ...roles };
  const found = schemaProblem(schema);
  if (found === undefined) return schema;
  return new Fault(found.fault.code, found.fault.facts, placeOf(document, found.path));
}

/** Names become ids here: a role belongs to a field, whatever the field is called later. */
function rolesOf(
  document: YamlDocument,
  written: Written,
  fields: readonly Field[],
): Pick<Schema, 'key' | 'label' | 'slices'> | Fault {
  const ids = new Map(fields.map(({ name, id }) => [name, id]));
  let stranger: Fault | undefined;
  const idOf = (role: string, name: string, path: Path): FieldId => {
    const id = ids.get(name);
    if (id !== undefined) return id;
    const facts = { role, field: name, nearest: nearest(name, ids.keys()) };
    stranger ??= new Fault('ROLE_FIELD_UNKNOWN', facts, placeOf(document, path)) as unknown as Fault;
    return 0;
  };
  const key = (written.key ?? []).map((name, index) => idOf('key', name, ['key', index]));
  const label = written.label === undefined ? undefined : idOf('label', written.label, ['label']);
  const slices = (written.slices ?? []).map(
    ({ name, field, by }, index): Slice => ({
      name,
      field: idOf('slices', field, ['slices', index, 'field']),
      by,
    }),
  );
  return stranger ?? { key, label, slices };
}

function governanceOf(
  document: YamlDocument,
  written: readonly WrittenField[],
  { defaults }: Subject,
): ReadonlyMap<FieldId, Governance> | Fault {
  const governance = new Map<FieldId, Governance>();
  for (const [index, own] of written.entries()) {
    const field: WrittenField = { ...defaults.fields.get(Number(own.id)), ...own };
    const owner = field.owner ?? defaults.owner;
    const sensitivity = field.sensitivity ?? defaults.sensitivity;
    if (owner === undefined || sensitivity === undefined) {
      const key = owner === undefined ? 'owner' : 'sensitivity';
      const because = 'neither it nor the subject has one';
      const facts = { field: String(own.name), key, because };
      return new Fault('FIELD_KEY_MISSING', facts, placeOf(document, ['fields', index]));
    }
    // What a field holds is governed as the field is.
    for (const [held] of writtenFields([own]))
      governance.set(Number(held.id), { owner, sensitivity, doc: held.doc });
  }
  return governance;
}

/** Members are named once for all versions, so that it is the subject that is wrong of one of them. */
export function memberFault(
  contract: string,
  { fields }: Schema,
  { members, memberPlaces }: Subject,
): Fault | undefined {
  for (const part of MEMBER_PARTS) {
    const source = members[part];
    if (source.kind !== 'field') continue;
    const field = fields.find(({ id }) => id === source.field);
    const place = memberPlaces.get(part);
    if (field === undefined)
      return new Fault('MEMBER_FIELD_UNKNOWN', { part, id: source.field, contract }, place);
    const because = unfitForKey(field);
    if (because)
      return new Fault('MEMBER_FIELD_UNFIT', { part, field: field.name, contract, because }, place);
  }
  return undefined;
}

const placesOf = (document: YamlDocument, schema: Schema): ReadonlyMap<FieldId, Place> =>
  new Map(allFields(schema).map(([{ id }, path]) => [id, placeOf(document, path)]));
