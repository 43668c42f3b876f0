import { LIMITS } from '../base/limits.ts';

/** The first thing in a value that JSON has no word for, and would leave out or turn into another. */
export function strayIn(value: unknown, path: readonly string[] = []): Stray | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : { path, found: String(value) };
  if (typeof value !== 'object')
    return { path, found: value === undefined ? 'nothing' : `a ${typeof value}` };
  if (path.length > LIMITS.document_depth_max) return { path, found: 'nested too deep, or in itself' };
  if (Array.isArray(value)) return firstOf(value.entries(), path);
  const form: unknown = Object.getPrototypeOf(value);
  if (form !== Object.prototype && form !== null) return { path, found: 'an object of a class' };
  // A key that is there and undefined is left out, as whoever writes one means it.
  return firstOf(
    Object.entries(value).filter(([, inside]) => inside !== undefined),
    path,
  );
}

export type Stray = { readonly path: readonly string[]; readonly found: string };

function firstOf(
  entries: Iterable<readonly [key: string | number, value: unknown]>,
  path: readonly string[],
): Stray | undefined {
  for (const [key, value] of entries) {
    const stray = strayIn(value, [...path, String(key)]);
    if (stray !== undefined) return stray;
  }
  return undefined;
}
