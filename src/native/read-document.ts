import type { Json } from '../base/canonical-json.ts';
import { Fault, type Place } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { type JsonProblem, type NumberProblem, readJson } from '../base/strict-json.ts';
import type { Path } from './problem.ts';

/** A JSON document as it was written: integers whole, whatever their size, and no key twice. */
export type NativeDocument = {
  readonly value: Json;
  /** Where the value at a path begins; the nearest one above it that was written, where it was not. */
  readonly placeOf: (path: Path) => Place;
};

/** @faults DOCUMENT_TOO_LARGE NATIVE_JSON */
export function readDocument(file: string, bytes: Uint8Array): NativeDocument | Fault {
  const starts = new WeakMap<object, Map<string | number, number>>();
  const onMember = (parent: object, key: string | number, start: number): void => {
    const members = starts.get(parent) ?? new Map<string | number, number>();
    starts.set(parent, members.set(key, start));
  };
  const value = readValue(bytes, onMember, offset => placeIn(file, utf8(bytes.subarray(0, offset))));
  if (value instanceof Fault) return value;
  const placeOf = (path: Path): Place => {
    const text = utf8(bytes);
    return placeIn(file, text.slice(0, startOf(value, path, starts, text.search(/\S/))));
  };
  return { value, placeOf };
}

/** As above, of a value whose places nobody will ask for. @faults DOCUMENT_TOO_LARGE NATIVE_JSON */
export const readInline = (bytes: Uint8Array): Json | Fault => readValue(bytes);

type OnMember = (parent: object, key: string | number, start: number) => void;

function readValue(
  bytes: Uint8Array,
  onMember: OnMember = () => undefined,
  placeAt: (offset: number) => Place | undefined = () => undefined,
): Json | Fault {
  const limit_bytes = LIMITS.native_bytes_max;
  if (bytes.byteLength > limit_bytes)
    return new Fault('DOCUMENT_TOO_LARGE', { bytes: bytes.byteLength, limit_bytes });
  const read = readJson<number | bigint>(bytes, { depth_max: LIMITS.native_depth_max, number, onMember });
  if (read.kind === 'read') return read.value;
  return new Fault('NATIVE_JSON', { problem: problemOf(read), offset: read.offset }, placeAt(read.offset));
}

/** An integer is kept to its last digit; a fraction is the double nearest to it, as every reader of JSON has it. */
function number(literal: string): number | bigint | NumberProblem {
  const value = Number(literal);
  if (!Number.isFinite(value)) return { problem: 'number-range' };
  if (/[.eE]/.test(literal) || literal === '-0' || Number.isSafeInteger(value)) return value;
  return literal.length > LIMITS.numeral_chars_max ? { problem: 'number-range' } : BigInt(literal);
}

function problemOf(found: JsonProblem): string {
  switch (found.kind) {
    case 'syntax':
      return `expected ${found.expected}`;
    case 'duplicate-key':
      return 'a key stands twice';
    case 'number-range':
    case 'not-integer':
      return 'a number is beyond what JSON readers hold';
  }
}

function startOf(
  value: Json,
  path: Path,
  starts: WeakMap<object, ReadonlyMap<string | number, number>>,
  first: number,
): number {
  let [start, here]: [number, Json] = [first, value];
  for (const step of path) {
    if (typeof here !== 'object' || here === null) return start;
    const found = starts.get(here)?.get(step);
    if (found === undefined) return start;
    start = found;
    here = (here as { readonly [key: string | number]: Json })[step]!;
  }
  return start;
}

function placeIn(file: string, before: string): Place {
  const lines = before.split('\n');
  return { file, line: lines.length, column: [...lines.at(-1)!].length + 1 };
}

const utf8 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
