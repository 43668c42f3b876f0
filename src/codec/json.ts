import type { Data, RecordBatch } from 'apache-arrow';
import { canonicalJson } from '../base/canonical-json.ts';
import { Fault } from '../base/fault.ts';
import { columnReader, columnsOf, presenceOf } from '../contract/batch.ts';
import { dateOfDays } from '../contract/calendar-date.ts';
import type { Field, FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import type { Codec } from './codec.ts';
import { decodeJson } from './json-decode.ts';
import { float32Text, float64Text } from './lexical.ts';

/** JSON Lines: one object a line, keys by name in the schema's order, each line ended by a newline. */
export const jsonCodec: Codec = { name: 'json', encode, decode: decodeJson };

function encode(schema: Schema, batch: RecordBatch): Uint8Array | Fault<'CODEC_CANNOT_CARRY'> {
  const refusal: Lacking = { field: undefined, what: '' };
  const columns = columnsOf(schema, batch).map(({ field, data }) => ({
    key: `${canonicalJson(field.name)}:`,
    text: textWriter(field, data, refusal),
  }));
  const lines: string[] = [];
  for (let row = 0; row < batch.numRows; row++) {
    lines.push(`{${columns.map(column => column.key + column.text(row)).join(',')}}\n`);
    if (refusal.field !== undefined)
      return new Fault('CODEC_CANNOT_CARRY', { codec: 'json', field: refusal.field, what: refusal.what });
  }
  return Buffer.from(lines.join(''));
}

/** The first value that JSON has no text for. */
type Lacking = { field: FieldId | undefined; what: string };

function textWriter(field: Field, data: Data, lacking: Lacking): (row: number) => string {
  const present = presenceOf(data);
  const text =
    field.type.kind === 'list'
      ? listWriter(field.type.element, data, lacking)
      : scalarWriter(field, data, lacking);
  return present === undefined ? text : row => (present(row) ? text(row) : 'null');
}

function listWriter(element: Field, data: Data, lacking: Lacking): (row: number) => string {
  const offsets = data.valueOffsets as Int32Array;
  const item = textWriter(element, data.children[0]!, lacking);
  return row => {
    const [start, end] = [offsets[row]!, offsets[row + 1]!];
    let text = '[';
    for (let at = start; at < end; at++) text += at === start ? item(at) : `,${item(at)}`;
    return `${text}]`;
  };
}

function scalarWriter(field: Field, data: Data, lacking: Lacking): (row: number) => string {
  const value = columnReader(field, data) as (row: number) => never;
  switch (field.type.kind) {
    case 'float32':
    case 'float64': {
      const text = field.type.kind === 'float32' ? float32Text : float64Text;
      return row =>
        Number.isFinite(value(row)) ? text(value(row)) : lacks(lacking, field, 'NaN or an infinity');
    }
    case 'date':
      return row => {
        const text = dateOfDays(value(row));
        return text === undefined ? lacks(lacking, field, 'a year outside 0000 to 9999') : `"${text}"`;
      };
    case 'bytes':
      return row => `"${Buffer.from(value(row)).toString('base64')}"`;
    case 'string':
      return row => canonicalJson(value(row));
    default:
      return row => String(value(row));
  }
}

function lacks(lacking: Lacking, field: Field, what: string): string {
  lacking.field ??= field.id;
  lacking.what ||= what;
  return 'null';
}
