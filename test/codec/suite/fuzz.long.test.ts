import { expect, it } from 'vitest';
import { CODECS } from './corruptions.ts';
import { fuzzed } from './fuzz.ts';

it.each(Object.values(CODECS))('$name comes to an end with 500 mutated files', codec => {
  const { decoded, refused, slowest_ms } = fuzzed(codec, 500, 7);
  expect(decoded + [...refused.values()].reduce((sum, count) => sum + count, 0)).toBe(500);
  expect(refused.size).toBeGreaterThan(2);
  expect(slowest_ms).toBeLessThan(10_000);
});
