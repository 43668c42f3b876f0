import type { FieldId } from '../contract/field.ts';
import type { Reject, RejectCode } from '../contract/reject.ts';

/** Why either path refused samples. The same fixed samples went in, so a row number is the same sample on both sides. */
export type RejectComparison = {
  readonly before: number;
  readonly after: number;
  /** Samples refused on one side only, or for another field or reason: same + changed = refused on any side. */
  readonly changed: number;
  readonly same: number;
  /** By field, then code. */
  readonly reasons: readonly {
    readonly field: FieldId;
    readonly code: RejectCode;
    readonly before: number;
    readonly after: number;
  }[];
};

export function compareRejects(before: readonly Reject[], after: readonly Reject[]): RejectComparison {
  const [left, right] = [reasonByRow(before), reasonByRow(after)];
  const rows = new Set([...left.keys(), ...right.keys()]);
  const same = [...rows].filter(row => left.get(row) === right.get(row)).length;
  return {
    before: left.size,
    after: right.size,
    changed: rows.size - same,
    same,
    reasons: reasonsOf(before, after),
  };
}

const reasonByRow = (rejects: readonly Reject[]): Map<number, string> =>
  new Map(rejects.map(({ row, field, code }) => [row, `${field} ${code}`]));

function reasonsOf(before: readonly Reject[], after: readonly Reject[]): RejectComparison['reasons'] {
  const reasons = new Map<string, { field: FieldId; code: RejectCode; before: number; after: number }>();
  for (const [side, rejects] of [['before', before] as const, ['after', after] as const]) {
    for (const { field, code } of rejects) {
      const reason = reasons.get(`${field} ${code}`) ?? { field, code, before: 0, after: 0 };
      reason[side]++;
      reasons.set(`${field} ${code}`, reason);
    }
  }
  return [...reasons.values()].sort((a, b) => a.field - b.field || (a.code < b.code ? -1 : 1));
}
