import { sameList } from '../compat/unchanged.ts';
import type { Field, NestedKind, TypeOf } from '../contract/field.ts';
import { type Meaning, meaningOf, sameMeaning } from '../contract/meaning.ts';
import { movedParts } from '../contract/moved-part.ts';
import { childrenOf, isNested } from '../contract/nested.ts';
import { conventionText } from '../contract/read-field.ts';
import type { Schema } from '../contract/schema.ts';
import type { Value } from '../contract/value.ts';
import { gate } from '../convert/gates.ts';
import type { Lane, Observed, Outcome, Seen } from './outcome.ts';
import { placeOf } from './place-of.ts';
import type { Probe } from './probe.ts';

/** One probe in one lane, judged. `fields` has the readings by the reader's fields, in its order, where it read. */
export type Judged = { readonly outcome: Outcome; readonly fields: readonly Reading[] };
export type Reading = {
  readonly field: Field;
  readonly truth: FieldTruth;
  readonly seen: Seen;
  readonly outcome: Outcome;
};

/** What the record says about one field of the reader. */
export type FieldTruth =
  | { readonly kind: 'written'; readonly field: Field; readonly value: Value }
  /** Nobody wrote it: the writer doesn't have the field, or this record leaves it out. */
  | { readonly kind: 'unwritten'; readonly field: Field | undefined }
  /** Its bytes have no lawful reading. */
  | { readonly kind: 'spoiled' };

/** Holds what a lane answered against what the writer meant. The record ends as the worst of its fields. */
export function judge(lane: Lane, writer: Schema, reader: Schema, probe: Probe, observed: Observed): Judged {
  if (observed.kind !== 'read') return { outcome: observed.kind, fields: [] };
  const fields = reader.fields.map((field, index): Reading => {
    const seen = observed.values[index]!;
    const truth = truthOf(writer, field, probe);
    return { field, truth, seen, outcome: judgeField(lane, field, truth, seen) };
  });
  return { outcome: worst(fields.map(reading => reading.outcome)), fields };
}

/** As bad as the order of badness says; a record without fields is the same. */
export const worst = (outcomes: readonly Outcome[]): Outcome =>
  BADNESS.findLast(outcome => outcomes.includes(outcome)) ?? 'same';
const BADNESS: readonly Outcome[] = ['same', 'converted', 'refused', 'crash', 'silent-change'];

function truthOf(writer: Schema, field: Field, { truth }: Probe): FieldTruth {
  if (truth.kind === 'none') return { kind: 'spoiled' };
  const place = placeOf(writer, field.id);
  if (place === undefined) return { kind: 'unwritten', field: undefined };
  const written = writer.fields[place]!;
  if (truth.unwritten === field.id) return { kind: 'unwritten', field: written };
  if (truth.spoiled === field.id) return { kind: 'spoiled' };
  return { kind: 'written', field: written, value: truth.values[place]! };
}

function judgeField(lane: Lane, reader: Field, truth: FieldTruth, seen: Seen): Outcome {
  if (truth.kind === 'spoiled' || seen.kind === 'foreign') return 'silent-change';
  // A reader that hands over nothing hands over a null: the code behind it can't tell the two apart.
  const value = seen.kind === 'absent' ? null : seen.value;
  if (value === null && isPromised(reader, truth)) return 'silent-change';
  if (truth.kind === 'unwritten') return judgeDefault(lane, reader, truth.field, value);
  return judgeValue(lane, truth.field, reader, truth.value, value);
}

/** The code behind the reader counts on a value: it was promised one by whoever writes, or has nothing to stand for it. */
const isPromised = (reader: Field, truth: FieldTruth): boolean =>
  !reader.nullable && (truth.kind === 'written' || reader.default.kind === 'none');

/**
 * A null says that nobody knows. A declared default says what the contract says. Where that is "unknown" and the value
 * is one a record could truly hold, only a reader that counts what it filled can tell the two apart, and an ordinary
 * reader doesn't.
 */
function judgeDefault(lane: Lane, reader: Field, written: Field | undefined, value: Value): Outcome {
  if (value === null && (reader.nullMeans ?? 'unknown') === 'unknown') return 'converted';
  const holds = meaningOf(reader, value);
  const stands = [written, reader].some(field => {
    if (field?.default.kind !== 'value') return false;
    const { means, value: declared } = field.default;
    if (!sameMeaning(meaningOf(field, declared), holds)) return false;
    return means === 'value' || lane === 'guarded' || !couldBeTrue(reader, value, holds);
  });
  return stands ? 'converted' : 'silent-change';
}

const couldBeTrue = (field: Field, value: Value, meaning: Meaning): boolean =>
  gate(field, value) === undefined && !speaksOfNothing(meaning);

function speaksOfNothing(meaning: Meaning): boolean {
  switch (meaning.kind) {
    case 'ignored':
    case 'outside':
      return true;
    case 'nan':
      return meaning.means !== 'value';
    case 'null':
    case 'stand-in':
    case 'empty':
      return meaning.means === 'unknown';
    default:
      return false;
  }
}

