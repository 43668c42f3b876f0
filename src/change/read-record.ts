import * as z from 'zod';
import { canonicalJson, type Json } from '../base/canonical-json.ts';
import { type Digest, isDigest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { CLASSES } from '../compat/class-of.ts';
import { DIRECTIONS } from '../compat/finding.ts';
import { COMPATIBILITIES } from '../contract/compatibility.ts';
import { REVISION, SUBJECT } from '../contract/contract-shape.ts';
import { BACKFILL, DAY, OBSERVE_DAYS, WAIVER } from './parse-change.ts';
import type { ChangeRecord } from './record.ts';

/**
 * The change in the bytes that its digest covers: the canonical text of `recordDocument`, and no other.
 *
 * @param document  what the bytes are called in a fault
 * @faults BOUND_DOCUMENT_FIELD
 */
export function readRecord(
  document: string,
  bytes: Uint8Array,
): ChangeRecord | Fault<'BOUND_DOCUMENT_FIELD'> {
  const parsed = RECORD_DOCUMENT.safeParse(jsonOf(bytes));
  if (parsed.success && Buffer.from(canonicalJson(parsed.data as Json)).equals(bytes))
    return recordOf(parsed.data);
  return new Fault('BOUND_DOCUMENT_FIELD', {
    document,
    path: '(the document)',
    problem: 'is no change record',
  });
}

const digest = z.custom<Digest>(isDigest);
const names = z.array(z.string()).max(LIMITS.consumers_max);

const version = z.int().min(1).max(LIMITS.version_max);

const STEP = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('version'), from: version.nullable(), to: version }),
  z.strictObject({
    kind: z.literal('revision'),
    version,
    from: REVISION.nullable(),
    to: REVISION,
  }),
]);

/** The shape of `recordDocument`. */
export const RECORD_DOCUMENT = z.strictObject({
  format: z.literal('assay.change/1'),
  subject: SUBJECT,
  step: STEP,
  class: z.enum(CLASSES),
  reason: z.string(),
  converter: digest.nullable(),
  consumers: names,
  backfill: BACKFILL.nullable(),
  withdrawBy: DAY.nullable(),
  thresholds: z.record(z.string(), z.number().min(0)),
  waivers: z.array(WAIVER).min(1).optional(),
  observeDays: OBSERVE_DAYS.optional(),
  evidence: z.strictObject({
    findings: digest,
    matrix: digest.nullable(),
    golden: z.array(digest),
    shadow: z.array(digest).min(1).optional(),
    coverage: z.array(digest).min(1).optional(),
    affectedConsumers: names,
    against: z
      .array(
        z.strictObject({
          version,
          recordSchema: digest,
          governance: digest,
          promised: z.array(z.enum(DIRECTIONS)),
          report: digest,
        }),
      )
      .min(1)
      .optional(),
    governance: z.strictObject({ from: digest, to: digest }).optional(),
    compatibility: z.strictObject({ from: z.enum(COMPATIBILITIES), to: z.enum(COMPATIBILITIES) }).optional(),
    adopted: z.literal(true).optional(),
  }),
});

const recordOf = ({
  format: _,
  step,
  converter,
  backfill,
  withdrawBy,
  observeDays,
  evidence: { matrix, ...evidence },
  ...declared
}: z.output<typeof RECORD_DOCUMENT>): ChangeRecord => ({
  authored: {
    ...declared,
    step:
      step.kind === 'version'
        ? { ...step, from: step.from ?? undefined }
        : { ...step, from: step.from ?? undefined },
    converter: converter ?? undefined,
    backfill: backfill ?? undefined,
    withdrawBy: withdrawBy ?? undefined,
    ...(observeDays !== undefined && { observe_days: observeDays }),
  },
  evidence: { ...evidence, matrix: matrix ?? undefined },
});

/** What is no JSON, or no UTF-8, is no record either: the bytes printed again are then others. */
function jsonOf(bytes: Uint8Array): unknown {
  if (bytes.length > LIMITS.object_bytes_max) return undefined;
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}
