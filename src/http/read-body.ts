import { Fault } from '../base/fault.ts';
import { type JsonProblem, type Plain, readStrictJson } from '../base/strict-json.ts';
import { invalidUtf8Offset } from '../base/utf8.ts';
import { echoed } from './problem.ts';

/**
 * The one JSON document that a request carries. Two equal keys, half of a surrogate pair, a number that is not whole: what
 * readers disagree about is refused, before anything looks at its shape.
 *
 * @faults BODY_MALFORMED KEY_REFUSED
 */
export function readBody(bytes: Uint8Array): Plain | Fault {
  const invalid = invalidUtf8Offset(bytes);
  if (invalid !== undefined) return malformed(bytes, 'utf-8', invalid, 'no UTF-8 begins here');
  const read = readStrictJson(bytes);
  if (read.kind !== 'read') return malformed(bytes, read.kind, read.offset, WHAT_IS_WRONG[read.kind](read));
  const key = prototypeKey(read.value);
  return key === undefined ? read.value : new Fault('KEY_REFUSED', { key });
}

const WHAT_IS_WRONG: Readonly<Record<JsonProblem['kind'], (problem: JsonProblem) => string>> = {
  syntax: found => `expected ${found.kind === 'syntax' ? found.expected : 'JSON'}`,
  'duplicate-key': found => `${pathOf(found)} stands twice`,
  'number-range': found => `${pathOf(found)} is beyond 2^53 - 1: write it as a string`,
  'not-integer': found => `${pathOf(found)} is no whole number: floats are sent as their bits`,
};

const pathOf = (found: JsonProblem): string => ('path' in found ? echoed(found.path) : '');

function malformed(bytes: Uint8Array, kind: string, offset: number, what: string): Fault {
  const line = bytes.subarray(0, offset).filter(byte => byte === 0x0a).length + 1;
  return new Fault('BODY_MALFORMED', { kind, line, offset, problem: what });
}

const PROTOTYPE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** The depth is bounded by the reader. */
function prototypeKey(value: Plain): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, below] of Object.entries(value)) {
    const found = PROTOTYPE_KEYS.has(key) ? key : prototypeKey(below);
    if (found !== undefined) return found;
  }
  return undefined;
}
