import { LIMITS } from '../../base/limits.ts';
import type { JsonSchema } from '../../native/json-schema/json-schema.ts';

/**
 * Whether two schemas assert the same because they are written the same, what they refer to included. What they say
 * beside their assertions does not count.
 */
export class SameSchemas {
  readonly #outlines = new Map<JsonSchema, string>();
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
    const same =
      [...one.parts].every(([part, below]) => {
        if (isUnordered(part)) return true;
        const counterpart = other.parts.get(part);
        return counterpart !== undefined && this.is(below, counterpart);
      }) && UNORDERED.every(keyword => this.#areSame(one[keyword] ?? [], other[keyword] ?? []));
    this.#depth--;
    if (same) return true;
    // Whatever was taken for the same inside a pair that is not may have been so for its sake.
    for (const [left, right] of this.#granted.splice(start)) this.#known.get(left)!.delete(right);
    this.#set(one, other, false);
    return false;
  }

  /** Each is the same as one of the others that no other is the same as. Most stand where they stood. */
  #areSame(some: readonly JsonSchema[], others: readonly JsonSchema[]): boolean {
    if (some.length !== others.length) return false;
    if (some.length === 0) return true;
    const left = new Map<string, JsonSchema[]>();
    for (const other of others) {
      const key = this.#outline(other);
      const alike = left.get(key);
      if (alike === undefined) left.set(key, [other]);
      else alike.push(other);
    }
    return some.every(one => {
      const candidates = left.get(this.#outline(one)) ?? [];
      const found = candidates.findIndex(other => this.is(one, other));
      return found >= 0 && candidates.splice(found, 1).length === 1;
    });
  }

  /** Of two that are the same, the same text. */
  #outline(schema: JsonSchema): string {
    const known = this.#outlines.get(schema);
    if (known !== undefined) return known;
    const parts = [...schema.parts].map(([part, { local }]) => `${isUnordered(part) ? '' : part}${local}`);
    const outline = `${schema.local}${parts.sort().join()}`;
    this.#outlines.set(schema, outline);
    return outline;
  }

  #set(one: JsonSchema, other: JsonSchema, answer: boolean): void {
    const row = this.#known.get(one) ?? new Map<JsonSchema, boolean>();
    this.#known.set(one, row.set(other, answer));
  }
}

/** Lists of schemas of one value, in which the order asserts nothing. */
export const UNORDERED = ['allOf', 'anyOf', 'oneOf'] as const;

export const isUnordered = (part: string): boolean => /^(?:allOf|anyOf|oneOf)\//.test(part);

const DYNAMIC: ReadonlySet<string> = new Set(['$dynamicRef', '$recursiveRef']);
