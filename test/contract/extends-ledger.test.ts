import { describe, expect, it } from 'vitest';
import type { Contract } from '../../src/contract/contract.ts';
import { extensionFaults } from '../../src/contract/extends-ledger.ts';
import {
  acceptRevision,
  acceptVersion,
  emptyLedger,
  type Ledger,
  retireTo,
} from '../../src/contract/ledger.ts';
import { must, parseText } from './small-subject.ts';

/** A version whose fields are written `id name`, all int64. */
const contract = (version: number, ...fields: string[]): Contract =>
  must(
    parseText(
      `schema: s.v${version}\nfields:\n${fields
        .map(field => {
          const [id, name, physical = 'int64'] = field.split(' ');
          return `  - {id: ${id}, name: ${name}, physical: ${physical}, logical: identifier, nullable: true}\n`;
        })
        .join('')}`,
    ),
  );

const ledgerOf = (...contracts: Contract[]): Ledger => contracts.reduce(acceptVersion, emptyLedger('s'));
const found = (base: Ledger, tree: Ledger, contracts: readonly Contract[]) =>
  extensionFaults({
    base,
    source: 'git:main',
    tree,
    contracts: new Map(contracts.map(one => [one.version, one])),
  }).map(({ code, facts, at }) => ({ code, facts, line: at?.line }));

const data = (digit: string) => `sha256:${digit.repeat(64)}` as const;
const [v1, v2] = [contract(1, '1 id'), contract(2, '1 id', '2 a')];

