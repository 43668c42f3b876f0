import type { Field, FieldId } from '../contract/field.ts';
import type { Governed } from '../contract/governance.ts';
import type { Schema } from '../contract/schema.ts';
import { CATALOGUE, isNote } from './catalogue.ts';
import { classifyBeside } from './classify.ts';
import type { Direction, Finding } from './finding.ts';
import { nestedIn } from './nested-in.ts';
import { PairMemory } from './pair-memory.ts';
import { partsOf } from './rule.ts';
import { keyDeclared } from './rules/key-declared.ts';
import { keyKept } from './rules/key-kept.ts';
import { keySame } from './rules/key-same.ts';
import { nameReused } from './rules/name-reused.ts';
import { differing, sameList } from './unchanged.ts';
import { WalkAlong } from './walk-along.ts';
import { isBrief } from './wording.ts';

/** A schema, and what stands beside it where that is known. */
export type Side = { readonly schema: Schema; readonly beside?: Governed | undefined };

/** What a proposed version breaks for an older version than the last. */
export type AgainstOlder = {
  /** What the proposal brings. */
  readonly fresh: readonly Finding[];
  /** How many promises of the schema, notes aside, were broken already between the older version and the last one. */
  readonly settled: Count;
  /** The same of what stands beside it: another owner or tokenizer since changes no byte of a record. */
  readonly settledBeside: Count;
  /** The fields of the reader that those of the schema are of, and `record` for what is of none of them alone. */
  readonly settledIn: Settled;
};

export type Settled = Readonly<Record<Direction, ReadonlySet<FieldId | 'record'>>>;

type Count = Readonly<Record<Direction, number>>;

/**
 * What a proposal breaks for versions older than the last, one at a time. What was broken before it was accepted then,
 * with a converter and a change record of its own: told again with every later version, it would hide what is new.
 *
 * Of a field that the proposal repeats from the last version as the same object, everything was said before.
 */
export function judgeAgainst(last: Side, proposed: Side): (older: Side) => AgainstOlder {
  const schemas = schemasAgainst(last.schema, proposed.schema);
  return older => {
    const { fresh, settled, places } = schemas(older.schema);
    const brought = besideAgainst(last, proposed, older);
    return {
      fresh: [...fresh, ...brought.fresh],
      settled,
      settledBeside: countOf(brought.settled),
      // Only asked where bytes are to be read, which is of few of the many.
      get settledIn() {
        return places();
      },
    };
  };
}

type Against = { readonly fresh: readonly Finding[]; readonly settled: readonly Finding[] };

function countOf(findings: readonly Finding[]): Record<Direction, number> {
  const count = { backward: 0, forward: 0 };
  for (const { direction } of findings) count[direction]++;
  return count;
}

/** Nobody reads bytes by position here. */
function placesOf(settled: readonly Finding[]): Settled {
  const places = { backward: new Set<FieldId | 'record'>(), forward: new Set<FieldId | 'record'>() };
  for (const found of settled)
    if (found.access.some(path => path !== 'position'))
      places[found.direction].add(isOfRecord(found) ? 'record' : found.path[0]!.id);
  return places;
}

type OfSchemas = Pick<AgainstOlder, 'fresh' | 'settled'> & { readonly places: () => Settled };

function schemasAgainst(last: Schema, proposed: Schema): (older: Schema) => OfSchemas {
  const memory = new PairMemory();
  const touched = touchedIds(last, proposed);
  const isTold = toldWhole(last, proposed);
  const toProposed = new WalkAlong(proposed, memory, list => isOpen(list, touched));
  const toLast = new WalkAlong(last, memory, () => true);
  /** What was found before of the fields of some findings; of all, where one is of the record. */
  const knownOf = (older: Schema, open: readonly Finding[]): readonly Finding[] =>
    open.some(isOfRecord)
      ? toLast.foundOf(older).flat()
      : toLast.foundIn(older, new Set(open.map(({ path }) => path[0]!.id)));
  return older => {
    if (older === last)
      return { fresh: toProposed.foundOf(older).flat(), settled: countOf([]), places: () => placesOf([]) };
    const open = toProposed.openOf(older).flat();
    const { fresh, settled } =
      open.length === 0 ? { fresh: open, settled: open } : apart(open, knownOf(older, open), isTold);
    const [rest, among] = [toProposed.settledOf(older), countOf(settled)];
    return {
      fresh,
      settled: { backward: rest.backward + among.backward, forward: rest.forward + among.forward },
      places: () => {
        const others = toProposed.foundOf(older).filter(list => !isOpen(list, touched));
        return placesOf([...settled, ...others.flat().filter(isPromise)]);
      },
    };
  };
}

