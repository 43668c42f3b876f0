import { type Image, imagesOn } from '../change/image.ts';
import type { ParquetLibrary } from '../codec/parquet/parquet-library.ts';
import type { ForeignRead, ForeignReaders } from '../engine/port.ts';
import type { Cell, Side } from '../matrix/cell.ts';
import { askForeign, type ForeignAsk, type ForeignCell, reportForeign } from '../matrix/foreign-cell.ts';
import type { LoadedSubject } from './load-subject.ts';
import type { Project } from './project.ts';

/** Readers of another make: those whose window is open, who runs them, and in which folder. */
export type ForeignAsked = {
  readonly images: readonly Image[];
  readonly readers: ForeignReaders;
  readonly root: string;
  /** Every version there is a contract of. */
  readonly sides: readonly Side[];
  /** What an image without a version reads. */
  readonly newest: number;
};

/** @param readers  undefined where nobody may run a command: then no image is asked, and none is told of */
export const foreignAsked = (
  { root, config }: Project,
  { subject, contracts }: Pick<LoadedSubject, 'subject' | 'contracts'>,
  newest: number,
  readers: ForeignReaders | undefined,
  now_ms: number,
): ForeignAsked | undefined =>
  readers === undefined
    ? undefined
    : {
        images: imagesOn([...config.readers, ...config.images], subject.name, now_ms),
        readers,
        root,
        sides: [...contracts.values()],
        newest,
      };

type Planned = {
  readonly cells: readonly Cell[];
  /** The version under judgement, if there is one. */
  readonly proposed: number | undefined;
  readonly seed: number;
  readonly parquet: ParquetLibrary;
};

/** All cells of an image are put to it together; one after the other, as each may take all the memory it was given. */
export async function runForeign(
  { images, readers, root, sides, newest }: ForeignAsked,
  planned: Planned,
): Promise<readonly ForeignCell[]> {
  const found: ForeignCell[] = [];
  for (const image of images) {
    const cells = cellsOf(image, image.version ?? newest, planned).map((cell, number) =>
      asked(image.name, cell, sides, planned, number),
    );
    const asks = cells.filter(isAsk);
    const ran = await readers.read(
      image.command,
      asks.flatMap(({ tasks }) => tasks),
      root,
    );
    found.push(...cells.map(one => (isAsk(one) ? answered(one, ran) : one)));
  }
  return found;
}

/**
 * A cell for each of the matrix that has its version as the reader. Where there is none, it was promised nothing, and is asked
 * all the same: who goes back to it has the bytes that are written now.
 */
function cellsOf(image: Image, version: number, { cells, proposed }: Planned): readonly Cell[] {
  const its = cells.filter(({ reader, codec }) => reader === version && image.codecs.includes(codec));
  if (its.length > 0) return its;
  const writers = proposed === undefined ? new Set(cells.map(({ writer }) => writer)) : [proposed];
  const reason = proposed === undefined ? 'supported' : 'new-writer-current-reader';
  return image.codecs.flatMap(codec =>
    [...writers].map(writer => ({ writer, reader: version, codec, reason }) as const),
  );
}

function answered(ask: ForeignAsk, ran: ForeignRead): ForeignCell {
  if (ran.kind === 'missing') return { image: ask.image, cell: ask.cell, kind: 'blank', why: 'no-image' };
  const answers = new Map(ran.answers.map(answer => [answer.id, answer]));
  const isWhole = ask.tasks.every(({ id }) => answers.has(id) || ran.troubles.has(id));
  // Where all of its own was answered, what happened later is another cell's.
  return reportForeign(
    ask,
    answers,
    ran.troubles,
    isWhole && ran.trouble !== 'partial' ? undefined : ran.trouble,
  );
}

const isAsk = (one: ForeignAsk | ForeignCell): one is ForeignAsk => 'tasks' in one;

function asked(
  image: string,
  cell: Cell,
  sides: readonly Side[],
  { seed, parquet }: Planned,
  number: number,
): ForeignAsk | ForeignCell {
  const writer = sides.find(({ version }) => version === cell.writer);
  const reader = sides.find(({ version }) => version === cell.reader);
  if (writer === undefined) return { image, cell, kind: 'blank', why: 'no-writer' };
  if (reader === undefined) return { image, cell, kind: 'blank', why: 'no-reader' };
  return askForeign(image, cell, writer, reader, seed, number, parquet);
}
