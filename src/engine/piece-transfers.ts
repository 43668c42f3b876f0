import { isMarkedAsUntransferable } from 'node:worker_threads';
import type { Piece } from '../codec/forms/record-form.ts';

/** Buffers of a piece that are nobody else's, so that they can go to another thread as they are. */
export function transfersOf(piece: Piece): readonly ArrayBuffer[] {
  const views =
    piece.kind === 'groups'
      ? piece.groups.flatMap(({ columns }) => columns.map(({ bytes }) => bytes))
      : [piece.bytes];
  const buffers = new Set<ArrayBuffer>();
  for (const { buffer } of views)
    if (buffer instanceof ArrayBuffer && buffer.byteLength > 0 && !isMarkedAsUntransferable(buffer))
      buffers.add(buffer);
  return [...buffers];
}
