import { expect, it } from 'vitest';
import { INHERITED_NAMES } from '../../src/contract/inherited-names.ts';
import { lawfulName } from '../../src/exchange/lawful-name.ts';

it('lists what every object of JavaScript has, because a field of that name is read by no ordinary reader there', () => {
  expect([...INHERITED_NAMES].sort()).toEqual(Object.getOwnPropertyNames(Object.prototype).sort());
});

it('leaves none of them to an imported field', () => {
  const taken = new Set<string>();
  for (const name of INHERITED_NAMES) expect(INHERITED_NAMES.has(lawfulName(name, taken))).toBe(false);
});
