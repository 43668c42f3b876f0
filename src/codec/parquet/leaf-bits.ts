import { bitAt, presenceOf } from '../../contract/batch.ts';
import type { Bounds, LeafValues } from './leaf-values.ts';
import type { PageRows } from './page-rows.ts';

/** Booleans, which take less room than places in a dictionary would. */
export class LeafBits implements LeafValues {
  count = 0;
  readonly distinct = 0;
  readonly dictionary_bytes = 0;
  #bits = new Uint8Array(0);
  #truths = 0;
  #hasTrue = false;
  #hasFalse = false;

  take({ spans, rows, nulls }: PageRows): void {
    this.count = rows - nulls;
    this.#bits = new Uint8Array((this.count + 7) >> 3);
    let [to, truths] = [0, 0];
    for (const { data, start, end } of spans) {
      const present = presenceOf(data);
      const bits = data.values as Uint8Array;
      for (let row = start; row < end; row++) {
        if (present !== undefined && !present(row)) continue;
        if (bitAt(bits, data.offset + row)) {
          this.#bits[to >> 3]! |= 1 << (to & 7);
          truths++;
        }
        to++;
      }
    }
    this.#truths = truths;
  }

  see(): void {
    this.#hasTrue ||= this.#truths > 0;
    this.#hasFalse ||= this.#truths < this.count;
  }

  get plain_bytes(): number {
    return this.#bits.length;
  }

  places(): undefined {
    return undefined;
  }

  plain(): Uint8Array {
    return this.#bits;
  }

  dictionary(): Uint8Array {
    return new Uint8Array(0);
  }

  bounds(): Bounds | undefined {
    if (!this.#hasTrue && !this.#hasFalse) return undefined;
    const exact = (value: boolean) => ({ bytes: Uint8Array.of(value ? 1 : 0), isExact: true });
    return { least: exact(!this.#hasFalse), greatest: exact(this.#hasTrue) };
  }
}
