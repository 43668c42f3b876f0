import type { Bound, Bounds } from './leaf-values.ts';

/** A bound that is longer is cut, and is one still. */
const BOUND_bytes = 64;

/** The least and the greatest of bytes. They are seen where they stand, which nobody may write to until they were asked for. */
export class ByteBounds {
  readonly #isText: boolean;
  #least: Uint8Array | undefined;
  #greatest: Uint8Array | undefined;

  /** @param isText  all that is seen is UTF-8, and so are the bounds */
  constructor(isText: boolean) {
    this.#isText = isText;
  }

  see(bytes: Uint8Array, start: number, end: number): void {
    const [least, greatest] = [this.#least, this.#greatest];
    if (least === undefined || greatest === undefined) {
      this.#least = this.#greatest = bytes.slice(start, end);
      return;
    }
    if (order(bytes, start, end, least) < 0) this.#least = bytes.slice(start, end);
    else if (order(bytes, start, end, greatest) > 0) this.#greatest = bytes.slice(start, end);
  }

  found(): Bounds | undefined {
    const [least, greatest] = [this.#least, this.#greatest];
    if (least === undefined || greatest === undefined) return undefined;
    const above = greatest.length > BOUND_bytes ? this.#above(this.#cut(greatest)) : greatest;
    // Where nothing short is above all, the whole of it is.
    return {
      least: bound(least, least.length > BOUND_bytes ? this.#cut(least) : least),
      greatest: bound(greatest, above ?? greatest),
    };
  }

  /** The beginning; of a text whole code points. */
  #cut(bytes: Uint8Array): Uint8Array {
    let end = BOUND_bytes;
    if (this.#isText) while (end > 0 && isInside(bytes[end]!)) end--;
    return bytes.subarray(0, end);
  }

  /** What is above all that begin so, and as short; undefined where nothing is. */
  #above(start: Uint8Array): Uint8Array | undefined {
    return this.#isText ? textAbove(start) : bytesAbove(start);
  }
}

const bound = (value: Uint8Array, told: Uint8Array): Bound => ({ bytes: told, isExact: told === value });

/** Below 0 where these bytes are before the others. */
function order(bytes: Uint8Array, start: number, end: number, other: Uint8Array): number {
  const shared = Math.min(end - start, other.length);
  for (let at = 0; at < shared; at++) {
    const difference = bytes[start + at]! - other[at]!;
    if (difference !== 0) return difference;
  }
  return end - start - other.length;
}

const isInside = (byte: number): boolean => (byte & 0xc0) === 0x80;

function bytesAbove(start: Uint8Array): Uint8Array | undefined {
  for (let at = start.length - 1; at >= 0; at--)
    if (start[at]! < 0xff) {
      const made = start.slice(0, at + 1);
      made[at]!++;
      return made;
    }
  return undefined;
}

const [BEFORE_HALVES, BEHIND_HALVES, LAST] = [0xd7ff, 0xe000, 0x10ffff] as const;

function textAbove(start: Uint8Array): Uint8Array | undefined {
  const points = Array.from(Buffer.from(start).toString('utf8'), letter => letter.codePointAt(0)!);
  for (let point = points.pop(); point !== undefined; point = points.pop())
    if (point < LAST) {
      const next = point === BEFORE_HALVES ? BEHIND_HALVES : point + 1;
      return Buffer.from(String.fromCodePoint(...points, next), 'utf8');
    }
  return undefined;
}
