import type { Field, FieldId, NestedKind, Type, TypeOf, Zone } from './field.ts';
import { entryOf, isNested } from './nested.ts';
import { equalMultiples, type PiMultiple } from './pi-multiple.ts';
import { equal, type Rational, rational, rationalOf } from './rational.ts';
import { type NullMeaning, sentinelOf } from './senses.ts';
import { TIME_UNITS, timeUnitOf } from './time-unit.ts';
import { inBaseUnits, type Unit } from './unit.ts';
import type { Value } from './value.ts';
import { isIgnoreValue, termOf } from './vocabulary-lookup.ts';

/**
 * What a value of a field stands for, apart from how it is written: 2 in seconds and 2000 in milliseconds are one
 * meaning, `rain` in a string and 2 in an integer are one meaning.
 *
 * A quantity of -0 is a quantity of 0. A number without a unit keeps the sign of its zero, because nothing says what
 * it is for.
 */
export type Meaning =
  | { readonly kind: 'null'; readonly means: NullMeaning | undefined }
  /** A sentinel: a value that is none. Not the null that means the same: what reads one does not see the other. */
  | { readonly kind: 'stand-in'; readonly means: NullMeaning }
  | { readonly kind: 'nan'; readonly means: 'unknown' | 'value' | undefined }
  /** Nothing in it, where the field says what that means. */
  | { readonly kind: 'empty'; readonly means: 'value' | 'unknown' }
  | {
      readonly kind: 'infinite';
      readonly sign: 1 | -1;
      readonly dimension: string;
      readonly annotation: string | undefined;
    }
  | {
      readonly kind: 'quantity';
      /** In base units. */
      readonly value: PiMultiple;
      readonly dimension: string;
      readonly annotation: string | undefined;
    }
  | { readonly kind: 'number'; readonly value: Rational; readonly negativeZero: boolean }
  | { readonly kind: 'term'; readonly term: number }
  /** A value of a label that its vocabulary does not have. */
  | { readonly kind: 'outside'; readonly value: string }
  /** What the loss skips. */
  | { readonly kind: 'ignored' }
  | { readonly kind: 'flag'; readonly value: boolean }
  | { readonly kind: 'date'; readonly days: bigint }
  /** A time of day, a moment, or what a local clock showed, in seconds from its own beginning. */
  | { readonly kind: 'clock'; readonly of: 'day' | Zone; readonly seconds: Rational }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'bytes'; readonly hex: string }
  /** The same numbers in another convention are another box, and in another shape another array. */
  | { readonly kind: 'list'; readonly items: readonly Meaning[]; readonly convention: string }
  /** A set, or a map as its entries: in no order. */
  | { readonly kind: 'unordered'; readonly items: readonly Meaning[] }
  | { readonly kind: 'struct'; readonly members: ReadonlyMap<FieldId, Meaning>; readonly convention: string };

/** The field's own type, unit and vocabulary decide; its unknown policy does not: that is a reader's act. */
export function meaningOf(field: Field, value: Value): Meaning {
  if (value === null) return { kind: 'null', means: field.nullMeans };
  const sentinel = sentinelOf(field, value);
  if (sentinel !== undefined) return { kind: 'stand-in', means: sentinel.means };
  const { type, emptyMeans } = field;
  if (emptyMeans !== undefined && (value as ArrayLike<unknown>).length === 0)
    return { kind: 'empty', means: emptyMeans };
  if (isNested(type)) return nestedMeaning(field, type, value as readonly Value[]);
  if (field.vocabulary !== undefined) return termMeaning(field, value);
  if (typeof value === 'boolean') return { kind: 'flag', value };
  if (typeof value === 'string') return { kind: 'text', value };
  if (value instanceof Uint8Array) return { kind: 'bytes', hex: Buffer.from(value).toString('hex') };
  if (type.kind === 'date') return { kind: 'date', days: BigInt(value as number) };
  if (type.kind === 'time' || type.kind === 'timestamp') {
    const seconds = rational(value as bigint, TIME_UNITS[timeUnitOf(field)]);
    return { kind: 'clock', of: type.kind === 'time' ? 'day' : type.zone, seconds };
  }
  if (type.kind === 'decimal') return exactMeaning(field.unit, exactNumber(type, value));
  if (Number.isNaN(value)) return { kind: 'nan', means: field.nan === 'refuse' ? undefined : field.nan };
  return numberMeaning(field.unit, value as number | bigint);
}

