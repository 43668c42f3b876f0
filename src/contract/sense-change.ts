import { canonicalJson } from '../base/canonical-json.ts';
import { canBeEmpty } from './check-senses.ts';
import type { Field } from './field.ts';
import { isFloat, isInteger } from './kind-table.ts';
import { exactNumber } from './meaning.ts';
import { rationalText } from './rational.ts';
import { acceptsNan, type Sentinel } from './senses.ts';
import { integerFits } from './value-form.ts';
import { termOf } from './vocabulary-lookup.ts';

/** What the same thing in a record says to the writer, and to the reader; `undefined` where it says the same. */
export type SenseChange = Said | undefined;

export type Said = { readonly from: string; readonly to: string };

const changed = (from: string | undefined, to: string | undefined): SenseChange =>
  from === to ? undefined : { from: from ?? 'not said', to: to ?? 'not said' };

/** Only where the one may write a null and the other takes it: else there is nothing that could say two things. */
export const nullSenseChange = (writer: Field, reader: Field): SenseChange =>
  writer.nullable && reader.nullable ? changed(writer.nullMeans, reader.nullMeans) : undefined;

export const nanSenseChange = (writer: Field, reader: Field): SenseChange =>
  isFloat(writer.type.kind) && isFloat(reader.type.kind) && acceptsNan(writer) && acceptsNan(reader)
    ? changed(writer.nan, reader.nan)
    : undefined;

export const emptySenseChange = (writer: Field, reader: Field): SenseChange =>
  canBeEmpty(writer) && canBeEmpty(reader) ? changed(writer.emptyMeans, reader.emptyMeans) : undefined;

export const sentinelSenseChange = (writer: Field, reader: Field): SenseChange =>
  sentinelSenseChanges(writer, reader)[0];

/** Each value that is a sentinel to one of the two, and another thing to the other. */
export function sentinelSenseChanges(writer: Field, reader: Field): readonly Said[] {
  if (writer.sentinels === undefined && reader.sentinels === undefined) return NONE;
  const known = new Map((reader.sentinels ?? []).map(sentinel => [keyOf(reader, sentinel), sentinel]));
  const written = new Map((writer.sentinels ?? []).map(sentinel => [keyOf(writer, sentinel), sentinel]));
  const found: Said[] = [];
  for (const [key, sentinel] of written) {
    const read = known.get(key);
    if (read?.means === sentinel.means) continue;
    const from = `${textOf(key)} means ${sentinel.means}`;
    // Refused today and a value tomorrow is a second change, and no repeat of the first.
    const plainly = couldHold(reader, sentinel) ? plain(key) : `${textOf(key)} is refused`;
    found.push({ from, to: read === undefined ? plainly : `${textOf(key)} means ${read.means}` });
  }
  for (const [key, sentinel] of known)
    if (!written.has(key) && couldHold(writer, sentinel))
      found.push({ from: plain(key), to: `${textOf(key)} means ${sentinel.means}` });
  return found;
}

const NONE: readonly Said[] = [];

const plain = (key: string): string => `${textOf(key)} is a value like another`;

/** One key for one value, whichever types the two fields have. */
function keyOf({ type }: Field, { value }: Sentinel): string {
  if (typeof value === 'string') return `0x${Buffer.from(value, 'utf8').toString('hex')}`;
  if (value instanceof Uint8Array) return `0x${Buffer.from(value).toString('hex')}`;
  return rationalText(exactNumber(type, value));
}

const textOf = (key: string): string => {
  if (!key.startsWith('0x')) return key;
  const text = Buffer.from(key.slice(2), 'hex').toString('latin1');
  return /^[\x20-\x7e]+$/.test(text) ? canonicalJson(text) : key;
};

/** Whether a record of the field may hold, as a value like another, what is a sentinel to somebody else. */
function couldHold(field: Field, { value }: Sentinel): boolean {
  const { type, range, vocabulary, unknownPolicy } = field;
  if (vocabulary !== undefined && unknownPolicy?.kind === 'reject' && termOf(field, value) === undefined)
    return false;
  if (typeof value !== 'number' && typeof value !== 'bigint') return true;
  if (isInteger(type.kind) && Number.isInteger(Number(value)) && !integerFits(type.kind, BigInt(value)))
    return false;
  return !(range?.min !== undefined && value < range.min) && !(range?.max !== undefined && value > range.max);
}
