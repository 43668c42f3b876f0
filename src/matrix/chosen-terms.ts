import { LIMITS } from '../base/limits.ts';
import type { Field } from '../contract/field.ts';
import { asHeld, isInteger } from '../contract/kind-table.ts';
import { sentinelOf } from '../contract/senses.ts';
import type { Value } from '../contract/value.ts';
import { integerFits } from '../contract/value-form.ts';
import type { Term } from '../contract/vocabulary.ts';
import { isIgnoreValue, termById, termOf } from '../contract/vocabulary-lookup.ts';
import { gate } from '../convert/gates.ts';

/** One way to write a term in a field. */
export type Spelling = { readonly term: Term; readonly name: string; readonly value: Value };

export type Bounds = {
  /** Spellings of one kind that the reader takes for what the writer meant. */
  readonly kept: number;
  /** Of one kind that it doesn't. */
  readonly touched: number;
  readonly all: number;
};

const ORDINARY: Bounds = {
  kept: LIMITS.probe_terms_kept_max,
  touched: LIMITS.probe_terms_touched_max,
  all: LIMITS.probe_terms_max,
};

/**
 * The spellings that are tried of many. Two are of one kind where nothing tells them apart that a lane could answer to:
 * what each side's vocabulary, sentinels, range and policy make of them, and how they are written. Of each kind some are
 * tried, from its first to its last and evenly between; the rarest kinds come first, so that none is crowded out.
 */
export function chosenSpellings(
  all: readonly Spelling[],
  writer: Field,
  reader: Field | undefined,
  bounds: Bounds = ORDINARY,
): readonly Spelling[] {
  const kinds = new Map<string, { readonly isKept: boolean; readonly spellings: Spelling[] }>();
  for (const spelling of all) {
    const { key, isKept } = kindOf(spelling, writer, reader);
    const known = kinds.get(key);
    if (known === undefined) kinds.set(key, { isKept, spellings: [spelling] });
    else known.spellings.push(spelling);
  }
  const chosen = new Set<Spelling>();
  const rarest = [...kinds.values()].sort((a, b) => a.spellings.length - b.spellings.length);
  for (const { isKept, spellings } of rarest)
    for (const one of spread(
      spellings,
      Math.min(isKept ? bounds.kept : bounds.touched, bounds.all - chosen.size),
    ))
      chosen.add(one);
  return all.filter(one => chosen.has(one));
}

/** So many of a list, the first and the last among them where there is room for two. */
function spread<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  const step = (list.length - 1) / Math.max(1, most - 1);
  return Array.from({ length: most }, (_, index) => list[Math.round(index * step)]!);
}

function kindOf(
  { term, value }: Spelling,
  writer: Field,
  reader: Field | undefined,
): { readonly key: string; readonly isKept: boolean } {
  const written = sideOf(writer, term, value);
  const read = reader === undefined ? 'no reader' : readSide(writer, reader, term, value);
  const isMapped = [writer, reader].map(side => side !== undefined && mapped(side, term));
  return {
    key: [written, read, ...isMapped, formOf(value)].join(' '),
    isKept: reader === undefined || (written === OWN && read === `${OWN} true`),
  };
}

function readSide(writer: Field, reader: Field, term: Term, value: Value): string {
  const known = reader.vocabulary !== undefined && termById(reader.vocabulary, term.id) !== undefined;
  const held = heldBy(writer, reader, value);
  return `${held === undefined ? 'not held' : sideOf(reader, term, held)} ${known}`;
}

/** What a field makes of a value that is meant to be a term. */
function sideOf(field: Field, term: Term, value: Value): string {
  const found = termOf(field, value);
  const taken = found === undefined ? 'none' : found.id === term.id ? 'own' : `other ${mapped(field, found)}`;
  const sentinel = sentinelOf(field, value)?.means ?? 'none';
  return [taken, isIgnoreValue(field, value), sentinel, gate(field, value) ?? 'passes'].join(' ');
}
const OWN = 'own false none passes';

/** A reader that maps what it doesn't know may take another term for the one it maps to. */
const mapped = ({ unknownPolicy }: Field, { id }: Term): boolean =>
  unknownPolicy?.kind === 'map' && unknownPolicy.term === id;

/** The value in the type of the other field; undefined where that has no such value. */
function heldBy(writer: Field, { type }: Field, value: Value): Value | undefined {
  if (writer.type.kind === 'string') return type.kind === 'string' ? value : undefined;
  if (!isInteger(type.kind) || (typeof value !== 'number' && typeof value !== 'bigint')) return undefined;
  const code = BigInt(value);
  return integerFits(type.kind, code) ? asHeld(type.kind, code) : undefined;
}

/** What may be written in bytes of another kind: text beyond ASCII, a word that every object answers to, a number beyond a double. */
function formOf(value: Value): string {
  if (typeof value === 'string') {
    if (value in Object.prototype) return 'inherited';
    return /^[ -~]*$/.test(value) ? 'ascii' : 'text';
  }
  const size = Math.abs(Number(value));
  return size <= 2 ** 31 ? 'small' : size <= Number.MAX_SAFE_INTEGER ? 'large' : 'beyond';
}