describe('a working tree and what was accepted elsewhere', () => {
  it('agree where the tree only goes on', () => {
    const tree = [v1, v2, contract(3, '1 id', '2 a', '3 b')];
    expect(found(ledgerOf(v1, v2), ledgerOf(...tree), tree)).toEqual([]);
    expect(found(ledgerOf(v1), ledgerOf(v1), tree)).toEqual([]);
  });

  it('do not where an entry is lost, or was never merged', () =>
    expect(found(ledgerOf(v1, v2), ledgerOf(v1), [v1, v2])).toMatchObject([
      { code: 'BASE_NOT_KEPT', facts: { entry: 'version 2', source: 'git:main' } },
    ]));

  it('do not where a retirement was never merged, and do where only the tree has retired more', () => {
    const [base, tree] = [ledgerOf(v1, v2), retireTo(ledgerOf(v1, v2), 1)];
    expect(found(base, tree, [v1, v2])).toEqual([]);
    expect(found(tree, base, [v1, v2])).toMatchObject([
      { code: 'BASE_NOT_KEPT', facts: { entry: 'the retirement of version 1' } },
    ]);
  });

  it('do not where both took the next version, accepted here or only proposed', () => {
    const other = contract(2, '1 id', '3 b');
    const expected = {
      code: 'VERSION_TAKEN_ELSEWHERE',
      facts: { version: 2, base: v2.recordSchema, tree: other.recordSchema, next: 3 },
    };
    expect(found(ledgerOf(v1, v2), ledgerOf(v1, other), [v1, other])).toMatchObject([expected]);
    expect(found(ledgerOf(v1, v2), ledgerOf(v1), [v1, other])).toMatchObject([expected]);
  });

  it('do not where both took the next id for different things', () => {
    const other = contract(2, '1 id', '2 b string');
    expect(found(ledgerOf(v1, v2), ledgerOf(v1), [v1, other])).toMatchObject([
      { code: 'VERSION_TAKEN_ELSEWHERE' },
      {
        code: 'ID_TAKEN_ELSEWHERE',
        facts: { id: 2, base: 'a (int64), since version 2', tree: 'b (string)', next: 3 },
        line: 4,
      },
    ]);
  });

  it('do not where an id is burnt there for another thing, because a proposal there would be refused', () => {
    const base: Ledger = { ...ledgerOf(v1), burnt: [{ id: 2, names: ['r'], kinds: ['string'] }] };
    const taken = {
      code: 'ID_TAKEN_ELSEWHERE',
      facts: { id: 2, base: 'r (string) in a proposal, and burnt', tree: 'a (int64)', next: 3 },
      line: 4,
    };
    expect(found(base, ledgerOf(v1, v2), [v1, v2])).toMatchObject([taken]);
    const ofOneType: Ledger = { ...base, burnt: [{ id: 2, names: ['r'], kinds: ['int64'] }] };
    expect(found(ofOneType, ledgerOf(v1, v2), [v1, v2])).toMatchObject([{ code: 'ID_TAKEN_ELSEWHERE' }]);
    const held = { ...ledgerOf(v1), burnt: base.burnt };
    expect(found(base, held, [v1, v2])).toMatchObject([taken]);
  });

  it('agree on a burnt id that is what it was proposed as, and on what became of it since', () => {
    const base: Ledger = { ...ledgerOf(v1), burnt: [{ id: 2, names: ['a'], kinds: ['string'] }] };
    const tree = [v1, v2, contract(3, '1 id', '2 b')];
    expect(found(base, ledgerOf(...tree), tree)).toEqual([]);
  });

  it('agree on an id both took for the same thing, and on one renamed since', () => {
    const same = contract(3, '1 id', '2 a');
    expect(found(ledgerOf(v1, v2), ledgerOf(v1, v2), [v1, v2, same])).toEqual([]);
    const renamed = contract(3, '1 key', '2 a');
    expect(found(ledgerOf(v1, v2), ledgerOf(v1, v2), [v1, v2, renamed])).toEqual([]);
  });

  it('keep the order of what was accepted, and every revision as it was', () => {
    const [first, second] = [
      { name: 'first', version: 1, data: data('1') },
      { name: 'second', version: 1, data: data('2') },
    ];
    const base = [first, second].reduce(acceptRevision, ledgerOf(v1));
    expect(found(base, [second, first].reduce(acceptRevision, ledgerOf(v1)), [v1])).toMatchObject([
      { code: 'BASE_ORDER', facts: { entry: 'revision second', base: 'revision first' } },
      { code: 'BASE_ORDER' },
    ]);
    expect(found(base, acceptRevision(ledgerOf(v1), first), [v1])).toMatchObject([
      { code: 'BASE_NOT_KEPT', facts: { entry: 'revision second' } },
    ]);
    const edited = [first, { ...second, data: data('3') }].reduce(acceptRevision, ledgerOf(v1));
    expect(found(base, edited, [v1])).toMatchObject([{ code: 'REVISION_TAKEN_ELSEWHERE' }]);
  });

  it('begin together', () =>
    expect(found(ledgerOf(v2), ledgerOf(v1, v2), [v1, v2])).toMatchObject([
      { code: 'BASE_ORDER', facts: { entry: 'version 1', base: 'version 2' } },
    ]));

  it('keep what stands beside schemas: as it was, or as the contract has it now, which is judged', () => {
    const base = ledgerOf(v1, v2);
    const entry = (governance: string, ...governed: string[]): Ledger => ({
      ...base,
      versions: base.versions.with(0, {
        ...base.versions[0]!,
        governance: data(governance),
        ...(governed.length > 0 && {
          governed: governed.map(one => ({ change: data(one), from: data('0'), to: data('1') })),
        }),
      }),
    });
    const lost = (what: string) => [
      { code: 'BASE_NOT_KEPT', facts: expect.objectContaining({ entry: what }), line: undefined },
    ];
    expect(found(base, entry('e'), [v1, v2])).toEqual(lost('the governance of version 1'));
    expect(found(entry('e'), base, [v1, v2])).toEqual([]);
    expect(found(entry('e', 'a'), entry('e', 'a', 'b'), [v1, v2])).toEqual([]);
    const first = 'approved revision 1 of the governance of version 1';
    for (const tree of [entry('e'), entry('e', 'b', 'a')])
      expect(found(entry('e', 'a'), tree, [v1, v2])).toEqual(lost(first));
  });

  it('keep every name and type of a burnt id, and the compatibility until a version comes with another', () => {
    const base: Ledger = {
      ...ledgerOf(v1),
      compatibility: 'full',
      burnt: [{ id: 9, names: ['a', 'b'], kinds: ['int64'] }],
    };
    const lost = (tree: Ledger, ...contracts: Contract[]) =>
      found(base, tree, contracts).map(({ facts }) => 'entry' in facts && facts.entry);
    expect(lost(base, v1)).toEqual([]);
    expect(lost({ ...base, burnt: [{ id: 9, names: ['a'], kinds: ['int64'] }] }, v1)).toEqual(['burnt id 9']);
    expect(lost({ ...base, burnt: [{ id: 9, names: ['a', 'b'], kinds: ['bool'] }] }, v1)).toEqual([
      'burnt id 9',
    ]);
    const { compatibility: _, ...silent } = base;
    for (const tree of [silent, { ...base, compatibility: 'backward' } as const])
      expect(lost(tree, v1)).toEqual(['the promised compatibility']);
    expect(lost(acceptVersion({ ...base, compatibility: 'backward' }, v2), v1, v2)).toEqual([]);
  });
});
