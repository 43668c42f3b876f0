import * as z from 'zod';
import { type Digest, isDigest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { type JsonProblem, type Plain, readStrictJson } from '../base/strict-json.ts';

/** A digest in its one spelling: lower-case hex, sha256. */
export const DigestText = z.custom<Digest>(isDigest, {
  error: 'is not sha256: and 64 lower-case hex digits',
});

/** An integer that JSON readers agree on. */
export const Count = z
  .int({ error: 'is not an integer' })
  .min(0, { error: 'is negative' })
  .max(Number.MAX_SAFE_INTEGER);

/** Short printable text; what binds a meaning has no control characters and no spaces at its ends. */
export const Word = z
  .string({ error: 'is not a string' })
  .regex(/^[\x21-\x7e]{1,200}$/, { error: 'is not 1 to 200 printable ASCII characters without spaces' });

/**
 * Parses the very bytes that a digest covers; nothing is repaired and nothing is ignored.
 *
 * @faults BOUND_DOCUMENT_SYNTAX DUPLICATE_KEY NUMBER_RANGE UNSUPPORTED_MANIFEST BOUND_DOCUMENT_FIELD, in this order
 */
export function readBoundDocument<T>(
  document: string,
  schema: string,
  shape: z.ZodType<T>,
  bytes: Uint8Array,
): T | Fault {
  const read = readStrictJson(bytes);
  if (read.kind !== 'read') return jsonFault(document, read);

  const named = member(read.value, 'schema');
  if (typeof named === 'string' && named !== schema) {
    return new Fault('UNSUPPORTED_MANIFEST', { document, schema: named.slice(0, 100) });
  }

  const parsed = shape.safeParse(read.value);
  return parsed.success ? parsed.data : fieldFault(document, read.value, parsed.error.issues[0]!);
}

function jsonFault(document: string, problem: JsonProblem): Fault {
  switch (problem.kind) {
    case 'syntax':
      return new Fault('BOUND_DOCUMENT_SYNTAX', {
        document,
        offset: problem.offset,
        expected: problem.expected,
      });
    case 'duplicate-key':
      return new Fault('DUPLICATE_KEY', { document, path: cut(problem.path) });
    case 'number-range':
      return new Fault('NUMBER_RANGE', { document, path: cut(problem.path) });
    case 'not-integer':
      return new Fault('BOUND_DOCUMENT_FIELD', {
        document,
        path: cut(problem.path),
        problem: 'is not an integer',
      });
  }
}

function fieldFault(document: string, value: Plain, issue: z.core.$ZodIssue): Fault {
  if (issue.code === 'unrecognized_keys') {
    const path = pathText([...issue.path, issue.keys[0]!]);
    return new Fault('BOUND_DOCUMENT_FIELD', { document, path, problem: 'is no field of this document' });
  }
  const found = issue.path.reduce<Plain | undefined>((at, key) => member(at, key), value);
  return new Fault('BOUND_DOCUMENT_FIELD', {
    document,
    path: pathText(issue.path) || '(the document)',
    problem: found === undefined ? 'is missing' : wrongness(issue),
  });
}

/** What is wrong, in our words: a shape says its own in lower case, and the library in upper. */
function wrongness(issue: z.core.$ZodIssue): string {
  if (/^[a-z]/.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `is not ${KINDS[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `is not ${issue.values.map(String).join(' or ')}`;
    case 'too_small':
      return `is below ${issue.minimum}, or has fewer`;
    case 'too_big':
      return `is beyond ${issue.maximum}, or has more`;
    default:
      return 'has another form than it may have';
  }
}

const KINDS: Readonly<Record<string, string>> = {
  object: 'an object',
  record: 'an object',
  array: 'a list',
  tuple: 'a list',
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  null: 'null',
};

function member(value: Plain | undefined, key: PropertyKey): Plain | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  return (value as { readonly [key: PropertyKey]: Plain })[key];
}

/** `shards[2].size` */
const pathText = (path: readonly PropertyKey[]): string =>
  cut(
    path
      .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`))
      .join(''),
  );

/** A key of a stranger's document may be as long as the document. */
const cut = (path: string): string =>
  path.length > LIMITS.echoed_chars_max ? `${path.slice(0, LIMITS.echoed_chars_max)}…` : path;
