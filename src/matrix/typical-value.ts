import type { Field, NestedKind, Range, Scalar, Type, TypeOf } from '../contract/field.ts';
import { identityOf } from '../contract/identity.ts';
import { asHeld, isInteger } from '../contract/kind-table.ts';
import { nearestFloat } from '../contract/narrow-float.ts';
import { isNested, sizeOf } from '../contract/nested.ts';
import type { Schema } from '../contract/schema.ts';
import { sentinelOf } from '../contract/senses.ts';
import { timeUnitOf, unitsInDay } from '../contract/time-unit.ts';
import type { Value } from '../contract/value.ts';
import type { Term } from '../contract/vocabulary.ts';
import { between, type Chance, pick } from './chance.ts';

/**
 * A value such as the field's contract has in mind: in range, in the vocabulary, not null. Never zero where there is a
 * choice, because zero is the same in every unit.
 */
export function typicalValue(field: Field, next: Chance): Value {
  for (;;) {
    const value = anyTypical(field, next);
    // What stands for no value is not typical; there are fewer of them than values.
    if (sentinelOf(field, value) === undefined) return value;
  }
}

function anyTypical(field: Field, next: Chance): Value {
  const { type, vocabulary } = field;
  if (isNested(type)) return typicalNested(type, next);
  const term = vocabulary === undefined ? undefined : pick(next, vocabulary.terms);
  const written = term === undefined ? undefined : termValue(field, term);
  if (written !== undefined) return written;
  return (TYPICAL[type.kind] as (field: Field, next: Chance) => Value)(field, next);
}

function typicalNested(type: TypeOf<NestedKind>, next: Chance): readonly Value[] {
  switch (type.kind) {
    case 'list': {
      const length = typicalLength(type);
      return type.order === 'set'
        ? distinctValues(type.element, length, next)
        : Array.from({ length }, () => typicalValue(type.element, next));
    }
    case 'struct':
      return type.fields.map(member => typicalValue(member, next));
    case 'map':
      return typicalEntries(type, Math.min(TYPICAL_ENTRIES, type.entries), next);
    case 'tensor':
      return Array.from({ length: sizeOf(type) }, () => typicalValue(type.element, next));
  }
}

const TYPICAL_ENTRIES = 2;

/** So many entries, or as many as the key has values for. */
export const typicalEntries = (type: TypeOf<'map'>, length: number, next: Chance): readonly Value[] =>
  distinctValues(type.key, length, next).map(key => [key, typicalValue(type.value, next)]);

/** So many values of which no two are one, or fewer where the field has no more. */
export function distinctValues(field: Field, length: number, next: Chance): readonly Value[] {
  const found = new Map<string, Value>();
  for (let vain = 0; found.size < length && vain <= VAIN_DRAWS * found.size; vain++) {
    const value = typicalValue(field, next);
    const key = identityOf(field, value);
    if (found.has(key)) continue;
    found.set(key, value);
    vain = 0;
  }
  return [...found.values()];
}
/** The last of so many values fails to come up in as many draws as often as a coin shows heads 30 times in a row. */
const VAIN_DRAWS = 21;

/** How many values that is, told without making them: lists in lists multiply. */
export function typicalSize(type: Type): number {
  switch (type.kind) {
    case 'list':
      return typicalLength(type) * typicalSize(type.element.type);
    case 'struct':
      return type.fields.reduce((sum, member) => sum + typicalSize(member.type), 0);
    case 'map':
      return TYPICAL_ENTRIES * (typicalSize(type.key.type) + typicalSize(type.value.type));
    case 'tensor':
      return sizeOf(type) * typicalSize(type.element.type);
    // A long binary is as large as so many numbers.
    case 'fixed':
      return Math.max(1, Math.ceil(type.size / 8));
    default:
      return 1;
  }
}

/** Of the records of a schema. */
export const typicalRecordSize = ({ fields }: Schema): number =>
  fields.reduce((sum, { type }) => sum + typicalSize(type), 0);

const typicalLength = ({ length }: Type & { kind: 'list' }): number => clamped(3, length.min, length.max);

