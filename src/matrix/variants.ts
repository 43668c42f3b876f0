import { LIMITS } from '../base/limits.ts';
import type { Field, NestedKind, Range, Scalar, Type, TypeOf } from '../contract/field.ts';
import { identityOf } from '../contract/identity.ts';
import { asHeld, KIND_TABLE } from '../contract/kind-table.ts';
import { toBfloat16 } from '../contract/narrow-float.ts';
import { isNested, sizeOf } from '../contract/nested.ts';
import { type Sentinel, sentinelOf } from '../contract/senses.ts';
import { timeUnitOf, unitsInDay } from '../contract/time-unit.ts';
import type { Value } from '../contract/value.ts';
import { fitsExactly } from '../contract/value-form.ts';
import type { Chance } from './chance.ts';
import { labelVariants } from './label-variants.ts';
import type { ProbeKind } from './probe.ts';
import { distinctValues, typicalEntries, typicalSize, typicalValue } from './typical-value.ts';

/** A value of the field's physical type that somebody may write one day. `name` tells variants of one kind apart. */
export type Variant = { readonly kind: ProbeKind; readonly name: string; readonly value: Value };

/** One that takes more values than it shows. */
export type TooLarge = { readonly kind: ProbeKind; readonly tooLarge: true };

export const isTooLarge = (made: Variant | TooLarge): made is TooLarge => 'tooLarge' in made;

/** `reader` is the field of that id there, whose terms a producer may write before its own vocabulary has them. */
export function variantsOf(
  field: Field,
  reader: Field | undefined,
  next: Chance,
): readonly (Variant | TooLarge)[] {
  const { type } = field;
  const own = isNested(type)
    ? nestedVariants(type, reader?.type, next)
    : field.vocabulary === undefined
      ? (SCALARS[type.kind] as (field: Field) => readonly Variant[])(field)
      : labelVariants(field, field.vocabulary, reader);
  const all = [...own, ...sentinelVariants(field, reader)];
  return field.nullable ? [{ kind: 'null', name: 'null', value: null }, ...all] : all;
}

/** What stands for no value, on either side: the other may take it for one. */
function sentinelVariants(field: Field, reader: Field | undefined): readonly Variant[] {
  const theirs = reader?.sentinels ?? [];
  const named = (sentinels: readonly Sentinel[], of: string): readonly Variant[] =>
    sentinels.map(({ value }, index) => ({ kind: 'sentinel', name: `${of}${index}`, value }));
  return [
    ...named(field.sentinels ?? [], ''),
    ...named(
      theirs.filter(({ value }) => fitsExactly(field, value) && sentinelOf(field, value) === undefined),
      "reader's ",
    ),
  ];
}

/** Each variant of what is inside, with typical values around it. */
function nestedVariants(
  type: TypeOf<NestedKind>,
  reader: Type | undefined,
  next: Chance,
): readonly (Variant | TooLarge)[] {
  switch (type.kind) {
    case 'list':
      return listVariants(type, reader, next);
    case 'map':
      return mapVariants(type, reader, next);
    case 'tensor': {
      const around = Array.from({ length: sizeOf(type) }, () => typicalValue(type.element, next));
      const read = reader?.kind === 'tensor' ? reader.element : undefined;
      return within(type.element, read, 'element', typicalSize(type), next, value => around.with(0, value));
    }
    case 'struct': {
      const around = type.fields.map(member => typicalValue(member, next));
      return type.fields.flatMap((member, at) => {
        const read = reader?.kind === 'struct' ? reader.fields.find(({ id }) => id === member.id) : undefined;
        return within(member, read, member.name, typicalSize(type), next, value => around.with(at, value));
      });
    }
  }
}

