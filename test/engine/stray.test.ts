import { expect, it } from 'vitest';
import { strayIn } from '../../src/engine/stray.ts';

it('finds nothing where JSON has a word for everything, or a key is as good as absent', () => {
  const value = { a: [null, true, 1.5, 'x', { b: {} }], c: undefined, ['__proto__']: Object.create(null) };
  expect(strayIn(value)).toBeUndefined();
});

const strays: ReadonlyArray<readonly [what: string, value: unknown, path: readonly string[]]> = [
  ['nothing', undefined, []],
  ['a function', { a: { b: () => 1 } }, ['a', 'b']],
  ['a symbol', { a: Symbol('a') }, ['a']],
  ['a bigint', [[1n]], ['0', '0']],
  ['no number', { a: Number.NaN }, ['a']],
  ['an infinity', { a: -Infinity }, ['a']],
  ['a gap in a list', [1, undefined], ['1']],
  ['an object of a class', { a: new Date(0) }, ['a']],
];
it.each(strays)('finds %s, which JSON would leave out or turn into another', (_, value, path) => {
  expect(strayIn(value)).toMatchObject({ path });
});

it('ends where a value holds itself', () => {
  const value: unknown[] = [];
  value.push(value);
  expect(strayIn(value)).toBeDefined();
});
