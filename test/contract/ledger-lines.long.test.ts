import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import type { Ledger, LedgerVersion } from '../../src/contract/ledger.ts';
import { parseLedger, printLedger } from '../../src/contract/ledger-file.ts';
import { readLines } from '../../src/contract/ledger-lines.ts';
import { readYaml } from '../../src/contract/read-yaml.ts';
import { readText } from '../../src/contract/text-document.ts';
import { bytesOf, must } from './small-subject.ts';

/** What YAML makes of a text, and what the lines of a ledger do; the same place for everything in it, or the lines nothing. */
function bothOf(text: string) {
  const yaml = readYaml('ledger.yaml', bytesOf(text));
  const document = readText('ledger.yaml', bytesOf(text));
  const lines = document instanceof Error ? { odd: 0 } : readLines(document);
  return { yaml: yaml instanceof Error ? yaml.code : yaml.root, lines };
}

const DIGEST = fc.nat(3).map(seed => sha256(String(seed)));
const NAME = fc.constantFrom('a', 'b.c', '_x', 'null', 'True', 'no', 'e1', 'x0x1F', 'list.element');
const SPLIT = { kind: 'constant', value: 'it\'s "train"' } as const;
const IDS = fc.uniqueArray(
  fc.record(
    {
      id: fc.integer({ min: 1, max: 9 }),
      name: NAME,
      kind: fc.constantFrom('int64' as const, 'list' as const),
      owner: fc.constantFrom('gateway', 'a: b', '# c', 'back\\slash', 'zoë "q"', '{x}', '007'),
      sensitivity: fc.constantFrom('public' as const, 'restricted' as const),
    },
    { requiredKeys: ['id', 'name', 'kind'] },
  ),
  { selector: ({ id }) => id, minLength: 1, maxLength: 4 },
);
const VERSION = fc.record(
  {
    recordSchema: DIGEST,
    tokenizer: DIGEST,
    file: DIGEST,
    defaults: DIGEST,
    governance: DIGEST,
    governed: fc.array(fc.record({ change: DIGEST, from: DIGEST, to: DIGEST }), {
      minLength: 1,
      maxLength: 2,
    }),
    members: fc.constantFrom(SPLIT, { kind: 'field', field: 3 } as const).map(split => ({
      sampleId: { kind: 'envelope', column: 'sampleId' } as const,
      sourceId: { kind: 'field', field: 7 } as const,
      sourceVersion: { kind: 'envelope', column: 'sourceVersion' } as const,
      split,
    })),
    ids: IDS.map(ids => ids.toSorted((a, b) => a.id - b.id)),
  },
  { requiredKeys: ['recordSchema', 'ids'] },
);
const LEDGER: fc.Arbitrary<Ledger> = fc
  .record(
    {
      subject: fc.constantFrom('a.b', 'null', 's-1'),
      compatibility: fc.constantFrom('backward' as const, 'full' as const),
      versions: fc.array(VERSION, { maxLength: 5 }),
      burnt: fc.array(
        fc.record({
          id: fc.integer({ min: 1, max: 2147483447 }),
          names: fc.array(NAME, { minLength: 1, maxLength: 3 }),
          kinds: fc.constantFrom(['int64' as const], ['list' as const, 'struct' as const]),
        }),
        { maxLength: 2 },
      ),
      revisions: fc.uniqueArray(fc.constantFrom('1.31.1', '2', 'first', '1e5'), { maxLength: 3 }),
    },
    { requiredKeys: ['subject', 'versions', 'burnt', 'revisions'] },
  )
  .map(({ versions, revisions, ...rest }) => {
    const numbered = versions.map((entry, place): LedgerVersion => ({ version: place + 3, ...entry }));
    const data = numbered.length === 0 ? [] : revisions;
    return {
      ...rest,
      versions: numbered,
      revisions: data.map(name => ({ name, version: 3, data: sha256(name) })),
    };
  })
  .filter(({ subject }) => subject !== 'null');

/** What means something in YAML, or ends what does. */
const MARKS = [...'\n :-,[]{}"\'#&*!|>%@`\\a0.~?\t', '\n  ', ': ', ' #', '""', 'null', '- '];

describe('the lines of a ledger', () => {
  it('are what YAML makes of them, place by place, and what was printed', () => {
    fc.assert(
      fc.property(LEDGER, ledger => {
        const text = printLedger(ledger);
        const { yaml, lines } = bothOf(text);
        if (!text.includes('\\')) expect(lines).toEqual(yaml);
        expect(must(parseLedger('ledger.yaml', bytesOf(text))).ledger).toEqual(ledger);
      }),
      { numRuns: 100 },
    );
  });

  it('are left to YAML where they are anything else than it would read just so', () => {
    const edit = fc.record({ at: fc.nat(), takes: fc.nat(3), mark: fc.constantFrom(...MARKS) });
    let taken = 0;
    fc.assert(
      fc.property(LEDGER, fc.array(edit, { minLength: 1, maxLength: 2 }), (ledger, edits) => {
        let text = printLedger(ledger);
        for (const { at, takes, mark } of edits) {
          const place = at % (text.length + 1);
          text = text.slice(0, place) + mark + text.slice(place + takes);
        }
        const { yaml, lines } = bothOf(text);
        if ('odd' in lines) return;
        taken++;
        expect(lines).toEqual(yaml);
      }),
      { numRuns: 300 },
    );
    // Some of the edits are of a digit or a letter, and leave the form as it is.
    expect(taken).toBeGreaterThan(10);
  });

  it('say where the first of them stands that is not of their form', () => {
    const text = 'ledger: a.b\nversions: []\nrevisions: [\n]\n';
    const { lines, yaml } = bothOf(text);
    expect(typeof yaml).toBe('object');
    expect('odd' in lines && text.slice(0, lines.odd).split('\n').length).toBe(3);
  });

  it.each([
    ['a key twice', 'ledger: a\nledger: a\n'],
    ['a key of every object', 'constructor: a\n'],
    ['a comment behind a value', 'ledger: a # b\n'],
    ['an item at the top', '- ledger\n'],
    ['an empty document', ''],
    ['no value', 'ledger:\n'],
    ['a line of one space', 'ledger: a\nversions:\n  - version: 1\n \n  file: b\n'],
    ['an escape', 'ledger: "a\\n"\n'],
  ])('are not %s', (_, text) => {
    expect(bothOf(text).lines).toHaveProperty('odd');
  });
});
