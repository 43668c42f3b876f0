import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLASSES } from '../../src/compat/class-of.ts';
import { compare } from '../../src/compat/compare.ts';
import type { Contract } from '../../src/contract/contract.ts';
import type { BurntId } from '../../src/contract/ledger.ts';
import { fixContract, lintContract } from '../../src/contract/lint/lint-contract.ts';
import { takenForAnother } from '../../src/service/taken-for-another.ts';
import { bytesOf, CONTEXT, must, parseText } from '../contract/small-subject.ts';

const textOf = (version: number, fields: readonly string[]): string =>
  `schema: s.v${version}\nfields:\n${fields.map((field, index) => `  - {id: ${index + 1}, ${field}, nullable: false}\n`).join('')}`;

/** Texts of the versions of a subject from 1 on; what is said of the last. */
function linted(texts: readonly string[], burnt: readonly BurntId[] = []) {
  const contracts = new Map<number, Contract>(
    texts.map((text, index) => [index + 1, must(parseText(text))] as const),
  );
  const last = contracts.get(texts.length)!;
  const taken = takenForAnother(last, contracts, burnt);
  const context = {
    ...CONTEXT,
    previous: contracts.get(texts.length - 1),
    takenForAnother: taken,
    codesByPlace: new Set<never>(),
  };
  const text = texts.at(-1)!;
  const said = must(lintContract('v.yaml', bytesOf(text), context)).map(({ rule }) => rule.id);
  return { contracts, last, taken, said, fixed: must(fixContract('v.yaml', text, context, 'digest')) };
}

const TIME = 'name: latency, physical: int64, logical: duration, unit: ms';
const NUMBER = 'name: latency, physical: float64, logical: number';
const PRICE = 'name: price, physical: float64, logical: quantity, unit: "[USD]"';

describe('a name that a field lost', () => {
  it('is asked for as an alias where the field is the same thing', () => {
    const { taken, said, fixed } = linted([
      textOf(1, [TIME]),
      textOf(2, [TIME.replace('name: latency', 'name: delay')]),
    ]);
    expect([...taken]).toEqual([]);
    expect(said).toContain('ALIAS_MISSING');
    expect(fixed.rules).toEqual(['ALIAS_MISSING']);
  });

  it.each([
    ['the version before', [TIME, PRICE]],
    ['an earlier one, because its records are read too', [TIME, NUMBER, PRICE]],
    ['what the gate of a proposal knows of the id', [TIME, 'name: fast, physical: bool, logical: flag']],
  ] as const)('is not, and is never written, where the field is another thing than in %s', (_, fields) => {
    const texts = fields.map((field, index) => textOf(index + 1, [field]));
    const { taken, said, fixed } = linted(texts);
    expect([...taken]).toEqual([1]);
    expect(said).not.toContain('ALIAS_MISSING');
    expect(fixed).toMatchObject({ rules: [], text: texts.at(-1) });
  });
});

describe('a fix', () => {
  it('never makes a change milder than it was, against any version before', () => {
    const field = fc
      .tuple(
        fc.constantFrom('a', 'b', 'c', 'd', 'e'),
        fc.constantFrom(
          'physical: int64, logical: duration, unit: millisecond',
          'physical: float64, logical: quantity, unit: "[USD]"',
          'physical: int32, logical: number, default: 0',
          'physical: string, logical: text',
          'physical: bool, logical: flag',
        ),
      )
      .map(([name, rest]) => [name, `name: ${name}, ${rest}`] as const);
    const version = fc
      .uniqueArray(field, { selector: ([name]) => name, minLength: 2, maxLength: 3 })
      .map(fields => fields.map(([, text]) => text));
    let [aliased, withheld] = [0, 0];
    fc.assert(
      fc.property(fc.array(version, { minLength: 2, maxLength: 3 }), versions => {
        const { contracts, last, taken, fixed } = linted(
          versions.map((fields, index) => textOf(index + 1, fields)),
        );
        if (fixed.rules.includes('ALIAS_MISSING')) aliased++;
        withheld += taken.size;
        for (const { schema } of [...contracts.values()].slice(0, -1)) {
          const [before, after] = [last, fixed.contract].map(one =>
            CLASSES.indexOf(compare(schema, one.schema).class),
          );
          expect(after).toBeGreaterThanOrEqual(before!);
        }
      }),
      { numRuns: 40 },
    );
    expect(aliased).toBeGreaterThan(0);
    expect(withheld).toBeGreaterThan(0);
  });
});
