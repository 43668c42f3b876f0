import * as z from 'zod';
import { type Digest, isDigest, sha256 } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import { readJson } from '../../base/strict-json.ts';
import { SUBJECT } from '../../contract/contract-shape.ts';
import { shapeProblem } from '../../contract/shape-problem.ts';

/** A reconciliation that was found in order: its digest binds it to the rollout. */
export type ReconciliationClaim = { readonly digest: Digest };

/** What is rolled out, and what a reconciliation must be of. */
export type ReconciledVersion = {
  readonly subject: string;
  readonly version: number;
  readonly recordSchema: Digest;
};

/**
 * What `assay reconcile --json` printed of both halves of a dual write, as the new version reads them. That they agree is not
 * believed but reckoned from the counts; and nobody may say that two writes were one.
 *
 * @param document  what the bytes are called in a fault
 * @faults RECONCILIATION_SHAPE RECONCILIATION_UNBOUND RECONCILIATION_OPEN
 */
export function readReconciliation(
  document: string,
  bytes: Uint8Array,
  of: ReconciledVersion,
): ReconciliationClaim | Fault {
  const refuse = (path: string, problem: string) =>
    new Fault('RECONCILIATION_SHAPE', { document, path, problem });
  const read = readJson<number>(bytes, {
    depth_max: LIMITS.document_depth_max,
    number: literal => {
      const value = Number(literal);
      return Number.isFinite(value) ? value : { problem: 'number-range' };
    },
  });
  if (read.kind !== 'read') return refuse('(the document)', `is no JSON at byte ${read.offset}`);
  const parsed = RECONCILIATION.safeParse(read.value);
  if (!parsed.success) {
    const found = shapeProblem(RECONCILIATION, parsed.error);
    const problem = found.kind === 'unknown' ? `has ${found.key}` : `must be ${found.expected}`;
    return refuse(found.path.join('.') || '(the document)', problem.slice(0, LIMITS.echoed_chars_max));
  }
  const said = parsed.data;
  const other = (['subject', 'version', 'recordSchema'] as const).find(
    part => said.contract[part] !== of[part],
  );
  if (other !== undefined) {
    const [expected, found] = [String(of[other]), String(said.contract[other])];
    return new Fault('RECONCILIATION_UNBOUND', { document, part: other, expected, found });
  }
  const uneven = unevenCount(said);
  if (uneven !== undefined) return refuse(...uneven);
  const isOpen = openCounts(said);
  if (said.reconciled === isOpen)
    return refuse('reconciled', `is ${said.reconciled}, and the counts say otherwise`);
  if (!isOpen) return { digest: sha256(bytes) };
  const { missing, differing, duplicates, snapshots } = said;
  return new Fault('RECONCILIATION_OPEN', {
    document,
    missingOld: missing.old.count,
    missingNew: missing.new.count,
    differing,
    duplicates: duplicates.old.ids + duplicates.new.ids,
    refused: snapshots.old.refused + snapshots.new.refused,
  });
}

const count = z.int().min(0);
const digest = z.custom<Digest>(isDigest, 'sha256: and 64 lower-case hex digits');
const text = z.string().max(LIMITS.reconciled_name_chars_max);
const side = <T extends z.ZodType>(of: T) => z.strictObject({ old: of, new: of });
const listed = z.array(z.looseObject({})).max(LIMITS.reconcile_listed_max);

const RECONCILIATION = z.strictObject({
  format: z.literal('assay.reconciliation/1'),
  snapshots: side(z.strictObject({ name: text, format: text, records: count, refused: count })),
  contract: z.strictObject({ subject: SUBJECT, version: count, recordSchema: digest }),
  key: z.array(text).min(1),
  ids: z.strictObject({ old: count, new: count }),
  matched: count,
  same: count,
  differing: count,
  missing: side(z.strictObject({ count, late: count })),
  duplicates: side(z.strictObject({ ids: count, records: count })),
  columns: z.strictObject({ added: z.array(text), removed: z.array(text) }),
  late: z.strictObject({ time: text, lag_s: z.number().min(0), watermark: text.nullable() }).nullable(),
  listed: z.strictObject({
    most: count,
    differing: listed,
    missing_in_old: listed,
    missing_in_new: listed,
    duplicates_in_old: listed,
    duplicates_in_new: listed,
  }),
  ids_withheld: z.boolean(),
  reconciled: z.boolean(),
  pending: z.boolean(),
  atomic: z.literal(false),
});
type Said = z.output<typeof RECONCILIATION>;

/** Sums that every reconciliation keeps: docs/reconcile.md. */
function unevenCount(said: Said): readonly [path: string, problem: string] | undefined {
  const { ids, same, differing, matched, missing, duplicates, snapshots } = said;
  if (matched !== same + differing) return ['matched', 'is not the sum of same and differing'];
  for (const [here, there] of [
    ['old', 'new'],
    ['new', 'old'],
  ] as const) {
    if (ids[here] !== matched + missing[there].count)
      return [`ids.${here}`, 'is not the sum of those that match and those that the other side lacks'];
    const { records, refused } = snapshots[here];
    if (records - refused !== ids[here] + duplicates[here].records)
      return [`snapshots.${here}.records`, 'is not the sum of its ids, its repeats and what was refused'];
  }
  return undefined;
}

const openCounts = ({ differing, missing, duplicates, snapshots, columns }: Said): boolean =>
  [
    differing,
    missing.old.count,
    missing.new.count,
    duplicates.old.records,
    duplicates.new.records,
    snapshots.old.refused,
    snapshots.new.refused,
    columns.added.length,
    columns.removed.length,
  ].some(found => found > 0);
