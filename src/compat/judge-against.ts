import type { Field, FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import { CATALOGUE, isNote } from './catalogue.ts';
import { type Among, classifyAmong } from './classify.ts';
import type { Direction, Finding } from './finding.ts';
import { PairMemory } from './pair-memory.ts';
import { nameReused } from './rules/name-reused.ts';

/** What a proposed schema breaks for an older version than the last. */
export type AgainstOlder = {
  /** What the proposal brings. */
  readonly fresh: readonly Finding[];
  /** How many promises, notes aside, were broken already between the older version and the last one. */
  readonly settled: Readonly<Record<Direction, number>>;
};

/**
 * What a proposal breaks for versions older than the last, one at a time. What was broken before it was accepted then,
 * with a converter and a change record of its own: told again with every later version, it would hide what is new.
 *
 * Of a field that the proposal repeats from the last version as the same object, everything was said before.
 */
export function judgeAgainst(last: Schema, proposed: Schema): (older: Schema) => AgainstOlder {
  const memory = new PairMemory();
  const touched = touchedIds(last, proposed);
  const weights = new WeakMap<readonly Finding[], number>();
  const weightOf = (list: readonly Finding[]): number => {
    const known = weights.get(list);
    if (known !== undefined) return known;
    const weight = list.filter(({ rule }) => !isNote(rule)).length;
    weights.set(list, weight);
    return weight;
  };
  return older => {
    if (older === last) return { fresh: bothWays(older, proposed, { memory }).flat(), settled: NONE };
    const settled = { backward: 0, forward: 0 };
    const open: Finding[] = [];
    for (const list of bothWays(older, proposed, { memory }))
      if (isOpen(list, touched)) open.push(...list);
      else settled[list[0]!.direction] += weightOf(list);
    if (open.length === 0) return { fresh: open, settled };
    const asked = new Set(open.flatMap(({ path }) => (path.length === 0 ? [] : [path[0]!.id])));
    const known = bothWays(older, last, { memory, only: asked }).flat();
    const fresh: Finding[] = [];
    for (const one of open)
      if (!known.some(other => isRepeat(one, other))) fresh.push(one);
      else if (!isNote(one.rule)) settled[one.direction]++;
    return { fresh, settled };
  };
}

const NONE = { backward: 0, forward: 0 } as const;

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
  list.some(({ path, rule }) => path.length === 0 || touched.has(path[0]!.id) || NOT_OF_ONE_FIELD.has(rule));

const NOT_OF_ONE_FIELD: ReadonlySet<string> = new Set([
  nameReused.id,
  ...CATALOGUE.filter(([, , , rule]) => rule.schema !== undefined).map(([, , , rule]) => rule.id),
]);

/** The same rule of the same ids, between the same two things; a field may have another name by now. */
const isRepeat = (a: Finding, b: Finding): boolean =>
  a === b ||
  (a.rule === b.rule &&
    a.direction === b.direction &&
    a.from === b.from &&
    a.to === b.to &&
    a.path.length === b.path.length &&
    a.path.every(({ id }, step) => id === b.path[step]!.id));
