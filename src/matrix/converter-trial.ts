import type { RecordBatch } from 'apache-arrow';
import { LIMITS } from '../base/limits.ts';
import { batchOf, rowsOf } from '../contract/batch.ts';
import type { Schema } from '../contract/schema.ts';
import type { RecordValues } from '../contract/value.ts';
import type { Chained } from '../convert/chain.ts';
import type { ConversionPlan } from '../convert/conversion-plan.ts';
import type { ConverterFailure, ToldProbe } from './converter-cell.ts';
import type { ConverterProbe } from './converter-probes.ts';

/** What becomes of probes that are to be converted together. */
export type ConverterAnswer =
  | { readonly kind: 'converted'; readonly done: Pick<Chained, 'converted' | 'rows' | 'rejects'> }
  /** The conversion threw, which is a mistake of ours. */
  | { readonly kind: 'threw' }
  /** A function of the converter threw, took too long, gave what is no column, or something else each time: the code says which. */
  | { readonly kind: 'ended'; readonly code: string };

/** How a probe ended. */
export type Ended = {
  readonly probe: ConverterProbe;
  readonly told: ToldProbe;
  /** Where it was converted. */
  readonly values: RecordValues | undefined;
};

export type Trial = { readonly ended: readonly Ended[]; readonly failures: readonly ConverterFailure[] };

/**
 * How each probe ends. What it yields is to be converted by whoever can, and it goes on with the answer: all probes at once, and fewer
 * where that found no end, so that it is known of which.
 */
export function* tryProbes(
  plan: ConversionPlan,
  probes: readonly ConverterProbe[],
): Generator<RecordBatch, Trial, ConverterAnswer> {
  const { schema } = plan.from;
  const made = isMade(schema, probes) ? probes : probes.filter(probe => isMade(schema, [probe]));
  const failures: ConverterFailure[] = [];
  const search = { left: LIMITS.converter_ended_asks_max };
  const found = made.length === 0 ? [] : yield* endedOf(plan, made, failures, search);
  const known = new Map(found.map(one => [one.probe, one]));
  return { ended: probes.map(probe => known.get(probe) ?? without(probe, 'unmade')), failures };
}

function isMade(schema: Schema, probes: readonly ConverterProbe[]): boolean {
  try {
    return batchOf(schema, valuesOf(probes)).numRows === probes.length;
  } catch {
    return false;
  }
}

const valuesOf = (probes: readonly ConverterProbe[]): readonly RecordValues[] =>
  probes.map(({ values }) => values);

const without = (probe: ConverterProbe, outcome: ToldProbe['outcome']): Ended => ({
  probe,
  told: { probe: probe.id, outcome, field: null, code: null },
  values: undefined,
});

function* endedOf(
  plan: ConversionPlan,
  probes: readonly ConverterProbe[],
  failures: ConverterFailure[],
  search: { left: number },
): Generator<RecordBatch, readonly Ended[], ConverterAnswer> {
  const answer = yield batchOf(plan.from.schema, valuesOf(probes));
  if (answer.kind === 'converted') return endedIn(plan, probes, answer.done);
  if (answer.kind === 'threw') {
    if (probes.length === 1) return failed(probes, 'internal', null, failures);
    const each: Ended[] = [];
    for (const probe of probes) each.push(...(yield* endedOf(plan, [probe], failures, search)));
    return each;
  }
  const { code } = answer;
  // What took its whole time, or all its memory, takes them of half the probes, too.
  search.left = COSTLY.includes(code) ? 0 : search.left - 1;
  if (probes.length === 1 || search.left <= 0) return failed(probes, 'function-ends', code, failures);
  const before = failures.length;
  if (probes.length > 2 && search.left === LIMITS.converter_ended_asks_max - 1) {
    // One that has no answer for the first ordinary record has none for anybody.
    const first = yield* endedOf(plan, probes.slice(0, 1), failures, search);
    if (failures.length > before) return [...first, ...probes.slice(1).map(probe => without(probe, 'ended'))];
  }
  const half = Math.ceil(probes.length / 2);
  const ended = [
    ...(yield* endedOf(plan, probes.slice(0, half), failures, search)),
    ...(yield* endedOf(plan, probes.slice(half), failures, search)),
  ];
  // What it does with many and with none of their halves it does all the same.
  return failures.length > before ? ended : failed(probes, 'function-ends', code, failures);
}

const COSTLY: readonly string[] = ['FUNCTION_LATE', 'FUNCTION_MEMORY'];

/** One failure, of the first of them. */
function failed(
  probes: readonly ConverterProbe[],
  what: 'internal' | 'function-ends',
  code: string | null,
  failures: ConverterFailure[],
): readonly Ended[] {
  failures.push({ probe: probes[0]!.id, what, codec: null, field: null, code });
  return probes.map(probe => without(probe, what === 'internal' ? 'internal' : 'ended'));
}

function endedIn(
  plan: ConversionPlan,
  probes: readonly ConverterProbe[],
  done: Extract<ConverterAnswer, { kind: 'converted' }>['done'],
): readonly Ended[] {
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
