import { type Effect, effectOf } from './catalogue.ts';
import { DIRECTIONS, type Direction, type Finding, LEVELS, type Level } from './finding.ts';

/**
 * `identical`: nothing differs. `compatible`: for the directions said beside it. `migrate`: lawful with a converter and
 * a change record. `forbidden`: no converter makes it lawful.
 */
export const CLASSES = ['identical', 'compatible', 'migrate', 'forbidden'] as const;
export type ChangeClass = (typeof CLASSES)[number];

export type Holds = Readonly<Record<Level, Readonly<Record<Direction, boolean>>>>;

/** First that applies wins. A finding that holds by name or by position alone never counts: we bind by id. */
export function classOf(findings: readonly Finding[]): ChangeClass {
  if (findings.length === 0) return 'identical';
  const weighed = findings.filter(bindsById);
  const has = (effect: Effect, direction?: Direction): boolean =>
    weighed.some(
      found => effectOf(found.rule) === effect && (direction ?? found.direction) === found.direction,
    );
  if (has('forbid')) return 'forbidden';
  return has('migrate', 'backward') || directionsThatHold(findings).length === 0 ? 'migrate' : 'compatible';
}

/** The directions in which a reader by id is not surprised; none where the change is forbidden. */
export function directionsThatHold(findings: readonly Finding[]): readonly Direction[] {
  const weighed = findings.filter(bindsById);
  if (weighed.some(found => effectOf(found.rule) === 'forbid')) return [];
  return DIRECTIONS.filter(direction =>
    weighed.every(found => found.direction !== direction || effectOf(found.rule) === 'note'),
  );
}

/** Each level by itself, for a reader by id: whether its promise is kept. Of an id reused, no level's is. */
export function levelsThatHold(findings: readonly Finding[]): Holds {
  const broken = findings.filter(found => bindsById(found) && effectOf(found.rule) !== 'note');
  const holds = (level: Level, direction: Direction): boolean =>
    !broken.some(
      found => found.direction === direction && (found.level === level || effectOf(found.rule) === 'forbid'),
    );
  const row = (level: Level) => ({ backward: holds(level, 'backward'), forward: holds(level, 'forward') });
  return Object.fromEntries(LEVELS.map(level => [level, row(level)])) as unknown as Holds;
}

const bindsById = (found: Finding): boolean => found.access.includes('id');
