import type { Json } from '../base/canonical-json.ts';
import { withheldFields } from '../contract/withheld.ts';
import { suspectDocument } from '../golden/doubts/report.ts';
import { coverageCheckDocument, coverageDocument } from '../golden/exercised/report.ts';
import { goldenDocument, verdictDocument } from '../golden/report.ts';
import { setDigest } from '../golden/set.ts';
import type { ExpectedRun } from '../service/expected-run.ts';
import type { GoldenRun } from '../service/golden-run.ts';
import { convertersOn, type NoWay, type RecordWay } from '../service/record-way.ts';
import type { SetOutcome, SetRun } from '../service/run-set.ts';

/** What `assay golden run --json` prints. */
export const goldenRunDocument = (run: GoldenRun): { readonly [key: string]: Json } => ({
  format: 'assay.golden-run/1',
  subject: run.subject,
  from: run.from?.version ?? null,
  to: run.to.version,
  recordSchema: run.to.recordSchema,
  recordSchemaBefore: run.from?.recordSchema ?? null,
  thresholds: run.change?.change.thresholds ?? {},
  class: run.class ?? null,
  hasRecord: run.change !== undefined,
  holds: run.holds,
  sets: run.sets.map(setDocument),
  later: run.later,
  coverage: run.coverage.map(({ contract, sets, coverage, checks }) => ({
    version: contract.version,
    sets,
    coverage: coverageDocument(coverage, withheldFields(contract.schema, [contract])),
    checks: checks.map(coverageCheckDocument),
    holds: checks.every(({ holds }) => holds),
  })),
});

const setDocument = ({ set, outcome, holds }: SetRun): Json => ({
  revision: set.revision,
  version: set.version,
  use: set.use,
  digest: setDigest(set),
  holds,
  ...outcomeDocument(outcome),
});

function outcomeDocument(outcome: SetOutcome): { readonly [key: string]: Json } {
  switch (outcome.kind) {
    case 'broken':
      return {
        outcome: 'broken',
        declared: outcome.declared,
        found: outcome.found,
        rejects: outcome.rejects,
      };
    case 'unreachable':
      return { outcome: 'unreachable', noWay: noWayDocument(outcome.noWay) };
    case 'own':
      return {
        outcome: 'own',
        path: outcome.path,
        suspects: outcome.suspects.map(suspectDocument),
        expected: expectedDocument(outcome.expected),
      };
    case 'compared':
      return {
        outcome: 'compared',
        path: outcome.path,
        way: wayDocument(outcome.way),
        through: convertersOn(outcome.way),
        made: outcome.made,
        gone: outcome.gone,
        isRepeatable: outcome.isRepeatable,
        suspects: outcome.suspects.map(suspectDocument),
        comparison: goldenDocument(outcome.comparison),
        verdict: verdictDocument(outcome.verdict),
        expected: expectedDocument(outcome.expected),
      };
  }
}

const wayDocument = (way: RecordWay): Json =>
  way.map(step => ({
    kind: step.kind,
    from: step.from.version,
    to: step.to.version,
    ...(step.kind === 'convert' && { converter: step.plan.converter, isRecorded: step.isRecorded }),
  }));

const noWayDocument = ({ from, to, refusals, unusable }: NoWay): Json => ({
  from,
  to,
  refusals: refusals.map(({ code, field }) => ({ code, field: field ?? null })),
  unusable,
});

function expectedDocument(expected: ExpectedRun): Json {
  if (expected.kind === 'none') return null;
  const { result, holds } = expected;
  const said = { file: result.file, sha256: result.sha256, change: result.change, holds };
  return expected.kind === 'stale'
    ? { ...said, state: 'stale' }
    : {
        ...said,
        state: 'compared',
        comparison: goldenDocument(expected.comparison),
        verdict: verdictDocument(expected.verdict),
      };
}
