import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchOf } from '../../src/contract/batch.ts';
import { readersOf } from '../../src/golden/cell-readers.ts';
import { field, schemaOf } from './weather.ts';

const SCHEMA = schemaOf([field(1, 'text', 'string')]);

describe('a column of texts that is decoded once', () => {
  it('reads what was written, nulls, empty texts and long ones that begin and end alike', () => {
    const part = fc.constantFrom('', 'a', 'ä', '\u{1f600}', 'x'.repeat(70));
    const text = fc.tuple(part, fc.string({ maxLength: 3 }), part).map(parts => parts.join(''));
    fc.assert(
      fc.property(fc.array(fc.option(text), { maxLength: 50 }), texts => {
        const written = texts.map(each => each?.toWellFormed() ?? null);
        const read = readersOf(
          SCHEMA,
          batchOf(
            SCHEMA,
            written.map(value => [value]),
          ),
        )(0);
        expect(written.map((_, row) => read(row))).toEqual(written);
      }),
      { numRuns: 60 },
    );
  });

  it('reads them of a slice as of the whole', () => {
    const texts = ['a', 'b', null, 'a', 'c', 'b'];
    const batch = batchOf(
      SCHEMA,
      texts.map(value => [value]),
    ).slice(2, 5);
    const read = readersOf(SCHEMA, batch)(0);
    expect([0, 1, 2].map(row => read(row))).toEqual([null, 'a', 'c']);
  });
});
