import type { RecordBatch } from 'apache-arrow';
import { type Digest, documentDigest } from '../base/digest.ts';
import { LIMITS } from '../base/limits.ts';
import type { Codec } from '../codec/codec.ts';
import type { FieldId } from '../contract/field.ts';
import { identityOf } from '../contract/identity.ts';
import type { RejectCode } from '../contract/reject.ts';
import type { ConversionPlan } from '../convert/conversion-plan.ts';
import { planDigest } from '../convert/plan-document.ts';
import { converterProbes } from './converter-probes.ts';
import { readBack } from './converter-read-back.ts';
import { type ConverterAnswer, tryProbes } from './converter-trial.ts';
import type { Verdict } from './part-report.ts';
import type { CodecName } from './plain-lane.ts';

/** What a converter makes of the probes of its old version. */
export type ConverterFindings = {
  /** What these findings depend on: the same key, the same findings. */
  readonly key: Digest;
  readonly plan: Digest;
  /** Over every probe, how it ended, and what was made of it. */
  readonly evidence: Digest;
  readonly verdict: Verdict;
  /** total = converted + refused + skipped + unmade + failed. */
  readonly probes: {
    readonly total: number;
    readonly converted: number;
    readonly refused: number;
    /** Passed over by `where`. */
    readonly skipped: number;
    /** Values that the physical type has no bits for, so that no record of them is. */
    readonly unmade: number;
    /** Of which the conversion found no end: see `failures`. */
    readonly failed: number;
  };
  /** How many ordinary records there are, and how many of them were converted. */
  readonly ordinary: { readonly total: number; readonly converted: number };
  readonly refusals: readonly ConverterRefusal[];
  /** In each codec: converted probes that are read back as what they are, and those that it has no form for. */
  readonly codecs: readonly {
    readonly codec: CodecName;
    readonly same: number;
    readonly uncarried: number;
  }[];
  readonly failures: readonly ConverterFailure[];
  /** How each probe ended; of very many the first, in their order. */
  readonly told: readonly ToldProbe[];
};

/** A converter between two versions, and what it makes of probes. */
export type ConverterCell = {
  readonly from: number;
  readonly to: number;
  readonly file: string;
  readonly converter: Digest;
} & (
  | ({ readonly kind: 'ran' } & ConverterFindings)
  /** It is no plan between these versions, or its functions are not what it binds, and the code says why. */
  | { readonly kind: 'unplanned'; readonly code: string; readonly verdict: 'fails' }
  /** It has functions, which run in the hands of whoever types a command, and never in a server. */
  | { readonly kind: 'untried'; readonly why: 'functions'; readonly plan: Digest; readonly verdict: 'passes' }
);

export type ConverterRefusal = {
  readonly code: RejectCode;
  readonly field: FieldId;
  readonly probes: number;
  /** The first of them. */
  readonly first: string;
};

/**
 * What must never be. `internal`: the converter, or what writes or reads what it made, threw; `function-ends`: a function of it came to no answer
 * for these probes, of which it is the first; `breaks-schema`: what it made is no record of
 * the new version; `reads-otherwise`: what was written is not what is read.
 */
export type ConverterFailure = {
  readonly probe: string;
  readonly what: 'internal' | 'function-ends' | 'breaks-schema' | 'reads-otherwise';
  readonly codec: CodecName | null;
  readonly field: FieldId | null;
  readonly code: string | null;
};

export type ToldProbe = {
  readonly probe: string;
  readonly outcome: 'converted' | 'refused' | 'skipped' | 'unmade' | 'internal' | 'ended';
  readonly field: FieldId | null;
  readonly code: RejectCode | null;
};

/** Raised whenever a change of this code changes what is found. */
const METHOD = 2;

type Codecs = readonly { readonly name: CodecName; readonly codec: Codec }[];

export const converterKey = (plan: Digest, codecs: readonly CodecName[], seed: number): Digest =>
  documentDigest({ format: 'assay.converter-cell/1', method: METHOD, plan, codecs, seed });

/**
 * What a converter makes of probes. What it yields are records of the old version, to be converted by whoever can, and it goes on with what
 * was made of them.
 */
export function* runConverter(
  plan: ConversionPlan,
  codecs: Codecs,
  seed: number,
): Generator<RecordBatch, ConverterFindings, ConverterAnswer> {
  const { from, to } = plan;
  const probes = converterProbes(from.schema, to.schema, seed);
  const { ended, failures: unended } = yield* tryProbes(plan, probes);
  const made = ended.flatMap(({ probe, values }) => (values === undefined ? [] : [{ probe, values }]));
  const read = codecs.map(({ name, codec }) => ({ name, ...readBack(to.schema, name, codec, made) }));
  const failures = [...unended, ...read.flatMap(each => each.failures)];
  const count = (outcome: ToldProbe['outcome']): number =>
    ended.filter(({ told }) => told.outcome === outcome).length;
  const ordinary = ended.filter(({ probe }) => probe.kind === 'typical');
  const digest = planDigest(plan);
  return {
    key: converterKey(
      digest,
      codecs.map(({ name }) => name),
      seed,
    ),
    plan: digest,
    evidence: documentDigest({
      format: 'assay.converter-evidence/1',
      plan: digest,
      probes: ended.map(({ told, values }) => ({
        ...told,
        made:
          values === undefined ? null : to.schema.fields.map((field, at) => identityOf(field, values[at]!)),
      })),
      codecs: read.map(({ name, same, uncarried }) => ({ name, same, uncarried })),
      failures,
    }),
    verdict: failures.length === 0 ? 'passes' : 'fails',
    probes: {
      total: probes.length,
      converted: count('converted'),
      refused: count('refused'),
      skipped: count('skipped'),
      unmade: count('unmade'),
      failed: count('internal') + count('ended'),
    },
    ordinary: {
      total: ordinary.length,
      converted: ordinary.filter(({ told }) => told.outcome === 'converted').length,
    },
    refusals: refusalsOf(ended.map(({ told }) => told)),
    codecs: read.map(({ name, same, uncarried }) => ({ codec: name, same, uncarried })),
    failures: failures.slice(0, LIMITS.converter_failures_told_max),
    told: ended.slice(0, LIMITS.converter_probes_told_max).map(({ told }) => told),
  };
}

function refusalsOf(told: readonly ToldProbe[]): readonly ConverterRefusal[] {
  const found = new Map<string, ConverterRefusal>();
  for (const { probe, field, code } of told) {
    if (field === null || code === null) continue;
    const reason = `${code} ${field}`;
    const known = found.get(reason);
    found.set(reason, { code, field, probes: (known?.probes ?? 0) + 1, first: known?.first ?? probe });
  }
  return [...found.values()].sort((a, b) => b.probes - a.probes || a.field - b.field);
}
