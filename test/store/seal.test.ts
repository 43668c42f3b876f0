import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentDigest } from '../../src/base/digest.ts';
import type { Ref } from '../../src/change/decision.ts';
import { sealOf } from '../../src/store/seal.ts';
import { refsAfter } from '../../src/store/stored-refs.ts';

describe('the seal of a scope', () => {
  const refs = fc
    .dictionary(fc.string(), fc.record({ generation: fc.integer({ min: 1 }), value: fc.jsonValue() }), {
      noNullPrototype: true,
    })
    .map(entries => new Map(Object.entries(entries as Record<string, Ref>)));

  it('is the digest of one document, whatever was sealed before', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), refs, (scope, seq, map) => {
        const sorted = [...map].sort(([a], [b]) => (a < b ? -1 : 1));
        const document = [scope, seq, sorted.map(([name, ref]) => [name, ref.generation, ref.value])];
        expect(sealOf({ scope, seq, refs: map })).toBe(documentDigest(document));
        expect(sealOf({ scope, seq, refs: map })).toBe(documentDigest(document));
      }),
      { numRuns: 100 },
    );
  });

  it('is another one with each ref that was written', () => {
    const before = new Map<string, Ref>([['a', { generation: 1, value: 1 }]]);
    const seals = [before, refsAfter(before, [['a', '1']]), refsAfter(before, [['b', '1']])].map(map =>
      sealOf({ scope: 's', seq: 1, refs: map }),
    );
    expect(new Set(seals).size).toBe(3);
  });
});
