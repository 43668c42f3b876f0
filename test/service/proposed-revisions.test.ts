import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { emptyLedger, type Ledger } from '../../src/contract/ledger.ts';
import { proposedRevisions } from '../../src/service/proposed-revisions.ts';

const ledgerOf = (names: string): Ledger => ({
  ...emptyLedger('s.t'),
  revisions: [...names].map(name => ({ name, version: 1, data: sha256(name) })),
});

/** @param names  of the revisions in the tree, a letter each; @param records  as `ab`: from a to b */
function pairsOf(names: string, records: readonly string[], accepted = '', own = accepted): string[] {
  const sets = new Map([...names].map(revision => [revision, { revision }]));
  const changes = records.map(([from, to]) => ({
    change: { step: { kind: 'revision', version: 1, from: from!, to: to! } as const },
  }));
  const pairs = proposedRevisions({ sets, ledger: ledgerOf(accepted), changes }, ledgerOf(own));
  return pairs.map(([from, to]) => `${from?.revision ?? '-'}${to.revision}`).sort();
}

describe('a proposed revision', () => {
  it.each([
    ['comes after the last accepted one, with its record or without', 'abc', ['ab'], 'a', ['ab', 'ac']],
    [
      'comes after another that its record names, when its turn comes',
      'abc',
      ['ab', 'bc'],
      'a',
      ['ab', 'bc'],
    ],
    ['does so at any length, whatever the names', 'abcd', ['ad', 'db', 'bc'], 'a', ['ad', 'bc', 'db']],
    [
      'comes after the last accepted one where a record leads from that, too',
      'abc',
      ['ab', 'bc', 'ac'],
      'a',
      ['ab', 'ac'],
    ],
    ['is the first where nothing was accepted and its record names none', 'ab', ['ba'], '', ['-b', 'ba']],
    ['is the first by name where no record says more', 'abc', [], '', ['-a', 'ab', 'ac']],
    [
      'is held against the last where records lead in a ring, because else nothing would be',
      'abc',
      ['bc', 'cb'],
      'a',
      ['ab', 'ac'],
    ],
    ['is the first by name where nothing else is but a ring', 'ab', ['ab', 'ba'], '', ['-a', 'ab']],
    ['leaves aside a record from what was accepted before the last', 'abc', ['ac'], 'ab', ['bc']],
  ])('%s', (_, names, records, accepted, pairs) => {
    expect(pairsOf(names, records, accepted)).toEqual(pairs);
  });

  it('comes after what the tree accepted for itself, which came in its order', () => {
    expect(pairsOf('abcd', ['cb', 'bd'], 'a', 'acb')).toEqual(['ac', 'bd', 'cb']);
  });
});
