import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readYaml } from '../../src/contract/read-yaml.ts';
import { plainOf } from '../../src/contract/yaml-document.ts';
import { draftOfContract } from '../../src/exchange/draft-of-contract.ts';
import { printYaml } from '../../src/exchange/print-yaml.ts';
import { must } from '../contract/small-subject.ts';
import { anyContract, PINNED, saidBy, settled } from './any-contract.ts';

const scalars = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }).filter(text => text.isWellFormed()),
  fc.constantFrom(
    '',
    'null',
    'yes',
    '~',
    '0x1',
    '- a',
    'a: b',
    'a #b',
    '\u2028',
    '\ufeff',
    '\u0085',
    '1e3',
    '.5',
  ),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter(value => !Number.isSafeInteger(value)),
  fc.boolean(),
  fc.constant(null),
);
const keys = fc
  .string({ minLength: 1, maxLength: 8 })
  .filter(key => !/^(?:__proto__|constructor|prototype|<<)$/.test(key));
const { value } = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalars,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 6 }),
  ),
}));

describe('printed YAML', () => {
  it('is read again as the same document, whatever it holds', () => {
    fc.assert(
      fc.property(fc.dictionary(keys, value, { minKeys: 1, maxKeys: 6 }), document => {
        const text = printYaml(document as never);
        expect(plainOf(must(readYaml('d.yaml', Buffer.from(text))).root)).toEqual({ ...document });
      }),
      { numRuns: 80 },
    );
  });

  it('keeps on one line what fits there, and gives the rest a line a key, in lists as in maps', () => {
    const object = { name: 'o', properties: Array.from({ length: 3 }, () => ({ name: 'a'.repeat(40) })) };
    const text = printYaml({ schema: [object, { name: 'b', properties: [] }] } as never);
    expect(text.split('\n')).toEqual([
      'schema:',
      '  - name: o',
      '    properties:',
      ...Array.from({ length: 3 }, () => `      - {name: ${'a'.repeat(40)}}`),
      '  - {name: b, properties: []}',
      '',
    ]);
  });

  it('has its remarks behind the lines they are about, where no reader sees them', () => {
    const text = printYaml(
      { a: 1n, list: [{ id: 3n, physical: 'int8' }] },
      new Map([['/list/0/id', 'proposed']]),
    );
    expect(text).toBe('a: 1\nlist:\n  - id: 3 # proposed\n    physical: int8\n');
  });
});

describe('a contract as a draft', () => {
  it('is written as it was, whatever it says', () => {
    fc.assert(
      fc.property(anyContract, contract => {
        expect(saidBy(settled(draftOfContract(contract, PINNED)).contract)).toEqual(saidBy(contract));
      }),
      { numRuns: 40 },
    );
  });
});