/** The variants of one thing inside, as many as there is room for. */
function within(
  inside: Field,
  reader: Field | undefined,
  name: string,
  size: number,
  next: Chance,
  holding: (value: Value) => Value,
): readonly (Variant | TooLarge)[] {
  const room = Math.floor(LIMITS.probe_variant_elements_max / Math.max(1, size));
  return variantsOf(inside, reader, next).map((made, index): Variant | TooLarge =>
    isTooLarge(made) || index >= room
      ? { kind: made.kind, tooLarge: true }
      : { kind: made.kind, name: `${name} ${made.name}`, value: holding(made.value) },
  );
}

function listVariants(
  type: TypeOf<'list'>,
  reader: Type | undefined,
  next: Chance,
): readonly (Variant | TooLarge)[] {
  const { element, length, order } = type;
  const filled = (size: number): readonly Value[] =>
    order === 'set'
      ? distinctValues(element, size, next)
      : Array.from({ length: size }, () => typicalValue(element, next));
  // At least one element, or what is said about elements would go unsaid; at most as many as it takes.
  const size = Math.max(length.min, 1);
  const typical = filled(size);
  const holding = (value: Value): readonly Value[] => {
    const same = order === 'set' ? placeIn(element, typical, value) : 0;
    return [value, ...typical.toSpliced(Math.max(same, 0), 1)];
  };
  const read = reader?.kind === 'list' ? reader.element : undefined;
  const [first] = order === 'set' ? filled(1) : [];
  return [
    { kind: 'empty-list', name: 'empty', value: [] },
    ...sized('extreme', 'longest', length.max, typicalSize(element.type), filled),
    ...sized('over-long', 'longest+1', length.max + 1, typicalSize(element.type), filled),
    ...(first === undefined
      ? []
      : [{ kind: 'duplicate-key' as const, name: 'element twice', value: [first, first] }]),
    // A list that is always empty says nothing of elements.
    ...(length.max === 0
      ? []
      : within(element, read, 'element', size * typicalSize(element.type), next, holding)),
  ];
}

/** Of the value that a set takes for this one; less than 0 where there is none. */
function placeIn(element: Field, items: readonly Value[], value: Value): number {
  const identity = identityOf(element, value);
  return items.findIndex(item => identityOf(element, item) === identity);
}

/** Nothing where a set or a map has no more different ones to show. */
function sized(
  kind: ProbeKind,
  name: string,
  size: number,
  each: number,
  filled: (size: number) => readonly Value[],
): readonly (Variant | TooLarge)[] {
  if (size * each > LIMITS.probe_list_elements_max) return [{ kind, tooLarge: true }];
  const value = filled(size);
  return value.length < size ? [] : [{ kind, name, value }];
}

function mapVariants(
  type: TypeOf<'map'>,
  reader: Type | undefined,
  next: Chance,
): readonly (Variant | TooLarge)[] {
  const { key, value } = type;
  const filled = (size: number): readonly Value[] => typicalEntries(type, size, next);
  const each = typicalSize(key.type) + typicalSize(value.type);
  const [name, held] = [typicalValue(key, next), typicalValue(value, next)];
  const read = reader?.kind === 'map' ? reader : undefined;
  const twice = [
    [name, held],
    [name, typicalValue(value, next)],
  ];
  return [
    { kind: 'empty-list', name: 'empty', value: [] },
    ...sized('extreme', 'longest', type.entries, each, filled),
    ...sized('over-long', 'longest+1', type.entries + 1, each, filled),
    { kind: 'duplicate-key', name: 'key twice', value: twice },
    ...(type.entries === 0
      ? []
      : [
          ...within(key, read?.key, 'key', each, next, other => [[other, held]]),
          ...within(value, read?.value, 'value', each, next, other => [[name, other]]),
        ]),
  ];
}

type OfScalar<K extends Scalar> = (field: Field & { readonly type: TypeOf<K> }) => readonly Variant[];

const whole = (field: Field): readonly Variant[] => beside(field, []);

/** The ends of the type, what doubles lose, and `more`. */
function beside(field: Field, more: readonly bigint[]): readonly Variant[] {
  const { kind } = field.type;
  const [min, max] = KIND_TABLE[kind].bounds!;
  const all = integers(min, max, field.range, [2n ** 53n + 1n, -(2n ** 53n) - 1n, ...more]);
  return all.map(variant => ({ ...variant, value: asHeld(kind, variant.value as bigint) }));
}