function judgeValue(lane: Lane, writer: Field, reader: Field, written: Value, read: Value): Outcome {
  const { type: from } = writer;
  const { type: to } = reader;
  if (isNested(from) && isNested(to) && from.kind === to.kind && written !== null && read !== null) {
    const [before, after] = [written as readonly Value[], read as readonly Value[]];
    if (otherwiseSaid(writer, reader, before, after)) return 'silent-change';
    return judgeNested(lane, from, to, before, after);
  }
  const meant = meaningOf(writer, written);
  const holds = meaningOf(reader, read);
  if (sameMeaning(meant, holds) && mayHold(lane, reader, holds))
    return from.kind === to.kind && sameForm(written, read) ? 'same' : 'converted';
  const follows =
    untouched(written, read) && meant.kind === 'outside' && holds.kind === 'term'
      ? isFirstSense(writer, holds.term)
      : followsPolicy(lane, reader, meant, holds, untouched(written, read));
  return follows ? 'converted' : 'silent-change';
}

/** The value as a whole says another thing, whatever stands in it. */
const otherwiseSaid = (writer: Field, reader: Field, written: Value, read: Value): boolean =>
  conventionText(writer) !== conventionText(reader) ||
  movedParts(writer, reader) !== undefined ||
  ((written as readonly Value[]).length === 0 &&
    !sameMeaning(meaningOf(writer, written), meaningOf(reader, read)));

/** What is inside, one by one: a struct's fields by id, a map's values by key, everything else by place. */
function judgeNested(
  lane: Lane,
  from: TypeOf<NestedKind>,
  to: TypeOf<NestedKind>,
  written: readonly Value[],
  read: readonly Value[],
): Outcome {
  if (from.kind === 'struct' && to.kind === 'struct')
    return worst(
      to.fields.map((field, index) => {
        const place = from.fields.findIndex(({ id }) => id === field.id);
        return place < 0
          ? judgeDefault(lane, field, undefined, read[index]!)
          : judgeValue(lane, from.fields[place]!, field, written[place]!, read[index]!);
      }),
    );
  if (written.length !== read.length) return 'silent-change';
  if (from.kind === 'map' && to.kind === 'map')
    return judgeEntries(lane, from, to, written as Entries, read as Entries);
  if (from.kind === 'tensor' && to.kind === 'tensor' && !sameList(from.shape, to.shape))
    return 'silent-change';
  const [before, after] = [childrenOf(from)[0]!.field, childrenOf(to)[0]!.field];
  return worst(written.map((item, index) => judgeValue(lane, before, after, item, read[index]!)));
}

type Entries = readonly (readonly Value[])[];

function judgeEntries(
  lane: Lane,
  from: TypeOf<'map'>,
  to: TypeOf<'map'>,
  written: Entries,
  read: Entries,
): Outcome {
  return worst(
    written.map(([key, held], at) => {
      const asKey = (other: readonly Value[] | undefined): Outcome =>
        other === undefined ? 'silent-change' : judgeValue(lane, from.key, to.key, key!, other[0]!);
      // Mostly in the order it was written; an object of JavaScript puts keys that look like numbers first.
      const found =
        asKey(read[at]) === 'silent-change' ? read.find(other => asKey(other) !== 'silent-change') : read[at];
      if (found === undefined) return 'silent-change';
      return worst([asKey(found), judgeValue(lane, from.value, to.value, held!, found[1]!)]);
    }),
  );
}

/**
 * A term that neither side knows, handed on as it is: lawful where the reader's policy is to pass it, or to ignore a text
 * and count it. A reader that rejects, maps or skips such terms must not hold one.
 */
const mayHold = (lane: Lane, { type, unknownPolicy }: Field, holds: Meaning): boolean =>
  holds.kind !== 'outside' ||
  unknownPolicy?.kind === 'pass' ||
  (unknownPolicy?.kind === 'ignore' && type.kind === 'string' && lane === 'guarded');

/**
 * What the writer's vocabulary does not have, and the reader takes for a term. A writer that rejects never kept such a
 * value, so the reader's sense of it is the first it gets; one that maps gave it the sense of another term.
 */
const isFirstSense = ({ unknownPolicy }: Field, term: number): boolean =>
  unknownPolicy === undefined ||
  unknownPolicy.kind === 'reject' ||
  (unknownPolicy.kind === 'map' && unknownPolicy.term === term);

/** A term outside the vocabulary, read as the reader's contract says such a term is to be read. */
function followsPolicy(
  lane: Lane,
  { type, unknownPolicy, vocabulary }: Field,
  meant: Meaning,
  holds: Meaning,
  asWritten: boolean,
): boolean {
  const known = meant.kind === 'term' && vocabulary?.terms.some(term => term.id === meant.term);
  if (known || (meant.kind !== 'outside' && meant.kind !== 'term')) return false;
  if (unknownPolicy?.kind === 'map') return holds.kind === 'term' && holds.term === unknownPolicy.term;
  // Passed on is passed on untouched, and counted among the unknown.
  const isPassed = asWritten && holds.kind === 'outside';
  if (unknownPolicy?.kind === 'pass') return isPassed;
  if (unknownPolicy?.kind !== 'ignore') return false;
  // A text can't hold the index that the loss skips: who ignores it there counts it, and an ordinary reader doesn't.
  return holds.kind === 'ignored' || (type.kind === 'string' && lane === 'guarded' && isPassed);
}

/** A code is the same code in a wider integer. */
const untouched = (a: Value, b: Value): boolean =>
  sameForm(a, b) ||
  (typeof a === 'number' && typeof b === 'bigint' && Number.isSafeInteger(a) && BigInt(a) === b);

function sameForm(a: Value, b: Value): boolean {
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.from(a).equals(b);
  return Object.is(a, b);
}
