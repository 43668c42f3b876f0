import { type Column, type ColumnType, columnTypeText, TICKS } from '../../native/columnar/column.ts';
import type { ColumnarRule } from './columnar-rules.ts';

/** What a difference of types comes to: its rules, each with what turns a written value into the one that is meant. */
export type Cast = readonly (readonly [rule: ColumnarRule, conversion?: string])[];

type TypeOf<K extends ColumnType['kind']> = Extract<ColumnType, { readonly kind: K }>;

const MISMATCH: Cast = [['TYPE_MISMATCH']];

/** Two types that differ, and are not both lists, structs, maps or unions. */
export function castOf(from: ColumnType, to: ColumnType): Cast {
  if (from.kind === 'null') return [['NULL_TO_TYPE']];
  if (from.kind === 'int' && to.kind === 'int') return widens(from, to) ? [['INTEGER_WIDENED']] : MISMATCH;
  if (from.kind === 'int' && to.kind === 'float') return integerToFloat(from, to);
  if (from.kind === 'int' && to.kind === 'decimal')
    return to.precision - to.scale >= digitsOf(from) ? [['INTEGER_TO_DECIMAL']] : MISMATCH;
  if (from.kind === 'float' && to.kind === 'float')
    return from.bits < to.bits ? [['FLOAT_WIDENED']] : MISMATCH;
  if (from.kind === 'decimal' && to.kind === 'decimal') return rescaled(from, to);
  if (from.kind === 'timestamp' && to.kind === 'timestamp') return [...zoned(from, to), ...retimed(from, to)];
  if (from.kind === 'duration' && to.kind === 'duration') return retimed(from, to);
  if (from.kind === 'time' && to.kind === 'time')
    return retimed(from, to).filter(([rule]) => rule !== 'TIME_OUT_OF_RANGE');
  if (from.kind === 'date' && to.kind === 'timestamp') return dated(to);
  if (from.kind === 'fixed' && to.kind === 'fixed') return [['SIZE_CHANGED']];
  if (from.kind === to.kind && (from.kind === 'geometry' || from.kind === 'geography'))
    return [['COORDINATES_CHANGED']];
  if ([from.kind, to.kind].includes('int96') && [from.kind, to.kind].includes('timestamp'))
    return [['LOGICAL_TYPE_CHANGED']];
  const [below, above] = [bareText(from), bareText(to)];
  if (below !== undefined && below === above) return [['LOGICAL_TYPE_CHANGED']];
  if (above === 'binary' && below === 'string') return [['STRING_TO_BINARY']];
  if (above === 'string' && below === 'binary') return [['BYTES_TO_STRING_UTF8_RISK']];
  if (above === 'binary' && below?.startsWith('fixed') === true) return [['SIZE_FREED']];
  return MISMATCH;
}

type Integer = TypeOf<'int'>;

const widens = (from: Integer, to: Integer): boolean =>
  from.signed === to.signed ? from.bits < to.bits : !from.signed && from.bits < to.bits;

/** Bits of the whole numbers that a float has all of. */
const EXACT_BITS: Readonly<Record<number, number>> = { 16: 11, 32: 24, 64: 53 };

function integerToFloat(from: Integer, to: TypeOf<'float'>): Cast {
  const bits = from.signed ? from.bits - 1 : from.bits;
  if (bits <= EXACT_BITS[to.bits]!) return [['INTEGER_TO_FLOAT']];
  // Half a float ends at 65,504: what is larger is no number there.
  return to.bits === 16 && bits >= 16 ? MISMATCH : [['INTEGER_ROUNDED']];
}

const DIGITS: Readonly<Record<number, number>> = { 8: 3, 16: 5, 32: 10, 64: 19 };

const digitsOf = ({ bits, signed }: Integer): number => (bits === 64 && !signed ? 20 : DIGITS[bits]!);

function rescaled(from: TypeOf<'decimal'>, to: TypeOf<'decimal'>): Cast {
  const shift = to.scale - from.scale;
  if (shift >= 0 && to.precision - to.scale >= from.precision - from.scale) return [['DECIMAL_WIDENED']];
  return shift === 0 ? MISMATCH : [...MISMATCH, ['DECIMAL_SCALE_CHANGED', powerText('0', shift)]];
}

type Zoned = { readonly zone: string | undefined };

function zoned(from: Zoned, to: Zoned): Cast {
  if (from.zone === to.zone) return [];
  return from.zone === undefined || to.zone === undefined ? [['ZONE_CHANGED']] : [['ZONE_RENAMED']];
}

type Ticking = { readonly unit: (typeof TICKS)[number] };

function retimed(from: Ticking, to: Ticking): Cast {
  const steps = TICKS.indexOf(to.unit) - TICKS.indexOf(from.unit);
  if (steps === 0) return [];
  const changed = ['TIME_UNIT_CHANGED', powerText('000', steps)] as const;
  if (steps < 0) return [['TIME_TRUNCATED'], changed];
  return to.unit === 'ns' ? [['TIME_OUT_OF_RANGE'], changed] : [changed];
}

function dated(to: TypeOf<'timestamp'>): Cast {
  const out: Cast = to.unit === 'ns' ? [['TIME_OUT_OF_RANGE']] : [];
  return [['DATE_TO_TIMESTAMP'], ...out, ...zoned({ zone: undefined }, to)];
}

/** Ten, or a thousand, so many times over. */
const powerText = (zeros: string, times: number): string => {
  const factor = `1${zeros.repeat(Math.abs(times))}`;
  return times > 0 ? `×${factor}` : `×1/${factor}`;
};

/** What is left of a type where its annotation is not looked at; undefined where nothing else looks like it. */
function bareText(type: ColumnType): string | undefined {
  switch (type.kind) {
    case 'int':
    case 'binary':
    case 'string':
    case 'fixed':
      return columnTypeText(type);
    case 'date':
      return 'int32';
    case 'time':
      return type.unit === 's' || type.unit === 'ms' ? 'int32' : 'int64';
    case 'timestamp':
    case 'duration':
      return 'int64';
    case 'json':
    case 'enum':
      return 'string';
    case 'bson':
    case 'geometry':
    case 'geography':
      return 'binary';
    case 'uuid':
      return 'fixed(16)';
    default:
      return undefined;
  }
}

/** Types of one kind may be one column, however lossy the way between them. */
export const isOneKind = (one: Column, other: Column): boolean =>
  one.type.kind === other.type.kind ||
  [castOf(one.type, other.type), castOf(other.type, one.type)].some(
    cast => !cast.some(([rule]) => rule === 'TYPE_MISMATCH'),
  );
