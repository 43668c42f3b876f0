import { canonicalJson } from '../../base/canonical-json.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Field, Kind, TypeOf } from '../../contract/field.ts';
import { KIND_TABLE } from '../../contract/kind-table.ts';
import { typeText } from '../../contract/type-text.ts';
import type { DraftField } from '../draft.ts';
import { partsOf } from '../draft.ts';
import { draftOfContract } from '../draft-of-contract.ts';
import type { Note } from '../note.ts';
import { writtenEnd } from '../written-value.ts';

/** The type of one record, for programs in TypeScript; what types can't say stands in comments. */
export function typescriptText(contract: Contract): string {
  const { subject, version, recordSchema, schema, doc } = contract;
  const head = [`${subject}@${version}, recordSchema ${recordSchema}`, ...(doc === undefined ? [] : [doc])];
  return [
    comment(head, ''),
    `export type ${typeName(subject)}V${version} = {`,
    ...schema.fields.flatMap(field => memberLines(field, contract, '  ')),
    '};',
    '',
  ].join('\n');
}

/** What the text leaves to its comments, or out. */
export const typescriptNotes = (contract: Contract): readonly Note[] =>
  draftOfContract(contract, []).fields.flatMap(field => notesOf(field, field.path));

const SAID = new Set(['name', 'nullable']);

function notesOf({ keys, parts }: DraftField, path: string): readonly Note[] {
  const own = ['id', ...Object.keys(keys)]
    .filter(key => !SAID.has(key))
    .map(what => ({
      path,
      what,
      why: COMMENTED.has(what) ? 'it stands in a comment' : 'no type can say it',
    }));
  return [...own, ...partsOf(parts).flatMap(([step, part]) => notesOf(part, `${path}/${step}`))];
}

const COMMENTED = new Set([
  'id',
  'physical',
  'precision',
  'scale',
  'size',
  'zone',
  'shape',
  'logical',
  'unit',
  'range',
  'doc',
]);

function memberLines(field: Field, { governance }: Contract, indent: string): readonly string[] {
  const doc = governance.get(field.id)?.doc;
  return [
    comment([`${saidOf(field)}.`, ...(doc === undefined ? [] : [doc])], indent),
    `${indent}readonly ${field.name}: ${typeOf(field)};`,
  ];
}

/** `17: int64, a duration in ms from 0 to 600000` */
function saidOf(field: Field): string {
  const { id, type, logical, unit, range } = field;
  const end = (value: bigint | number | undefined): string =>
    value === undefined ? 'any' : String(writtenEnd(field, value) ?? 'any');
  return [
    `${id}: ${typeText(type)}, ${logical}`,
    ...(unit === undefined ? [] : [`in ${unit.code}`]),
    ...(range === undefined ? [] : [`from ${end(range.min)} to ${end(range.max)}`]),
  ].join(' ');
}

function typeOf(field: Field): string {
  const present = termsOf(field) ?? (TYPES[field.type.kind] as (type: Field['type']) => string)(field.type);
  return field.nullable ? `${present} | null` : present;
}

/** The terms themselves, where a reader gets no other. */
function termsOf({ type, vocabulary, unknownPolicy, ignoreValue }: Field): string | undefined {
  if (vocabulary === undefined || unknownPolicy?.kind === 'pass') return undefined;
  if (type.kind === 'string')
    return unknownPolicy?.kind === 'ignore'
      ? undefined
      : union(vocabulary.terms.map(({ label }) => quoted(label)));
  const suffix = KIND_TABLE[type.kind].held === 'bigint' ? 'n' : '';
  const codes = vocabulary.terms.map(({ code }) => code);
  return union(
    [...codes, ...(ignoreValue === undefined ? [] : [ignoreValue])].map(code => `${code}${suffix}`),
  );
}

const union = (literals: readonly string[]): string =>
  literals.length === 1 ? literals[0]! : `(${literals.join(' | ')})`;

const quoted = (text: string): string =>
  canonicalJson(text).replace(/[\u2028\u2029]/g, found => `\\u${found.charCodeAt(0).toString(16)}`);

type Types = { readonly [K in Kind]: (type: TypeOf<K>) => string };

const NUMBER = () => 'number';
const BIGINT = () => 'bigint';
const BYTES = () => 'Uint8Array';

/** As this library holds values: nothing that 53 bits could round is a number. */
const TYPES: Types = {
  bool: () => 'boolean',
  int8: NUMBER,
  int16: NUMBER,
  int32: NUMBER,
  int64: BIGINT,
  uint8: NUMBER,
  uint16: NUMBER,
  uint32: NUMBER,
  uint64: BIGINT,
  float16: NUMBER,
  bfloat16: NUMBER,
  float32: NUMBER,
  float64: NUMBER,
  decimal: BIGINT,
  string: () => 'string',
  bytes: BYTES,
  fixed: BYTES,
  date: NUMBER,
  time: BIGINT,
  timestamp: BIGINT,
  duration: BIGINT,
  list: ({ element }) => `readonly (${typeOf(element)})[]`,
  struct: ({ fields }) =>
    `{ ${fields.map(member => `readonly ${member.name}: ${typeOf(member)}`).join('; ')} }`,
  map: ({ key, value }) => `ReadonlyMap<${typeOf(key)}, ${typeOf(value)}>`,
  tensor: ({ element }) => `readonly (${typeOf(element)})[]`,
};

/** `training.example` → `TrainingExample` */
const typeName = (subject: string): string =>
  subject
    .split(/[._-]+/)
    .map(word => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

/** Text of the contract can't end the comment it stands in. */
function comment(paragraphs: readonly string[], indent: string): string {
  const lines = paragraphs
    .flatMap(text => text.split(/\r?\n/))
    .map(line => line.replaceAll('*/', '*\\/').trimEnd());
  if (lines.length === 1) return `${indent}/** ${lines[0]} */`;
  return [`${indent}/**`, ...lines.map(line => `${indent} * ${line}`.trimEnd()), `${indent} */`].join('\n');
}
