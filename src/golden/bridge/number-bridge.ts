import { bareField } from '../../contract/bare-field.ts';
import type { Field, ScalarType } from '../../contract/field.ts';
import { isFloat, KIND_TABLE } from '../../contract/kind-table.ts';
import { approximate } from '../../contract/pi-multiple.ts';
import { add, multiply, ONE, type Rational, rational, rationalOf, ZERO } from '../../contract/rational.ts';
import { type Sentinel, sentinelOf } from '../../contract/senses.ts';
import { type Conversion, converted, isIdentity, unitConversion } from '../../contract/unit-conversion.ts';
import type { Value } from '../../contract/value.ts';
import { exactOf, numberIn } from '../../convert/exact-number.ts';
import { Refused } from '../../convert/refused.ts';
import type { FieldBridge } from './field-bridge.ts';

/**
 * Numbers of two types and units, in the unit of the field after: as decimals where a decimal holds them exactly, so that what a
 * converter rounded is seen; else as the nearest floats.
 */
export function numberBridge(older: Field, newer: Field): FieldBridge | undefined {
  if (!isNumeric(older) || !isNumeric(newer)) return undefined;
  const conversion = (older.unit && newer.unit && unitConversion(older.unit, newer.unit)) ?? SAME;
  const type = meetingType(older, newer, conversion);
  const field: Field = {
    ...bareField(newer.id, newer.name, type, 'number', newer.nullable),
    unit: newer.unit,
  };
  const held = holder(field);
  const after = (value: number | bigint): number | bigint => held(exactOf(newer, value));
  const before = isIdentity(conversion)
    ? (value: number | bigint) => held(exactOf(older, value))
    : (value: number | bigint) => held(approximate(converted(conversion, exactOf(older, value))));
  const sentinels = newer.sentinels?.map(({ value, means }) => ({
    value: finite(value) ? after(value) : value,
    means,
  }));
  return {
    field: { ...field, sentinels },
    before: value => {
      const sentinel = sentinelOf(older, value);
      if (sentinel !== undefined) return standIn(sentinels, sentinel);
      return finite(value) ? before(value) : unheld(value, type);
    },
    after: value => (finite(value) ? after(value) : unheld(value, type)),
  };
}

const SAME: Conversion = { factor: ONE, pi: 0, offset: ZERO };

/** Days and moments stand on a line, and are numbers only where both count the same from the same beginning. */
const isNumeric = ({ type, vocabulary, logical }: Field): boolean =>
  vocabulary === undefined &&
  logical !== 'flag' &&
  type.kind !== 'date' &&
  NUMBERS.has(KIND_TABLE[type.kind].family);

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'float', 'decimal', 'time']);

const finite = (value: Value): value is number | bigint =>
  typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value));

/** NaN, the infinities and null are the same in any unit. */
const unheld = (value: Value, { kind }: ScalarType): Value =>
  typeof value === 'number' && !isFloat(kind) ? null : value;

/** What stands for none in the version after, and says the same; a null where nothing does. */
const standIn = (sentinels: readonly Sentinel[] | undefined, { means }: Sentinel): Value =>
  sentinels?.find(other => other.means === means)?.value ?? null;

function meetingType(older: Field, newer: Field, conversion: Conversion): ScalarType {
  const [from, to] = [older.type.kind, newer.type.kind];
  if (isFloat(from) || isFloat(to)) {
    // A float in another unit is the nearest one of its own width, and nobody expects more of it.
    const isNearest = isFloat(to) && (from === to || !isIdentity(conversion));
    return { kind: isNearest ? to : 'float64' } as ScalarType;
  }
  const scale = scaleOf(older, newer, conversion);
  return scale === undefined ? { kind: 'float64' } : { kind: 'decimal', precision: PRECISION, scale };
}

/** The most digits of any decimal. */
const PRECISION = 76;
/** With more, what a decimal of 38 digits becomes would have no room. */
const SCALE_MAX = 18;

/** How many digits behind the point hold every number of both; undefined where none do. */
function scaleOf(older: Field, newer: Field, { factor, pi, offset }: Conversion): number | undefined {
  if (pi !== 0) return undefined;
  const digits = (of: Field): number => (of.type.kind === 'decimal' ? of.type.scale : 0);
  const last = multiply(factor, rational(1n, 10n ** BigInt(digits(older))));
  for (let scale = digits(newer); scale <= SCALE_MAX; scale++)
    if (isWhole(last, scale) && isWhole(offset, scale)) return scale;
  return undefined;
}

const isWhole = (value: Rational, scale: number): boolean =>
  multiply(add(value, ZERO), rationalOf(10n ** BigInt(scale))).denominator === 1n;

/** A number as the field has it; beyond its ends infinite, which equals no number. */
function holder(field: Field): (exact: Rational) => number | bigint {
  if (field.type.kind === 'decimal') {
    const size = 10n ** BigInt(field.type.scale);
    return ({ numerator, denominator }) => (numerator * size) / denominator;
  }
  return exact => {
    const found = numberIn(field, exact, undefined, true);
    if (!(found instanceof Refused)) return found;
    return exact.numerator < 0n ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  };
}
