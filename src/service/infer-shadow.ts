import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { Field, FieldId } from '../contract/field.ts';
import { nearest } from '../contract/nearest.ts';
import type { Schema, Slice } from '../contract/schema.ts';
import { columnList } from '../golden/tables/column-list.ts';
import type { Scan } from '../shadow/survey.ts';

/** What a person says of data that have no contract. */
export type InferAsk = { readonly label: string | undefined; readonly slices: readonly string[] | undefined };

/** @faults COMPARED_COLUMN_UNKNOWN COMPARED_NOTHING */
export function inferFault(
  { label, slices = [] }: InferAsk,
  schemas: readonly Schema[],
  names: { readonly old: string; readonly new: string },
): Fault | undefined {
  const asked = [
    ...(label === undefined ? [] : [{ option: '--label', column: label }]),
    ...slices.map(column => ({ option: '--slice', column })),
  ];
  for (const { option, column } of asked)
    for (const [side, { fields }] of schemas.entries()) {
      const known = fields.map(({ name }) => name);
      if (known.includes(column)) continue;
      const where = `${side === 0 ? names.old : names.new} does`;
      return new Fault('COMPARED_COLUMN_UNKNOWN', { option, column, where, nearest: nearest(column, known) });
    }
  const [first, second] = schemas;
  const isAny =
    second === undefined ||
    first!.fields.some(({ name }) => second.fields.some(field => field.name === name));
  if (isAny) return undefined;
  const [oldColumns, newColumns] = [columnList(first!.fields), columnList(second.fields)];
  return new Fault('COMPARED_NOTHING', { ...names, oldColumns, newColumns });
}

const LABELS: readonly string[] = ['label', 'target', 'class', 'outcome'];

/**
 * What the columns of data without a contract are for, as far as names and a first scan show it: columns of one name are one
 * field, a text with few values is a category, one column that is called like a label is it, and categories and dates are slices.
 */
export function inferredSchemas(
  ask: InferAsk,
  schemas: readonly Schema[],
  scans: readonly Scan[],
): readonly Schema[] {
  const names = [...new Set(schemas.flatMap(({ fields }) => fields.map(({ name }) => name)))];
  const idOf = (name: string): FieldId => names.indexOf(name) + 1;
  const few = new Set(names.filter(name => hasFew(name, schemas, scans)));
  const label = ask.label ?? proposedLabel(names, few, schemas);
  return schemas.map(schema => {
    const fields = schema.fields.map((field): Field => {
      const logical =
        field.name === label
          ? 'label'
          : field.type.kind === 'string' && few.has(field.name)
            ? 'category'
            : field.logical;
      return { ...field, id: idOf(field.name), logical };
    });
    return {
      ...schema,
      fields,
      label: fields.some(({ name }) => name === label) ? idOf(label!) : undefined,
      slices: slicesOf(ask, fields, label, few),
    };
  });
}

/** On every side that has it, and seldom enough that a value comes again. */
const hasFew = (name: string, schemas: readonly Schema[], scans: readonly Scan[]): boolean =>
  schemas.every(({ fields }, side) => {
    const at = fields.findIndex(field => field.name === name);
    if (at < 0) return true;
    const { columns, rows } = scans[side]!;
    const { distinct } = columns[at]!;
    return distinct <= LIMITS.shadow_inferred_categories_max && 4 * distinct <= Math.max(rows, 8);
  });

function proposedLabel(
  names: readonly string[],
  few: ReadonlySet<string>,
  schemas: readonly Schema[],
): string | undefined {
  const [only, other] = names.filter(
    name =>
      LABELS.includes(name.toLowerCase()) &&
      few.has(name) &&
      schemas.every(({ fields }) => fields.some(field => field.name === name)),
  );
  return other === undefined ? only : undefined;
}

function slicesOf(
  { slices }: InferAsk,
  fields: readonly Field[],
  label: string | undefined,
  few: ReadonlySet<string>,
): readonly Slice[] {
  const cut = ({ name, id, type }: Field): Slice => ({
    name,
    field: id,
    by: type.kind === 'date' || type.kind === 'timestamp' ? 'month' : 'value',
  });
  if (slices !== undefined) return fields.filter(({ name }) => slices.includes(name)).map(cut);
  return fields
    .filter(
      ({ name, type }) => name !== label && few.has(name) && (type.kind === 'string' || type.kind === 'bool'),
    )
    .slice(0, LIMITS.shadow_proposed_slices_max)
    .map(cut);
}
