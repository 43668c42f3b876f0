import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as arrow from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/base/limits.ts';
import { dictionaryValues } from '../../../src/codec/arrow/dictionary-values.ts';
import { REPOSITORY } from '../../cli/repository.ts';
import { cpuTime_ms } from '../../cpu-time.ts';

const valuesIn = (bytes: Uint8Array) =>
  dictionaryValues({
    size: bytes.length,
    at: (start, length) => {
      // A file gives no bytes beyond its end, and nothing of a length that is none.
      if (start < 0 || length < 0 || start + length > bytes.length) throw new RangeError('beyond the end');
      return bytes.slice(start, start + length);
    },
  });
const fixture = (name: string): Uint8Array =>
  readFileSync(path.join(REPOSITORY, 'test/codec/arrow', `${name}.arrow`));
const only = (bytes: Uint8Array) => {
  const lists = [...valuesIn(bytes).values()];
  expect(lists).toHaveLength(1);
  return lists[0];
};

const GRADES = ['low', 'mid', 'high, and longer than twelve bytes'];

describe('what the dictionaries of an Arrow file list', () => {
  it.each([
    ['polars/categorical', [GRADES[0], GRADES[2], GRADES[1]]],
    ['polars/enum-zstd', GRADES],
    ['polars/enum-turned-lz4', GRADES.toReversed()],
    ['pyarrow/dictionary', ['a', '', 'longer than twelve bytes, \u00e9']],
    ['pyarrow/dictionary-uint8', ['a', '', 'longer than twelve bytes, \u00e9']],
  ])('is read of %s, wherever in it they stand', (name, values) => {
    expect(only(fixture(name))).toEqual(values);
  });

  it('has a null where the list has one', () => {
    expect(only(fixture('pyarrow/dictionary-null-value'))).toContain(null);
  });

  it('is nothing of a file without dictionaries', () => {
    expect(valuesIn(fixture('pyarrow/utf8-file')).size).toBe(0);
  });

  const texts = fc.uniqueArray(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 30 });
  it.each(['file', 'stream'] as const)('is each value in the order in which it stands in a %s', kind =>
    fc.assert(
      fc.property(texts, labels => {
        const column = arrow.vectorFromArray(
          labels,
          new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32()),
        );
        expect(only(arrow.tableToIPC(new arrow.Table({ column }), kind))).toEqual(labels);
      }),
      { numRuns: 30 },
    ),
  );

  it('is told apart of numbers, too', () => {
    const listed = (...numbers: number[]) =>
      only(
        arrow.tableToIPC(
          new arrow.Table({
            column: arrow.vectorFromArray(numbers, new arrow.Dictionary(new arrow.Int32(), new arrow.Int8())),
          }),
          'file',
        ),
      );
    const [some, turned] = [listed(7, -1, 300), listed(300, -1, 7)];
    expect(some).toHaveLength(3);
    expect(turned).toEqual([...some!].reverse());
  });

  it('is a reason where it is longer than any list that somebody ordered', () => {
    const labels = Array.from({ length: LIMITS.dictionary_values_max + 1 }, (_, index) => `label ${index}`);
    const column = arrow.vectorFromArray(labels, new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32()));
    expect(only(arrow.tableToIPC(new arrow.Table({ column }), 'file'))).toMatch(/more than 100000 values/);
  });

  it.each(['polars/enum-zstd', 'polars/enum-turned-lz4', 'pyarrow/dictionary-deltas'])(
    'is values or a reason, soon, whatever bytes of %s are altered or cut',
    name => {
      const bytes = fixture(name);
      fc.assert(
        fc.property(
          fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 4 }),
          fc.nat(400),
          (edits, cut) => {
            const altered = bytes.slice(0, cut < 300 ? bytes.length : cut);
            for (const [at, byte] of edits) if (at < altered.length) altered[at] = byte;
            expect(cpuTime_ms(() => valuesIn(altered))).toBeLessThan(1_000);
          },
        ),
        { numRuns: 150 },
      );
    },
  );
});
