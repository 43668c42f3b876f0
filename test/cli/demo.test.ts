import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder } from './harness.ts';
import { REPOSITORY } from './repository.ts';

/** Everything the demo reads, and could have written. */
function project(): string {
  const digest = createHash('sha256');
  const files = globSync('{schemas,golden}/**/*.{yaml,csv,md}', { cwd: REPOSITORY }).sort();
  for (const name of files) digest.update(`${name}\0`).update(readFileSync(path.join(REPOSITORY, name)));
  return `${digest.digest('hex')} ${existsSync(path.join(REPOSITORY, '.assay'))}`;
}

describe('assay demo', () => {
  it('shows the truth of the real data, exits 0, and leaves no trace, from any folder', async () => {
    const before = project();
    const { exit, out, err } = await emptyFolder().assay('demo');
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    for (const fact of [
      '$ assay check weather.daily',
      'encoding passes',
      'meaning  fails',
      '391 of 1461',
      '(81 %)',
      '15 of 48 clean',
      '0.092',
      '388 of the 391',
      '$ assay diff training.example@3 training.example@4',
      'needs conversion ×1000',
      'silently changed',
      '$ assay propose training.example@4',
      'already stored',
      '$ assay log training.example',
    ])
      expect(out).toContain(fact);
    expect(Math.max(...out.split('\n').map(line => line.length))).toBeLessThanOrEqual(110);
    expect(project()).toBe(before);
  });

  it('is one document under --json', async () => {
    const { exit, json } = await emptyFolder().assay('demo', '--json');
    expect(exit).toBe(0);
    const { scenes } = json();
    expect(scenes[0]).toMatchObject({
      argv: ['check', 'weather.daily'],
      exit: 1,
      document: { holds: false },
    });
    expect(scenes.length).toBeGreaterThan(5);
  });
});
