import { bitAt } from '../../contract/batch.ts';

/** The rows of a column, of which those count that no null or length above it leaves out. */
export type Lane = {
  readonly length: number;
  /** A bit a row, where not all of them count. */
  readonly live: Uint8Array | undefined;
  /** The row of the record batch that a row of the column belongs to. */
  readonly rowOf: (index: number) => number;
};

export const wholeLane = (length: number): Lane => ({ length, live: undefined, rowOf: index => index });

/** The rows of a lane that have a value. */
export function presentLane(lane: Lane, present: Uint8Array | undefined): Lane {
  if (present === undefined) return lane;
  const { live } = lane;
  if (live === undefined) return { ...lane, live: present };
  return { ...lane, live: Uint8Array.from(live, (byte, index) => byte & present[index]!) };
}

export const counts = ({ live }: Lane, index: number): boolean => live === undefined || bitAt(live, index);

/** The items of lists: of the rows that count, those between their ends. */
export function itemLane(lane: Lane, starts: Int32Array, ends: Int32Array, length: number): Lane {
  return { length, live: liveItems(lane, starts, ends, length), rowOf: item => lane.rowOf(rowWith(item)) };

  /** Asked once at most, when an item is refused. */
  function rowWith(item: number): number {
    for (let row = 0; row < lane.length; row++)
      if (counts(lane, row) && starts[row]! <= item && item < ends[row]!) return row;
    return 0;
  }
}

function liveItems(lane: Lane, starts: Int32Array, ends: Int32Array, length: number): Uint8Array | undefined {
  let held = 0;
  for (let row = 0; row < lane.length; row++) if (counts(lane, row)) held += ends[row]! - starts[row]!;
  // Lists that stand behind one another and hold as many items as there are hold all of them.
  const isWhole = held === length && isRun(lane, starts, ends);
  if (isWhole) return undefined;
  const live = new Uint8Array((length + 7) >> 3);
  for (let row = 0; row < lane.length; row++)
    if (counts(lane, row))
      for (let item = starts[row]!; item < ends[row]!; item++) live[item >> 3]! |= 1 << (item & 7);
  return live;
}

function isRun(lane: Lane, starts: Int32Array, ends: Int32Array): boolean {
  let at = 0;
  for (let row = 0; row < lane.length; row++) {
    if (!counts(lane, row)) continue;
    if (starts[row] !== at) return false;
    at = ends[row]!;
  }
  return true;
}

/** How many of the first `length` bits are set. */
export function bitsSet(bitmap: Uint8Array, length: number): number {
  let set = 0;
  const whole = length >> 3;
  let byte = 0;
  const { buffer, byteOffset } = bitmap;
  if (byteOffset % 4 === 0) {
    const words = new Int32Array(buffer, byteOffset, whole >> 2);
    for (const word of words) {
      let bits = word - ((word >>> 1) & 0x55555555);
      bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
      set += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
    }
    byte = words.length * 4;
  }
  for (let index = byte * 8; index < length; index++) if (bitAt(bitmap, index)) set++;
  return set;
}
