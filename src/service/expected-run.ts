import { canonicalJson } from '../base/canonical-json.ts';
import { sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { batchOf, rowsOf } from '../contract/batch.ts';
import type { Contract } from '../contract/contract.ts';
import type { FieldId } from '../contract/field.ts';
import { compare } from '../golden/compare.ts';
import { type Outcomes, readOutcomes } from '../golden/expected-file.ts';
import type { Refused } from '../golden/refused.ts';
import type { ExpectedResult, GoldenSet } from '../golden/set.ts';
import { type ToldComparison, type ToldVerdict, tellComparison, tellVerdict } from '../golden/tell.ts';
import { goldenVerdict } from '../golden/verdict.ts';
import type { LoadedSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import { readFile } from './read-file.ts';
import { keyOf, type OpenedSet } from './read-revision.ts';
import type { Taken } from './take-way.ts';

/** What the new path gives against what was accepted before. */
export type ExpectedRun =
  | { readonly kind: 'none' }
  /** The set has other samples by now. */
  | { readonly kind: 'stale'; readonly result: ExpectedResult; readonly holds: false }
  | {
      readonly kind: 'compared';
      readonly result: ExpectedResult;
      readonly comparison: ToldComparison;
      readonly verdict: ToldVerdict;
      readonly holds: boolean;
    };

export const expectedOf = ({ expected }: GoldenSet, version: number): ExpectedResult | undefined =>
  expected.find(result => result.version === version);

type Arrived = {
  readonly to: Contract;
  readonly taken: Taken;
  readonly withheld: readonly FieldId[];
};

/**
 * Nothing may differ from what was accepted: a threshold is for what a change does once, and not for what comes after.
 *
 * @faults DATA_DIGEST_MISMATCH, and those of `readFile`, `readOutcomes` and `compare`
 */
export function runExpected(
  project: Project,
  loaded: LoadedSubject,
  { set }: OpenedSet,
  { to, taken, withheld }: Arrived,
): ExpectedRun | Fault {
  const result = expectedOf(set, to.version);
  if (result === undefined) return { kind: 'none' };
  if (result.data !== set.data.sha256) return { kind: 'stale', result, holds: false };
  const outcomes = outcomesIn(project, set, result, to);
  if (outcomes instanceof Fault) return outcomes;
  if (outcomes.rows.length + outcomes.leftOut.length !== set.data.rows) {
    const because = `it has ${outcomes.rows.length + outcomes.leftOut.length} lines of ${set.data.rows} records`;
    return new Fault('EXPECTED_MALFORMED', { because }, set.places.get(`expected.${to.version}`));
  }
  const comparison = compare(to.schema, outcomes.batch, taken.batch, {
    key: keyOf(loaded, to),
    refused: { before: expectedLeftOut(outcomes, to, taken), after: taken.leftOut },
  });
  if (comparison instanceof Fault) return comparison;
  const verdict = goldenVerdict(comparison, {});
  return {
    kind: 'compared',
    result,
    comparison: tellComparison(to.schema, comparison, withheld),
    verdict: tellVerdict(comparison, verdict, withheld),
    holds: verdict.holds || sameWhereNothingCame(outcomes, taken),
  };
}

/** Where every record was left out, nothing matches, and for the same reasons nothing differs. */
const sameWhereNothingCame = (outcomes: Outcomes, { rows, leftOut }: Taken): boolean =>
  outcomes.rows.length === 0 &&
  rows.length === 0 &&
  canonicalJson(outcomes.leftOut) === canonicalJson(leftOut.rejects);

function outcomesIn(
  project: Project,
  set: GoldenSet,
  result: ExpectedResult,
  to: Contract,
): Outcomes | Fault {
  const file = `${project.config.golden}/${set.subject}/${result.file}`;
  const place = set.places.get(`expected.${result.version}`);
  const bytes = readFile(project.root, file, LIMITS.golden_file_bytes_max);
  if (bytes instanceof Fault) return new Fault(bytes.code, bytes.facts, place);
  const found = sha256(bytes);
  return found === result.sha256
    ? readOutcomes(file, bytes, to.schema)
    : new Fault('DATA_DIGEST_MISMATCH', { file, declared: result.sha256, found }, place);
}

/** What was left out when it was accepted, by the keys that the same rows have now. */
function expectedLeftOut({ leftOut }: Outcomes, { schema }: Contract, taken: Taken): Refused {
  const records = rowsOf(schema, taken.batch);
  const others = rowsOf(schema, taken.leftOut.batch);
  const byRow = new Map([
    ...taken.rows.map((row, at) => [row, records[at]!] as const),
    ...taken.leftOut.rejects.map(({ row }, at) => [row, others[at]!] as const),
  ]);
  return {
    rejects: leftOut,
    batch: batchOf(
      schema,
      leftOut.map(({ row }) => byRow.get(row)!),
    ),
  };
}
