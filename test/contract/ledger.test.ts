import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../src/base/fault.ts';
import type { Contract } from '../../src/contract/contract.ts';
import {
  acceptRevision,
  acceptVersion,
  emptyLedger,
  idsEverUsed,
  idsOf,
  type Ledger,
  ledgerFault,
  restateVersion,
  retireTo,
} from '../../src/contract/ledger.ts';
import { parseLedger, printLedger } from '../../src/contract/ledger-file.ts';
import { bytesOf, must, parseText } from './small-subject.ts';

const FIELD = 'physical: int32, logical: number, nullable: false';
const contract = (version: number, ...fields: string[]): Contract =>
  must(parseText(`schema: s.v${version}\nfields: [${fields.map(field => `{${field}}`).join(', ')}]\n`));
const a = `id: 1, name: a, ${FIELD}`;
const b = `id: 2, name: b, ${FIELD}`;
const list = `id: 4, name: l, physical: list, logical: sequence, nullable: false, length: 2, element: {id: 3, ${FIELD}}`;
/** What the subject says of every field. */
const BESIDE = 'owner: "o", sensitivity: public';
const DATA = `sha256:${'d'.repeat(64)}` as const;

const accepted = [contract(3, a, b), contract(4, a, list), contract(5, a, list)].reduce(
  acceptVersion,
  emptyLedger('s'),
);
function parse(text: string): Ledger | Fault {
  const written = parseLedger('ledger.yaml', bytesOf(text));
  return written instanceof Error ? written : written.ledger;
}

