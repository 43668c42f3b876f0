import type { Data, RecordBatch } from 'apache-arrow';
import { canonicalJson } from '../base/canonical-json.ts';
import { Fault } from '../base/fault.ts';
import { columnReader, columnsOf, presenceOf } from '../contract/batch.ts';
import { dateOfDays } from '../contract/calendar-date.ts';
import { timestampText, timeText } from '../contract/clock-text.ts';
import { decimalText } from '../contract/decimal-text.ts';
import type { Field, FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import { timeUnitOf } from '../contract/time-unit.ts';
import type { Codec } from './codec.ts';
import { decodeJson } from './json-decode.ts';
import { floatText } from './lexical.ts';

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
  const { type } = field;
  switch (type.kind) {
    case 'float16':
    case 'bfloat16':
    case 'float32':
    case 'float64':
      return row => {
        const number: number = value(row);
        return Number.isFinite(number)
          ? floatText(type.kind, number)
          : lacks(lacking, field, 'NaN or an infinity');
      };
    case 'date':
      return row => dated(dateOfDays(value(row)), lacking, field);
    case 'timestamp': {
      const unit = timeUnitOf(field);
      return row => dated(timestampText(value(row), unit, type.zone), lacking, field);
    }
    case 'time': {
      const unit = timeUnitOf(field);
      return row => `"${timeText(value(row), unit)}"`;
    }
    case 'decimal':
      return row => decimalText(value(row), type.scale);
    case 'bytes':
    case 'fixed':
      return row => `"${Buffer.from(value(row)).toString('base64')}"`;
    case 'string':
      return row => canonicalJson(value(row));
    default:
      return row => String(value(row));
  }
}

const dated = (text: string | undefined, lacking: Lacking, field: Field): string =>
  text === undefined ? lacks(lacking, field, 'a year outside 0000 to 9999') : `"${text}"`;

function lacks(lacking: Lacking, field: Field, what: string): string {
  lacking.field ??= field.id;
  lacking.what ||= what;
  return 'null';
}
