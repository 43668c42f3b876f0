import * as arrow from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { batchOf, batchOfColumns, rowsOf } from '../../src/contract/batch.ts';
import type { Field } from '../../src/contract/field.ts';
import { taken } from '../../src/contract/take.ts';
import type { Value } from '../../src/contract/value.ts';
import { makeField, makeSchema } from './make-field.ts';

/** The values at places, and what was paid. */
function at(field: Field, values: readonly Value[], places: readonly number[]) {
  const schema = makeSchema([field]);
  const rows = values.map(value => [value]);
  let paid = 0;
  const data = taken(field, batchOf(schema, rows).data.children[0]!, Int32Array.from(places), bytes => {
    paid += bytes;
  });
  return { values: rowsOf(schema, batchOfColumns(schema, [data], places.length)).flat(), paid };
}

describe('rows of a column that are taken', () => {
  const texts = ['a', '', 'long enough to be copied at once with those behind it', 'ä', 'e'];

  it('are texts that stand behind one another, apart, twice and backwards', () => {
    const field = makeField('string');
    for (const places of [[0, 1, 2, 3, 4], [2, 3], [4, 0], [3, 3, 3], [4, 3, 2, 1], []])
      expect(at(field, texts, places).values).toEqual(places.map(place => texts[place]));
  });

  it('are blanks at places below 0, which stand between others', () => {
    const field = makeField('string', { nullable: true });
    expect(at(field, texts, [3, -1, 4, 0, -1]).values).toEqual(['ä', null, 'e', 'a', null]);
    expect(at(makeField('int64', { nullable: true }), [5n, 6n], [-1, 1]).values).toEqual([null, 6n]);
  });

  it('are paid for, each text by its bytes and a place', () => {
    expect(at(makeField('string'), texts, [0, 3, 3]).paid).toBe(3 * 4 + 1 + 2 + 2);
    const large = 'x'.repeat(1 << 16);
    expect(at(makeField('string'), [large], [0, 0, 0]).paid).toBe(3 * 4 + 3 * large.length);
  });

  it('are paid for before more is made of one text than may be', () => {
    const field = makeField('string');
    const { data } = batchOf(makeSchema([field]), [['x'.repeat(1 << 16)]]);
    const most = new Error('too much');
    let left = 1 << 22;
    const spend = (bytes: number): void => {
      left -= bytes;
      if (left < 0) throw most;
    };
    expect(() => taken(field, data.children[0]!, new Int32Array(100_000), spend)).toThrow(most);
  });

  it('keep every bit of a NaN and of a whole number of 64', () => {
    const bits = BigUint64Array.of(0x7ff8000000000123n, 0x8000000000000000n, 0xfff8000000000001n);
    const data = arrow.makeData({
      type: new arrow.Float64(),
      length: 3,
      nullCount: 0,
      data: new Float64Array(bits.buffer),
    });
    const made = taken(makeField('float64'), data, Int32Array.of(2, 0), () => undefined);
    expect(new BigUint64Array((made.values as Float64Array).slice().buffer)).toEqual(
      BigUint64Array.of(bits[2]!, bits[0]!),
    );
    expect(at(makeField('uint64'), [2n ** 64n - 1n, 1n], [1, 0]).values).toEqual([1n, 2n ** 64n - 1n]);
  });
});
