import { type Effect, effectOf } from './catalogue.ts';
import { type Access, DIRECTIONS, type Direction, LEVELS, type Level } from './finding.ts';

/**
 * `identical`: nothing differs. `compatible`: for the directions said beside it. `migrate`: lawful with a converter and
 * a change record. `forbidden`: no converter makes it lawful.
 */
export const CLASSES = ['identical', 'compatible', 'migrate', 'forbidden'] as const;
export type ChangeClass = (typeof CLASSES)[number];

export type Holds = Readonly<Record<Level, Readonly<Record<Direction, boolean>>>>;

/** As much of a finding as its weight hangs on. */
export type Weighed = {
  readonly rule: string;
  readonly level: Level;
  readonly direction: Direction;
  readonly access: readonly Access[];
};

/** How a reader finds fields, and what each rule does: of contracts by id, of schemas without ids by name. */
export type Weighing = { readonly binds: Access; readonly effectOf: (rule: string) => Effect };

const BY_ID: Weighing = { binds: 'id', effectOf };

/** First that applies wins. A finding of another access path than the one we bind by never counts. */
export function classOf(findings: readonly Weighed[], weighing: Weighing = BY_ID): ChangeClass {
  if (findings.length === 0) return 'identical';
  const { effectOf } = weighing;
  const weighed = binding(findings, weighing);
  const has = (effect: Effect, direction?: Direction): boolean =>
    weighed.some(
      found => effectOf(found.rule) === effect && (direction ?? found.direction) === found.direction,
    );
  if (has('forbid')) return 'forbidden';
  const holds = directionsThatHold(findings, weighing);
  return has('migrate', 'backward') || holds.length === 0 ? 'migrate' : 'compatible';
}

/** The directions in which a reader is not surprised; none where the change is forbidden. */
export function directionsThatHold(
  findings: readonly Weighed[],
  weighing: Weighing = BY_ID,
): readonly Direction[] {
  const { effectOf } = weighing;
  const weighed = binding(findings, weighing);
  if (weighed.some(found => effectOf(found.rule) === 'forbid')) return [];
  return DIRECTIONS.filter(direction =>
    weighed.every(found => found.direction !== direction || effectOf(found.rule) === 'note'),
  );
}

/** Each level by itself: whether its promise is kept. Of an id reused, no level's is. */
export function levelsThatHold(findings: readonly Weighed[], weighing: Weighing = BY_ID): Holds {
  const { effectOf } = weighing;
  const broken = binding(findings, weighing).filter(found => effectOf(found.rule) !== 'note');
  const holds = (level: Level, direction: Direction): boolean =>
    !broken.some(
      found => found.direction === direction && (found.level === level || effectOf(found.rule) === 'forbid'),
    );
  const row = (level: Level) => ({ backward: holds(level, 'backward'), forward: holds(level, 'forward') });
  return Object.fromEntries(LEVELS.map(level => [level, row(level)])) as unknown as Holds;
}

const binding = (findings: readonly Weighed[], { binds }: Weighing): readonly Weighed[] =>
  findings.filter(found => found.access.includes(binds));
