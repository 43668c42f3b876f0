/** What a document may hold. A bigint is an integer; beyond 2^53 - 1 it is written as a decimal string. */
export type Json =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/**
 * The one text of a document (RFC 8785, JSON Canonicalization Scheme): keys sorted by UTF-16 code units, numbers as
 * ECMAScript prints them, no white space.
 *
 * What has no JSON text is a mistake of the caller, not of the world: NaN, infinities, undefined, lone surrogates,
 * cycles and objects that are not plain are refused with a TypeError.
 */
export function canonicalJson(value: Json): string {
  return write(value, []);
}

function write(value: Json, above: readonly object[]): string {
  switch (typeof value) {
    case 'boolean':
      return value ? 'true' : 'false';
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`canonical JSON has no text for ${value}`);
      return Object.is(value, -0) ? '0' : String(value);
    case 'bigint':
      return isSafe(value) ? value.toString() : `"${value}"`;
    case 'string':
      return text(value);
    case 'object':
      return value === null ? 'null' : composite(value, above);
    default:
      throw new TypeError(`canonical JSON has no text for ${typeof value}`);
  }
}

function composite(value: object, above: readonly object[]): string {
  if (above.includes(value)) throw new TypeError('canonical JSON has no text for a cycle');
  const path = [...above, value];
  if (Array.isArray(value)) {
    // `map` would skip the holes of a sparse array; a hole is an undefined, and has no text.
    return `[${Array.from(value as Json[], item => write(item, path)).join(',')}]`;
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new TypeError('canonical JSON is for plain objects and arrays');
  }
  const members = Object.entries(value as { [key: string]: Json }).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, item]) => `${text(key)}:${write(item, path)}`).join(',')}}`;
}

/** `JSON.stringify` of a well-formed string is the escaping that RFC 8785 section 3.2.2.2 asks for. */
function text(value: string): string {
  if (!value.isWellFormed()) throw new TypeError('canonical JSON has no text for a lone surrogate');
  return JSON.stringify(value);
}

const isSafe = (value: bigint): boolean =>
  value <= BigInt(Number.MAX_SAFE_INTEGER) && value >= BigInt(Number.MIN_SAFE_INTEGER);
