import { LIMITS } from '../../base/limits.ts';
import type { JsonSchema } from '../../native/json-schema/json-schema.ts';

/**
 * Whether two schemas assert the same because they are written the same, what they refer to included. What they say
 * beside their assertions does not count.
 */
export class SameSchemas {
  readonly #known = new Map<JsonSchema, Map<JsonSchema, boolean>>();
  /** Pairs taken for the same, in the order they were met. */
  readonly #granted: (readonly [JsonSchema, JsonSchema])[] = [];
  #depth = 0;

  /** A pair that comes round again inside itself is taken for the same, as a difference would show elsewhere. */
  is(one: JsonSchema, other: JsonSchema): boolean {
    if (one === other) return true;
    if (one.local !== other.local || one.parts.size !== other.parts.size) return false;
    // What a dynamic reference leads to hangs on the way it was reached.
    if (one.opaque.some(keyword => DYNAMIC.has(keyword))) return false;
    if (one.parts.size === 0) return one.accepts === other.accepts;
    const known = this.#known.get(one)?.get(other);
    if (known !== undefined) return known;
    return this.#depth < LIMITS.native_proof_depth_max && this.#compare(one, other);
  }

  #compare(one: JsonSchema, other: JsonSchema): boolean {
    const start = this.#granted.push([one, other]) - 1;
    this.#set(one, other, true);
    this.#depth++;
    const same = [...one.parts].every(([part, below]) => {
      const counterpart = other.parts.get(part);
      return counterpart !== undefined && this.is(below, counterpart);
    });
    this.#depth--;
    if (same) return true;
    // Whatever was taken for the same inside a pair that is not may have been so for its sake.
    for (const [left, right] of this.#granted.splice(start)) this.#known.get(left)!.delete(right);
    this.#set(one, other, false);
    return false;
  }

  #set(one: JsonSchema, other: JsonSchema, answer: boolean): void {
    const row = this.#known.get(one) ?? new Map<JsonSchema, boolean>();
    this.#known.set(one, row.set(other, answer));
  }
}

const DYNAMIC: ReadonlySet<string> = new Set(['$dynamicRef', '$recursiveRef']);
