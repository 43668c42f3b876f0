import * as z from 'zod';
import type { Json } from '../base/canonical-json.ts';
import { isDigest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { ParquetLibrary } from '../codec/parquet/parquet-library.ts';
import { REJECT_CODES } from '../contract/reject.ts';
import type { ConversionPlan } from '../convert/conversion-plan.ts';
import { planDigest } from '../convert/plan-document.ts';
import { encodingsFor } from '../engine/token-ranks.ts';
import {
  type ConverterCell,
  type ConverterFindings,
  converterKey,
  runConverter,
} from '../matrix/converter-cell.ts';
import { plainCodecs } from '../matrix/plain-codec.ts';
import { type CodecName, PLAIN_CODECS } from '../matrix/plain-lane.ts';
import type { KeptCells } from './kept-cells.ts';
import { type LoadedConverter, type Planned, planBetween } from './load-converters.ts';
import { changeOf, type LoadedSubject } from './load-subject.ts';

/** Converters to try, and the versions that they lead between. */
export type TriedConverters = Planned & { readonly converters: readonly LoadedConverter[] };

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
 * @faults TOKENIZER_RANKS_LACKING
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
    if (plan.functions.length > 0) {
      cells.push({ ...about, kind: 'untried', why: 'functions', plan: planDigest(plan), verdict: 'passes' });
      continue;
    }
    const run = (): ConverterFindings | Fault => {
      const encodings = encodingsFor([plan]);
      if (encodings instanceof Fault) return encodings;
      return runConverter(
        plan,
        codecs.map(name => ({ name, codec: forms[name].codec })),
        encodings,
        seed,
      );
    };
    const findings =
      kept === undefined ? run() : await kept.recall(keyOf(plan, codecs, seed), readFindings, run);
    if (findings instanceof Fault) return findings;
    cells.push({ ...about, kind: 'ran', ...findings });
  }
  return cells;
}

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
  }),
  ordinary: z.strictObject({ total: COUNT, converted: COUNT }),
  refusals: z.array(z.strictObject({ code: CODE, field: FIELD, probes: COUNT, first: z.string() })),
  codecs: z.array(z.strictObject({ codec: z.enum(PLAIN_CODECS), same: COUNT, uncarried: COUNT })),
  failures: z.array(
    z.strictObject({
      probe: z.string(),
      what: z.enum(['internal', 'breaks-schema', 'reads-otherwise']),
      codec: z.enum(PLAIN_CODECS).nullable(),
      field: FIELD.nullable(),
      code: z.string().nullable(),
    }),
  ),
  told: z.array(
    z.strictObject({
      probe: z.string(),
      outcome: z.enum(['converted', 'refused', 'skipped', 'unmade', 'internal']),
      field: FIELD.nullable(),
      code: CODE.nullable(),
    }),
  ),
});

const readFindings = (kept: Json): ConverterFindings | undefined => FINDINGS.safeParse(kept).data;
