import type { RecordBatch } from 'apache-arrow';
import * as z from 'zod';
import type { Json } from '../base/canonical-json.ts';
import { isDigest } from '../base/digest.ts';
import { Fault, type FaultCode } from '../base/fault.ts';
import type { ParquetLibrary } from '../codec/parquet/parquet-library.ts';
import { REJECT_CODES } from '../contract/reject.ts';
import { type Chain, chainOf } from '../convert/chain.ts';
import type { ConversionPlan } from '../convert/conversion-plan.ts';
import { planDigest } from '../convert/plan-document.ts';
import type { Conversions } from '../engine/port.ts';
import { encodingsFor } from '../engine/token-ranks.ts';
import {
  type ConverterCell,
  type ConverterFindings,
  converterKey,
  runConverter,
} from '../matrix/converter-cell.ts';
import type { ConverterAnswer } from '../matrix/converter-trial.ts';
import { plainCodecs } from '../matrix/plain-codec.ts';
import { type CodecName, PLAIN_CODECS } from '../matrix/plain-lane.ts';
import { bundlesOf } from './bundle-functions.ts';
import type { KeptCells } from './kept-cells.ts';
import { type LoadedConverter, type Planned, planBetween } from './load-converters.ts';
import { changeOf, type LoadedSubject } from './load-subject.ts';

/** Converters to try, and the versions that they lead between. */
export type TriedConverters = Planned & {
  readonly converters: readonly LoadedConverter[];
  /** The folder of the project, in which their functions lie. */
  readonly root: string;
  readonly by: TriedBy;
};

/** Who tries converters. */
export type TriedBy = {
  readonly conversions: Conversions;
  /** Whether functions are run: by whoever types a command, in CI or by hand; never by a server. */
  readonly functions: 'run' | 'never';
};

type Converters = Pick<LoadedSubject, 'converters'>;

/** By their files, which is an order that no clock and no disk decides. */
const sorted = (converters: readonly LoadedConverter[]): readonly LoadedConverter[] =>
  [...converters].sort((a, b) => Number(a.path > b.path) - Number(a.path < b.path));

/** Those of a step: the one that its change record names, or, while that names none, every one that lies there. */
export function convertersOf(loaded: LoadedSubject, from: number, to: number): readonly LoadedConverter[] {
  const all = convertersBetween(loaded, from, to);
  const named = changeOf(loaded, { kind: 'version', from, to })?.change.converter;
  const found = all.filter(({ converter }) => converter.digest === named);
  // A plan that nobody named is nobody's promise, and one that was named and fails is told of with its record.
  return named === undefined || found.length === 0
    ? all.filter(({ converter }) => isPlanned(loaded, converter))
    : found;
}

const isPlanned = (planned: Planned, converter: LoadedConverter['converter']): boolean =>
  'fields' in planBetween(planned, converter);

export const convertersBetween = (
  { converters }: Converters,
  from: number,
  to: number,
): readonly LoadedConverter[] =>
  sorted(converters.filter(({ converter }) => converter.from === from && converter.to === to));

/** Those from a version that is written to one that is read. */
export const convertersAmong = (
  { converters }: Converters,
  writers: readonly number[],
  readers: readonly number[],
): readonly LoadedConverter[] =>
  sorted(converters.filter(({ converter: { from, to } }) => writers.includes(from) && readers.includes(to)));

/**
 * What each makes of the probes of its old version: what was kept of it, or what it shows now.
 *
 * @faults TOKENIZER_RANKS_LACKING CONVERSION_ENDED FUNCTION_UNAVAILABLE
 */
