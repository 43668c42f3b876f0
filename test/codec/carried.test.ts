import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { carriedLines } from './carried.ts';

it('the table of what each codec carries says what each writes', () => {
  const [, table] = readFileSync('docs/formats.md', 'utf8').split(/<!-- (?:end of )?carried -->\n/);
  expect(table?.trim().split('\n').slice(2)).toEqual(carriedLines());
});
