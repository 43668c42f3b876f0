import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { csvCells } from '../../../src/codec/cells/csv-cells.ts';

const read = (text: string | Uint8Array, nulls: readonly string[] = []) => {
  const found = csvCells('x.csv', Buffer.from(text), new Set(nulls));
  if (found instanceof Fault) return found;
  return {
    header: found.columns.map(({ name }) => name),
    cells: found.columns.map(({ cells }) => cells),
    rows: found.rows,
  };
};

describe('the cells of a CSV file', () => {
  it('are what another reader takes from it, quotes and line breaks too', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', 'é', ' ', '0'), maxLength: 6 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell), { maxLength: 8 }),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        (rows, end, endsSo) => {
          const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
          const text = [['a', 'b'], ...rows].map(row => row.map(quoted).join(',')).join(end);
          const found = read(endsSo ? text + end : text);
          const other = parse(Buffer.from(endsSo ? text + end : text), { bom: true }) as string[][];
          expect(found).toEqual({
            header: other[0],
            cells: [0, 1].map(at => other.slice(1).map(row => row[at])),
            rows: other.length - 1,
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('are null where they are empty or a text that stands for it, and no null where they are quoted', () => {
    expect(read('a,b,c\n,"",NA\n"NA",x,\n', ['NA'])).toEqual({
      header: ['a', 'b', 'c'],
      cells: [
        [null, 'NA'],
        ['', 'x'],
        [null, null],
      ],
      rows: 2,
    });
  });

  it('take a byte order mark for none, and a last line without an end for a line', () => {
    expect(read('\ufeffa,b\n1,2')).toEqual({ header: ['a', 'b'], cells: [['1'], ['2']], rows: 1 });
  });

  it.each([
    ['a,b\n1,2\n3\n', 'CSV_MALFORMED', 3, 1],
    ['a,b\n1,2\n3,4,5\n', 'CSV_MALFORMED', 3, 1],
    ['a,b\n1,"2\n', 'CSV_MALFORMED', 2, 3],
    ['a,b\n1,"2"x\n', 'CSV_MALFORMED', 2, 3],
    ['a,b\n1,x"2\n', 'CSV_MALFORMED', 2, 3],
    ['a,b\r1,2\r', 'CSV_MALFORMED', 1, 3],
    ['a,b,a\n1,2,3\n', 'CSV_COLUMN_DUPLICATE', 1, 5],
    ['', 'CSV_MALFORMED', 1, 1],
  ])('are refused in %j with %s at line %d, column %d', (text, code, line, column) => {
    expect(read(text)).toMatchObject({ code, at: { file: 'x.csv', line, column } });
  });

  it('are refused where they are no UTF-8, with the place', () => {
    const bytes = Buffer.concat([Buffer.from('a\nx\n'), Buffer.from([0xe9]), Buffer.from('\n')]);
    expect(read(bytes)).toMatchObject({ code: 'CSV_ENCODING', at: { line: 3, column: 1 } });
  });
});
