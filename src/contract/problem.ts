import { type FactsOf, Fault, type FaultCode } from '../base/fault.ts';
import type { Path } from './yaml-document.ts';

/** Something wrong with a schema, and the path under which a contract would write it. */
export type Problem = { readonly fault: Fault; readonly path: Path };

export const problem = <C extends FaultCode>(code: C, facts: FactsOf<C>, path: Path): Problem => ({
  fault: new Fault(code, facts) as unknown as Fault,
  path,
});

/** The first check that finds something; the order of the checks is the order of the promise. */
export function firstProblem<T extends unknown[]>(
  checks: ReadonlyArray<(...subject: T) => Problem | undefined>,
  ...subject: T
): Problem | undefined {
  for (const check of checks) {
    const found = check(...subject);
    if (found) return found;
  }
  return undefined;
}
