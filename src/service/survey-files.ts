import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { CsvLexical } from '../codec/csv.ts';
import type { Schema } from '../contract/schema.ts';
import type {
  Counting,
  CountingSession,
  CountingTrouble,
  NativeFiles,
  ParquetFiles,
} from '../engine/port.ts';
import type { DataSummary } from '../shadow/summary.ts';
import type { Scan, SurveyStop } from '../shadow/survey.ts';
import { nativeFiles } from './native-parquet.ts';
import { runSurvey } from './run-survey.ts';
import { changedInput, type ShadowInput } from './shadow-inputs.ts';
import { shadowBatches } from './shadow-source.ts';

/** One data set to be surveyed: its files, and how they are read. */
export type SurveyedSide = {
  readonly schema: Schema;
  readonly inputs: readonly ShadowInput[];
  readonly lexical: CsvLexical;
  /** Records that were read before, where the files do not say what they hold. */
  readonly held: (() => Iterable<RecordBatch>) | undefined;
};

export type SurveyTools = { readonly counting: Counting; readonly parquet: ParquetFiles };

/**
 * Surveys data sets together. Files that may be counted where they lie are; where that comes to nothing, whatever the reason, they are read by
 * our own readers, which refuse what is wrong with a file by its name and the place.
 *
 * @faults COUNTING_UNAVAILABLE COUNTING_ENDED FILE_CHANGED SHADOW_SLICE_TOO_FINE, and those of `shadowBatches`
 */
export async function surveyFiles(
  sides: readonly SurveyedSide[],
  { counting, parquet }: SurveyTools,
  refine?: (scans: readonly Scan[]) => readonly Schema[],
): Promise<readonly DataSummary[] | Fault> {
  const inputs = sides.flatMap(side => side.inputs);
  for (const isNative of [true, false]) {
    const session = await counting.start();
    if ('trouble' in session) return new Fault('COUNTING_UNAVAILABLE', { how: session.what });
    const surveyed = await surveyedBy(session, sides, isNative, parquet, refine);
    await session.close();
    // Of a file that changed nothing is believed, and least of all what is wrong with it.
    const changed = changedInput(inputs);
    if (changed !== undefined) return changed;
    if (surveyed instanceof Fault || Array.isArray(surveyed))
      return surveyed as readonly DataSummary[] | Fault;
    const stop = surveyed as SurveyStop | CountingTrouble;
    if ('kind' in stop && stop.kind === 'too-fine')
      return new Fault('SHADOW_SLICE_TOO_FINE', { slice: stop.slice, most: LIMITS.shadow_parts_max });
    if (isNative && sides.some(side => nativeFiles(side.schema, side.inputs).native.length > 0)) continue;
    const file = inputs[0]?.path ?? '';
    return new Fault('COUNTING_ENDED', {
      file,
      how: 'trouble' in stop ? stop.what : `the counts of ${stop.kind} values`,
    });
  }
  throw new TypeError('a survey by our own readers comes to an end');
}

async function surveyedBy(
  session: CountingSession,
  sides: readonly SurveyedSide[],
  isNative: boolean,
  parquet: ParquetFiles,
  refine: ((scans: readonly Scan[]) => readonly Schema[]) | undefined,
): Promise<readonly DataSummary[] | SurveyStop | CountingTrouble | Fault> {
  for (const [side, { schema, inputs, lexical, held }] of sides.entries()) {
    const { native, others } = isNative && held === undefined ? nativeFiles(schema, inputs) : ALL_OWN(inputs);
    const trouble =
      (await session.open(side, schema, native)) ??
      (held === undefined ? undefined : await appendAll(session, side, held()));
    if (trouble !== undefined) return trouble;
    for (const input of held === undefined ? others : []) {
      const stop = await appendFile(session, side, shadowBatches(schema, input, lexical, parquet));
      if (stop !== undefined) return stop;
    }
  }
  return runSurvey(
    session,
    sides.map(({ schema }) => schema),
    refine,
  );
}

const ALL_OWN = (
  inputs: readonly ShadowInput[],
): { readonly native: readonly NativeFiles[]; readonly others: readonly ShadowInput[] } => ({
  native: [],
  others: inputs,
});

async function appendAll(
  session: CountingSession,
  side: number,
  batches: Iterable<RecordBatch>,
): Promise<CountingTrouble | undefined> {
  for (const batch of batches) {
    const trouble = await session.append(side, batch);
    if (trouble !== undefined) return trouble;
  }
  return undefined;
}

async function appendFile(
  session: CountingSession,
  side: number,
  reading: ReturnType<typeof shadowBatches>,
): Promise<CountingTrouble | Fault | undefined> {
  await using batches = reading;
  for (;;) {
    const next = await batches.next();
    if (next.done === true) return next.value instanceof Fault ? next.value : undefined;
    const trouble = await session.append(side, next.value);
    if (trouble !== undefined) return trouble;
  }
}
