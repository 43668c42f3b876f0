import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, writeSync } from 'node:fs';
import { Fault } from '../base/fault.ts';
import { uponSignal } from '../engine/upon-signal.ts';
import { reasonOf } from './read-file.ts';

/** A new file that is written bit by bit, and is there under its name only when it is kept: whole, or not at all. */
export class NewFile {
  readonly #place: string;
  readonly #name: string;
  readonly #draft: string;
  readonly #handle: number;
  readonly #settled: () => void;

  private constructor(place: string, name: string, draft: string, handle: number) {
    [this.#place, this.#name, this.#draft, this.#handle] = [place, name, draft, handle];
    this.#settled = uponSignal(() => rmSync(draft, { force: true }));
  }

  /** @param name  what a fault calls it @param part  a word that nobody else uses @faults FILE_UNWRITABLE */
  static open(place: string, name: string, part: string): NewFile | Fault {
    if (existsSync(place))
      return new Fault('FILE_UNWRITABLE', { path: name, reason: 'a file is in the way' });
    const draft = `${place}.${part}.part`;
    try {
      return new NewFile(place, name, draft, openSync(draft, 'wx'));
    } catch (error) {
      return new Fault('FILE_UNWRITABLE', { path: name, reason: reasonOf(error) });
    }
  }

  /** @faults FILE_UNWRITABLE */
  write(bytes: Uint8Array): Fault | undefined {
    return this.#trying(() => {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#handle, bytes, at);
    });
  }

  /** @faults FILE_UNWRITABLE, and then nothing is there */
  keep(): Fault | undefined {
    const fault = this.#trying(() => {
      fsyncSync(this.#handle);
      // A link is refused where a file came into the way; a rename would replace it.
      linkSync(this.#draft, this.#place);
    });
    this.discard();
    return fault;
  }

  /** Leaves nothing of the draft. */
  discard(): void {
    closeSync(this.#handle);
    rmSync(this.#draft, { force: true });
    this.#settled();
  }

  #trying(act: () => void): Fault | undefined {
    try {
      act();
      return undefined;
    } catch (error) {
      return new Fault('FILE_UNWRITABLE', { path: this.#name, reason: reasonOf(error) });
    }
  }
}
