/** Numbers from a seed, so that a broken file is made again by its number alone. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number from 0 to below `end`. */
  below(end: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
  }

  oneOf<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }
}

/** The bytes with one to four changes, each of a kind that readers stumble over. */
export function mutated(bytes: Uint8Array, chance: Chance, pieces: readonly Uint8Array[]): Uint8Array {
  let made = Uint8Array.from(bytes);
  for (let changes = 1 + chance.below(3); changes > 0; changes--) made = changed(made, chance, pieces);
  return made;
}

function changed(bytes: Uint8Array, chance: Chance, pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const at = chance.below(bytes.length + 1);
  const end = Math.min(bytes.length, at + 1 + chance.below(12));
  const [before, within, after] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
  switch (chance.below(10)) {
    case 0:
    case 7:
    case 8:
    case 9: {
      const flipped = Uint8Array.from(bytes);
      if (at < flipped.length) flipped[at]! ^= 1 << chance.below(8);
      return flipped;
    }
    case 1:
      return joined(before, chance.oneOf(pieces), bytes.subarray(at));
    case 2:
      return joined(before, chance.oneOf(pieces), after);
    case 3:
      return joined(before, after);
    case 4:
      return joined(before, within, within, within, after);
    case 5:
      return joined(before);
    default: {
      const other = chance.below(bytes.length + 1);
      return joined(before, bytes.subarray(other, other + within.length), after);
    }
  }
}

const joined = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.concat(parts));
