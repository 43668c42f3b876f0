import { classOf, levelsThatHold } from '../compat/class-of.ts';
import type { Direction, Finding } from '../compat/finding.ts';
import type { MatrixReport } from '../matrix/report.ts';

export type Verdict = 'passes' | 'fails';

/** Always apart: what parses may still mean something else. */
export type Verdicts = { readonly encoding: Verdict; readonly meaning: Verdict };

/** What definitions alone say, of the directions somebody relies on. */
export function verdictsOfRules(findings: readonly Finding[], promised: readonly Direction[]): Verdicts {
  const levels = levelsThatHold(findings);
  return {
    encoding: told(promised.every(direction => levels.wire[direction] && levels.read[direction])),
    meaning: told(promised.every(direction => levels.train[direction]) && classOf(findings) !== 'forbidden'),
  };
}

/**
 * What definitions and bytes say together: both must hold, and a matrix that contradicts itself, or has gaps, has shown
 * nothing. Whoever shows rules beside bytes takes its verdict from here, so that no two commands differ on one change.
 */
export function verdictsOf(rules: readonly Verdicts[], matrix: MatrixReport): Verdicts {
  const holds = (verdict: keyof Verdicts): boolean =>
    rules.every(one => one[verdict] === 'passes') &&
    matrix.conditions.length === 0 &&
    matrix[verdict] === 'passes';
  return { encoding: told(holds('encoding')), meaning: told(holds('meaning')) };
}

export const bothHold = ({ encoding, meaning }: Verdicts): boolean =>
  encoding === 'passes' && meaning === 'passes';

const told = (holds: boolean): Verdict => (holds ? 'passes' : 'fails');
