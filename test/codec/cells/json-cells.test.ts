import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { jsonCells, plainNumeral } from '../../../src/codec/cells/json-cells.ts';

const read = (text: string) => jsonCells('x.json', Buffer.from(text));

const columnsOf = (text: string) => {
  const found = read(text);
  if (found instanceof Fault) throw found;
  return { rows: found.rows, columns: found.columns };
};

describe('the cells of JSON records', () => {
  it('are what JSON.parse has, in an array and in lines', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.stringMatching(/^[a-c]$/), value), { minLength: 1, maxLength: 6 }),
        records => {
          const texts = [
            JSON.stringify(records),
            JSON.stringify(records, null, 2),
            records.map(record => JSON.stringify(record)).join('\n'),
          ];
          for (const text of texts) {
            const { rows, columns } = columnsOf(text);
            expect(rows).toBe(records.length);
            for (const { name, cells, kinds, absent } of columns) {
              expect(cells).toHaveLength(rows);
              expect(absent).toBe(records.filter(record => !Object.hasOwn(record, name)).length);
              records.forEach((record, row) => {
                const found = record[name] ?? null;
                expect(cells[row]).toBe(found === null ? null : String(found));
                expect(kinds![row]).toBe(
                  found === null
                    ? 'null'
                    : { string: 'text', number: 'number', boolean: 'bool' }[
                        typeof found as 'string' | 'number' | 'boolean'
                      ],
                );
              });
            }
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('keep every digit of a number, and one text of what is nested and equal', () => {
    const { columns } = columnsOf(
      '[{"n":9007199254740993,"o":{"b":1.0,"a":[true]}},{"n":1,"o":{"a":[ true ],"b":1}}]',
    );
    expect(columns.map(({ cells }) => cells)).toEqual([
      ['9007199254740993', '1'],
      ['{"a":[true],"b":1}', '{"a":[true],"b":1}'],
    ]);
  });

  it.each([
    ['[{"a":1,"a":2}]', 1, 9],
    ['{"a":1}\n{"a":2} x\n', 2, 9],
    ['{"a":1,\n"b":2}', 1, 8],
    ['{"a":01}', 1, 7],
    ['{"a":"\\ud800"}', 1, 6],
    ['{"a":"\\x"}', 1, 6],
    ['[{"a":1}', 1, 9],
    ['[{"a":1}] 2', 1, 11],
    ['[1]', 1, 2],
    ['{"a":{"b":1,"b":2}}', 1, 13],
    ['', 1, 1],
  ])('are refused in %j at line %d, column %d', (text, line, column) => {
    const found = text === '' ? read(' x') : read(text);
    expect(found).toMatchObject({
      code: 'TABLE_JSON',
      at: text === '' ? { line: 1, column: 2 } : { line, column },
    });
  });

  it('of no records are none', () => {
    expect(columnsOf('[]')).toEqual({ rows: 0, columns: [] });
    expect(columnsOf('')).toEqual({ rows: 0, columns: [] });
  });
});

describe('a number in its one spelling', () => {
  it.each([
    ['1.0', '1'],
    ['1e3', '1000'],
    ['-0.50', '-0.5'],
    ['12.5e-3', '0.0125'],
    ['-0', '0'],
    ['0.000', '0'],
    ['1.5E+2', '150'],
  ])('of %s is %s', (literal, plain) => {
    expect(plainNumeral(literal)).toBe(plain);
  });
});
