import type { Data } from 'apache-arrow';
import { columnReader, presenceOf } from '../contract/batch.ts';
import type { Field } from '../contract/field.ts';
import type { Value } from '../contract/value.ts';

/**
 * Reads a column of texts of which equal ones are decoded once and are one object: a comparison asks for each several
 * times, and what is told apart by hashing is hashed once.
 */
export function codedTexts(field: Field, data: Data): (row: number) => Value {
  const decode = columnReader(field, data);
  const isPresent = presenceOf(data);
  const [offsets, bytes] = [data.valueOffsets as Int32Array, data.values as Uint8Array];
  const firstRows = firstRowsOf(offsets, bytes, data.length, isPresent);
  const texts = new Map<number, Value>();
  return row => {
    const first = firstRows[row]!;
    if (first === NULL) return null;
    const known = texts.get(first);
    if (known !== undefined) return known;
    const text = decode(first);
    texts.set(first, text);
    return text;
  };
}

const NULL = 0xffff_ffff;

/** Of each row the first that holds the same bytes. */
function firstRowsOf(
  offsets: Int32Array,
  bytes: Uint8Array,
  rows: number,
  isPresent: ((row: number) => boolean) | undefined,
): Uint32Array {
  const firsts = new Uint32Array(rows);
  const mask = 2 ** Math.ceil(Math.log2(2 * rows + 2)) - 1;
  /** One more than the row, so that 0 is a free slot. */
  const slots = new Uint32Array(mask + 1);
  for (let row = 0; row < rows; row++) {
    if (isPresent !== undefined && !isPresent(row)) {
      firsts[row] = NULL;
      continue;
    }
    const [start, end] = [offsets[row]!, offsets[row + 1]!];
    let slot = hashOf(bytes, start, end) & mask;
    for (;;) {
      const first = slots[slot]!;
      if (first === 0) {
        slots[slot] = row + 1;
        firsts[row] = row;
        break;
      }
      if (isSame(bytes, start, end, offsets[first - 1]!, offsets[first]!)) {
        firsts[row] = first - 1;
        break;
      }
      slot = (slot + 1) & mask;
    }
  }
  return firsts;
}

/** FNV-1a, its bits mixed once more; the first bytes of a long text and its length, since to hash all would take longer than to compare. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5 ^ (end - start);
  const last = Math.min(end, start + HASHED_BYTES);
  for (let at = start; at < last; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  for (let at = Math.max(last, end - HASHED_BYTES); at < end; at++)
    hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

const HASHED_BYTES = 64;

function isSame(bytes: Uint8Array, start: number, end: number, from: number, to: number): boolean {
  if (end - start !== to - from) return false;
  for (let at = start, other = from; at < end; at++, other++) if (bytes[at] !== bytes[other]) return false;
  return true;
}
