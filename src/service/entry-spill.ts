import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { uponSignal } from '../engine/upon-signal.ts';
import { decodeEntries, type Entry, encodeEntry, partOfId } from '../golden/reconcile/entry.ts';
import { reasonOf } from './read-file.ts';

type Side = 'old' | 'new';

/**
 * Entries of two snapshots, in parts that have no id in common. What memory has no room for lies in files of a folder of its own, so of
 * the snapshots one part is held at a time, however large they are.
 */
export class EntrySpill implements Disposable {
  readonly #held: Readonly<Record<Side, Buffer[][]>> = { old: emptyParts(), new: emptyParts() };
  #held_bytes = 0;
  #folder: string | undefined;
  #settled: () => void = () => undefined;
  readonly #held_bytes_max: number;
  readonly #above: string;

  /** @param above  where its folder is made */
  constructor(held_bytes_max: number = LIMITS.reconcile_held_bytes_max, above = tmpdir()) {
    this.#held_bytes_max = held_bytes_max;
    this.#above = above;
  }

  /** @faults SPILL_UNWRITABLE */
  put(side: Side, entry: Entry): Fault | undefined {
    const bytes = encodeEntry(entry);
    this.#held[side][partOfId(entry.id, PARTS)]!.push(bytes);
    this.#held_bytes += bytes.length;
    return this.#held_bytes > this.#held_bytes_max ? this.#flush() : undefined;
  }

  #flush(): Fault | undefined {
    try {
      this.#folder ??= this.#newFolder();
      for (const side of ['old', 'new'] as const)
        for (const [part, entries] of this.#held[side].entries()) {
          if (entries.length === 0) continue;
          appendFileSync(fileOf(this.#folder, side, part), Buffer.concat(entries));
          this.#held[side][part] = [];
        }
      this.#held_bytes = 0;
      return undefined;
    } catch (error) {
      return new Fault('SPILL_UNWRITABLE', { folder: this.#above, reason: reasonOf(error) });
    }
  }

  #newFolder(): string {
    const folder = mkdtempSync(path.join(this.#above, 'assay-reconcile-'));
    this.#settled = uponSignal(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }

  /** Each part once. */
  *parts(): Generator<Readonly<Record<Side, Iterable<Entry>>>> {
    for (let part = 0; part < PARTS; part++)
      yield { old: this.#part('old', part), new: this.#part('new', part) };
  }

  #part(side: Side, part: number): Iterable<Entry> {
    const held = this.#held[side][part]!;
    this.#held[side][part] = [];
    const file = this.#folder === undefined ? undefined : fileOf(this.#folder, side, part);
    const written = file !== undefined && existsSync(file) ? [readFileSync(file)] : [];
    return decodeEntries(Buffer.concat([...written, ...held]));
  }

  [Symbol.dispose](): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
    this.#settled();
  }
}

/** Of a hundred million samples each has some 400,000. */
const PARTS = 256;

const emptyParts = (): Buffer[][] => Array.from({ length: PARTS }, () => []);

const fileOf = (folder: string, side: Side, part: number): string => path.join(folder, `${side}-${part}`);
