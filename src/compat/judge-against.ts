import type { Field, FieldId } from '../contract/field.ts';
import type { Governed } from '../contract/governance.ts';
import type { Schema } from '../contract/schema.ts';
import { CATALOGUE, isNote } from './catalogue.ts';
import { type Among, classifyAmong, classifyBeside } from './classify.ts';
import type { Direction, Finding } from './finding.ts';
import { nestedIn } from './nested-in.ts';
import { PairMemory } from './pair-memory.ts';
import { partsOf } from './rule.ts';
import { keySame } from './rules/key-same.ts';
import { nameReused } from './rules/name-reused.ts';
import { differing, sameList } from './unchanged.ts';
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
    const { fresh, settled } = schemas(older.schema);
    const brought = besideAgainst(last, proposed, older);
    return {
      fresh: [...fresh, ...brought.fresh],
      settled: countOf(settled),
      settledBeside: countOf(brought.settled),
      // Only asked where bytes are to be read, which is of few of the many.
      get settledIn() {
        return { backward: placesOf(settled.backward), forward: placesOf(settled.forward) };
      },
    };
  };
}

/** What a list of findings of one field, which many versions have, is to each of them. */
type Mark = {
  readonly isOpen: boolean;
  readonly direction: Direction;
  readonly promises: readonly Finding[];
};

type Against = { readonly fresh: readonly Finding[]; readonly settled: Promises };

/** Findings that are no notes, in the lists they were found in: those of one field are the same list in many versions. */
type Promises = Readonly<Record<Direction, readonly (readonly Finding[])[]>>;

const countOf = ({ backward, forward }: Promises): Count => ({
  backward: sumOf(backward),
  forward: sumOf(forward),
});

const sumOf = (lists: readonly (readonly Finding[])[]): number =>
  lists.reduce((sum, list) => sum + list.length, 0);

/** Nobody reads bytes by position here. */
const placesOf = (settled: readonly (readonly Finding[])[]): ReadonlySet<FieldId | 'record'> =>
  new Set(
    settled
      .flat()
      .filter(({ access }) => access.some(path => path !== 'position'))
      .map(found => (isOfRecord(found) ? 'record' : found.path[0]!.id)),
  );

function schemasAgainst(last: Schema, proposed: Schema): (older: Schema) => Against {
  const memory = new PairMemory();
  const touched = touchedIds(last, proposed);
  const isTold = toldWhole(last, proposed);
  const marks = new Map<readonly Finding[], Mark>();
  const markOf = (list: readonly Finding[]): Mark => {
    const known = marks.get(list);
    if (known !== undefined) return known;
    const promises = list.filter(({ rule }) => !isNote(rule));
    const mark = { isOpen: isOpen(list, touched), direction: list[0]!.direction, promises };
    marks.set(list, mark);
    return mark;
  };
  return older => {
    if (older === last) return { fresh: bothWays(older, proposed, { memory }).flat(), settled: NONE };
    const settled: Record<Direction, (readonly Finding[])[]> = { backward: [], forward: [] };
    const open: Finding[] = [];
    for (const list of bothWays(older, proposed, { memory })) {
      const mark = markOf(list);
      if (mark.isOpen) open.push(...list);
      else if (mark.promises.length > 0) settled[mark.direction].push(mark.promises);
    }
    if (open.length === 0) return { fresh: open, settled };
    const only = open.some(isOfRecord) ? undefined : new Set(open.map(({ path }) => path[0]!.id));
    const known = bothWays(older, last, { memory, ...(only && { only }) }).flat();
    const parted = apart(open, known, isTold);
    return {
      fresh: parted.fresh,
      settled: {
        backward: [...settled.backward, ...parted.settled.backward],
        forward: [...settled.forward, ...parted.settled.forward],
      },
    };
  };
}

/** What stands beside the schemas, where that is known of all three. */
function besideAgainst(last: Side, proposed: Side, older: Side): Against {
  const open = besideBothWays(older, proposed);
  return open.length === 0
    ? { fresh: open, settled: NONE }
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
    if (id === undefined) return found.rule === keySame.id && sameList(last.key, proposed.key);
    const [was, is] = [fieldIn(last, id), fieldIn(proposed, id)];
    return was !== undefined && is !== undefined && (differing(was, is) & partsJudged(found.rule)) === 0;
  };
}

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
  const settled: Record<Direction, Finding[]> = { backward: [], forward: [] };
  const fresh: Finding[] = [];
  for (const one of open)
    if (!isTold(one) || !known.some(other => isRepeat(one, other))) fresh.push(one);
    else if (!isNote(one.rule)) settled[one.direction].push(one);
  return { fresh, settled: { backward: [settled.backward], forward: [settled.forward] } };
}

const NONE: Promises = { backward: [], forward: [] };

const bothWays = (older: Schema, newer: Schema, among: Among): readonly (readonly Finding[])[] =>
  classifyAmong(older, newer, 'backward', among).concat(classifyAmong(newer, older, 'forward', among));

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
