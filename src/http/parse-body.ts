import type * as z from 'zod';
import { Fault } from '../base/fault.ts';
import { nearest } from '../contract/nearest.ts';
import { pathText, shapeProblem } from '../contract/shape-problem.ts';
import { echoed } from './problem.ts';

/**
 * A body in the shape asked for, or the first thing wrong with it.
 *
 * @faults UNKNOWN_KEY KEY_MISSING SHAPE
 */
export function parseBody<S extends z.ZodType>(shape: S, body: unknown): z.output<S> | Fault {
  const result = shape.safeParse(body);
  if (result.success) return result.data;
  const found = shapeProblem(shape, result.error);
  if (found.kind === 'unknown') {
    const facts = { nearest: nearest(found.key, found.known), known: found.known.join(', ') };
    return new Fault('UNKNOWN_KEY', { key: echoed(found.key), ...facts });
  }
  if (isMissing(body, found.path))
    return new Fault('KEY_MISSING', {
      key: String(found.path.at(-1)),
      where: pathText(found.path.slice(0, -1)),
    });
  return new Fault('SHAPE', { where: pathText(found.path), expected: found.expected });
}

function isMissing(body: unknown, path: readonly (string | number)[]): boolean {
  let at = body;
  for (const step of path) {
    if (typeof at !== 'object' || at === null) return false;
    if (!Object.hasOwn(at, step)) return true;
    at = (at as Record<string | number, unknown>)[step];
  }
  return false;
}
