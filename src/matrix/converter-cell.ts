import type { RecordBatch } from 'apache-arrow';
import { type Digest, documentDigest } from '../base/digest.ts';
import { LIMITS } from '../base/limits.ts';
import type { Codec } from '../codec/codec.ts';
import { batchOf, rowsOf } from '../contract/batch.ts';
import type { FieldId } from '../contract/field.ts';
import { identityOf } from '../contract/identity.ts';
import { readPlan } from '../contract/read-plan.ts';
import type { RejectCode } from '../contract/reject.ts';
import type { Schema } from '../contract/schema.ts';
import type { RecordValues } from '../contract/value.ts';
import { applyConversion } from '../convert/apply-conversion.ts';
import { applyPlan } from '../convert/apply-plan.ts';
import type { ConversionPlan } from '../convert/conversion-plan.ts';
import { planDigest } from '../convert/plan-document.ts';
import type { RunningEncodings } from '../convert/tokenizers.ts';
import { type ConverterProbe, converterProbes } from './converter-probes.ts';
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
  /** total = converted + refused + skipped + unmade. */
  readonly probes: {
    readonly total: number;
    readonly converted: number;
    readonly refused: number;
    /** Passed over by `where`. */
    readonly skipped: number;
    /** Values that the physical type has no bits for, so that no record of them is. */
    readonly unmade: number;
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
  /** It is no plan between these versions, and the code says why. */
  | { readonly kind: 'unplanned'; readonly code: string; readonly verdict: 'fails' }
  /** It has functions, which run where somebody converts, and nowhere a version is only judged. */
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
 * What must never be. `internal`: the converter, or what writes or reads what it made, threw; `breaks-schema`: what it made is no record of
 * the new version; `reads-otherwise`: what was written is not what is read.
 */
export type ConverterFailure = {
  readonly probe: string;
  readonly what: 'internal' | 'breaks-schema' | 'reads-otherwise';
  readonly codec: CodecName | null;
  readonly field: FieldId | null;
  readonly code: string | null;
};

export type ToldProbe = {
  readonly probe: string;
  readonly outcome: 'converted' | 'refused' | 'skipped' | 'unmade' | 'internal';
  readonly field: FieldId | null;
  readonly code: RejectCode | null;
};

/** Raised whenever a change of this code changes what is found. */
const METHOD = 1;

type Codecs = readonly { readonly name: CodecName; readonly codec: Codec }[];

export const converterKey = (plan: Digest, codecs: readonly CodecName[], seed: number): Digest =>
  documentDigest({ format: 'assay.converter-cell/1', method: METHOD, plan, codecs, seed });

export function runConverter(
  plan: ConversionPlan,
  codecs: Codecs,
  encodings: RunningEncodings,
  seed: number,
): ConverterFindings {
  const { from, to } = plan;
  const probes = converterProbes(from.schema, to.schema, seed);
  const ended = convertedProbes(plan, encodings, probes);
  const made = ended.flatMap(({ probe, values }) => (values === undefined ? [] : [{ probe, values }]));
  const read = codecs.map(({ name, codec }) => ({ name, ...readBack(to.schema, name, codec, made) }));
  const failures = [
    ...ended.flatMap(({ probe, told }): readonly ConverterFailure[] =>
      told.outcome === 'internal'
        ? [{ probe: probe.id, what: 'internal', codec: null, field: null, code: null }]
        : [],
    ),
    ...read.flatMap(each => each.failures),
  ];
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

type Ended = {
  readonly probe: ConverterProbe;
  readonly told: ToldProbe;
  /** Where it was converted. */
  readonly values: RecordValues | undefined;
};

/** All at once; where something throws, one by one, so that it is known of which. */
function convertedProbes(
  plan: ConversionPlan,
  encodings: RunningEncodings,
  probes: readonly ConverterProbe[],
): readonly Ended[] {
  try {
    return endedIn(plan, encodings, probes);
  } catch {
    if (probes.length !== 1) return probes.flatMap(probe => convertedProbes(plan, encodings, [probe]));
    const [probe] = probes as readonly [ConverterProbe];
    const outcome = isMade(plan.from.schema, probe) ? 'internal' : 'unmade';
    return [{ probe, told: { probe: probe.id, outcome, field: null, code: null }, values: undefined }];
  }
}

function isMade(schema: Schema, { values }: ConverterProbe): boolean {
  try {
    return batchOf(schema, [values]).numRows === 1;
  } catch {
    return false;
  }
}

function endedIn(
  plan: ConversionPlan,
  encodings: RunningEncodings,
  probes: readonly ConverterProbe[],
): readonly Ended[] {
  const batch = batchOf(
    plan.from.schema,
    probes.map(({ values }) => values),
  );
  const done = applyConversion(plan, batch, encodings);
  const made = rowsOf(plan.to.schema, done.converted);
  const rejects = new Map(done.rejects.map(reject => [reject.row, reject]));
  const places = new Map([...done.rows].map((row, at) => [row, at]));
  return probes.map((probe, row): Ended => {
    const place = places.get(row);
    const reject = rejects.get(row);
    const outcome = place !== undefined ? 'converted' : reject !== undefined ? 'refused' : 'skipped';
    return {
      probe,
      told: { probe: probe.id, outcome, field: reject?.field ?? null, code: reject?.code ?? null },
      values: place === undefined ? undefined : made[place],
    };
  });
}

type Made = { readonly probe: ConverterProbe; readonly values: RecordValues };
type ReadBack = {
  readonly same: number;
  readonly uncarried: number;
  readonly failures: readonly ConverterFailure[];
};

/** What is read of what was made, from bytes of the codec: all at once, and where that is not as it should be, one by one. */
function readBack(schema: Schema, name: CodecName, codec: Codec, made: readonly Made[]): ReadBack {
  if (made.length === 0) return { same: 0, uncarried: 0, failures: [] };
  const found = writtenAndRead(schema, codec, made);
  if (found.kind === 'same') return { same: made.length, uncarried: 0, failures: [] };
  if (made.length > 1) {
    const each = made.map(one => readBack(schema, name, codec, [one]));
    return {
      same: each.reduce((sum, { same }) => sum + same, 0),
      uncarried: each.reduce((sum, { uncarried }) => sum + uncarried, 0),
      failures: each.flatMap(({ failures }) => failures),
    };
  }
  if (found.kind === 'uncarried') return { same: 0, uncarried: 1, failures: [] };
  const { what, field, code } = found;
  return { same: 0, uncarried: 0, failures: [{ probe: made[0]!.probe.id, what, codec: name, field, code }] };
}

type Wrong = {
  readonly kind: 'wrong';
  readonly what: ConverterFailure['what'];
  readonly field: FieldId | null;
  readonly code: string | null;
};
type Read = { readonly kind: 'same' } | { readonly kind: 'uncarried' } | Wrong;

function writtenAndRead(schema: Schema, codec: Codec, made: readonly Made[]): Read {
  try {
    const bytes = codec.encode(
      schema,
      batchOf(
        schema,
        made.map(({ values }) => values),
      ),
    );
    // What it has no form for is refused by whoever writes it, as `assay convert` does.
    if (bytes instanceof Error) return { kind: 'uncarried' };
    const decoded = codec.decode(schema, bytes);
    if (decoded.kind === 'refused')
      return { kind: 'wrong', what: 'reads-otherwise', field: decoded.field ?? null, code: decoded.code };
    return brokenIn(schema, decoded.batch) ?? otherIn(schema, decoded.batch, made) ?? { kind: 'same' };
  } catch {
    return { kind: 'wrong', what: 'internal', field: null, code: null };
  }
}

/** The first promise of the new version that a record breaks. */
function brokenIn(schema: Schema, batch: RecordBatch): Wrong | undefined {
  const applied = applyPlan(readPlan(schema, schema), schema, schema, batch);
  const [first] = applied.kind === 'refused' ? applied.refusals : applied.rejects;
  return first === undefined
    ? undefined
    : { kind: 'wrong', what: 'breaks-schema', field: first.field ?? null, code: first.code };
}

function otherIn(schema: Schema, batch: RecordBatch, made: readonly Made[]): Wrong | undefined {
  const rows = rowsOf(schema, batch);
  if (rows.length !== made.length) return { kind: 'wrong', what: 'reads-otherwise', field: null, code: null };
  for (const [row, { values }] of made.entries())
    for (const [at, field] of schema.fields.entries())
      if (identityOf(field, values[at]!) !== identityOf(field, rows[row]![at]!))
        return { kind: 'wrong', what: 'reads-otherwise', field: field.id, code: null };
  return undefined;
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
