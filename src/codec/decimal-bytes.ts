/** Two's complement of the least length, big-endian; 0 is one byte. */
export function decimalBytes(unscaled: bigint): Uint8Array {
  let length = 1;
  while (BigInt.asIntN(8 * length, unscaled) !== unscaled) length++;
  const bytes = new Uint8Array(length);
  for (let at = length - 1, rest = unscaled; at >= 0; at--, rest >>= 8n) bytes[at] = Number(rest & 0xffn);
  return bytes;
}

/** The number that at least one byte stands for, in two's complement, big-endian. */
export function decimalOfBytes(bytes: Uint8Array, start: number, end: number): bigint {
  let value = bytes[start]! > 0x7f ? -1n : 0n;
  for (let at = start; at < end; at++) value = (value << 8n) | BigInt(bytes[at]!);
  return value;
}
