import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fuzz } from '../fuzz/campaign.ts';
import { openKinds } from '../fuzz/kinds.ts';

describe('documents that somebody broke on purpose', () => {
  it('are read, or refused with a row of the fault table, and within a second; each kind is, and in many ways', async () => {
    const seed = Number(process.env['ASSAY_SEED'] ?? randomInt(2 ** 31));
    const { kinds, close } = await openKinds();
    try {
      const { inputs, faults, mistakes } = await fuzz(kinds, seed, 2_000);
      expect({ seed, mistakes }).toEqual({ seed, mistakes: [] });
      expect([...inputs.keys()].sort()).toEqual(kinds.map(({ name }) => name).sort());
      expect(faults.size).toBeGreaterThan(30);
    } finally {
      close();
    }
  });
});
