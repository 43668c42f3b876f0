import { sha256 } from '../base/digest.ts';

/** Numbers from 0 up to 1 that look like chance and are the same for the same seed and name, on every machine. */
export type Chance = () => number;

export function chance(seed: number, name: string): Chance {
  let state = Number(BigInt(`0x${sha256(`${seed} ${name}`).slice(-8)}`));
  return () => {
    // mulberry32: 2^32 states are plenty for a few hundred probes.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const pick = <T>(next: Chance, from: readonly T[]): T => from[Math.floor(next() * from.length)]!;

/** An integer from `min` to `max`, both included. */
export const between = (next: Chance, min: bigint, max: bigint): bigint =>
  min + BigInt(Math.floor(next() * Number(max - min + 1n)));
