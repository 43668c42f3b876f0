import fc from 'fast-check';
import { SCALARS, type Scalar, type Typed, type TypeOf } from '../../src/contract/field.ts';
import { isFloat, isInteger } from '../../src/contract/kind-table.ts';
import { bfloat16OfBits } from '../../src/contract/narrow-float.ts';
import { TIME_UNITS, timeUnitOf } from '../../src/contract/time-unit.ts';
import type { Value } from '../../src/contract/value.ts';
import { typedAs, unit } from './make-field.ts';

/** Any scalar type, whatever its parameters and the unit it counts. */
export const anyScalarType: fc.Arbitrary<Typed> = fc.constantFrom(...SCALARS).chain(typesOf);

export function typesOf(kind: Scalar): fc.Arbitrary<Typed> {
  const units = fc.constantFrom('s', 'ms', 'us', 'ns').map(unit);
  switch (kind) {
    case 'decimal':
      return fc
        .integer({ min: 1, max: 76 })
        .chain(precision =>
          fc.nat(precision).map(scale => ({ type: { kind, precision, scale }, unit: undefined })),
        );
    case 'fixed':
      return fc.integer({ min: 1, max: 20 }).map(size => ({ type: { kind, size }, unit: undefined }));
    case 'timestamp':
      return fc.tuple(fc.constantFrom('instant' as const, 'local' as const), units).map(([zone, each]) => ({
        type: { kind, zone },
        unit: each,
      }));
    case 'time':
    case 'duration':
      return units.map(each => ({ type: { kind }, unit: each }));
    default:
      return fc.constant(typedAs(kind));
  }
}

/** Days of the years 0000 to 9999, which is what text forms can write. */
const DAYS = { min: -719_528, max: 2_932_896 };

type Values<K extends Scalar> = (field: {
  readonly type: TypeOf<K>;
  readonly unit: Typed['unit'];
}) => fc.Arbitrary<Value>;

const signed = (bits: number) => () => fc.integer({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 });
const unsigned = (bits: number) => () => fc.integer({ min: 0, max: 2 ** bits - 1 });
const int64 = () => fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

/** Halves by their bits: every finite one. */
const float16 = fc
  .nat(0xffff)
  .map(bits => new Float16Array(Uint16Array.of(bits).buffer)[0]!)
  .filter(Number.isFinite);

const VALUES: { readonly [K in Scalar]: Values<K> } = {
  bool: () => fc.boolean(),
  int8: signed(8),
  int16: signed(16),
  int32: signed(32),
  int64,
  uint8: unsigned(8),
  uint16: unsigned(16),
  uint32: unsigned(32),
  uint64: () => fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  float16: () => float16,
  bfloat16: () => fc.nat(0xffff).map(bfloat16OfBits).filter(Number.isFinite),
  float32: () => fc.float({ noNaN: true, noDefaultInfinity: true }),
  float64: () => fc.double({ noNaN: true, noDefaultInfinity: true }),
  decimal: ({ type }) => {
    const most = 10n ** BigInt(type.precision) - 1n;
    return fc.bigInt({ min: -most, max: most });
  },
  string: () =>
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('', '__proto__', '\ufeff', '"\\\n\u0000\u2028'),
    ),
  bytes: () => fc.uint8Array({ maxLength: 40 }),
  fixed: ({ type }) => fc.uint8Array({ minLength: type.size, maxLength: type.size }),
  date: () => fc.integer(DAYS),
  time: field => fc.bigInt({ min: 0n, max: 86_400n * TIME_UNITS[timeUnitOf(field)] - 1n }),
  timestamp: field => {
    const day = 86_400n * TIME_UNITS[timeUnitOf(field)];
    const [first, last] = [BigInt(DAYS.min) * day, BigInt(DAYS.max + 1) * day - 1n];
    const [min, max] = [-(2n ** 63n), 2n ** 63n - 1n];
    return fc.bigInt({ min: first < min ? min : first, max: last > max ? max : last });
  },
  duration: int64,
};

/** Values that every form can carry: no NaN, no year that text has no digits for. */
export const scalarValues = (field: Typed): fc.Arbitrary<Value> =>
  (VALUES[field.type.kind as Scalar] as (field: Typed) => fc.Arbitrary<Value>)(field);

/** What a map can be found by, and a set tell apart: no floats. */
export const anyKeyType: fc.Arbitrary<Typed> = anyScalarType.filter(({ type }) => !isFloat(type.kind));

/** What fills a tensor. */
export const anyTensorType: fc.Arbitrary<Typed> = anyScalarType.filter(
  ({ type }) => isFloat(type.kind) || isInteger(type.kind) || type.kind === 'bool',
);
