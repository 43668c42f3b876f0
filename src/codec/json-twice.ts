import { columnReader } from '../contract/batch.ts';
import { columnBuilder } from '../contract/column-builder.ts';
import type { Field } from '../contract/field.ts';
import { duplicateIn } from '../contract/identity.ts';
import { withNested } from '../contract/nested.ts';
import type { Schema } from '../contract/schema.ts';
import type { Value } from '../contract/value.ts';
import type { Refusal } from './codec.ts';
import { JsonDecoder } from './json-decoder.ts';
import { JsonInput } from './json-input.ts';
import { Filled, type WatchedLists } from './json-object.ts';
import { valueReader } from './json-values.ts';

/**
 * A refusal of a record in which something stands twice, with the place of the second. That it does shows in columns alone,
 * which know no places: so its line is read again.
 *
 * @param start  where the first record of the batch begins; each has a line
 */
export function placedTwice(schema: Schema, bytes: Uint8Array, start: number, refusal: Refusal): Refusal {
  let line = start;
  for (let row = 0; row < refusal.row; row++) line = bytes.indexOf(0x0a, line) + 1;
  const fields = schema.fields.flatMap(each => withNested(each, [])).map(([field]) => field);
  const field = fields.find(({ id }) => id === refusal.field);
  if (field === undefined) return { ...refusal, offset: line };
  const input = new JsonInput(bytes);
  input.startLine(line);
  const watched: WatchedLists = { field: field.id, lists: [] };
  new JsonDecoder(schema, watched).line(input);
  for (const { start: list, items } of watched.lists) {
    input.offset = list;
    const at = secondIn(field, input);
    if (at !== undefined) return { ...refusal, offset: items[at]! };
  }
  return { ...refusal, offset: line };
}

function secondIn(field: Field, input: JsonInput): number | undefined {
  const builder = columnBuilder(field);
  const { type } = field;
  if ((type.kind !== 'list' && type.kind !== 'map') || !valueReader(field, builder, new Filled())(input))
    return undefined;
  return duplicateIn(type, columnReader(field, builder.finish())(0) as readonly Value[]);
}
