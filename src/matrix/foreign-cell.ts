import { type Digest, documentDigest, sha256 } from '../base/digest.ts';
import type { ParquetLibrary } from '../codec/parquet/parquet-library.ts';
import type { Cell, Side } from './cell.ts';
import { prepareCell } from './cell-report.ts';
import { isOrdinary } from './ordinary.ts';
import type { Verdict } from './part-report.ts';
import type { PlainAnswer, PlainTask } from './plain-lane.ts';
import { type Sample, sampleOf } from './sample.ts';
import { type Tally, tallyOf } from './tally.ts';
import { type Asked, askPart, plainTrial, type Trial } from './trial.ts';

/** What a reader of another make did instead of answering. `none` is what nobody believes: it answered all of it. */
export const TROUBLES = ['crash', 'timeout', 'memory', 'garbage', 'partial', 'too-long'] as const;
export type Trouble = (typeof TROUBLES)[number];

/** What a reader of another make, a command or an image, makes of the bytes of one writer. */
export type ForeignCell = {
  /** What the reader is called in `registry.config.ts`. */
  readonly image: string;
  readonly cell: Cell;
} & (
  | {
      readonly kind: 'ran';
      readonly evidence: Digest;
      readonly encoding: Verdict;
      readonly meaning: Verdict;
      readonly lane: Tally;
      /** What it did besides answering, at the first probe of each; never a pass. */
      readonly troubles: readonly { readonly kind: Trouble; readonly probe: string | null }[];
      /** Each field that it changed in silence. */
      readonly samples: readonly { readonly field: number; readonly name: string; readonly sample: Sample }[];
    }
  | { readonly kind: 'blank'; readonly why: 'no-writer' | 'no-reader' | 'no-image' }
);

export type ForeignAsk = {
  readonly image: string;
  readonly cell: Cell;
  readonly asked: Asked;
  readonly tasks: readonly PlainTask[];
};

/**
 * What it is asked: whole records alone, as it reads nothing else.
 *
 * @param number  tells the tasks of this cell from those of others
 */
export function askForeign(
  image: string,
  cell: Cell,
  writer: Side,
  reader: Side,
  seed: number,
  number: number,
  parquet: ParquetLibrary,
): ForeignAsk {
  const [whole] = prepareCell(cell, writer, reader).parts;
  const asked = askPart(whole!, seed, number, parquet);
  const tasks = asked.asks.flatMap(({ wanted, task }) => (wanted.alone === undefined ? [task] : []));
  return { image, cell, asked, tasks };
}

/** A probe without an answer ended as a crash: of whatever the reader did instead, none is a pass. */
export function reportForeign(
  { image, cell, asked, tasks }: ForeignAsk,
  answers: ReadonlyMap<string, PlainAnswer>,
  troubles: ReadonlyMap<string, Trouble>,
  /** Of the reader as a whole. */
  trouble: Trouble | undefined,
): ForeignCell {
  const wanted = new Set(tasks.map(({ id }) => id));
  const trials = asked.asks
    .filter(({ task }) => wanted.has(task.id))
    .map(ask =>
      plainTrial(
        asked,
        ask,
        answers.get(ask.task.id) ?? { id: ask.task.id, kind: 'crash', how: 'no answer' },
      ),
    );
  const ordinary = trials.filter(isOrdinary);
  const own = asked.asks.flatMap(({ task, probe }) => {
    const kind = troubles.get(task.id);
    return kind === undefined ? [] : [{ kind, probe: probe.id }];
  });
  const all = [...own, ...(trouble === undefined ? [] : [{ kind: trouble, probe: null }])];
  const reads = all.length === 0 && ordinary.every(({ observed }) => observed.kind === 'read');
  const means = ordinary.every(({ judged }) => judged.outcome !== 'silent-change');
  return {
    image,
    cell,
    kind: 'ran',
    evidence: documentDigest(
      trials.map(({ probe, observed, judged }) => [
        probe.id,
        probe.row === undefined ? sha256(probe.bytes) : `${sha256(probe.bytes)} ${probe.row}`,
        judged.outcome,
        observed.kind === 'refused' ? observed.code : null,
      ]),
    ),
    encoding: reads ? 'passes' : 'fails',
    // Of what it didn't answer nobody knows what it means to it.
    meaning: means && all.length === 0 ? 'passes' : 'fails',
    lane: tallyOf(trials),
    troubles: TROUBLES.flatMap(kind => all.find(found => found.kind === kind) ?? []),
    samples: samplesOf(trials),
  };
}

type Samples = Extract<ForeignCell, { kind: 'ran' }>['samples'];

/** The first of each field: the probes go from typical to odd. */
function samplesOf(trials: readonly Trial[]): Samples {
  const samples = new Map<number, Samples[number]>();
  for (const { probe, judged } of trials)
    for (const reading of judged.fields) {
      const { field, outcome } = reading;
      if (outcome === 'silent-change' && !samples.has(field.id))
        samples.set(field.id, { field: field.id, name: field.name, sample: sampleOf(field, probe, reading) });
    }
  return [...samples.values()];
}
