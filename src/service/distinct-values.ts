import { CALENDAR_DAYS } from '../contract/calendar-date.ts';
import type { Field } from '../contract/field.ts';
import { asHeld, KIND_TABLE } from '../contract/kind-table.ts';
import { timeUnitOf, unitsInDay } from '../contract/time-unit.ts';
import type { Value } from '../contract/value.ts';

/** Lawful values of a field, each another than those before it. */
export type DistinctValues = {
  /** How many there are; undefined where there is no end. */
  readonly count: bigint | undefined;
  readonly at: (index: number) => Value;
};

/**
 * What a field that can say who a record is has to say it with: values of its type inside its range, or terms of its
 * vocabulary, that have a text.
 */
export function distinctValues(field: Field): DistinctValues {
  const { type, vocabulary } = field;
  if (vocabulary !== undefined) {
    const { terms } = vocabulary;
    const valueOfTerm = ({ label, code }: (typeof terms)[number]): Value =>
      type.kind === 'string' ? label : asHeld(type.kind, code);
    return { count: BigInt(terms.length), at: index => valueOfTerm(terms[index]!) };
  }
  switch (type.kind) {
    case 'string':
      return { count: undefined, at: index => `s-${String(index).padStart(8, '0')}` };
    case 'bool':
      return { count: 2n, at: index => index === 1 };
    case 'bytes':
      return { count: undefined, at: index => bigEndian(index, 8) };
    case 'fixed':
      return { count: 256n ** BigInt(type.size), at: index => bigEndian(index, type.size) };
    default:
      return wholeNumbers(field);
  }
}

function bigEndian(value: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let [at, rest] = [length - 1, value]; at >= 0 && rest > 0; at--, rest = Math.floor(rest / 256))
    bytes[at] = rest % 256;
  return bytes;
}

/** From 0 up, or from the end that lies nearest to it; where that ends, down from where it began. */
function wholeNumbers(field: Field): DistinctValues {
  const [least, most] = boundsOf(field);
  const [min, max] = [field.range?.min ?? least, field.range?.max ?? most].map(BigInt) as [bigint, bigint];
  // biome-ignore lint/complexity/useMathMinMax: Math.max takes no bigint.
  const from = min < least ? least : min;
  // biome-ignore lint/complexity/useMathMinMax: nor does Math.min.
  const to = max > most ? most : max;
  const start = from > 0n ? from : to < 0n ? to : 0n;
  return {
    count: to < from ? 0n : to - from + 1n,
    at: index => {
      const up = start + BigInt(index);
      return asHeld(field.type.kind, up <= to ? up : start - (up - to));
    },
  };
}

/** The whole numbers that a type can hold and that have a text: a day has one within the calendar. */
function boundsOf(field: Field): readonly [bigint, bigint] {
  const { type } = field;
  const [firstDay, lastDay] = CALENDAR_DAYS.map(BigInt) as [bigint, bigint];
  switch (type.kind) {
    case 'decimal': {
      const end = 10n ** BigInt(type.precision) - 1n;
      return [-end, end];
    }
    case 'date':
      return [firstDay, lastDay];
    case 'time':
      return [0n, unitsInDay(timeUnitOf(field)) - 1n];
    case 'timestamp': {
      const day = unitsInDay(timeUnitOf(field));
      const [least, most] = KIND_TABLE.timestamp.bounds!;
      const [first, last] = [firstDay * day, (lastDay + 1n) * day - 1n];
      return [first < least ? least : first, last > most ? most : last];
    }
    default:
      return KIND_TABLE[type.kind].bounds!;
  }
}
