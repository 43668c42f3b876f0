import { hash } from 'node:crypto';

/** Leaves and inner nodes are hashed apart, so that an inner node can't be passed off as a leaf. */
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** @source RFC 9162 section 2.1.1; the leaf's data may be of any length. */
export const leafHash = (data: Uint8Array): Uint8Array => sha256Bytes([LEAF, data]);

/** The root over leaf hashes in their order; of no leaves, the hash of nothing. */
export function treeRoot(leaves: readonly Uint8Array[]): Uint8Array {
  return leaves.length === 0 ? sha256Bytes([]) : subtreeRoot(leaves, 0, leaves.length);
}

/**
 * The hashes that lead from a leaf to the root, nearest first.
 *
 * @source RFC 9162 section 2.1.3.1
 * @throws RangeError for an index that is no leaf's: a mistake of the caller.
 */
export function inclusionPath(leaves: readonly Uint8Array[], index: number): Uint8Array[] {
  if (!Number.isInteger(index) || index < 0 || index >= leaves.length) {
    throw new RangeError(`${index} is no leaf of a tree of ${leaves.length}`);
  }
  const path: Uint8Array[] = [];
  let [from, to] = [0, leaves.length];
  while (to - from > 1) {
    const middle = from + splitOf(to - from);
    if (index < middle) {
      path.push(subtreeRoot(leaves, middle, to));
      to = middle;
    } else {
      path.push(subtreeRoot(leaves, from, middle));
      from = middle;
    }
  }
  return path.reverse();
}

/**
 * The root that a leaf at `index` of `size` has under a path; undefined for a path of the wrong length.
 *
 * @source RFC 9162 section 2.1.3.2
 */
export function rootFromPath(
  leaf: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
): Uint8Array | undefined {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) {
    return undefined;
  }
  let [place, last, root] = [index, size - 1, leaf];
  for (const step of path) {
    if (last === 0 || step.length !== 32) return undefined;
    if (place % 2 === 1 || place === last) {
      root = sha256Bytes([NODE, step, root]);
      // A last node without a sibling rises unhashed until it has one.
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)];
    } else {
      root = sha256Bytes([NODE, root, step]);
    }
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return last === 0 ? root : undefined;
}

function subtreeRoot(leaves: readonly Uint8Array[], from: number, to: number): Uint8Array {
  if (to - from === 1) return leaves[from]!;
  const middle = from + splitOf(to - from);
  return sha256Bytes([NODE, subtreeRoot(leaves, from, middle), subtreeRoot(leaves, middle, to)]);
}

/** The largest power of two below the size. */
function splitOf(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}

const sha256Bytes = (parts: readonly Uint8Array[]): Uint8Array =>
  hash('sha256', Buffer.concat(parts), 'buffer');
