import { canonicalJson, type Json } from '../base/canonical-json.ts';
import { type Digest, documentDigest } from '../base/digest.ts';
import type { ChangeClass } from '../compat/class-of.ts';
import type { Compatibility } from '../contract/compatibility.ts';
import type { JudgedAgainst } from './live-evidence.ts';

/**
 * A change of the schema, or of the data under one schema. `from` is `undefined` for the first of its kind. A version that
 * leads to itself stays, and what stands beside its schema changes.
 */
export type ChangeStep =
  | { readonly kind: 'version'; readonly from: number | undefined; readonly to: number }
  | {
      readonly kind: 'revision';
      readonly version: number;
      readonly from: string | undefined;
      readonly to: string;
    };

/**
 * What becomes of data already written: `none` leaves it to readers of its own version, `lazy` converts it when it is
 * read, `full` rewrites it by a day.
 */
export type Backfill =
  | { readonly kind: 'none' }
  | { readonly kind: 'lazy' }
  | { readonly kind: 'full'; readonly by: string };

/** What a person declares. Days are ISO dates, `2027-01-31`; both that a person may leave out are asked for later. */
export type AuthoredChange = {
  readonly subject: string;
  readonly step: ChangeStep;
  readonly class: ChangeClass;
  readonly reason: string;
  readonly converter: Digest | undefined;
  readonly consumers: readonly string[];
  readonly backfill: Backfill | undefined;
  /** The last day on which the change may be withdrawn. */
  readonly withdrawBy: string | undefined;
  /** The most a measure may differ, by the measure's name. What is not named may not differ at all. */
  readonly thresholds: Readonly<Record<string, number>>;
  /** What somebody answers for although the gate finds it. */
  readonly waivers?: readonly Waiver[] | undefined;
  /** Of a version: days of observation after the cut-over. It declares a rollout, whose stages data under it is held to. */
  readonly observe_days?: number | undefined;
};

/** Up to a day, and by name: what is waived stays in every report. */
export type Waiver = {
  /** A condition of the gate, `readers`, or one thing that it finds, `readers:outcome-trainer`. */
  readonly waives: string;
  readonly owner: string;
  readonly reason: string;
  /** The last day on which it holds. */
  readonly until: string;
};

/** What was found, by digest: what an approval approves. */
export type Evidence = {
  readonly findings: Digest;
  readonly matrix: Digest | undefined;
  readonly golden: readonly Digest[];
  /** Reports of shadow runs, and of what golden sets exercise, that were attached since; none where it has none. */
  readonly shadow?: readonly Digest[] | undefined;
  readonly coverage?: readonly Digest[] | undefined;
  readonly affectedConsumers: readonly string[];
  /** Of a version that is not the first: every version it was held against, ascending. */
  readonly against?: readonly JudgedAgainst[] | undefined;
  /** Of a governance revision: what stood beside the schema, and what is to. */
  readonly governance?: { readonly from: Digest; readonly to: Digest } | undefined;
  /** Of a version with which the subject promises less: what was promised, and what is from then on. */
  readonly compatibility?: { readonly from: Compatibility; readonly to: Compatibility } | undefined;
  /** Nobody judged it here: a committed ledger has it as accepted, and `findings` is what that says of it. */
  readonly adopted?: true | undefined;
};

/** One change with its evidence. Immutable: its digest goes into release manifests. */
export type ChangeRecord = { readonly authored: AuthoredChange; readonly evidence: Evidence };

/** What a change of this record still needs before it may be approved. */
export const UNMET = ['converter'] as const;
export type Unmet = (typeof UNMET)[number];

/** The document whose digest names the record. Order says nothing in lists of names and digests: they are sorted. */
export function recordDocument({ authored, evidence }: ChangeRecord): Json {
  return {
    format: 'assay.change/1',
    ...authoredDocument(authored),
    evidence: {
      findings: evidence.findings,
      matrix: evidence.matrix ?? null,
      golden: evidence.golden.toSorted(),
      ...(evidence.shadow && { shadow: evidence.shadow.toSorted() }),
      ...(evidence.coverage && { coverage: evidence.coverage.toSorted() }),
      affectedConsumers: evidence.affectedConsumers.toSorted(),
      ...(evidence.against && { against: evidence.against }),
      ...(evidence.governance && { governance: evidence.governance }),
      ...(evidence.compatibility && { compatibility: evidence.compatibility }),
      ...(evidence.adopted && { adopted: true }),
    },
  };
}

/** The part that a person wrote. */
export const authoredDocument = (authored: AuthoredChange): { readonly [key: string]: Json } => ({
  subject: authored.subject,
  step: stepDocument(authored.step),
  class: authored.class,
  reason: authored.reason,
  converter: authored.converter ?? null,
  consumers: authored.consumers.toSorted(),
  backfill: authored.backfill ?? null,
  withdrawBy: authored.withdrawBy ?? null,
  thresholds: authored.thresholds,
  ...(authored.waivers &&
    authored.waivers.length > 0 && { waivers: authored.waivers.map(one => ({ ...one })) }),
  ...(authored.observe_days !== undefined && { observeDays: authored.observe_days }),
});

export const recordBytes = (record: ChangeRecord): Uint8Array =>
  Buffer.from(canonicalJson(recordDocument(record)));

export const recordDigest = (record: ChangeRecord): Digest => documentDigest(recordDocument(record));

/** A `migrate` without a converter may be proposed and discussed, but not approved. Beside a schema that stays there is
 * nothing to convert. */
export const unmetBy = (change: AuthoredChange): readonly Unmet[] =>
  change.class === 'migrate' &&
  change.step.kind === 'version' &&
  change.step.from !== change.step.to &&
  change.converter === undefined
    ? ['converter']
    : [];

/** `3 → 4`; the first of its kind comes from `none`. */
export const stepText = (step: ChangeStep): string => `${step.from ?? 'none'} → ${step.to}`;

const stepDocument = (step: ChangeStep): Json =>
  step.kind === 'version'
    ? { kind: 'version', from: step.from ?? null, to: step.to }
    : { kind: 'revision', version: step.version, from: step.from ?? null, to: step.to };
