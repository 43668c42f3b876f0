import { primitiveText } from '../../native/iceberg/primitive.ts';
import type { IcebergField, IcebergSchema, IcebergStruct, IcebergType } from '../../native/iceberg/type.ts';
import { type Draft, type DraftField, type Refused, type Written, wordAt } from '../draft.ts';
import { withoutAbsent } from '../draft-of-contract.ts';
import {
  Gathered,
  isRefused,
  type RefusedType,
  scalarDraft,
  type TypeDraft,
  UNBOUNDED,
} from '../field-draft.ts';
import { icebergDefault } from './iceberg-default.ts';

/** The schema of an Iceberg table as the draft of a contract. */
export function draftOfIceberg(schema: IcebergSchema): Draft {
  const gathered = new Gathered();
  const fields: DraftField[] = [];
  const refused: Refused[] = [];
  const taken = new Set<string>();
  for (const [index, field] of schema.root.fields.entries()) {
    const draft = { ...fieldDraft(field, '', taken, gathered), at: [...schema.at, 'fields', index] };
    if ('why' in draft) refused.push(draft);
    else fields.push(draft);
  }
  const key = keyOf(schema, fields, gathered);
  notesOfTable(schema, gathered);
  return {
    name: undefined,
    schema: undefined,
    keys: key.length === 0 ? {} : { key },
    says: SAYS,
    fields,
    refused,
    pinned: [],
    notes: gathered.notes,
  };
}

/** What a table's schema has words for, beside the type. */
const SAYS: ReadonlySet<string> = new Set(['nullable', 'default', 'writeDefault', 'doc', 'key']);

function fieldDraft(
  field: IcebergField,
  above: string,
  taken: Set<string>,
  gathered: Gathered,
): DraftField | Refused {
  const path = `${above}/${field.name}`;
  const typed = typeDraft(field.type, path, gathered);
  if (isRefused(typed)) return { path, name: field.name, why: typed.refused };
  const defaults = defaultsOf(field);
  if (isRefused(defaults)) return { path, name: field.name, why: defaults.refused };
  const name = gathered.name(path, field.name, taken);
  const keys = { name, ...typed.keys, nullable: !field.required, ...defaults, doc: field.doc };
  return {
    path,
    id: field.id,
    keys: withoutAbsent(keys),
    proposed: new Set([...typed.proposed, ...(name === field.name ? [] : ['name'])]),
    parts: typed.parts,
  };
}

/** Rows without an optional field have a null there: that is what no initial default means. */
function defaultsOf({ type, required, initialDefault, writeDefault }: IcebergField): Written | RefusedType {
  const initial = initialDefault ?? (required ? undefined : { value: null });
  const keys: Record<string, Written> = {};
  for (const [key, given] of [
    ['default', initial],
    ['writeDefault', writeDefault],
  ] as const) {
    if (given === undefined) continue;
    const value = icebergDefault(type, given.value);
    if (value === undefined) return { refused: 'its default has no text in a contract' };
    keys[key] = { value, means: 'unknown' };
  }
  return keys;
}

