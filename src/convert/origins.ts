import type { Field } from '../contract/field.ts';
import type { ReadPlan } from '../contract/read-plan.ts';
import type { Schema } from '../contract/schema.ts';
import type { Chain } from './chain.ts';
import type { ConversionPlan } from './conversion-plan.ts';

/**
 * Fields of the last version that are a whole field of what was written, each with its place there. What is done to values on the
 * way is not asked here.
 *
 * @param plan  how the first version, `reader`, reads what was written
 */
export function originsOf(
  { plans }: Chain,
  plan: ReadPlan,
  reader: Schema,
  columns: Schema,
): readonly (readonly [field: Field, column: number])[] {
  const { fields } = plans.at(-1)!.to.schema;
  return fields.flatMap(field => {
    let id: number | undefined = field.id;
    for (const each of plans.toReversed()) id = id === undefined ? undefined : sourceOf(each, id);
    const read = plan.fields[reader.fields.findIndex(each => each.id === id)];
    const isWhole = read?.kind === 'copy' && columns.fields[read.column]?.type.kind === field.type.kind;
    return isWhole ? [[field, read.column] as const] : [];
  });
}

function sourceOf({ fields }: ConversionPlan, id: number): number | undefined {
  const conversion = fields.find(({ field }) => field.id === id);
  return conversion?.kind === 'value' && conversion.way.length === 1 ? conversion.source.id : undefined;
}
