import * as z from 'zod';
import { canonicalJson, type Json } from '../base/canonical-json.ts';
import { type Digest, isDigest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { readJson } from '../base/strict-json.ts';
import { shapeProblem } from '../contract/shape-problem.ts';
import type { ReportKind } from './approval/policy.ts';
import type { RejectFact, ReportFact } from './gate.ts';

/** A report that somebody made of a change, as it is kept, and what it is about. */
export type AttachedReport = {
  readonly kind: ReportKind;
  readonly bytes: Uint8Array;
  readonly bound: {
    readonly before: Digest | undefined;
    readonly after: Digest;
    /** The data revision that it is about, where it is about one: `weather.daily/2.1.0`. */
    readonly revision: string | undefined;
    readonly thresholds: Readonly<Record<string, number>>;
    /** The converters that made the records of the step. */
    readonly executed: readonly Digest[];
  };
  readonly failing: ReportFact['failing'];
  readonly rejects: readonly RejectFact[];
};

/**
 * What `assay shadow --json` or `assay golden run --json` printed. The second is two reports: what the sets show, and what they
 * exercise. That it holds is not believed but reckoned from its own checks.
 *
 * @param document  what the bytes are called in a fault
 * @faults EVIDENCE_PARSE
 */
export function readReports(
  document: string,
  bytes: Uint8Array,
): readonly AttachedReport[] | Fault<'EVIDENCE_PARSE'> {
  const refuse = (path: string, problem: string) =>
    new Fault('EVIDENCE_PARSE', { file: document, path, problem });
  const read = readJson<number>(bytes, {
    depth_max: LIMITS.schema_document_depth_max,
    number: literal => {
      const value = Number(literal);
      return Number.isFinite(value) ? value : { problem: 'number-range' };
    },
  });
  if (read.kind !== 'read') return refuse('(the document)', `is no JSON at byte ${read.offset}`);
  const format = FORMAT.safeParse(read.value).data?.format;
  const shape = format === undefined ? undefined : SHAPES[format];
  if (shape === undefined) return refuse('format', `is none of ${Object.keys(SHAPES).join(', ')}`);
  const made = shape(read.value as Json);
  return made instanceof z.ZodError ? misshapen(document, made) : made;
}

function misshapen(document: string, error: z.ZodError): Fault<'EVIDENCE_PARSE'> {
  const found = shapeProblem(z.looseObject({}), error);
  const problem = found.kind === 'unknown' ? `has ${found.key}` : `must be ${found.expected}`;
  return new Fault('EVIDENCE_PARSE', {
    file: document,
    path: found.path.join('.') || '(the document)',
    problem,
  });
}

const FORMAT = z.looseObject({ format: z.string() });
const digest = z.custom<Digest>(isDigest, 'sha256: and 64 lower-case hex digits');
const thresholds = z.record(z.string().max(LIMITS.threshold_name_chars_max), z.number().min(0));
const count = z.int().min(0);

const CHECK = z.looseObject({
  measure: z.string(),
  observed: z.unknown().optional(),
  effect: z.unknown().optional(),
  allowed: z.number().nullable(),
  answer: z.string(),
});
type Check = z.output<typeof CHECK>;

const SHADOW = z.looseObject({
  format: z.literal('assay.shadow/1'),
  schemas: z.strictObject({ before: digest, after: digest }),
  thresholds,
  new: z.looseObject({ revision: z.string().optional() }),
  comparison: z.looseObject({ format: z.literal('assay.shadow-comparison/1') }),
  verdict: z.looseObject({
    format: z.literal('assay.shadow-verdict/1'),
    evaluated: count,
    checks: z.array(CHECK),
  }),
});

const VERDICT = z.looseObject({ checks: z.array(CHECK) });
const SET = z.looseObject({
  revision: z.string(),
  holds: z.boolean(),
  outcome: z.enum(['broken', 'unreachable', 'own', 'compared']),
  path: z.looseObject({ rejected: count }).optional(),
  way: z
    .array(z.looseObject({ kind: z.string(), from: z.int(), to: z.int(), converter: digest.optional() }))
    .optional(),
  isRepeatable: z.boolean().optional(),
  /** Absent where an older program ran them. */
  suspects: z.array(z.looseObject({ name: z.string(), unit: z.string() })).optional(),
  comparison: z
    .looseObject({
      rejects: z
        .looseObject({ reasons: z.array(z.looseObject({ code: z.string(), after: count })) })
        .nullable(),
    })
    .optional(),
  verdict: VERDICT.optional(),
  expected: z.looseObject({ holds: z.boolean().optional(), state: z.string() }).nullable().optional(),
});

const GOLDEN = z.looseObject({
  format: z.literal('assay.golden-run/1'),
  from: z.int().nullable(),
  to: z.int(),
  recordSchema: digest,
  recordSchemaBefore: digest.nullable(),
  thresholds,
  sets: z.array(SET).min(1),
  coverage: z.array(
    z.looseObject({
      version: z.int(),
      checks: z.array(z.looseObject({ measure: z.string(), missing: count, allowed: z.number() })),
    }),
  ),
});

const keptBytes = (document: Json): Uint8Array => Buffer.from(canonicalJson(document), 'utf8');

const SHAPES: Readonly<Record<string, (document: Json) => readonly AttachedReport[] | z.ZodError>> = {
  'assay.shadow/1': document => {
    const parsed = SHADOW.safeParse(document);
    if (!parsed.success) return parsed.error;
    const { schemas, thresholds: asked, verdict, new: later } = parsed.data;
    const nothing = verdict.evaluated === 0 ? [{ measure: 'shadow.rows', text: 'nothing was measured' }] : [];
    return [
      {
        kind: 'shadow',
        bytes: keptBytes(document),
        bound: { ...schemas, revision: later.revision, thresholds: asked, executed: [] },
        failing: [...nothing, ...verdict.checks.filter(isShadowFailure).map(toldCheck)],
        rejects: [],
      },
    ];
  },
  'assay.golden-run/1': document => {
    const parsed = GOLDEN.safeParse(document);
    if (!parsed.success) return parsed.error;
    const { sets, coverage, from, to, ...run } = parsed.data;
    const bound = {
      before: run.recordSchemaBefore ?? undefined,
      after: run.recordSchema,
      revision: undefined,
      thresholds: run.thresholds,
      executed: [
        ...new Set(
          sets.flatMap(({ way = [] }) =>
            way.flatMap(step =>
              step.from === from && step.to === to && step.converter !== undefined ? [step.converter] : [],
            ),
          ),
        ),
      ],
    };
    const exercised = { ...Object(document), sets: [], format: 'assay.golden-run-coverage/1' };
    return [
      {
        kind: 'golden',
        bytes: keptBytes(document),
        bound,
        failing: sets.flatMap(setFailures),
        rejects: sets.flatMap(rejectsOf),
      },
      {
        kind: 'coverage',
        bytes: keptBytes(exercised),
        bound,
        failing: coverageFailures(coverage),
        rejects: [],
      },
    ];
  },
  /** As it is kept beside the report of the sets. */
  'assay.golden-run-coverage/1': document => {
    const parsed = GOLDEN.omit({ format: true, sets: true }).safeParse(document);
    if (!parsed.success) return parsed.error;
    const { coverage, recordSchema, recordSchemaBefore, thresholds: asked } = parsed.data;
    return [
      {
        kind: 'coverage',
        bytes: keptBytes(document),
        bound: {
          before: recordSchemaBefore ?? undefined,
          after: recordSchema,
          revision: undefined,
          thresholds: asked,
          executed: [],
        },
        failing: coverageFailures(coverage),
        rejects: [],
      },
    ];
  },
};

const toldCheck = ({ measure, answer, allowed }: Check) => ({
  measure,
  text: `${measure} is ${answer}, ${allowed ?? 'nothing'} allowed`,
});

/** `within` is believed of no number that is more than is allowed. */
const isShadowFailure = ({ answer, effect, allowed }: Check): boolean => {
  if (answer === 'within-chance') return false;
  return answer !== 'within' || (typeof effect === 'number' && (allowed === null || effect > allowed));
};

const isGoldenFailure = ({ answer, observed, allowed }: Check): boolean =>
  answer !== 'within' || (typeof observed === 'number' && (allowed === null || observed > allowed));

function setFailures(set: z.output<typeof SET>): ReportFact['failing'] {
  const { revision, outcome, verdict, isRepeatable, suspects = [], expected, holds } = set;
  const one = (name: string, text: string) => [
    { measure: `${revision}:${name}`, text: `${revision} ${text}` },
  ];
  if (outcome === 'broken') return one('records', 'has records that break their contract unannounced');
  if (outcome === 'unreachable') return one('way', 'has records that no way leads on');
  const failing = [
    ...(verdict?.checks ?? []).filter(isGoldenFailure).map(check => ({
      measure: `${revision}:${check.measure}`,
      text: `${revision}: ${toldCheck(check).text}`,
    })),
    ...(isRepeatable === false ? one('repeatable', 'gave something else when it was run again') : []),
    ...suspects.flatMap(({ name, unit }) => one(`unit:${name}`, `shows that ${name} may not be in ${unit}`)),
    ...(expected && expected.holds !== true ? one('expected', 'gave what nobody expected') : []),
  ];
  return failing.length > 0 || holds ? failing : one('holds', 'does not hold');
}

/** What converters refused on the way, by reason; what no reason was counted for has none. */
function rejectsOf({ revision, outcome, path, comparison }: z.output<typeof SET>): readonly RejectFact[] {
  if (path === undefined || path.rejected === 0) return [];
  const where = `golden ${revision}`;
  // Of data of the version itself the manifest says how many break the contract, and the run has held it to that.
  if (outcome === 'own') return [{ where, reason: 'declared by the set', count: path.rejected }];
  const reasons = comparison?.rejects?.reasons ?? [];
  const explained = reasons.reduce((sum, { after }) => sum + after, 0);
  return [
    ...reasons.map(({ code, after }) => ({ where, reason: code, count: after })),
    { where, reason: null, count: Math.max(0, path.rejected - explained) },
  ];
}

const coverageFailures = (coverage: z.output<typeof GOLDEN>['coverage']): ReportFact['failing'] =>
  coverage.flatMap(({ version, checks }) =>
    checks
      .filter(({ missing, allowed }) => missing > allowed)
      .map(({ measure, missing, allowed }) => ({
        measure,
        text: `version ${version}, ${measure}: ${missing} missing, ${allowed} allowed`,
      })),
  );
