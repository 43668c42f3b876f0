import { type Column, type ColumnType, TICKS } from '../columnar/column.ts';
import { FlatStop, type FlatTable } from './flatbuffer.ts';

/** What a type of Arrow is here, and in what layout. Layouts of one type give the same values. */
export type ArrowType = { readonly type: ColumnType; readonly stored: string };

type Reader = (type: FlatTable, children: readonly Column[]) => ArrowType;

const word =
  (kind: 'null' | 'bool' | 'string' | 'binary', stored: string): Reader =>
  () => ({ type: { kind }, stored });

const list =
  (stored: string): Reader =>
  (_, children) => ({ type: { kind: 'list', element: only(children), size: undefined }, stored });

const at = <T>(names: readonly T[], index: number): T => {
  const name = names[index];
  if (name === undefined) throw new FlatStop('a type has a unit or a width that is unknown');
  return name;
};

const positive = (value: number): number => {
  if (value < 1) throw new FlatStop('a width is none');
  return value;
};

const only = (children: readonly Column[]): Column => {
  const [first, ...more] = children;
  if (first === undefined || more.length > 0) throw new FlatStop('a list is not of one type');
  return first;
};

const MILLISECOND = 1;

/** By their number in the union `Type` of Arrow's Schema.fbs, with the slots and defaults it gives each. */
export const ARROW_TYPES: Readonly<Record<number, Reader>> = {
  1: word('null', 'null'),
  2: type => {
    const [bits, signed] = [type.i32(0, 0), type.u8(1, 0) !== 0];
    if (![8, 16, 32, 64].includes(bits)) throw new FlatStop('an integer has a width that is unknown');
    return { type: { kind: 'int', bits, signed }, stored: `${signed ? 'int' : 'uint'}${bits}` };
  },
  3: type => {
    const bits = at([16, 32, 64], type.u16(0, 0));
    return { type: { kind: 'float', bits }, stored: `float${bits}` };
  },
  4: word('binary', 'binary'),
  5: word('string', 'utf8'),
  6: word('bool', 'bool'),
  7: type => {
    const [precision, scale, bits] = [type.i32(0, 0), type.i32(1, 0), type.i32(2, 128)];
    if (![32, 64, 128, 256].includes(bits) || precision < 1 || precision > 76)
      throw new FlatStop('a decimal has a width or a precision that is unknown');
    return { type: { kind: 'decimal', precision, scale }, stored: `decimal${bits}` };
  },
  8: type => ({ type: { kind: 'date' }, stored: at(['date32', 'date64'], type.u16(0, MILLISECOND)) }),
  9: type => {
    const unit = at(TICKS, type.u16(0, MILLISECOND));
    return { type: { kind: 'time', unit }, stored: `time${type.i32(1, 32)}` };
  },
  10: type => {
    const zone = type.text(1);
    const unit = at(TICKS, type.u16(0, 0));
    return { type: { kind: 'timestamp', unit, zone: zone === '' ? undefined : zone }, stored: 'timestamp' };
  },
  11: type => {
    const unit = at(['months', 'days, ms', 'months, days, ns'], type.u16(0, 0));
    return { type: { kind: 'interval', unit }, stored: 'interval' };
  },
  12: list('list'),
  13: (_, fields) => ({ type: { kind: 'struct', fields }, stored: 'struct' }),
  14: (type, fields) => ({
    type: { kind: 'union', mode: at(['sparse', 'dense'], type.u16(0, 0)), fields },
    stored: 'union',
  }),
  15: type => ({ type: { kind: 'fixed', bytes: positive(type.i32(0, 0)) }, stored: 'fixed_size_binary' }),
  16: (type, children) => ({
    type: { kind: 'list', element: only(children), size: positive(type.i32(0, 0)) },
    stored: 'fixed_size_list',
  }),
  17: (type, children) => {
    const entries = only(children).type;
    const [key, value, ...more] = entries.kind === 'struct' ? entries.fields : [];
    if (key === undefined || value === undefined || more.length > 0)
      throw new FlatStop('a map is not of keys and values');
    return { type: { kind: 'map', key, value }, stored: type.u8(0, 0) === 0 ? 'map' : 'map, keys sorted' };
  },
  18: type => ({ type: { kind: 'duration', unit: at(TICKS, type.u16(0, MILLISECOND)) }, stored: 'duration' }),
  19: word('binary', 'large_binary'),
  20: word('string', 'large_utf8'),
  21: list('large_list'),
  22: (_, children) => {
    const [, values] = children;
    if (values === undefined || children.length !== 2) throw new FlatStop('runs are not of ends and values');
    return { type: values.type, stored: `run_end_encoded(${values.stored})` };
  },
  23: word('binary', 'binary_view'),
  24: word('string', 'utf8_view'),
  25: list('list_view'),
  26: list('large_list_view'),
};
