import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import type { ApprovalEntry } from '../../src/change/approval/tally.ts';
import { soundEnvelopes } from '../../src/service/sound-envelopes.ts';
import { MemoryStore } from '../../src/store/memory.ts';
import { APPROVAL, keyOf, signed } from '../change/approval/sample-keys.ts';

const entry = (more: Partial<ApprovalEntry>): ApprovalEntry => ({
  key: 'ada',
  publicKey: keyOf('ada').publicKey,
  person: 'ada',
  role: 'data-owner',
  envelope: sha256('none'),
  on: '2026-05-01',
  ...more,
});

describe('an approval that a store says it has', () => {
  it('counts only with an envelope in which that key signed that change in that role', async () => {
    const store = new MemoryStore(() => 0);
    const put = async (bytes: Uint8Array) => {
      const digest = await store.putObject(bytes);
      if (digest instanceof Error) throw digest;
      return digest;
    };
    const good = await put(signed(APPROVAL, ['ada']));
    const garbage = await put(Buffer.from('{'));
    const found = (more: Partial<ApprovalEntry>, change = APPROVAL.change) =>
      soundEnvelopes(store, [entry({ envelope: good, ...more })], change);
    expect(await found({})).toEqual(new Set([good]));
    expect(await found({ publicKey: keyOf('ben').publicKey })).toEqual(new Set());
    expect(await found({ role: 'model-owner' })).toEqual(new Set());
    expect(await found({}, sha256('another change'))).toEqual(new Set());
    expect(await found({ envelope: garbage })).toEqual(new Set());
    expect(await found({ envelope: sha256('lost') })).toEqual(new Set());
  });
});
