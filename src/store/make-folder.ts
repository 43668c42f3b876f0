import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder and what is missing above it, one at a time: the recursive `mkdir` of Node asks again for ever where
 * the system answers that a folder can't be made below one that is there, as /proc does.
 *
 * @returns the first folder that was made
 * @throws the error of the system
 */
export function makeFolder(folder: string): string | undefined {
  const missing: string[] = [];
  let at = path.resolve(folder);
  while (!existsSync(at) && path.dirname(at) !== at) {
    missing.push(at);
    at = path.dirname(at);
  }
  for (const next of missing.toReversed()) makeOne(next);
  if (missing.length === 0) makeOne(at);
  return missing.at(-1);
}

/** Somebody else may have made it meanwhile; then it is there all the same. */
function makeOne(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST' || !statSync(folder).isDirectory()) throw error;
  }
}