function typeDraft(type: IcebergType, path: string, gathered: Gathered): TypeDraft | RefusedType {
  switch (type.kind) {
    case 'boolean':
      return scalarDraft('bool');
    case 'int':
      return scalarDraft('int32');
    case 'long':
      return scalarDraft('int64');
    case 'float':
      return scalarDraft('float32');
    case 'double':
      return scalarDraft('float64');
    case 'decimal':
      return scalarDraft('decimal', { precision: type.precision, scale: type.scale });
    case 'date':
      return scalarDraft('date');
    case 'time':
      return scalarDraft('time', { unit: 'us' });
    case 'timestamp':
      return scalarDraft('timestamp', { zone: 'local', unit: 'us' });
    case 'timestamptz':
      return scalarDraft('timestamp', { zone: 'instant', unit: 'us' });
    case 'timestamp_ns':
      return scalarDraft('timestamp', { zone: 'local', unit: 'ns' });
    case 'timestamptz_ns':
      return scalarDraft('timestamp', { zone: 'instant', unit: 'ns' });
    case 'string':
      return scalarDraft('string');
    case 'binary':
      return scalarDraft('bytes');
    case 'fixed':
      return scalarDraft('fixed', { size: type.bytes });
    case 'uuid':
      gathered.note(path, 'uuid', 'a contract stores it as its 16 bytes');
      return { ...scalarDraft('fixed', { size: 16 }, 'identifier'), proposed: [] };
    case 'list': {
      const element = partDraft(
        type.element,
        type.elementId,
        !type.elementRequired,
        `${path}/element`,
        gathered,
      );
      if (isRefused(element)) return element;
      const keys = { physical: 'list', logical: 'sequence', maxLength: UNBOUNDED };
      return { keys, proposed: ['logical', 'maxLength'], parts: { element } };
    }
    case 'map': {
      const key = partDraft(type.key, type.keyId, false, `${path}/key`, gathered);
      if (isRefused(key)) return key;
      const value = partDraft(type.value, type.valueId, !type.valueRequired, `${path}/value`, gathered);
      if (isRefused(value)) return value;
      const keys = { physical: 'map', logical: 'mapping', maxEntries: UNBOUNDED };
      return { keys, proposed: ['logical', 'maxEntries'], parts: { key, value } };
    }
    case 'struct':
      return structDraft(type, path, gathered);
    case 'unknown':
    case 'variant':
    case 'geometry':
    case 'geography':
      return { refused: `a contract has no type like ${primitiveText(type)}` };
  }
}

function structDraft(type: IcebergStruct, path: string, gathered: Gathered): TypeDraft | RefusedType {
  const fields: DraftField[] = [];
  const taken = new Set<string>();
  for (const field of type.fields) {
    const draft = fieldDraft(field, path, taken, gathered);
    if ('why' in draft) return { refused: `its field ${draft.name}: ${draft.why}` };
    fields.push(draft);
  }
  return { keys: { physical: 'struct', logical: 'structure' }, proposed: ['logical'], parts: { fields } };
}

function partDraft(
  type: IcebergType,
  id: number,
  nullable: boolean,
  path: string,
  gathered: Gathered,
): DraftField | RefusedType {
  const { keys, ...typed } = { keys: {}, ...typeDraft(type, path, gathered) };
  if (isRefused(typed)) return typed;
  return { path, id, keys: { ...keys, nullable }, proposed: new Set(typed.proposed), parts: typed.parts };
}

/** Fields that tell rows apart, by name; a contract's key has no field inside another. */
function keyOf(
  { identifierIds }: IcebergSchema,
  fields: readonly DraftField[],
  gathered: Gathered,
): string[] {
  return identifierIds.flatMap(id => {
    const field = fields.find(each => each.id === id);
    if (field !== undefined) return [wordAt(field.keys, 'name')];
    gathered.note('/', `identifier field ${id}`, 'a key of a contract is made of whole fields');
    return [];
  });
}

function notesOfTable({ root, table }: IcebergSchema, gathered: Gathered): void {
  if (table === undefined) return;
  for (const [id, transforms] of table.transforms)
    gathered.note(
      '/',
      `partitioned by ${transforms.join(', ')} of field ${id}`,
      'how rows are laid out is no part of a contract',
    );
  if (table.sorting.length > 0)
    gathered.note(
      '/',
      `sorted by ${table.sorting.join(', ')}`,
      'how rows are laid out is no part of a contract',
    );
  if (table.properties.length > 0)
    gathered.note('/', `properties ${table.properties.join(', ')}`, 'a contract has no place for them');
  const now = new Set(idsIn(root));
  const gone = [...new Set(table.past.flatMap(idsIn))].filter(id => !now.has(id));
  if (gone.length > 0)
    gathered.note(
      '/',
      `ids used before: ${gone.join(', ')}`,
      'a ledger knows only its own past: never give these out again',
    );
}

function idsIn(type: IcebergType): readonly number[] {
  switch (type.kind) {
    case 'struct':
      return type.fields.flatMap(field => [field.id, ...idsIn(field.type)]);
    case 'list':
      return [type.elementId, ...idsIn(type.element)];
    case 'map':
      return [type.keyId, type.valueId, ...idsIn(type.key), ...idsIn(type.value)];
    default:
      return [];
  }
}
