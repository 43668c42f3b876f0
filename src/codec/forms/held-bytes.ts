import type { Lacking, Piece, PieceWriter } from './record-form.ts';

/** A form whose batches are written each by itself, one behind the other. */
export function bytesWriter(
  write: (batch: Parameters<PieceWriter['add']>[0]) => {
    readonly bytes: Uint8Array;
    readonly lacking: Lacking;
  },
): PieceWriter {
  let held: Uint8Array[] = [];
  return {
    add: batch => {
      const { bytes, lacking } = write(batch);
      held.push(bytes);
      return lacking;
    },
    isFull: true,
    taken: (): Piece => {
      const [first = new Uint8Array(), ...more] = held;
      held = [];
      return { kind: 'bytes', bytes: more.length === 0 ? first : Buffer.concat([first, ...more]) };
    },
  };
}
