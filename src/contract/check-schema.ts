import { fieldProblem } from './check-field.ts';
import { clashProblem } from './check-names.ts';
import { FIELD_ID_MAX, type Field } from './field.ts';
import { type Family, isFloat, KIND_TABLE } from './kind-table.ts';
import { isNested, withNested } from './nested.ts';
import { firstProblem, type Problem, problem } from './problem.ts';
import type { Schema, Slice } from './schema.ts';
import type { Path } from './yaml-document.ts';

/** The first thing wrong with a schema, wherever it came from, in a fixed order: ids, names, fields, roles. */
export const schemaProblem = (schema: Schema): Problem | undefined => firstProblem(CHECKS, schema);

const CHECKS: ReadonlyArray<(schema: Schema) => Problem | undefined> = [
  schema => idProblem(allFields(schema)),
  nameProblem,
  eachFieldProblem,
  keyProblem,
  labelProblem,
  sliceProblem,
];

/** Every field, nested ones included, with the path under which a contract writes it. */
export function allFields(
  schema: Pick<Schema, 'fields'>,
): ReadonlyArray<readonly [field: Field, path: Path]> {
  return schema.fields.flatMap((field, index) => withNested(field, ['fields', index]));
}

/** An id out of range, or one that two fields have; of built fields, or of written ones before a default is looked up. */
export function idProblem(
  fields: Iterable<readonly [field: Pick<Field, 'id' | 'name'>, path: Path]>,
): Problem | undefined {
  const seen = new Map<number, Pick<Field, 'name'>>();
  for (const [field, path] of fields) {
    const { id, name } = field;
    if (!Number.isInteger(id) || id < 1 || id > FIELD_ID_MAX)
      return problem('FIELD_ID_RANGE', { id: String(id), max: FIELD_ID_MAX }, [...path, 'id']);
    const other = seen.get(id);
    if (other) return problem('FIELD_ID_DUPLICATE', { id, field: name, other: other.name }, [...path, 'id']);
    seen.set(id, field);
  }
  return undefined;
}

function nameProblem(schema: Schema): Problem | undefined {
  return clashProblem(schema.fields, []);
}

function eachFieldProblem(schema: Schema): Problem | undefined {
  for (const [index, field] of schema.fields.entries()) {
    const found = fieldProblem(field, ['fields', index]);
    if (found) return found;
  }
  return undefined;
}

function keyProblem(schema: Schema): Problem | undefined {
  for (const [index, id] of schema.key.entries()) {
    const path = ['key', index];
    const field = fieldById(schema, id);
    if (field === undefined) return unknown('key', id, path);
    const because = unfitForKey(field);
    if (because !== undefined) return unfit('key', field, because, path);
    if (schema.key.indexOf(id) < index)
      return problem('ROLE_DUPLICATE', { role: 'key', name: field.name }, path);
  }
  return undefined;
}

/** Why a field can't identify a record; `undefined` when it can. */
export function unfitForKey({ nullable, type }: Field): string | undefined {
  if (nullable) return 'it may be null, and a null identifies nothing';
  if (isFloat(type.kind)) return 'two floats that print alike may differ';
  return isNested(type) ? `a ${type.kind} identifies nothing` : undefined;
}

function labelProblem(schema: Schema): Problem | undefined {
  if (schema.label === undefined) return undefined;
  const field = fieldById(schema, schema.label);
  if (field === undefined) return unknown('label', schema.label, ['label']);
  return field.logical === 'label'
    ? undefined
    : unfit('label', field, 'its logical type is not label', ['label']);
}

function sliceProblem(schema: Schema): Problem | undefined {
  for (const [index, slice] of schema.slices.entries()) {
    const path = ['slices', index];
    const field = fieldById(schema, slice.field);
    if (field === undefined) return unknown('slices', slice.field, [...path, 'field']);
    const because = unfitForSlice(field, slice);
    if (because !== undefined) return unfit('slices', field, because, [...path, 'by']);
    if (schema.slices.findIndex(({ name }) => name === slice.name) < index)
      return problem('ROLE_DUPLICATE', { role: 'slices', name: slice.name }, [...path, 'name']);
  }
  return undefined;
}

function unfitForSlice({ type }: Field, { by }: Slice): string | undefined {
  const isDated = type.kind === 'date' || type.kind === 'timestamp';
  if (by !== 'value') return isDated ? undefined : `only a date or a timestamp has a ${by}`;
  const isCut = CUT.has(KIND_TABLE[type.kind].family);
  return isCut ? undefined : `a slice a value of a ${type.kind} would be a slice a record`;
}

/** Of the others there are as many values as records. */
const CUT: ReadonlySet<Family> = new Set(['truth', 'integer', 'decimal', 'time', 'text']);

const fieldById = (schema: Schema, id: number): Field | undefined =>
  schema.fields.find(field => field.id === id);

const unknown = (role: string, id: number, path: Path): Problem =>
  problem('ROLE_FIELD_UNKNOWN', { role, field: String(id), nearest: '' }, path);

const unfit = (role: string, { name }: Field, because: string, path: Path): Problem =>
  problem('ROLE_FIELD_UNFIT', { role, field: name, because }, path);
