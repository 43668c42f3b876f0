import type { Cell } from './cell.ts';
import type { CodecName } from './plain-lane.ts';

export type MatrixAsk = {
  /** Versions that some producer can write. */
  readonly writers: readonly number[];
  /** Versions that some consumer expects. */
  readonly readers: readonly number[];
  /** The version under judgement; without one, every supported pair is asked for. */
  readonly proposed?: number;
  readonly codecs: readonly CodecName[];
};

/**
 * The cells that must have evidence: for a proposal its row, its column and its round trip, because the rest did not
 * change; without one, the square.
 */
export function planCells({ writers, readers, proposed, codecs }: MatrixAsk): readonly Cell[] {
  const pairs =
    proposed === undefined
      ? writers.flatMap(writer => readers.map(reader => ({ writer, reader, reason: 'supported' as const })))
      : [
          ...others(writers, proposed).map(writer => ({
            writer,
            reader: proposed,
            reason: 'old-writer-new-reader' as const,
          })),
          ...others(readers, proposed).map(reader => ({
            writer: proposed,
            reader,
            reason: 'new-writer-current-reader' as const,
          })),
          { writer: proposed, reader: proposed, reason: 'round-trip' as const },
        ];
  return codecs.flatMap(codec => pairs.map(pair => ({ ...pair, codec })));
}

const others = (versions: readonly number[], proposed: number): readonly number[] =>
  [...new Set(versions)].filter(version => version !== proposed).sort((a, b) => a - b);