const isPromise = ({ rule }: Finding): boolean => !isNote(rule);

/** What stands beside the schemas, where that is known of all three. */
function besideAgainst(last: Side, proposed: Side, older: Side): Against {
  const open = besideBothWays(older, proposed);
  return open.length === 0
    ? { fresh: open, settled: open }
    : apart(open, besideBothWays(older, last), isWhole);
}

function besideBothWays(older: Side, newer: Side): readonly Finding[] {
  const [before, after] = [older.beside, newer.beside];
  if (before === undefined || after === undefined || before === after) return [];
  return [
    ...classifyBeside(older.schema, newer.schema, 'backward', { writer: before, reader: after }),
    ...classifyBeside(newer.schema, older.schema, 'forward', { writer: after, reader: before }),
  ];
}

/**
 * Whether what a finding shows is all there is to it: a text that was cut may be the same of two lists that differ beyond.
 * There it is, where the last version and the proposal have all that its rule looks at in common.
 */
function toldWhole(last: Schema, proposed: Schema): (found: Finding) => boolean {
  const fieldIn = ({ fields }: Schema, id: FieldId): Field | undefined =>
    fields.find(field => field.id === id) ?? nestedIn(fields).get(id)?.field;
  return found => {
    if (isWhole(found)) return true;
    const id = found.path.at(-1)?.id;
    if (id === undefined) return OF_KEY.has(found.rule) && sameList(last.key, proposed.key);
    const [was, is] = [fieldIn(last, id), fieldIn(proposed, id)];
    return was !== undefined && is !== undefined && (differing(was, is) & partsJudged(found.rule)) === 0;
  };
}

const OF_KEY: ReadonlySet<string> = new Set([keySame.id, keyKept.id, keyDeclared.id]);

const isWhole = ({ from, to }: Finding): boolean => !isBrief(from) && !isBrief(to);

const PARTS_JUDGED: ReadonlyMap<string, number> = new Map(
  CATALOGUE.map(([, , , rule]) => [rule.id, partsOf(rule)]),
);
const partsJudged = (rule: string): number => PARTS_JUDGED.get(rule) ?? ~0;

/** What is new of some findings, and which of the others break a promise that was broken before. */
function apart(
  open: readonly Finding[],
  known: readonly Finding[],
  isTold: (found: Finding) => boolean,
): Against {
  const settled: Finding[] = [];
  const fresh: Finding[] = [];
  for (const one of open)
    if (!isTold(one) || !known.some(other => isRepeat(one, other))) fresh.push(one);
    else if (isPromise(one)) settled.push(one);
  return { fresh, settled };
}

/** The fields that came, left or changed with the proposal, and those whose part in the record did. */
function touchedIds(last: Schema, proposed: Schema): ReadonlySet<FieldId> {
  const [before, after] = [new Set<Field>(last.fields), new Set<Field>(proposed.fields)];
  const changed = [
    ...last.fields.filter(field => !after.has(field)),
    ...proposed.fields.filter(field => !before.has(field)),
  ];
  const labels = last.label === proposed.label ? [] : [last.label, proposed.label];
  return new Set([...changed.map(({ id }) => id), ...labels.filter(id => id !== undefined)]);
}

/**
 * Whether the proposal may have brought any of it: it is of a field that it touches, of the record as a whole, or of a
 * name that another field may have taken.
 */
const isOpen = (list: readonly Finding[], touched: ReadonlySet<FieldId>): boolean =>
  list.some(found => isOfRecord(found) || touched.has(found.path[0]!.id) || found.rule === nameReused.id);

/** Found of the record as a whole, even where it points at a field. */
const isOfRecord = ({ path, rule }: Finding): boolean => path.length === 0 || OF_RECORD.has(rule);

const OF_RECORD: ReadonlySet<string> = new Set(
  CATALOGUE.filter(([, , , rule]) => rule.schema !== undefined).map(([, , , rule]) => rule.id),
);

/** The same rule of the same ids, between the same two things; a field may have another name by now. */
const isRepeat = (a: Finding, b: Finding): boolean =>
  a === b ||
  (a.rule === b.rule &&
    a.direction === b.direction &&
    a.from === b.from &&
    a.to === b.to &&
    a.path.length === b.path.length &&
    a.path.every(({ id }, step) => id === b.path[step]!.id));
