import { type Bucket, fullAt, type Rate, take } from './rate.ts';

/**
 * One rate, and who has used how much of it. As many are remembered as there is room for: the one that was seen least
 * recently is forgotten, and begins anew.
 */
export class Rates {
  readonly #rate: Rate;
  readonly #most: number;
  /** In the order they were last seen. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(rate: Rate, most: number) {
    this.#rate = rate;
    this.#most = most;
  }

  /** Takes one from `key`. Returns the milliseconds until there is one, where there is none; 0 when it was taken. */
  take(key: string, now_ms: number): number {
    const taken = take(this.#rate, this.#buckets.get(key) ?? fullAt(now_ms), now_ms);
    this.#keep(key, taken.bucket);
    return taken.kind === 'taken' ? 0 : taken.wait_ms;
  }

  /** The same, without taking anything. */
  wait(key: string, now_ms: number): number {
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) return 0;
    const taken = take(this.#rate, bucket, now_ms);
    return taken.kind === 'taken' ? 0 : taken.wait_ms;
  }

  get size(): number {
    return this.#buckets.size;
  }

  #keep(key: string, bucket: Bucket): void {
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size <= this.#most) return;
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }
}
