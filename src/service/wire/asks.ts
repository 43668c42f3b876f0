import * as z from 'zod';
import type { Json } from '../../base/canonical-json.ts';
import { LIMITS } from '../../base/limits.ts';
import { CONSUMER_KINDS } from '../../change/consumer.ts';
import { TARGETS } from '../../change/rollout/stages.ts';
import {
  CONTROLS,
  DIGEST,
  eachOnce,
  LINE,
  REASON,
  REVISION,
  SUBJECT,
} from '../../contract/contract-shape.ts';
import { GRANTS } from '../access/grant-shape.ts';
import { DAY } from '../day.ts';

/** The shapes of what is asked with a body: a server parses by them, describes them, and a client is held to them. */

const VERSION = z.int().min(1).max(LIMITS.version_max);
const COUNT = z.int().min(0).max(LIMITS.version_max);

/** Bytes in JSON: either is there, and which of the two says how they are to be read. */
const BYTES = { text: z.string().optional(), base64: z.string().optional() };

/** All keys of both forms at once, so that a misspelt one is told by its name. */
export const PROPOSAL = z.strictObject({
  of: z.strictObject({ version: VERSION.optional(), revision: REVISION.optional() }),
  amends: z.strictObject({ change: DIGEST }).nullable().optional(),
  files: z
    .array(z.strictObject({ path: z.string().min(1), ...BYTES }))
    .min(1)
    .max(LIMITS.sent_files_max),
  /** Whether what the server kept of cells is taken; `false` has all of them run. */
  cache: z.boolean().nullable().optional(),
});

export const STEP_EVENTS = ['activate', 'retire', 'withdraw'] as const;
export const STEP = z.strictObject({ event: z.enum(STEP_EVENTS), change: DIGEST });

const FILE_NAME = z
  .string()
  .max(LIMITS.sent_path_chars_max)
  .regex(new RegExp(`^[^${CONTROLS}]+$`), 'one line of text');

/** A report as a program printed it, byte for byte; its name is what faults call it. */
export const REPORT = z.strictObject({ name: FILE_NAME, ...BYTES });

export const EVIDENCE = z.strictObject({
  /** The record that was read; without it, whichever stands. */
  change: DIGEST.nullable().optional(),
  reports: z.array(REPORT).min(1).max(LIMITS.sent_reports_max),
});

export const ROLLOUT_STEP = z.strictObject({
  target: z.enum(TARGETS),
  /** How often the rollout had moved when it was looked at; without it, as it stands. */
  expected: COUNT.nullable().optional(),
  /** The same of the newest data, which a roll-back alone moves. */
  expectedData: COUNT.nullable().optional(),
  /** What `assay reconcile --json` printed, for a cut-over. */
  reconciliation: REPORT.nullable().optional(),
});

export const CONSUMER_SAID = z.strictObject({
  kind: z.enum(CONSUMER_KINDS),
  /** Both included; `to` is null where it follows the newest. */
  reads: z.strictObject({ from: VERSION, to: VERSION.nullable().optional() }),
  purpose: REASON,
  /** Ids of the fields it reads; without them, all of its versions. */
  fields: eachOnce(z.array(z.int().min(1).max(2_147_483_647)).min(1).max(LIMITS.fields_max))
    .nullable()
    .optional(),
});

export const PRODUCER_SAID = z.strictObject({
  writes: eachOnce(z.array(VERSION).min(1).max(LIMITS.versions_written_max)),
});

const isObject = (value: unknown): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** All keys of the three forms at once. */
export const SCHEMA_NAMED = z.strictObject({
  subject: SUBJECT.optional(),
  version: z.int().min(1).max(999_999_999).optional(),
  schema: DIGEST.optional(),
  document: z
    .custom<{ readonly [key: string]: Json }>(isObject, 'the document of a schema')
    .meta({ type: 'object' })
    .optional(),
});

export const COMPATIBILITY_ASK = z.strictObject({ older: SCHEMA_NAMED, newer: SCHEMA_NAMED });

const Counted = z.int().min(0).max(LIMITS.reported_count_max).optional();

/** Since the last report; what is left out was not counted. */
export const OBSERVATION = z.strictObject({
  schema: DIGEST,
  parseFailures: Counted,
  unknownFields: Counted,
  conversionRejects: Counted,
  dualReadMismatches: Counted,
  driftMillionths: z.int().min(0).max(1_000_000).optional(),
  backfilledTo_ms: z.int().min(0).optional(),
});

export const TOKEN_ASK = z.strictObject({ name: LINE, grants: GRANTS, expires: DAY });
