import { bitAt } from '../../contract/batch.ts';
import type { FieldId } from '../../contract/field.ts';
import type { RejectCode } from '../../contract/reject.ts';
import { FitStop } from './fit-stop.ts';

/** The rows of a column, of which those count that no null or length above it leaves out. */
export type Lane = {
  readonly length: number;
  /** A bit a row, where not all of them count. */
  readonly live: Uint8Array | undefined;
  /** The row of the record batch that a row of the column belongs to. */
  readonly rowOf: (index: number) => number;
  /** Hears of rows whose value is refused, where the others are read all the same. */
  readonly apart?: ((stop: FitStop) => void) | undefined;
};

export const wholeLane = (length: number, apart?: Lane['apart']): Lane => ({
  length,
  live: undefined,
  rowOf: index => index,
  apart,
});

/** Refuses one value. @throws FitStop where its row is not set apart */
export function refuse(
  { rowOf, apart }: Lane,
  index: number,
  code: RejectCode,
  field: FieldId,
  offset: number,
): void {
  const stop = new FitStop(code, field, rowOf(index), offset);
  if (apart === undefined) throw stop;
  apart(stop);
}

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
  /** Made when the first item is refused. Of lists upon one another the first has the item. */
  let rows: Int32Array | undefined;
  return {
    length,
    live: liveItems(lane, starts, ends, length),
    rowOf: item => {
      rows ??= rowsOfItems(lane, starts, ends, length);
      return lane.rowOf(rows[item]!);
    },
    apart: lane.apart,
  };
}

function rowsOfItems(lane: Lane, starts: Int32Array, ends: Int32Array, length: number): Int32Array {
  const rows = new Int32Array(length);
  for (let row = lane.length - 1; row >= 0; row--)
    if (counts(lane, row)) rows.fill(row, starts[row], ends[row]);
  return rows;
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
