import type { JsonSchema } from '../../native/json-schema/json-schema.ts';
import { type Conjunction, extended } from './conjunction.ts';
import { OF_TYPE } from './of-type.ts';
import { possibleTypes } from './possible.ts';
import type { Prover, Report } from './prover.ts';

/** What a schema asserts through others about the same value. */
export function proveCombinations(
  prover: Prover,
  known: Conjunction,
  goal: JsonSchema,
  path: string,
  report: Report,
): boolean {
  const { ref, allOf, anyOf, oneOf, not } = goal;
  const holds = prover.every(ref === undefined ? allOf : [ref, ...allOf], report, part =>
    prover.prove(known, part, path, report),
  );
  const isAny = anyOf === undefined || proveAny(prover, known, anyOf);
  if (!isAny) report?.('ANY_OF_NOT_COVERED', path, 'what may be written', `${anyOf.length} alternatives`);
  const isOne = oneOf === undefined || proveOne(prover, known, oneOf);
  if (!isOne) report?.('ONE_OF_NOT_PROVEN', path, 'what may be written', `${oneOf.length} alternatives`);
  const isOutside = not === undefined || isApart(prover, known, not);
  if (!isOutside) report?.('EXCLUSION_NOT_PROVEN', path, 'what may be written', 'what it excludes');
  return holds && isAny && isOne && isOutside && proveCondition(prover, known, goal, path, report);
}

function proveAny(prover: Prover, known: Conjunction, branches: readonly JsonSchema[]): boolean {
  if (branches.some(branch => prover.prove(known, branch, '', undefined))) return true;
  return byType(known, one => proveAny(prover, one, branches));
}

/** One of them takes it, and it is proven to lie outside each of the others. */
function proveOne(prover: Prover, known: Conjunction, branches: readonly JsonSchema[]): boolean {
  const isTheOne = (branch: JsonSchema): boolean =>
    prover.prove(known, branch, '', undefined) &&
    branches.every(other => other === branch || isApart(prover, known, other));
  return branches.some(isTheOne) || byType(known, one => proveOne(prover, one, branches));
}

/** Nothing that is known of may satisfy it. */
const isApart = (prover: Prover, known: Conjunction, schema: JsonSchema): boolean =>
  known.without.some(one => prover.same.is(one, schema)) ||
  prover.isEmpty(extended(known, { with: [schema], without: [] }));

function proveCondition(
  prover: Prover,
  known: Conjunction,
  { condition }: JsonSchema,
  path: string,
  report: Report,
): boolean {
  if (condition === undefined) return true;
  const { when, onTrue, onFalse } = condition;
  const kept = known.schemas.some(
    one =>
      one.condition !== undefined &&
      prover.same.is(one.condition.when, when) &&
      isKept(prover, one.condition.onTrue, onTrue) &&
      isKept(prover, one.condition.onFalse, onFalse),
  );
  if (kept) return true;
  const yes = extended(known, { with: [when], without: [] });
  const no = extended(known, { with: [], without: [when] });
  const isTrue = onTrue === undefined || prover.prove(yes, onTrue, path, report);
  return isTrue && (onFalse === undefined || prover.prove(no, onFalse, path, report));
}

const isKept = (prover: Prover, one: JsonSchema | undefined, other: JsonSchema | undefined): boolean =>
  other === undefined || (one !== undefined && prover.same.is(one, other));

/** Type by type, where a value may be of more than one. */
function byType(known: Conjunction, holds: (one: Conjunction) => boolean): boolean {
  const types = possibleTypes(known);
  return (
    types.size > 1 && [...types].every(type => holds(extended(known, { with: [OF_TYPE[type]], without: [] })))
  );
}
