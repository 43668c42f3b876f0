import { LIMITS } from '../base/limits.ts';
import type { FieldId } from '../contract/field.ts';
import type { RejectCode } from '../contract/reject.ts';
import { isReject, isSkipped, type RefusedSample, type Standing } from './refused.ts';

/** Why either side refused samples, sample by sample: equal totals can hide an exchange. */
export type RejectComparison = {
  readonly before: number;
  readonly after: number;
  /** Samples refused on both sides for one field and reason: same + changed = refused on any side. */
  readonly same: number;
  /** changed = oneSided + otherwise. */
  readonly changed: number;
  /** Samples refused on one side, and accepted or absent on the other. */
  readonly oneSided: number;
  /** Samples refused on both sides, for another field or reason. */
  readonly otherwise: number;
  /** Samples accepted before and refused after. */
  readonly acceptedBefore: number;
  /** Samples refused before and accepted after. */
  readonly acceptedAfter: number;
  /** By field, then code. */
  readonly reasons: readonly {
    readonly field: FieldId;
    readonly code: RejectCode;
    readonly before: number;
    readonly after: number;
  }[];
  /** Of those that changed, the first few rows that were refused, from 0, on their own side. */
  readonly changedRows: { readonly before: readonly number[]; readonly after: readonly number[] };
};

/**
 * Samples that a converter passed over on some side, which are none of the rejects: before = matched + missing + `before` and
 * `acceptedBefore` of the rejects + `before`, `acceptedBefore` and `refusedBefore` of these.
 */
export type SkipComparison = {
  /** Samples passed over on that side. */
  readonly before: number;
  readonly after: number;
  /** Of them, those that the other side did not pass over. */
  readonly changed: number;
  /** Samples accepted before and passed over after. */
  readonly acceptedBefore: number;
  readonly acceptedAfter: number;
  /** Samples refused before and passed over after. */
  readonly refusedBefore: number;
  readonly refusedAfter: number;
};

const isPassedOver = ({ before, after }: RefusedSample): boolean => isSkipped(before) || isSkipped(after);

/** @returns undefined where neither side passed over anything */
export function compareSkips(all: readonly RefusedSample[]): SkipComparison | undefined {
  const samples = all.filter(isPassedOver);
  if (samples.length === 0) return undefined;
  const count = (holds: (sample: RefusedSample) => boolean): number => samples.filter(holds).length;
  return {
    before: count(({ before }) => isSkipped(before)),
    after: count(({ after }) => isSkipped(after)),
    changed: count(({ before, after }) => !isSkipped(before) || !isSkipped(after)),
    acceptedBefore: count(({ before }) => before === 'accepted'),
    acceptedAfter: count(({ after }) => after === 'accepted'),
    refusedBefore: count(({ before }) => isReject(before)),
    refusedAfter: count(({ after }) => isReject(after)),
  };
}

/** @returns undefined where neither side refused anything, but what the other passed over */
export function compareRejects(all: readonly RefusedSample[]): RejectComparison | undefined {
  const samples = all.filter(sample => !isPassedOver(sample));
  if (samples.length === 0) return undefined;
  const oneSided = samples.filter(({ before, after }) => !isReject(before) || !isReject(after));
  const changed = samples.filter(({ before, after }) => reasonOf(before) !== reasonOf(after));
  const [left, right] = [samples.map(({ before }) => before), samples.map(({ after }) => after)];
  return {
    before: left.filter(isReject).length,
    after: right.filter(isReject).length,
    same: samples.length - changed.length,
    changed: changed.length,
    oneSided: oneSided.length,
    otherwise: changed.length - oneSided.length,
    acceptedBefore: left.filter(one => one === 'accepted').length,
    acceptedAfter: right.filter(one => one === 'accepted').length,
    reasons: reasonsOf(left, right),
    changedRows: {
      before: firstRows(changed.map(({ before }) => before)),
      after: firstRows(changed.map(({ after }) => after)),
    },
  };
}

const reasonOf = (standing: Standing): string =>
  isReject(standing) ? `${standing.field} ${standing.code}` : isSkipped(standing) ? 'skipped' : standing;

const firstRows = (standings: readonly Standing[]): readonly number[] =>
  standings
    .filter(isReject)
    .map(({ row }) => row)
    .sort((a, b) => a - b)
    .slice(0, LIMITS.evidence_rows_max);

function reasonsOf(before: readonly Standing[], after: readonly Standing[]): RejectComparison['reasons'] {
  const reasons = new Map<string, { field: FieldId; code: RejectCode; before: number; after: number }>();
  for (const [side, standings] of [['before', before] as const, ['after', after] as const]) {
    for (const standing of standings.filter(isReject)) {
      const { field, code } = standing;
      const reason = reasons.get(reasonOf(standing)) ?? { field, code, before: 0, after: 0 };
      reason[side]++;
      reasons.set(reasonOf(standing), reason);
    }
  }
  return [...reasons.values()].sort((a, b) => a.field - b.field || (a.code < b.code ? -1 : 1));
}
