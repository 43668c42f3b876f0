import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parts } from './sample.ts';

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

it('the function of the page is one that the types of the library let pass', () => {
  const page = read('../../../docs/converter-functions.md');
  const [, shown] = /```ts\n([\s\S]*?)```/.exec(page) ?? [];
  // What the compiler checked is the file beside this one.
  expect(shown).toBe(read('sample.ts').replace('../../../src/index.ts', 'assay'));
  const rejected: [number, string][] = [];
  const column = { valid: undefined, unit: undefined, scale: undefined };
  const made = parts(
    {
      rows: 3,
      columns: {
        started: { ...column, kind: 'int64', values: BigInt64Array.of(1n, -1n, 2n ** 53n + 1n) },
        note: { ...column, kind: 'string', values: ['a b', null, ''] },
      },
    },
    (row, code) => rejected.push([row, code]),
  );
  expect([...made.elapsed_ms]).toEqual([1_000n, -1_000n, (2n ** 53n + 1n) * 1_000n]);
  expect([...made.words.values]).toEqual([2, 0, 1]);
  expect([...made.words.valid]).toEqual([1, 0, 1]);
  expect(rejected).toEqual([[1, 'NO_NUMBER']]);
});
