import type { Field, FieldId, Kind } from '../../contract/field.ts';
import { KIND_TABLE } from '../../contract/kind-table.ts';
import { TIME_UNITS, type TimeUnit, timeUnitOf, unitsInDay } from '../../contract/time-unit.ts';
import type { ColumnType } from '../../native/columnar/column.ts';
import { type BodyBuffer, valuesIn } from './body.ts';
import { fitDecimal } from './fit-decimal.ts';
import { counts, type Lane, refuse } from './lane.ts';

/** A buffer of values of one width, as the contract's type has them. */
export type FitValues = (buffer: BodyBuffer, lane: Lane) => ArrayBufferView;

/** How values of a file's type become the field's, exactly; undefined where they don't. */
export function numbersOf(
  field: Field,
  from: ColumnType,
  stored: string,
  physical?: string,
): FitValues | undefined {
  const { type } = field;
  switch (type.kind) {
    case 'float16':
    case 'float32':
    case 'float64':
      return from.kind === 'float' ? floats(field, from.bits) : undefined;
    case 'decimal':
      return from.kind === 'decimal' && from.scale === type.scale
        ? fitDecimal(field.id, type, from.precision, widthIn(stored))
        : undefined;
    case 'fixed':
      return from.kind === 'fixed' && from.bytes === type.size && physical === undefined
        ? runs(field.id, type.size)
        : undefined;
    // Arrow has no such type; two bytes of whoever else writes it are the same.
    case 'bfloat16':
      return from.kind === 'fixed' && from.bytes === 2 && (physical ?? 'bfloat16') === 'bfloat16'
        ? runs(field.id, 2)
        : undefined;
    case 'date':
      if (from.kind !== 'date') return undefined;
      return stored === 'date64' ? daysOfMilliseconds(field) : as(Int32Array, field.id);
    case 'time':
      return from.kind === 'time' ? times(field, from.unit, stored) : undefined;
    case 'timestamp':
      return from.kind === 'timestamp' && (from.zone !== undefined) === (type.zone === 'instant')
        ? counted(field, from.unit, 64)
        : undefined;
    case 'duration':
      if (from.kind === 'duration') return counted(field, from.unit, 64);
      // Formats without durations have them as the numbers that they are.
      return from.kind === 'int' && from.signed && from.bits === 64 ? as(BigInt64Array, field.id) : undefined;
    default:
      return from.kind === 'int' ? integers(field, from.bits, from.signed) : undefined;
  }
}

const widthIn = (stored: string): number => Number(/\d+$/.exec(stored)?.[0] ?? 128);

type NumberArrayType = new (
  buffer: ArrayBufferLike,
  offset: number,
  length: number,
) => ArrayBufferView & ArrayLike<number | bigint>;
type Arrays = NumberArrayType & {
  readonly BYTES_PER_ELEMENT: number;
  from(values: ArrayLike<unknown>): ArrayBufferView;
};

const as =
  (Values: Arrays, id: FieldId): FitValues =>
  (buffer, { length }) =>
    valuesIn(Values, buffer, length, id);

const runs =
  (id: FieldId, size: number): FitValues =>
  (buffer, { length }) =>
    valuesIn(Uint8Array, buffer, length * size, id);

const INTEGERS: Readonly<Record<string, Arrays>> = {
  int8: Int8Array as unknown as Arrays,
  int16: Int16Array as unknown as Arrays,
  int32: Int32Array as unknown as Arrays,
  int64: BigInt64Array as unknown as Arrays,
  uint8: Uint8Array as unknown as Arrays,
  uint16: Uint16Array as unknown as Arrays,
  uint32: Uint32Array as unknown as Arrays,
  uint64: BigUint64Array as unknown as Arrays,
};

/** The same type, or one that has all values of the file's. */
function integers({ id, type: { kind } }: Field, bits: number, signed: boolean): FitValues | undefined {
  const from = `${signed ? 'int' : 'uint'}${bits}`;
  const [Source, Target] = [INTEGERS[from], INTEGERS[kind]];
  if (Source === undefined || Target === undefined) return undefined;
  if (from === kind) return as(Source, id);
  const [has, needs] = [KIND_TABLE[kind].bounds!, KIND_TABLE[from as Kind].bounds!];
  if (has[0] > needs[0] || has[1] < needs[1]) return undefined;
  const isWide = KIND_TABLE[kind].held === 'bigint';
  return (buffer, { length }) => {
    const values = valuesIn(Source, buffer, length, id) as ArrayLike<number>;
    return isWide ? widened(values) : Target.from(values);
  };
}