function nestedMeaning(
  { convention = [] }: Field,
  type: TypeOf<NestedKind>,
  values: readonly Value[],
): Meaning {
  if (type.kind === 'struct')
    return {
      kind: 'struct',
      members: new Map(type.fields.map((field, at) => [field.id, meaningOf(field, values[at]!)])),
      convention: convention.join(' '),
    };
  const each = type.kind === 'map' ? entryOf(type) : type.element;
  const items = values.map(value => meaningOf(each, value));
  const isOrdered = type.kind === 'tensor' || (type.kind === 'list' && type.order !== 'set');
  if (!isOrdered) return { kind: 'unordered', items };
  const laid = type.kind === 'tensor' ? [type.shape.join(' × '), ...convention] : convention;
  return { kind: 'list', items, convention: laid.join(' ') };
}

/** The fraction that a finite number of the type is. */
export const exactNumber = (type: Type, value: Exclude<Value, null>): Rational =>
  type.kind === 'decimal'
    ? rational(value as bigint, 10n ** BigInt(type.scale))
    : rationalOf(value as number | bigint);

export function sameMeaning(a: Meaning, b: Meaning): boolean {
  if (a.kind === 'text' && b.kind === 'bytes') return hexOf(a.value) === b.hex;
  if (a.kind === 'bytes' && b.kind === 'text') return a.hex === hexOf(b.value);
  switch (a.kind) {
    case 'ignored':
      return b.kind === a.kind;
    case 'null':
    case 'stand-in':
    case 'nan':
    case 'empty':
      return b.kind === a.kind && a.means === b.means;
    case 'infinite':
      return (
        b.kind === 'infinite' &&
        a.sign === b.sign &&
        a.dimension === b.dimension &&
        a.annotation === b.annotation
      );
    case 'quantity':
      return (
        b.kind === 'quantity' &&
        equalMultiples(a.value, b.value) &&
        a.dimension === b.dimension &&
        a.annotation === b.annotation
      );
    case 'number':
      return b.kind === 'number' && equal(a.value, b.value) && a.negativeZero === b.negativeZero;
    case 'term':
      return b.kind === 'term' && a.term === b.term;
    case 'date':
      return b.kind === 'date' && a.days === b.days;
    case 'clock':
      return b.kind === 'clock' && a.of === b.of && equal(a.seconds, b.seconds);
    case 'bytes':
      return b.kind === 'bytes' && a.hex === b.hex;
    case 'list':
      return (
        b.kind === 'list' &&
        a.convention === b.convention &&
        a.items.length === b.items.length &&
        a.items.every((item, at) => sameMeaning(item, b.items[at]!))
      );
    case 'unordered':
      return b.kind === 'unordered' && sameItems(a.items, b.items);
    case 'struct':
      return (
        b.kind === 'struct' &&
        a.convention === b.convention &&
        (a.convention === '' || String([...a.members.keys()]) === String([...b.members.keys()])) &&
        sameMembers(a.members, b.members)
      );
    case 'outside':
    case 'text':
    case 'flag':
      return b.kind === a.kind && a.value === b.value;
  }
}

/** Each item of the one is an item of the other, as often. */
function sameItems(a: readonly Meaning[], b: readonly Meaning[]): boolean {
  if (a.length !== b.length) return false;
  const left = new Set(b.keys());
  return a.every((item, at) => {
    // Mostly in the same order, whatever it says.
    const found =
      left.has(at) && sameMeaning(item, b[at]!) ? at : [...left].find(other => sameMeaning(item, b[other]!));
    return found !== undefined && left.delete(found);
  });
}

const sameMembers = (a: ReadonlyMap<FieldId, Meaning>, b: ReadonlyMap<FieldId, Meaning>): boolean =>
  a.size === b.size &&
  [...a].every(([id, member]) => {
    const other = b.get(id);
    return other !== undefined && sameMeaning(member, other);
  });

function termMeaning(field: Field, value: Value): Meaning {
  const term = termOf(field, value);
  if (term !== undefined) return { kind: 'term', term: term.id };
  if (isIgnoreValue(field, value)) return { kind: 'ignored' };
  return { kind: 'outside', value: String(value) };
}

function numberMeaning(unit: Unit | undefined, value: number | bigint): Meaning {
  const dimension = unit?.dimension ?? 'none';
  const annotation = unit?.annotation;
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) {
    return { kind: 'infinite', sign: value > 0 ? 1 : -1, dimension, annotation };
  }
  return exactMeaning(unit, rationalOf(value), Object.is(value, -0));
}

function exactMeaning(unit: Unit | undefined, value: Rational, negativeZero = false): Meaning {
  if (unit === undefined) return { kind: 'number', value, negativeZero };
  const { annotation } = unit;
  return {
    kind: 'quantity',
    value: inBaseUnits(unit, value),
    dimension: unit.dimension,
    annotation,
  };
}

const hexOf = (text: string): string => Buffer.from(text, 'utf8').toString('hex');