export async function runConverters(
  tried: TriedConverters,
  codecs: readonly CodecName[],
  parquet: ParquetLibrary,
  seed: number,
  kept: KeptCells | undefined,
): Promise<readonly ConverterCell[] | Fault> {
  const cells: ConverterCell[] = [];
  const forms = plainCodecs(parquet);
  for (const { converter, path } of tried.converters) {
    const { from, to, digest } = converter;
    const about = { from, to, file: path, converter: digest } as const;
    const plan = planBetween(tried, converter);
    if (!('fields' in plan)) {
      cells.push({ ...about, kind: 'unplanned', code: plan[0]!.code, verdict: 'fails' });
      continue;
    }
    const hasFunctions = plan.functions.length > 0;
    if (hasFunctions && tried.by.functions === 'never') {
      cells.push({ ...about, kind: 'untried', why: 'functions', plan: planDigest(plan), verdict: 'passes' });
      continue;
    }
    const bundles = await bundlesOf(tried, tried, [plan]);
    if (bundles instanceof Fault) {
      cells.push({ ...about, kind: 'unplanned', code: bundles.code, verdict: 'fails' });
      continue;
    }
    const run = async (): Promise<ConverterFindings | Fault> => {
      const encodings = encodingsFor([plan]);
      if (encodings instanceof Fault) return encodings;
      const chain = chainOf([plan], { bundles, checks: 'all' });
      const trial = runConverter(
        plan,
        codecs.map(name => ({ name, codec: forms[name].codec })),
        seed,
      );
      return driven(trial, batch => answerTo(tried.by.conversions, chain, batch));
    };
    const findings =
      kept === undefined
        ? await run()
        : await kept.recall(keyOf(plan, codecs, seed), readFindings, run, isLasting);
    if (findings instanceof Fault) return findings;
    cells.push({ ...about, kind: 'ran', ...findings });
  }
  return cells;
}

type Trial = ReturnType<typeof runConverter>;

async function driven(
  trial: Trial,
  answer: (batch: RecordBatch) => Promise<ConverterAnswer | Fault>,
): Promise<ConverterFindings | Fault> {
  for (let next = trial.next(); ; ) {
    if (next.done === true) return next.value;
    const answered = await answer(next.value);
    if (answered instanceof Fault) return answered;
    next = trial.next(answered);
  }
}

/** @faults those for which it is no fault of the converter that there is no answer */
async function answerTo(
  conversions: Conversions,
  chain: Chain,
  batch: RecordBatch,
): Promise<ConverterAnswer | Fault> {
  const answers = conversions.run(chain, [batch], { workers: 1 });
  try {
    const { done, value } = await answers.next();
    if (done !== true) return { kind: 'converted', done: value };
    if (value === undefined) throw new TypeError('a batch has an answer');
    return OTHERS.includes(value.code) ? value : { kind: 'ended', code: value.code };
  } catch {
    // A mistake of ours in a conversion is what a cell is there to show.
    return { kind: 'threw' };
  } finally {
    await answers.return(undefined);
  }
}

const OTHERS: readonly FaultCode[] = ['CONVERSION_ENDED', 'FUNCTION_UNAVAILABLE'];

/** What has to do with time and memory another machine, or the same one tomorrow, may find otherwise. */
const isLasting = ({ failures }: ConverterFindings): boolean =>
  failures.every(({ what }) => what !== 'function-ends');

const keyOf = (plan: ConversionPlan, codecs: readonly CodecName[], seed: number) =>
  converterKey(planDigest(plan), codecs, seed);

const COUNT = z.int().min(0);
const DIGEST = z.custom<ConverterFindings['key']>(isDigest);
const FIELD = z.int().min(1);
const CODE = z.enum(REJECT_CODES);
const FINDINGS = z.strictObject({
  key: DIGEST,
  plan: DIGEST,
  evidence: DIGEST,
  verdict: z.enum(['passes', 'fails']),
  probes: z.strictObject({
    total: COUNT,
    converted: COUNT,
    refused: COUNT,
    skipped: COUNT,
    unmade: COUNT,
    failed: COUNT,
  }),
  ordinary: z.strictObject({ total: COUNT, converted: COUNT }),
  refusals: z.array(z.strictObject({ code: CODE, field: FIELD, probes: COUNT, first: z.string() })),
  codecs: z.array(z.strictObject({ codec: z.enum(PLAIN_CODECS), same: COUNT, uncarried: COUNT })),
  failures: z.array(
    z.strictObject({
      probe: z.string(),
      what: z.enum(['internal', 'function-ends', 'breaks-schema', 'reads-otherwise']),
      codec: z.enum(PLAIN_CODECS).nullable(),
      field: FIELD.nullable(),
      code: z.string().nullable(),
    }),
  ),
  told: z.array(
    z.strictObject({
      probe: z.string(),
      outcome: z.enum(['converted', 'refused', 'skipped', 'unmade', 'internal', 'ended']),
      field: FIELD.nullable(),
      code: CODE.nullable(),
    }),
  ),
});

const readFindings = (kept: Json): ConverterFindings | undefined => FINDINGS.safeParse(kept).data;
