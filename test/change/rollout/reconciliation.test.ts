import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../src/base/canonical-json.ts';
import { sha256 } from '../../../src/base/digest.ts';
import { readReconciliation } from '../../../src/change/rollout/reconciliation.ts';
import type { Entry } from '../../../src/golden/reconcile/entry.ts';
import { Reconciler } from '../../../src/golden/reconcile/reconcile.ts';
import { type Reconciled, reconciliationDocument } from '../../../src/golden/reconcile/report.ts';

const OF = { subject: 'training.example', version: 4, recordSchema: sha256('4') };

/** What `assay reconcile` makes of two halves, each a list of ids that say something. */
function reconciled(old: readonly Entry[], later: readonly Entry[], refused = 0): Reconciled {
  const reconciler = new Reconciler({ listed_max: 20, lag_s: undefined }, { old: 0, new: 0 });
  reconciler.add(old, later);
  const side = (name: string, entries: readonly Entry[], more: number) => ({
    name,
    format: 'avro',
    records: entries.length + more,
    refused: more,
  });
  return {
    sides: { old: side('old.avro', old, 0), new: side('new.avro', later, refused) },
    contract: OF,
    key: ['id'],
    time: undefined,
    lag_s: undefined,
    listed_max: 20,
    added: [],
    removed: [],
    idsWithheld: false,
    found: reconciler.finish(),
  };
}

const entry = (id: number, says: string, row: number): Entry => ({
  id: JSON.stringify([String(id)]),
  content: Buffer.from(says.padEnd(32, ' ')),
  row,
  time_s: Number.NaN,
});
const half = (ids: readonly number[], says = 'a'): readonly Entry[] =>
  ids.map((id, row) => entry(id, says, row));
const bytesOf = (document: unknown): Uint8Array => Buffer.from(canonicalJson(document as never));
const whole = reconciliationDocument(reconciled(half([1, 2]), half([2, 1]))) as Record<string, unknown>;
const read = (document: unknown) => readReconciliation('halves.json', bytesOf(document), OF);

describe('a reconciliation that a rollout rests on', () => {
  it('is bound by the digest of its bytes', () =>
    expect(read(whole)).toEqual({ digest: sha256(bytesOf(whole)) }));

  it('is refused with a lost half, which the document lists by id and the fault does not', () => {
    const document = reconciliationDocument(reconciled(half([1, 2]), half([1])));
    const fault = read(document);
    expect(fault).toMatchObject({ code: 'RECONCILIATION_OPEN', facts: { missingNew: 1, missingOld: 0 } });
    expect(document).toMatchObject({
      reconciled: false,
      atomic: false,
      listed: { missing_in_new: [{ id: ['2'] }] },
    });
  });

  it('may not claim to be reconciled where its own counts say otherwise, nor to be atomic', () => {
    const lost = reconciliationDocument(reconciled(half([1, 2]), half([1]))) as object;
    expect(read({ ...lost, reconciled: true })).toMatchObject({
      code: 'RECONCILIATION_SHAPE',
      facts: { path: 'reconciled' },
    });
    expect(read({ ...whole, reconciled: false })).toMatchObject({ code: 'RECONCILIATION_SHAPE' });
    expect(read({ ...whole, atomic: true })).toMatchObject({
      code: 'RECONCILIATION_SHAPE',
      facts: { path: 'atomic' },
    });
  });

  it('is of the version that is rolled out, and of its schema', () => {
    const contract = (more: object) => read({ ...whole, contract: { ...OF, ...more } });
    expect(contract({ version: 3 })).toMatchObject({
      code: 'RECONCILIATION_UNBOUND',
      facts: { part: 'version' },
    });
    expect(contract({ subject: 'a.b' })).toMatchObject({ facts: { part: 'subject' } });
    expect(contract({ recordSchema: sha256('3') })).toMatchObject({ facts: { part: 'recordSchema' } });
    expect(read({ ...whole, contract: null })).toMatchObject({ code: 'RECONCILIATION_SHAPE' });
  });

  it('adds up, so that an edited count shows', () => {
    expect(read({ ...whole, same: 1 })).toMatchObject({ facts: { path: 'matched' } });
    expect(read({ ...whole, ids: { old: 3, new: 2 } })).toMatchObject({ facts: { path: 'ids.old' } });
  });

  it('is JSON with all its keys and no other, and each twice is a fault', () => {
    expect(readReconciliation('x', Buffer.from('{'), OF)).toMatchObject({ code: 'RECONCILIATION_SHAPE' });
    expect(readReconciliation('x', Buffer.from('{"format":1,"format":1}'), OF)).toMatchObject({
      code: 'RECONCILIATION_SHAPE',
    });
    expect(read({ ...whole, more: 1 })).toMatchObject({ facts: { problem: 'has more' } });
    for (const key of Object.keys(whole)) {
      const { [key]: _, ...without } = whole;
      expect(read(without)).toMatchObject({ code: 'RECONCILIATION_SHAPE' });
    }
  });

  it('is taken exactly where both halves have the same samples once each and say the same', () => {
    const ids = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.constantFrom('a', 'b')), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(ids, ids, fc.integer({ min: 0, max: 1 }), (old, later, refused) => {
        const side = (of: typeof old) => of.map(([id, says], row) => entry(id, says, row));
        const document = reconciliationDocument(reconciled(side(old), side(later), refused));
        const sorted = (of: typeof old) =>
          of
            .map(pair => pair.join())
            .sort()
            .join();
        const isOnce = new Set(old.map(([id]) => id)).size === old.length;
        const holds = refused === 0 && isOnce && sorted(old) === sorted(later);
        expect('digest' in read(document)).toBe(holds);
      }),
      { numRuns: 60 },
    );
  });
});
