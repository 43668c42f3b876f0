import type { Field } from './field.ts';
import { asHeld, isInteger } from './kind-table.ts';
import { sentinelOf } from './senses.ts';
import type { Value } from './value.ts';
import { integerFits } from './value-form.ts';
import type { Term } from './vocabulary.ts';
import { isIgnoreValue, termOf } from './vocabulary-lookup.ts';

/** What a record of the writer may hold though its vocabulary has no such term, and the reader's has. */
export type LaterTerm = { readonly value: string | number | bigint; readonly term: Term };

/** In the order of the reader's terms. None under `reject`: what a closed vocabulary does not have was never written. */
export function laterTerms(writer: Field, reader: Field): readonly LaterTerm[] {
  if (!mayHoldLater(writer, reader)) return [];
  return reader.vocabulary!.terms.flatMap(term =>
    spellingsOf(writer, term).flatMap(value => (isLater(writer, reader, value) ? [{ value, term }] : [])),
  );
}

/** Asks a writer's value, and all that is in it; `undefined` where none can be what the reader has a later term for. */
export function laterTermReader(writer: Field, reader: Field): ((value: Value) => boolean) | undefined {
  const [from, to] = [writer.type, reader.type];
  if ((from.kind === 'list' && to.kind === 'list') || (from.kind === 'tensor' && to.kind === 'tensor')) {
    const asks = laterTermReader(from.element, to.element);
    return asks && (value => value !== null && (value as readonly Value[]).some(asks));
  }
  if (from.kind === 'map' && to.kind === 'map') {
    const asks = membersReader([laterTermReader(from.key, to.key), laterTermReader(from.value, to.value)]);
    return asks && (value => value !== null && (value as readonly Value[]).some(asks));
  }
  if (from.kind === 'struct' && to.kind === 'struct') {
    const read = new Map(to.fields.map(field => [field.id, field]));
    return membersReader(
      from.fields.map(field => {
        const same = read.get(field.id);
        return same && laterTermReader(field, same);
      }),
    );
  }
  return mayHoldLater(writer, reader) ? value => isLater(writer, reader, value) : undefined;
}

type Asks = ReturnType<typeof laterTermReader>;

function membersReader(members: readonly Asks[]): Asks {
  if (members.every(asks => asks === undefined)) return undefined;
  return value =>
    value !== null && (value as readonly Value[]).some((item, at) => members[at]?.(item) ?? false);
}

function mayHoldLater(
  { type: from, vocabulary: written, unknownPolicy }: Field,
  { type: to, vocabulary: read }: Field,
): boolean {
  if (written === undefined || read === undefined || written.digest === read.digest) return false;
  if (unknownPolicy === undefined || unknownPolicy.kind === 'reject') return false;
  return from.kind === 'string' ? to.kind === 'string' : isInteger(from.kind) && isInteger(to.kind);
}

function isLater(writer: Field, reader: Field, value: Value): boolean {
  if (value === null || termOf(writer, value) !== undefined) return false;
  const term = termOf(reader, value);
  if (term === undefined || isIgnoreValue(writer, value) || sentinelOf(writer, value) !== undefined)
    return false;
  // A spelling that is now of the term it was mapped to says what it said.
  const { unknownPolicy } = writer;
  return unknownPolicy?.kind !== 'map' || unknownPolicy.term !== term.id;
}

function spellingsOf(
  { type: { kind } }: Field,
  { label, code, aliases }: Term,
): readonly LaterTerm['value'][] {
  if (kind === 'string') return [label, ...aliases];
  return integerFits(kind, code) ? [asHeld(kind, code)] : [];
}
