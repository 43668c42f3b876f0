import type * as z from 'zod';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { nearest } from './nearest.ts';
import { pathText, shapeProblem } from './shape-problem.ts';
import { nodeAt, type Path, placeOf, placeOfKey, plainOf, type YamlDocument } from './yaml-document.ts';

/**
 * What stands under a path, in the shape asked for, or the first thing wrong with it and where.
 *
 * Write the schema with `z.strictObject`: a key nobody knows is an error, not a pass. Write integers with `whole` or
 * `INTEGER`, other numbers with `DECIMAL`: the shape sees an integer as a bigint. What a check has to say beyond
 * its kind is its message, as in `z.string().regex(NAME, 'a lower-case name')`: it completes "write …".
 *
 * @faults UNKNOWN_KEY KEY_MISSING SHAPE
 */
export function parseWith<S extends z.ZodType>(
  schema: S,
  document: YamlDocument,
  path: Path = [],
): z.output<S> | Fault {
  const node = nodeAt(document, path);
  const result = schema.safeParse(node === undefined ? undefined : plainOf(node));
  if (result.success) return result.data;
  const problem = shapeProblem(schema, result.error);
  const where = [...path, ...problem.path];
  if (problem.kind === 'unknown') {
    const { key, known } = problem;
    const facts = {
      key: key.slice(0, LIMITS.echoed_chars_max),
      nearest: nearest(key, known),
      known: known.join(', '),
    };
    return new Fault('UNKNOWN_KEY', facts, placeOfKey(document, [...where, key]));
  }
  const place = placeOf(document, where);
  if (nodeAt(document, where) !== undefined)
    return new Fault('SHAPE', { where: pathText(where), expected: problem.expected }, place);
  return new Fault('KEY_MISSING', { key: String(where.at(-1)), where: pathText(where.slice(0, -1)) }, place);
}