/** Halves of 64 bits, the low one first, so that no bigint is made. */
function widened(values: ArrayLike<number>): BigInt64Array {
  const halves = new Int32Array(2 * values.length);
  for (let row = 0; row < values.length; row++) {
    halves[2 * row] = values[row]!;
    if (values[row]! < 0) halves[2 * row + 1] = -1;
  }
  return new BigInt64Array(halves.buffer);
}

const FLOATS: Readonly<
  Record<number, new (buffer: ArrayBufferLike, offset: number, length: number) => ArrayLike<number>>
> = { 16: Float16Array, 32: Float32Array, 64: Float64Array };
const FLOAT_BITS: Readonly<Partial<Record<Kind, number>>> = { float16: 16, float32: 32, float64: 64 };

function floats({ id, type: { kind } }: Field, bits: number): FitValues | undefined {
  const target = FLOAT_BITS[kind]!;
  if (bits > target) return undefined;
  if (bits === target) {
    // Arrow keeps halves as their bits.
    const Values = bits === 16 ? Uint16Array : bits === 32 ? Float32Array : Float64Array;
    return as(Values as unknown as Arrays, id);
  }
  const Source = FLOATS[bits] as unknown as Arrays;
  const Target = target === 32 ? Float32Array : Float64Array;
  return (buffer, { length }) =>
    Target.from(valuesIn(Source, buffer, length, id) as unknown as ArrayLike<number>);
}

const DAY_ms = 86_400_000n;

const daysOfMilliseconds =
  ({ id }: Field): FitValues =>
  (buffer, lane) => {
    const values = valuesIn(BigInt64Array, buffer, lane.length, id);
    const days = new Int32Array(lane.length);
    for (let row = 0; row < days.length; row++) {
      if (!counts(lane, row)) continue;
      const day = values[row]! / DAY_ms;
      if (day * DAY_ms !== values[row] || BigInt.asIntN(32, day) !== day)
        refuse(lane, row, 'OVERFLOW', id, buffer.offset + 8 * row);
      else days[row] = Number(day);
    }
    return days;
  };

/** A time of day ends, whatever is stored. */
function times(field: Field, unit: TimeUnit, stored: string): FitValues {
  const toField = counted(field, unit, stored === 'time32' ? 32 : 64);
  const end = Number(unitsInDay(timeUnitOf(field)));
  return (buffer, lane) => {
    const values = toField(buffer, lane);
    const isNarrow = values instanceof Int32Array;
    const halves = isNarrow ? values : new Int32Array(values.buffer, values.byteOffset, 2 * lane.length);
    for (let row = 0; row < lane.length; row++) {
      const value = isNarrow ? halves[row]! : halves[2 * row + 1]! * 2 ** 32 + (halves[2 * row]! >>> 0);
      if ((value < 0 || value >= end) && counts(lane, row))
        refuse(lane, row, 'OVERFLOW', field.id, buffer.offset + (isNarrow ? 4 : 8) * row);
    }
    return values;
  };
}

/** Counts of a unit of time as counts of the field's: those of a coarser unit in full, those of a finer where none is lost. */
function counted(field: Field, unit: TimeUnit, bits: 32 | 64): FitValues {
  const { id, type } = field;
  const own = timeUnitOf(field);
  const ownBits = type.kind === 'time' && unitsInDay(own) < 2n ** 31n ? 32 : 64;
  const Source = (bits === 32 ? Int32Array : BigInt64Array) as unknown as Arrays;
  if (unit === own && bits === ownBits) return as(Source, id);
  const [from, to] = [TIME_UNITS[unit], TIME_UNITS[own]];
  return (buffer, lane) => {
    const values = valuesIn(Source, buffer, lane.length, id);
    const made = ownBits === 32 ? new Int32Array(lane.length) : new BigInt64Array(lane.length);
    for (let row = 0; row < lane.length; row++) {
      if (!counts(lane, row)) continue;
      const scaled = BigInt(values[row]!) * to;
      const value = scaled / from;
      if (value * from !== scaled || BigInt.asIntN(ownBits, value) !== value)
        refuse(lane, row, 'OVERFLOW', id, buffer.offset + (bits / 8) * row);
      else made[row] = ownBits === 32 ? Number(value) : value;
    }
    return made;
  };
}
