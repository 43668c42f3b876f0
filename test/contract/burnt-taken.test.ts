import { describe, expect, it } from 'vitest';
import { burntTakenFaults } from '../../src/contract/burnt-taken.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { acceptVersion, type BurntId, emptyLedger } from '../../src/contract/ledger.ts';
import { parseLedger, printLedger } from '../../src/contract/ledger-file.ts';
import { must, parseText } from './small-subject.ts';

const field = (id: number, name: string, physical: string): string =>
  `{id: ${id}, name: ${name}, physical: ${physical}, logical: ${physical === 'string' ? 'text' : 'number'}, nullable: false}`;

const contract = (version: number, ...fields: string[]): Contract =>
  must(
    parseText(
      `schema: s.v${version}\nfields:\n${[field(1, 'id', 'int64'), ...fields].map(one => `  - ${one}\n`).join('')}`,
    ),
  );

/** What is found of a ledger that two branches made, each of its own. */
function found(burnt: readonly BurntId[], ...contracts: Contract[]) {
  const merged = { ...contracts.reduce(acceptVersion, emptyLedger('s')), burnt };
  const written = parseLedger('ledger.yaml', Buffer.from(printLedger(merged)));
  const faults = burntTakenFaults(must(written), new Map(contracts.map(one => [one.version, one])));
  return faults.map(({ code, facts, at }) => ({ code, facts, at }));
}

const v1 = contract(1);
const R: BurntId = { id: 9, names: ['r'], kinds: ['string'] };

describe('an id that a ledger lists as burnt', () => {
  it('is accepted as no other thing, in whichever version', () => {
    const taken = [v1, contract(2, field(9, 't', 'int64')), contract(3)];
    expect(found([{ ...R, id: 8 }, R], ...taken)).toMatchObject([
      {
        code: 'LEDGER_BURNT',
        facts: { id: 9, version: 2, problem: 'as r (string), where version 2 has it as t (int64)' },
        at: { file: 'ledger.yaml', line: expect.any(Number) },
      },
    ]);
  });

  it('is held by its way within a field, because every element has one name', () => {
    const list = (id: number, physical: string): string =>
      `{id: 2, name: tags, physical: list, logical: sequence, nullable: false, maxLength: 4, element: ${field(id, 'x', physical).replace('name: x, ', '')}}`;
    const taken = [v1, contract(2, list(9, 'int64'))];
    expect(found([{ id: 9, names: ['words.element'], kinds: ['string'] }], ...taken)).toHaveLength(1);
    expect(found([{ id: 9, names: ['tags.element'], kinds: ['string'] }], ...taken)).toEqual([]);
    const renamed = contract(2, list(9, 'int64').replace('name: tags', 'name: tags, aliases: [words]'));
    expect(found([{ id: 9, names: ['words.element'], kinds: ['string'] }], v1, renamed)).toEqual([]);
  });

  it('may be accepted as what it was: a branch gave up what another took', () => {
    expect(found([R], v1, contract(2, field(9, 'r', 'int64')))).toEqual([]);
    expect(found([R], v1, contract(2, field(9, 'r', 'string')), contract(3, field(9, 'r', 'int64')))).toEqual(
      [],
    );
    expect(found([R], v1)).toEqual([]);
  });

  it('is accepted under a name it had, because one column type is no likeness; what it is called later is a rename', () => {
    const code = 'LEDGER_BURNT';
    expect(found([R], v1, contract(2, field(9, 'q', 'string')))).toMatchObject([{ code }]);
    const later = contract(3, field(9, 'r', 'string'));
    expect(found([R], v1, contract(2, field(9, 'q', 'string')), later)).toMatchObject([{ code }]);
    expect(found([R], contract(2, field(9, 'r', 'string')), contract(3, field(9, 'q', 'string')))).toEqual(
      [],
    );
  });

  it('is listed once', () => {
    const twice = { ...emptyLedger('s'), burnt: [R, { ...R, names: ['t'] }] };
    expect(parseLedger('ledger.yaml', Buffer.from(printLedger(twice)))).toMatchObject({
      code: 'LEDGER_BURNT',
      facts: { id: 9, problem: 'twice' },
    });
  });
});
