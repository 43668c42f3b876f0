import { describe, expect, it } from 'vitest';
import { type Fuzzed, fuzzAvro, fuzzJson } from './fuzz-codecs.ts';

describe.each([
  ['Avro container files', fuzzAvro],
  ['JSON Lines', fuzzJson],
] as const)('broken %s', (_, fuzz) => {
  it('are read as what they hold or refused, alike in any pieces, and nothing throws', () => {
    const { outcomes }: Fuzzed = fuzz(500, 20_261_130);
    // Some changes leave a lawful file, and there are many ways to be refused.
    expect(outcomes.get('read')).toBeGreaterThan(10);
    expect(outcomes.size).toBeGreaterThan(8);
  });
});