describe('a ledger', () => {
  const full = acceptRevision(acceptRevision(accepted, { name: '1.31.1', version: 3, data: DATA }), {
    name: '2',
    version: 4,
    data: DATA,
  });

  it('is read as it was printed, a name that looks like a number included', () => {
    for (const ledger of [full, accepted, emptyLedger('s')])
      expect(must(parse(printLedger(ledger)))).toEqual(ledger);
    expect(printLedger(must(parse(printLedger(full))))).toBe(printLedger(full));
  });

  it.each(['true', 'false', 'null', 's'])('of a subject called %s is read as it was printed', name => {
    const ledger = acceptVersion(emptyLedger(name), { ...contract(3, a, b), subject: name });
    expect(parse(printLedger(ledger))).toEqual(ledger);
  });

  it('lists a field again where somebody else owns it or it is guarded otherwise, and reads it back, quotes included', () => {
    const said = (owner: string, sensitivity: string) =>
      contract(4, `${a}, owner: '${owner}', sensitivity: ${sensitivity}`, list);
    const first = acceptVersion(
      acceptVersion(emptyLedger('s'), contract(3, a, list)),
      said('x "y": #z', 'public'),
    );
    expect(printLedger(first)).toContain(
      '      - {id: 1, name: a, kind: int32, owner: "x \\"y\\": #z", sensitivity: public}\nrevisions',
    );
    const restated = restateVersion(first, said('o', 'restricted'));
    expect(printLedger(restated)).toContain('owner: "o", sensitivity: restricted}\nrevisions');
    for (const ledger of [first, restated]) expect(must(parse(printLedger(ledger)))).toEqual(ledger);
  });

  it('is brought up to who owns each field where an older one has the digest alone', () => {
    const bare = accepted.versions.map(({ ids, ...entry }) => ({
      ...entry,
      ids: ids.map(({ id, name, kind }) => ({ id, name, kind })),
    }));
    const old = { ...accepted, versions: bare };
    expect(restateVersion(old, contract(3, a, b)).versions[0]).toEqual(accepted.versions[0]);
    expect(restateVersion(accepted, contract(3, a, b))).toBe(accepted);
  });

  it('lists of each version what is new or renamed, and what is retired, because the rest is known', () => {
    expect(
      printLedger(accepted)
        .split('\n')
        .filter(line => /version:|\{id|retired/.test(line)),
    ).toEqual([
      '  - version: 3',
      `      - {id: 1, name: a, kind: int32, ${BESIDE}}`,
      `      - {id: 2, name: b, kind: int32, ${BESIDE}}`,
      '  - version: 4',
      `      - {id: 3, name: element, kind: int32, ${BESIDE}}`,
      `      - {id: 4, name: l, kind: list, ${BESIDE}}`,
      '    retired: [2]',
      '  - version: 5',
    ]);
  });

  it('retires only what is there', () => {
    const text = printLedger(accepted).replace('retired: [2]', 'retired: [7]');
    expect(parse(text)).toMatchObject({ code: 'LEDGER_RETIRED', facts: { version: 4, id: 7 } });
  });

  it('knows up to which version all are retired, and is refused where that is none it accepted, or the last', () => {
    const retired = retireTo(retireTo(accepted, 4), 3);
    expect(retired.retiredTo).toBe(4);
    expect(must(parse(printLedger(retired)))).toEqual(retired);
    for (const version of [2, 5, 6])
      expect(parse(printLedger(retired).replace('retired_to: 4', `retired_to: ${version}`))).toMatchObject({
        code: 'LEDGER_RETIREMENT',
        facts: { retiredTo: version, first: 3, last: 5 },
        at: { line: 3 },
      });
  });

  it('lists nested ids, in ascending order', () => {
    expect(idsOf(contract(1, list).schema)).toEqual([
      { id: 3, name: 'element', kind: 'int32' },
      { id: 4, name: 'l', kind: 'list' },
    ]);
  });

  it('knows every id ever used, since when, and from which version on it was gone', () => {
    const history = idsEverUsed(accepted);
    expect([...history.keys()].sort()).toEqual([1, 2, 3, 4]);
    expect(history.get(1)).toMatchObject({ since: 3, retired: undefined });
    expect(history.get(2)).toEqual({ id: 2, name: 'b', kind: 'int32', since: 3, retired: 4 });
    expect(history.get(3)).toMatchObject({ since: 4, retired: undefined });
  });

  const TEXT = printLedger(full);
  it.each([
    ['a version out of order', TEXT.replace('- version: 4', '- version: 5'), 'LEDGER_ORDER', 13],
    ['a version twice', TEXT.replace('- version: 4', '- version: 3'), 'LEDGER_ORDER', 13],
    ['a gap', TEXT.replace('- version: 5', '- version: 6'), 'LEDGER_ORDER', 23],
    ['a revision twice', TEXT.replace('"2"', '"1.31.1"'), 'LEDGER_REVISION', 33],
    ['a revision of no version', TEXT.replace('    version: 3\n', '    version: 9\n'), 'LEDGER_REVISION', 30],
    ['a revision named by a number', TEXT.replace('"2"', '2'), 'SHAPE', 33],
    ['an unknown key', TEXT.replace('revisions:', 'revision:'), 'UNKNOWN_KEY', 29],
    ['a digest that is none', TEXT.replace('sha256:ddd', 'sha256:xyz'), 'SHAPE', 32],
  ])('is refused with %s', (_, text, code, line) => {
    expect(text).not.toBe(TEXT);
    const fault = parse(text) as Fault;
    expect([fault.code, fault.at?.file, fault.at?.line]).toEqual([code, 'ledger.yaml', line]);
  });
});

describe('what a version was made from', () => {
  const without = (ledger: Ledger): Ledger => ({
    ...ledger,
    versions: ledger.versions.map(({ version, recordSchema, ids }) => ({ version, recordSchema, ids })),
  });

  it('may be missing, because older ledgers lack it, and is restated from the contract', () => {
    const older = must(parse(printLedger(without(accepted))));
    expect(older).toEqual(without(accepted));
    const restated = [contract(3, a, b), contract(4, a, list), contract(5, a, list)].reduce(
      restateVersion,
      older,
    );
    expect(restated).toEqual(accepted);
    expect(restateVersion(restated, contract(3, a, b))).toBe(restated);
    expect(restateVersion(restated, contract(6, a))).toBe(restated);
  });
});

describe('a contract before the ledger', () => {
  it('is left alone when it is as it was accepted, or comes next', () => {
    expect(ledgerFault(accepted, contract(3, a, b))).toBeUndefined();
    expect(ledgerFault(accepted, contract(6, a))).toBeUndefined();
    expect(ledgerFault(emptyLedger('s'), contract(9, a))).toBeUndefined();
  });

  it('is refused when it was accepted otherwise, because what was accepted is what others read', () => {
    const fault = ledgerFault(accepted, contract(3, a));
    expect(fault?.code).toBe('ACCEPTED_EDITED');
    expect(fault?.facts).toMatchObject({
      subject: 's',
      version: 3,
      accepted: accepted.versions[0]?.recordSchema,
    });
    expect(fault?.at).toMatchObject({ file: 'v1.yaml', line: 1 });
  });

  it('is refused when it leaves a gap, comes before the first, or belongs to another subject', () => {
    expect(ledgerFault(accepted, contract(7, a))?.facts).toEqual({ subject: 's', version: 7, expected: 6 });
    expect(ledgerFault(accepted, contract(2, a))?.code).toBe('VERSION_GAP');
    expect(ledgerFault(emptyLedger('t'), contract(1, a))?.code).toBe('SUBJECT_MISMATCH');
  });
});

describe('the ledgers of this repository', () => {
  it.each([
    ['weather.daily', [1]],
    ['training.example', [3]],
  ])('%s is readable and printed as it stands', (subject, versions) => {
    const file = `schemas/${subject}/ledger.yaml`;
    const text = readFileSync(file, 'utf8');
    const { ledger } = must(parseLedger(file, bytesOf(text)));
    expect(ledger.versions.map(({ version }) => version)).toEqual(versions);
    expect(printLedger(ledger)).toBe(text);
  });
});
