import type { Json } from '../base/canonical-json.ts';
import { sha256 } from '../base/digest.ts';
import { keptReport } from '../base/rows-apart.ts';
import type { JudgedAgainst } from '../change/live-evidence.ts';
import { findingDocument } from '../compat/compare.ts';
import { governanceDigestOf } from '../contract/contract.ts';
import type { LiveJudgement } from './judge-live.ts';
import type { LoadedSubject } from './load-subject.ts';

export const AGAINST_FORMAT = 'assay.against/1';

export type LiveReports = {
  /** Ascending by version. */
  readonly against: readonly JudgedAgainst[];
  readonly objects: readonly Uint8Array[];
};

/** What a proposal brings against each version that counts, as it is kept, and as its change record names it. */
export function liveReports(
  { contracts }: Pick<LoadedSubject, 'contracts'>,
  live: readonly LiveJudgement[],
): LiveReports {
  const kept = live.map(judged => {
    const { version, promised } = judged;
    const contract = contracts.get(version)!;
    const { bytes, rows } = keptReport({ format: AGAINST_FORMAT, ...againstDocument(judged) });
    const { recordSchema } = contract;
    const report = sha256(bytes);
    return {
      named: { version, recordSchema, governance: governanceDigestOf(contract), promised, report },
      objects: [bytes, ...rows],
    };
  });
  return { against: kept.map(({ named }) => named), objects: kept.flatMap(({ objects }) => objects) };
}

/** As `assay check` prints it, and as it is kept. */
export const againstDocument = (live: LiveJudgement): { readonly [key: string]: Json } => ({
  version: live.version,
  because: live.because,
  promised: live.promised,
  class: live.class,
  encoding: live.encoding,
  meaning: live.meaning,
  findings: live.findings.map(findingDocument),
  settled: live.settled,
});
