import type { Data, RecordBatch } from 'apache-arrow';
import { canonicalJson } from '../base/canonical-json.ts';
import { Fault } from '../base/fault.ts';
import { columnReader, columnsOf, presenceOf } from '../contract/batch.ts';
import { dateOfDays } from '../contract/calendar-date.ts';
import { timestampText, timeText } from '../contract/clock-text.ts';
import { decimalText } from '../contract/decimal-text.ts';
import type { Field, FieldId } from '../contract/field.ts';
import { fieldText } from '../contract/field-path.ts';
import { entryOf, sizeOf } from '../contract/nested.ts';
import type { Schema } from '../contract/schema.ts';
import { timeUnitOf } from '../contract/time-unit.ts';
import type { Codec } from './codec.ts';
import { decodeJson } from './json-decode.ts';
import { floatText } from './lexical.ts';

/** JSON Lines: one object a line, keys by name in the schema's order, each line ended by a newline. */
export const jsonCodec: Codec = { name: 'json', encode, decode: decodeJson };

function encode(schema: Schema, batch: RecordBatch): Uint8Array | Fault<'CODEC_CANNOT_CARRY'> {
  const { bytes, lacking } = jsonLines(schema, batch);
  const [first] = lacking;
  if (first === undefined) return bytes;
  return new Fault('CODEC_CANNOT_CARRY', {
    codec: 'json',
    field: fieldText(schema, first.field),
    what: first.what,
  });
}

/** A line for each record, without those that hold what JSON has no text for. */
export type JsonLines = {
  readonly bytes: Uint8Array;
  /** Those, by ascending row, and the first field of each that it was found in. */
  readonly lacking: readonly { readonly row: number; readonly field: FieldId; readonly what: string }[];
};

export function jsonLines(schema: Schema, batch: RecordBatch): JsonLines {
  const found: Lacking = { field: undefined, what: '' };
  const columns = columnsOf(schema, batch).map(({ field, data }) => ({
    key: `${canonicalJson(field.name)}:`,
    text: textWriter(field, data, found),
  }));
  const lines: string[] = [];
  const lacking: JsonLines['lacking'][number][] = [];
  for (let row = 0; row < batch.numRows; row++) {
    const line = `{${columns.map(column => column.key + column.text(row)).join(',')}}\n`;
    if (found.field === undefined) lines.push(line);
    else lacking.push({ row, field: found.field, what: found.what });
    [found.field, found.what] = [undefined, ''];
  }
  return { bytes: Buffer.from(lines.join('')), lacking };
}

/** The first value that JSON has no text for. */
type Lacking = { field: FieldId | undefined; what: string };

function textWriter(field: Field, data: Data, lacking: Lacking): (row: number) => string {
  const present = presenceOf(data);
  const text = presentWriter(field, data, lacking);
  return present === undefined ? text : row => (present(row) ? text(row) : 'null');
}

type WriteText = (row: number) => string;

function presentWriter(field: Field, data: Data, lacking: Lacking): WriteText {
  const { type } = field;
  switch (type.kind) {
    case 'list':
      return runWriter(data, textWriter(type.element, data.children[0]!, lacking), '[', ']');
    case 'map': {
      const [keys, values] = data.children[0]!.children as [Data, Data];
      if (type.key.type.kind !== 'string')
        return runWriter(data, textWriter(entryOf(type), data.children[0]!, lacking), '[', ']');
      const key = textWriter(type.key, keys, lacking);
      const value = textWriter(type.value, values, lacking);
      return runWriter(data, at => `${key(at)}:${value(at)}`, '{', '}');
    }
    case 'struct': {
      const members = type.fields.map((member, at) => ({
        key: `${canonicalJson(member.name)}:`,
        text: textWriter(member, data.children[at]!, lacking),
      }));
      return row => `{${members.map(({ key, text }) => key + text(row)).join(',')}}`;
    }
    case 'tensor': {
      const size = sizeOf(type);
      const item = textWriter(type.element, data.children[0]!, lacking);
      return row => `[${Array.from({ length: size }, (_, at) => item(row * size + at)).join(',')}]`;
    }
    default:
      return scalarWriter(field, data, lacking);
  }
}

function runWriter(data: Data, item: WriteText, open: string, close: string): WriteText {
  const offsets = data.valueOffsets as Int32Array;
  return row => {
    const [start, end] = [offsets[row]!, offsets[row + 1]!];
    let text = open;
    for (let at = start; at < end; at++) text += at === start ? item(at) : `,${item(at)}`;
    return text + close;
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
        return Number.isFinite(number) ? floatText(number) : lacks(lacking, field, 'NaN or an infinity');
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
