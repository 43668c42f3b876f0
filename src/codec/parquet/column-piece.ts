import type { ThriftNode, ThriftStruct } from '../../native/parquet/thrift-tree.ts';
import { CHUNK, long, META, numberAt, numberIn, structAt, structOf, textsAt } from './footer-tree.ts';

/** The bytes of a column of a row group, wherever they are put, and what a footer says of them. */
export type ColumnPiece = {
  /** `data` and `dictionary` count from the first of the bytes. */
  readonly meta: ThriftStruct;
  readonly bytes: Uint8Array;
};

/** The name of the field that it is of, or lies in. */
export const topOf = ({ meta }: Pick<ColumnPiece, 'meta'>): string | undefined => textsAt(meta, META.path)[0];

/** Where a chunk of a footer lies in its file. */
export function spanOf(chunk: ThriftStruct): { readonly start: number; readonly end: number } {
  const meta = structAt(chunk, CHUNK.meta);
  const data = numberIn(meta, META.data);
  // Most columns have none, and some writers say 0 of one that is none.
  const dictionary = numberAt(meta, META.dictionary);
  const start = dictionary !== undefined && dictionary > 0 && dictionary < data ? dictionary : data;
  return { start, end: start + numberIn(meta, META.packed_bytes) };
}

/** A chunk out of the file that `bytesOf` reads. */
export function pieceOf(chunk: ThriftStruct, bytes: Uint8Array): ColumnPiece {
  const { start } = spanOf(chunk);
  return { meta: movedMeta(structAt(chunk, CHUNK.meta), -start), bytes };
}

/** The chunk, where its bytes begin at `at`; what lies apart from them, an index of pages or a filter, is not theirs. */
export const chunkAt = ({ meta }: Pick<ColumnPiece, 'meta'>, at: number): ThriftStruct => {
  const moved = movedMeta(meta, at);
  return new Map([
    [CHUNK.start, long(0)],
    [CHUNK.meta, structOf(moved)],
  ]);
};

/** Of all that may be said of a column: not where else something lies, nor what nobody here has a use for. */
const KEPT: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6, 7, 9, 11, 12, 13]);

function movedMeta(meta: ThriftStruct, by: number): ThriftStruct {
  const made = new Map<number, ThriftNode>();
  const data = numberIn(meta, META.data);
  for (const [id, node] of meta) {
    if (!KEPT.has(id)) continue;
    if (id !== META.data && id !== META.dictionary) {
      made.set(id, node);
      continue;
    }
    const at = numberIn(meta, id);
    // Some writers give 0, or a place behind the data, for a dictionary that is none.
    if (id === META.dictionary && (by < 0 ? at === 0 || at > data : at < 0)) continue;
    made.set(id, long(at + by));
  }
  return made;
}
