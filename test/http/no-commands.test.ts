import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '../cli/repository.ts';

/** Every file of ours that one needs, itself included, however far down. */
function needed(file: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(file)) return known;
  known.add(file);
  const text = readFileSync(file, 'utf8').replaceAll(/^import type .*$/gm, '');
  for (const [, name] of text.matchAll(/from '(\.[^']+)'/g))
    needed(path.join(path.dirname(file), name!), known);
  return known;
}

describe('the HTTP service', () => {
  it('has nothing in it that could run the command of a reader', () => {
    const all = [...needed(path.join(REPOSITORY, 'src/http/app.ts'))];
    expect(all.length).toBeGreaterThan(20);
    expect(all.filter(file => /foreign-process|run-foreign/.test(file))).toEqual([]);
    expect(all.filter(file => readFileSync(file, 'utf8').includes("'node:child_process'"))).toEqual([]);
  });
});