/** What is at the edges of each physical type, where readers round, wrap and cut. */
const SCALARS: { readonly [K in Scalar]: OfScalar<K> } = {
  bool: () => [extreme('false', false), extreme('true', true)],
  int8: whole,
  int16: whole,
  int32: whole,
  int64: whole,
  uint8: whole,
  uint16: whole,
  uint32: whole,
  uint64: whole,
  float16: ({ range }) => floats(65_504, 2 ** -24, Math.f16round, range),
  bfloat16: ({ range }) => floats((2 - 2 ** -7) * 2 ** 127, 2 ** -133, toBfloat16, range),
  float32: ({ range }) => floats((2 - 2 ** -23) * 2 ** 127, 2 ** -149, Math.fround, range),
  float64: ({ range }) => floats(Number.MAX_VALUE, Number.MIN_VALUE, value => value, range),
  decimal: ({ type, range }) => {
    const most = 10n ** BigInt(type.precision) - 1n;
    return integers(-most, most, range, [2n ** 53n + 1n, 1n, -1n]);
  },
  string: () => [
    extreme('empty', ''),
    extreme('long', 'long '.repeat(1_000)),
    extreme('odd', 'a\0b\u2028c\\"\ufeff\u{10ffff}'),
  ],
  bytes: () => [
    extreme('empty', new Uint8Array()),
    extreme(
      'every byte',
      Uint8Array.from({ length: 256 }, (_, i) => i),
    ),
  ],
  fixed: ({ type }) => [
    extreme('zeros', new Uint8Array(type.size)),
    extreme('ones', new Uint8Array(type.size).fill(0xff)),
  ],
  date: whole,
  time: field => integers(0n, unitsInDay(timeUnitOf(field)) - 1n, field.range, [1n]),
  timestamp: field => {
    const day = unitsInDay(timeUnitOf(field));
    // Before 1970, and on a leap day, which text forms can write.
    return beside(field, [-1n, -day, 11_016n * day]);
  },
  duration: whole,
};

const extreme = (name: string, value: Value): Variant => ({ kind: 'extreme', name, value });

function integers(
  min: bigint,
  max: bigint,
  range: Range | undefined,
  more: readonly bigint[],
): readonly Variant[] {
  const ends = rangeEnds(
    range,
    value => BigInt(value),
    1n,
    (a, b) => a + b,
  );
  const inside = [min, 0n, max, ...more, ...ends].filter(value => value >= min && value <= max);
  return [...new Set(inside)].map(value => extreme(`${value}`, value));
}

function floats(
  max: number,
  least: number,
  fitted: (value: number) => number,
  range: Range | undefined,
): readonly Variant[] {
  const ends = rangeEnds(
    range,
    value => fitted(Number(value)),
    1,
    (a, b) => fitted(a + b),
  );
  const finite = [-max, -least, 0, least, max, ...ends].filter(value => Number.isFinite(value));
  return [
    ...[...new Set(finite)].map(value => extreme(`${value}`, value)),
    extreme('-0', -0),
    { kind: 'nan', name: 'NaN', value: Number.NaN },
    { kind: 'infinity', name: '+', value: Number.POSITIVE_INFINITY },
    { kind: 'infinity', name: '-', value: Number.NEGATIVE_INFINITY },
  ];
}

/** Both ends of a range and the first value beyond each. */
function rangeEnds<N extends bigint | number>(
  range: Range | undefined,
  as: (end: bigint | number) => N,
  one: N,
  add: (a: N, b: N) => N,
): readonly N[] {
  const min = range?.min === undefined ? [] : [as(range.min), add(as(range.min), -one as N)];
  const max = range?.max === undefined ? [] : [as(range.max), add(as(range.max), one)];
  return [...min, ...max];
}
