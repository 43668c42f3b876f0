import { LIMITS } from '../../base/limits.ts';
import { FitStop } from './fit-stop.ts';
import type { Frame } from './ipc-frames.ts';
import type { BatchHead } from './ipc-message.ts';

export type BatchFrame = Frame & { readonly message: { readonly kind: 'batch'; readonly head: BatchHead } };

/** What a node or a place of a buffer takes at most, once it was read. */
const PART_bytes = 64;

/** Batches of a file that stand before a dictionary of theirs, in order, until all dictionaries are there. */
export class HeldBatches {
  #frames: BatchFrame[] = [];
  #held_bytes = 0;

  get isEmpty(): boolean {
    return this.#frames.length === 0;
  }

  add(frame: BatchFrame): void {
    const { nodes, buffers, variadic } = frame.message.head;
    this.#held_bytes +=
      frame.body.length + PART_bytes * (1 + nodes.length + buffers.length + variadic.length);
    if (this.#held_bytes > LIMITS.codec_bytes_max) throw new FitStop('ROW_GROUP_TOO_LARGE');
    this.#frames.push(frame);
  }

  taken(): readonly BatchFrame[] {
    const frames = this.#frames;
    this.#frames = [];
    return frames;
  }
}
