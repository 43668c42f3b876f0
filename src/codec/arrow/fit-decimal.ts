import { decimalBits } from '../../contract/arrow-field.ts';
import { fitsDecimal } from '../../contract/decimal-text.ts';
import type { FieldId, TypeOf } from '../../contract/field.ts';
import { type BodyBuffer, valuesIn } from './body.ts';
import { counts, type Lane, refuse } from './lane.ts';

/** Unscaled numbers of one width as those of the contract's, each within its digits: what a file states, it need not keep. */
export function fitDecimal(
  id: FieldId,
  type: TypeOf<'decimal'>,
  precision: number,
  bits: number,
): ((buffer: BodyBuffer, lane: Lane) => Uint32Array) | undefined {
  if (precision > type.precision) return undefined;
  const [words, own] = [bits / 32, decimalBits(type) / 32];
  // Far from the bound a double decides; near it the number itself does.
  const near = 10 ** type.precision * (1 - 2 ** -40);
  return (buffer, lane) => {
    const values = valuesIn(Uint32Array, buffer, lane.length * words, id);
    const made = words === own ? values : resized(values, words, own, lane.length);
    for (let row = 0; row < lane.length; row++) {
      if (Math.abs(roughly(values, row * words, words)) < near || !counts(lane, row)) continue;
      if (!fitsDecimal(exactly(values, row * words, words), type))
        refuse(lane, row, 'OVERFLOW', id, buffer.offset + row * 4 * words);
    }
    return made;
  };
}

function roughly(values: Uint32Array, at: number, words: number): number {
  let value = values[at + words - 1]! | 0;
  for (let word = words - 2; word >= 0; word--) value = value * 2 ** 32 + values[at + word]!;
  return value;
}

function exactly(values: Uint32Array, at: number, words: number): bigint {
  let value = BigInt(values[at + words - 1]! | 0);
  for (let word = words - 2; word >= 0; word--) value = (value << 32n) | BigInt(values[at + word]!);
  return value;
}

/** More words repeat the sign; of fewer, what is lost is the sign alone, which the digits are then asked for. */
function resized(values: Uint32Array, words: number, own: number, length: number): Uint32Array {
  const made = new Uint32Array(length * own);
  for (let row = 0; row < length; row++) {
    const sign = values[(row + 1) * words - 1]! >>> 31 === 1 ? 0xffffffff : 0;
    for (let word = 0; word < own; word++)
      made[row * own + word] = word < words ? values[row * words + word]! : sign;
  }
  return made;
}