/** How a field writes a term; undefined for a physical type that has no way to. */
export function termValue({ type }: Field, term: Term): Value | undefined {
  if (type.kind === 'string') return term.label;
  return isInteger(type.kind) ? asHeld(type.kind, term.code) : undefined;
}

type Typical<K extends Scalar> = (field: Field & { readonly type: TypeOf<K> }, next: Chance) => Value;

const whole = ({ type, range }: Field, next: Chance): Value =>
  asHeld(
    type.kind,
    typicalInteger(range, next, { min: 1n, max: type.kind.endsWith('int8') ? 100n : 1_000n }),
  );
const bytesOf = (length: number, next: Chance): Uint8Array =>
  Uint8Array.from({ length }, () => Math.floor(next() * 256));
/** The narrowest floats have few digits, and a range may leave room for none of them but its ends. */
const halfFloat = ({ type, range }: Field, next: Chance): Value => {
  const value = nearestFloat(type.kind, typicalFloat(range, next));
  const inside = value >= Number(range?.min ?? value) && value <= Number(range?.max ?? value);
  return inside ? value : nearestFloat(type.kind, Number(range?.min ?? range?.max));
};

const TYPICAL: { readonly [K in Scalar]: Typical<K> } = {
  bool: (_, next) => next() < 0.5,
  int8: whole,
  int16: whole,
  int32: whole,
  int64: whole,
  uint8: whole,
  uint16: whole,
  uint32: whole,
  uint64: whole,
  float16: halfFloat,
  bfloat16: halfFloat,
  float32: ({ range }, next) => Math.fround(typicalFloat(range, next)),
  float64: ({ range }, next) => typicalFloat(range, next),
  decimal: ({ type, range }, next) =>
    typicalInteger(range, next, { min: 1n, max: smaller(1_000_000n, 10n ** BigInt(type.precision) - 1n) }),
  string: (_, next) => `${pick(next, WORDS)} ${pick(next, WORDS)}`,
  bytes: (_, next) => bytesOf(4, next),
  fixed: ({ type }, next) => bytesOf(type.size, next),
  date: ({ range }, next) => Number(typicalInteger(range, next, DAYS)),
  time: (field, next) =>
    typicalInteger(field.range, next, { min: 1n, max: unitsInDay(timeUnitOf(field)) - 1n }),
  timestamp: (field, next) => {
    const day = unitsInDay(timeUnitOf(field));
    return typicalInteger(field.range, next, { min: DAYS.min * day, max: DAYS.max * day });
  },
  duration: whole,
};

/** Of several scripts, because a reader that decodes one alphabet can still spoil another. */
const WORDS = ['rain', 'naïve', 'café', '訓練', 'данные', 'fog 🌫', 'drizzle', 'سجل'] as const;

/** 1990 to 2029, as days since 1970. */
const DAYS = { min: 7_305n, max: 21_914n };

type Bounds = { readonly min: bigint; readonly max: bigint };

function typicalInteger(
  range: Range | undefined,
  next: Chance,
  usual: Bounds = { min: 1n, max: 1_000n },
): bigint {
  const [low, high] = [range?.min, range?.max].map(end => (end === undefined ? undefined : BigInt(end)));
  const min = low === undefined ? smaller(usual.min, high) : larger(usual.min, low);
  const max = smaller(larger(usual.max, min), high);
  return min > max ? max : between(next, min, max);
}

const smaller = (a: bigint, b: bigint | undefined): bigint => (b !== undefined && b < a ? b : a);
const larger = (a: bigint, b: bigint): bigint => (b > a ? b : a);

function typicalFloat(range: Range | undefined, next: Chance): number {
  const low = Number(range?.min ?? (range?.max === undefined ? 0 : Number(range.max) - 100));
  const high = Math.min(Number(range?.max ?? low + 100), low + 1e6);
  // In quarters, so that a float32 and a float64 hold the same number, unless the range has none of them.
  const quarter = Math.ceil(low * 4 + next() * (high - low) * 4) / 4;
  return quarter >= low && quarter <= high ? quarter : low;
}

const clamped = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);
