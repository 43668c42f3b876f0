import type { Json } from '../../base/canonical-json.ts';
import { isJsonObject } from './resolve-ref.ts';
import { sameValue } from './same-value.ts';

/** A list of values that is asked often whether it holds one. */
export class ValueSet {
  readonly list: readonly Json[];
  readonly #buckets = new Map<string, Json[]>();

  constructor(list: readonly Json[]) {
    this.list = list;
    for (const value of list) {
      const key = bucketOf(value);
      const bucket = this.#buckets.get(key) ?? [];
      this.#buckets.set(key, bucket);
      bucket.push(value);
    }
  }

  has(value: Json): boolean {
    return this.#buckets.get(bucketOf(value))?.some(one => sameValue(one, value)) === true;
  }
}

/** Equal values share one; most others do not. */
function bucketOf(value: Json): string {
  if (typeof value === 'string') return `s${value}`;
  if (typeof value === 'number' || typeof value === 'bigint') return `n${Number(value)}`;
  if (Array.isArray(value)) return `a${value.length}`;
  return isJsonObject(value) ? `o${Object.keys(value).sort().join()}` : String(value);
}
