import { invalidUtf8Offset } from '../base/utf8.ts';
import { batchOfColumns } from '../contract/batch.ts';
import { columnBuilder } from '../contract/column-builder.ts';
import type { Schema } from '../contract/schema.ts';
import type { DecodeResult } from './codec.ts';
import { JsonInput } from './json-input.ts';
import { Filled, ObjectReader } from './json-object.ts';
import { valueReader } from './json-values.ts';
import { once } from './once.ts';

/** JSON Lines, one record a line, as one batch. A key that is absent is filled from the field's default, if it has one. */
export function decodeJson(schema: Schema, bytes: Uint8Array): DecodeResult {
  const input = new JsonInput(bytes);
  if (input.refused) return input.refusalAt(0);
  const invalid = invalidUtf8Offset(bytes);
  if (invalid !== undefined) {
    input.refuse('INVALID_UTF8', undefined, invalid);
    return input.refusalAt(newlinesBefore(bytes, invalid));
  }
  const filled = new Filled();
  const builders = schema.fields.map(columnBuilder);
  const readers = schema.fields.map((field, index) => valueReader(field, builders[index]!, filled));
  const record = new ObjectReader(schema.fields, builders, readers, filled);
  let rows = 0;
  for (let offset = 0; offset < bytes.length; rows++) {
    const next = input.startLine(offset);
    if (!record.read(input, undefined) || !ended(input)) return input.refusalAt(rows);
    offset = next;
  }
  const columns = builders.map(builder => builder.finish());
  const batch = batchOfColumns(schema, columns, rows);
  return once(schema, { kind: 'decoded', batch, rows, absentFilled: filled.absent });
}

const ended = (input: JsonInput): boolean =>
  input.peek() < 0 || input.refuse('TRAILING_BYTES', undefined, input.offset);

function newlinesBefore(bytes: Uint8Array, end: number): number {
  let count = 0;
  for (let at = 0; at < end; at++) if (bytes[at] === 0x0a) count++;
  return count;
}
