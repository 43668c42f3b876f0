import { type Digest, documentDigest, sha256 } from '../base/digest.ts';
import { LIMITS } from '../base/limits.ts';
import type { ParquetLibrary } from '../codec/parquet/parquet-library.ts';
import type { FieldId } from '../contract/field.ts';
import type { Cell, Side } from './cell.ts';
import { prepareCell } from './cell-report.ts';
import { type Edge, edgesOf } from './edge.ts';
import { isOrdinary } from './ordinary.ts';
import { samplesOf, type Verdict } from './part-report.ts';
import { placeOf } from './place-of.ts';
import type { PlainAnswer, PlainTask } from './plain-lane.ts';
import type { Probe } from './probe.ts';
import { isOfOrdinary, type Sample } from './sample.ts';
import { type Tally, tallyOf } from './tally.ts';
import { type Asked, askPart, plainTrial } from './trial.ts';

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
      /** What it did besides answering, at each probe that it ended at; never a pass. */
      readonly troubles: readonly ForeignTrouble[];
      /** Probes that it neither answered nor ended at: some of them, and how many there are. */
      readonly unanswered: { readonly first: readonly ProbeName[]; readonly count: number };
      /** Of each field for which it held in silence what nobody wrote, the plainest. */
      readonly samples: readonly { readonly field: number; readonly name: string; readonly sample: Sample }[];
      /** Lawful values that it loses, of fields whose ordinary values it keeps. */
      readonly edges: readonly Edge[];
    }
  | { readonly kind: 'blank'; readonly why: 'no-writer' | 'no-reader' | 'no-image' }
);

export type ForeignTrouble = {
  readonly kind: Trouble;
  /** Null of what it did to no probe, but as a whole. */
  readonly probe: string | null;
  /** The field that the probe is about; null where it is the record. */
  readonly field: FieldId | null;
};
type ProbeName = { readonly probe: string; readonly field: FieldId | null };

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
    return kind === undefined ? [] : [{ kind, ...nameOf(probe) }];
  });
  // Where it was seen to end so, that it did says no more.
  const isSeen = trouble === undefined || own.some(({ kind }) => kind === trouble);
  const all = [...own, ...(isSeen ? [] : [{ kind: trouble, probe: null, field: null }])];
  const silent = asked.asks.flatMap(({ task: { id }, probe }) =>
    wanted.has(id) && !answers.has(id) && !troubles.has(id) ? [nameOf(probe)] : [],
  );
  const reads = all.length === 0 && ordinary.every(({ observed }) => observed.kind === 'read');
  const means = ordinary.every(({ judged }) => judged.outcome !== 'silent-change');
  const samples = [...samplesOf(asked, trials)].map(([field, sample]) => {
    const { name } = asked.part.reader.fields[placeOf(asked.part.reader, field)!]!;
    return { field, name, sample };
  });
  const changed = new Set(samples.flatMap(({ field, sample }) => (isOfOrdinary(sample) ? [field] : [])));
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
    troubles: all,
    unanswered: { first: silent.slice(0, LIMITS.foreign_unanswered_told_max), count: silent.length },
    samples,
    // What it died at stands among its troubles.
    edges: edgesOf(asked, trials).filter(({ field, ends }) => ends !== 'crash' && !changed.has(field)),
  };
}

const nameOf = ({ id, field }: Probe): ProbeName => ({ probe: id, field: field ?? null });
