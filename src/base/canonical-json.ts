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

/** `above` holds the objects that are open; one that is met again inside itself has no end. */
function write(value: Json, above: object[]): string {
  switch (typeof value) {
    case 'string':
      return text(value);
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`canonical JSON has no text for ${value}`);
      return value === 0 ? '0' : String(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'bigint':
      return isSafe(value) ? value.toString() : `"${value}"`;
    case 'object':
      return value === null ? 'null' : composite(value, above);
    default:
      throw new TypeError(`canonical JSON has no text for ${typeof value}`);
  }
}

function composite(value: object, above: object[]): string {
  if (above.includes(value)) throw new TypeError('canonical JSON has no text for a cycle');
  above.push(value);
  const written = Array.isArray(value) ? list(value, above) : map(value, above);
  above.pop();
  return written;
}

/** By index, because `map` would skip the holes of a sparse array; a hole is an undefined, and has no text. */
function list(value: readonly Json[], above: object[]): string {
  let written = '[';
  for (let index = 0; index < value.length; index++) {
    if (index > 0) written += ',';
    written += write(value[index]!, above);
  }
  return `${written}]`;
}

function map(value: object, above: object[]): string {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new TypeError('canonical JSON is for plain objects and arrays');
  }
  let written = '{';
  let comma = '';
  // Without a comparison of its own, `sort` compares UTF-16 code units.
  for (const key of Object.keys(value).sort()) {
    written += `${comma}${text(key)}:${write((value as { [key: string]: Json })[key]!, above)}`;
    comma = ',';
  }
  return `${written}}`;
}

/** What needs no escape is most of what there is, and no surrogate is among it. */
const PLAIN = /^[ !#-[\]-\u007e]*$/;

/** `JSON.stringify` of a well-formed string is the escaping that RFC 8785 section 3.2.2.2 asks for. */
function text(value: string): string {
  if (PLAIN.test(value)) return `"${value}"`;
  if (!value.isWellFormed()) throw new TypeError('canonical JSON has no text for a lone surrogate');
  return JSON.stringify(value);
}

const isSafe = (value: bigint): boolean =>
  value <= BigInt(Number.MAX_SAFE_INTEGER) && value >= BigInt(Number.MIN_SAFE_INTEGER);
