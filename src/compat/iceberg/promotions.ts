import type { IcebergPrimitive } from '../../native/iceberg/primitive.ts';
import type { IcebergType } from '../../native/iceberg/type.ts';
import type { IcebergRule } from './iceberg-rules.ts';

/** What the specification lets a field become, and the rules that tell of it. */
const PROMOTIONS: Readonly<Record<string, Readonly<Record<string, readonly IcebergRule[]>>>> = {
  int: { long: ['INT_TO_LONG'] },
  float: { double: ['FLOAT_TO_DOUBLE'] },
  date: {
    timestamp: ['DATE_TO_TIMESTAMP'],
    timestamp_ns: ['DATE_TO_TIMESTAMP', 'DATE_BEYOND_NANOSECONDS'],
  },
};

/** The rules that tell of reading one type as another; undefined where no table may make that change. */
export function promotion(from: IcebergType, to: IcebergType): readonly IcebergRule[] | undefined {
  if (from.kind === 'unknown') return ['UNKNOWN_TO_TYPE'];
  if (from.kind === 'decimal' && to.kind === 'decimal')
    return to.scale === from.scale && to.precision > from.precision ? ['DECIMAL_WIDENED'] : undefined;
  const row = Object.hasOwn(PROMOTIONS, from.kind) ? PROMOTIONS[from.kind]! : {};
  return Object.hasOwn(row, to.kind) ? row[to.kind] : undefined;
}

/** Types of one kind may be one field, however lossy the way between them; types of two kinds are two fields. */
export const isOneKind = (one: IcebergType, other: IcebergType): boolean =>
  familyOf(one) === familyOf(other) ||
  promotion(one, other) !== undefined ||
  promotion(other, one) !== undefined;

const familyOf = ({ kind }: IcebergType): string => FAMILIES[kind] ?? kind;

const FAMILIES: Readonly<Partial<Record<IcebergPrimitive['kind'] | IcebergType['kind'], string>>> = {
  int: 'number',
  long: 'number',
  float: 'number',
  double: 'number',
  decimal: 'number',
  date: 'moment',
  timestamp: 'moment',
  timestamptz: 'moment',
  timestamp_ns: 'moment',
  timestamptz_ns: 'moment',
  binary: 'bytes',
  fixed: 'bytes',
  uuid: 'bytes',
  string: 'bytes',
};

/**
 * Whether the partition values of a date stay what they were once it is a timestamp. The other promotions change none:
 * the specification hashes an int as the long, and a decimal by its digits alone.
 */
export const keepsDateParts = (transform: string): boolean => DATE_PARTS.includes(transform);

const DATE_PARTS: readonly string[] = ['void', 'year', 'month', 'day'];
