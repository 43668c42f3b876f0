import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { Fault } from '../base/fault.ts';
import { reasonOf } from './read-file.ts';

/** A new file that its owner alone may read. It is taken before there is a secret: one that nobody could keep would be lost. */
export class SecretFile {
  readonly #place: string;
  readonly #name: string;
  readonly #handle: number;

  private constructor(place: string, name: string, handle: number) {
    [this.#place, this.#name, this.#handle] = [place, name, handle];
  }

  /** @param name  what a fault calls it @faults FILE_UNWRITABLE */
  static take(place: string, name: string): SecretFile | Fault {
    try {
      return new SecretFile(place, name, openSync(place, 'wx', 0o600));
    } catch (error) {
      return new Fault('FILE_UNWRITABLE', { path: name, reason: reasonOf(error) });
    }
  }

  /** @faults FILE_UNWRITABLE, and then nothing is there */
  keep(secret: string): Fault | undefined {
    try {
      writeSync(this.#handle, secret);
      fsyncSync(this.#handle);
      closeSync(this.#handle);
      return undefined;
    } catch (error) {
      rmSync(this.#place, { force: true });
      return new Fault('FILE_UNWRITABLE', { path: this.#name, reason: reasonOf(error) });
    }
  }

  /** Leaves nothing. */
  discard(): void {
    closeSync(this.#handle);
    rmSync(this.#place, { force: true });
  }
}
