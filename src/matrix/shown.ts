import type { Json } from '../base/canonical-json.ts';
import { valueText } from '../contract/category.ts';
import type { Field, Kind, Type } from '../contract/field.ts';
import { isFloat } from '../contract/kind-table.ts';
import { exactNumber, meaningOf, sameMeaning } from '../contract/meaning.ts';
import { childrenOf } from '../contract/nested.ts';
import { multipleText } from '../contract/pi-multiple.ts';
import { multiply, rational } from '../contract/rational.ts';
import { TIME_UNITS, timeUnitOf } from '../contract/time-unit.ts';
import { converted, unitConversion } from '../contract/unit-conversion.ts';
import type { Value } from '../contract/value.ts';
import { termById } from '../contract/vocabulary-lookup.ts';
import type { Seen } from './outcome.ts';
import { termValue } from './typical-value.ts';

/** A value as a report shows it, with the unit it is in. Reports of the matrix are evidence, and hold values. */
export type Shown = { readonly value: Json; readonly unit: string | null };

export const shown = (field: Field, value: Value): Shown => ({
  value: FORMED.has(field.type.kind) ? valueText(field, value) : valueJson(value),
  // A moment is written by the calendar, and its text says all.
  unit: CLOCKS.has(field.type.kind) ? null : (field.unit?.code ?? null),
});

/** What is a number in memory, and to a person is not. */
const FORMED: ReadonlySet<Kind> = new Set(['decimal', 'time', 'timestamp']);
const CLOCKS: ReadonlySet<Kind> = new Set(['time', 'timestamp']);

/** What a lane got: a member that wasn't there, and a value of another kind, are told from a null. */
export function shownSeen(field: Field, seen: Seen): Shown {
  if (seen.kind === 'value') return shown(field, seen.value);
  return { value: seen.kind === 'absent' ? { absent: true } : { kind: seen.text }, unit: null };
}

/**
 * What the reader would have to hold to mean what was written, in its own unit, spelling or code. Undefined where it
 * has no such value: another dimension, a term it doesn't know, another kind of thing.
 */
export function expectedValue(writer: Field, written: Value, reader: Field): Shown | undefined {
  if (written === null) return reader.nullable ? shown(reader, null) : undefined;
  const meant = meaningOf(writer, written);
  if (meant.kind === 'term') {
    const term = reader.vocabulary === undefined ? undefined : termById(reader.vocabulary, meant.term);
    const value = term === undefined ? undefined : termValue(reader, term);
    return value === undefined ? undefined : shown(reader, value);
  }
  if (meant.kind === 'outside' && reader.unknownPolicy?.kind === 'map') {
    const value = termValue(reader, termById(reader.vocabulary!, reader.unknownPolicy.term)!);
    return value === undefined ? undefined : shown(reader, value);
  }
  if (meant.kind === 'quantity' && reader.unit !== undefined && writer.unit !== undefined) {
    const conversion = unitConversion(writer.unit, reader.unit);
    if (conversion === undefined) return undefined;
    const { times, pi } = converted(conversion, exactNumber(writer.type, written));
    // No whole number and no decimal comes near a multiple of π.
    if (pi !== 0 && !isFloat(reader.type.kind)) return undefined;
    const value =
      pi === 0 && times.denominator === 1n ? integerJson(times.numerator) : multipleText({ times, pi });
    return { value, unit: reader.unit.code };
  }
  if (meant.kind === 'clock' && sameKind(reader.type, writer.type)) {
    const { numerator, denominator } = multiply(meant.seconds, rational(TIME_UNITS[timeUnitOf(reader)]));
    const same = denominator === 1n && sameMeaning(meant, meaningOf(reader, numerator));
    return same ? shown(reader, numerator) : undefined;
  }
  // No unit and no vocabulary stands between: what was written is what should be read, if the reader has room for it.
  return sameKind(reader.type, writer.type) && sameMeaning(meant, meaningOf(reader, written))
    ? shown(reader, written)
    : undefined;
}

/** A list of numbers is another kind of thing than a list of texts. */
function sameKind(a: Type, b: Type): boolean {
  const [inA, inB] = [childrenOf(a), childrenOf(b)];
  return (
    a.kind === b.kind &&
    inA.length === inB.length &&
    inA.every(({ field }, at) => sameKind(field.type, inB[at]!.field.type))
  );
}

/** Enough of a long value to see what it is. */
const SHOWN_ITEMS = 8;
const SHOWN_CHARS = 120;

function valueJson(value: Value): Json {
  if (typeof value === 'number')
    return Number.isFinite(value) && !Object.is(value, -0) ? value : numberName(value);
  if (typeof value === 'string') return cut(value.toWellFormed());
  if (value instanceof Uint8Array) return { bytes: cut(Buffer.from(value).toString('hex')) };
  if (typeof value === 'bigint') return integerJson(value);
  if (!Array.isArray(value)) return value as null | boolean;
  const items = (value as readonly Value[]).slice(0, SHOWN_ITEMS).map(valueJson);
  return value.length > SHOWN_ITEMS ? { items, length: value.length } : items;
}

/** As canonical JSON writes it, so that a report that was kept and read again is the report. */
const integerJson = (value: bigint): Json =>
  Number.isSafeInteger(Number(value)) ? Number(value) : String(value);

const numberName = (value: number): Json => ({ number: Object.is(value, -0) ? '-0' : String(value) });

const cut = (text: string): string =>
  text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS).toWellFormed()}…` : text;
