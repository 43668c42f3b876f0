import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { type CsvLexical, readCsv } from '../../src/codec/csv.ts';
import { rowsOf } from '../../src/contract/batch.ts';
import { makeField, makeList, makeSchema } from '../contract/make-field.ts';

const schema = makeSchema([
  makeField('date', { id: 1, name: 'date' }),
  makeField('float64', { id: 2, name: 'rain', nullable: true }),
  makeField('string', { id: 3, name: 'weather' }),
]);
const SLASHES: CsvLexical = new Map([
  [1, { date: 'yyyy/MM/dd' }],
  [2, { null: 'NA' }],
]);
const read = (text: string | Uint8Array, lexical: CsvLexical = SLASHES, under = schema) =>
  readCsv('a.csv', typeof text === 'string' ? Buffer.from(text) : text, under, lexical);
const rows = (text: string, lexical?: CsvLexical, under = schema) => {
  const batch = read(text, lexical, under);
  if (batch instanceof Fault) throw batch;
  return rowsOf(under, batch);
};

describe('reading CSV', () => {
  it('reads by header name, in the declared lexical forms', () =>
    expect(rows('weather,date,rain\nsun,2012/01/01,0.0\n"r,a\n""in",1970/01/02,NA\n')).toEqual([
      [15_340, 0, 'sun'],
      [1, null, 'r,a\n"in'],
    ]));

  it('reads the same rows with a byte order mark and Windows line ends', () =>
    expect(rows('\ufeffdate,rain,weather\r\n2012/01/01,-0.0,sun\r\n')).toEqual([[15_340, -0, 'sun']]));

  it('reads an empty cell as an empty string, and as a null only where that is declared', () => {
    expect(rows('date,rain,weather\n2012/01/01,NA,\n')).toEqual([[15_340, null, '']]);
    const declared: CsvLexical = new Map([[2, { null: '' }]]);
    expect(rows('date,rain,weather\n2012-01-01,,sun\n', declared)).toEqual([[15_340, null, 'sun']]);
  });

  it('misses every column in an empty file', () =>
    expect((read('') as Fault).facts).toEqual({ column: 'date' }));

  it('reads a header alone as no rows', () => expect(rows('date,rain,weather\n')).toEqual([]));

  it('reads every scalar type in its own strict form', () => {
    const all = makeSchema(
      (['bool', 'int32', 'int64', 'float32', 'bytes'] as const).map((kind, index) =>
        makeField(kind, { id: index + 1, name: kind }),
      ),
    );
    const text = 'bool,int32,int64,float32,bytes\ntrue,-5,9007199254740993,0.1,AP8=\n';
    expect(rows(text, new Map(), all)).toEqual([
      [true, -5, 9007199254740993n, Math.fround(0.1), Uint8Array.of(0, 255)],
    ]);
  });

  it.each([
    ['a date in the other form', '2012-01-01,0,sun', 'date', 'TYPE_MISMATCH'],
    ['a day that is not in the calendar', '2011/02/29,0,sun', 'date', 'TYPE_MISMATCH'],
    ['an empty number', '2012/01/01,,sun', 'rain', 'TYPE_MISMATCH'],
    ['a number with a space', '2012/01/01, 1,sun', 'rain', 'TYPE_MISMATCH'],
    ['a number with no digit before the point', '2012/01/01,.5,sun', 'rain', 'TYPE_MISMATCH'],
    ['NaN', '2012/01/01,NaN,sun', 'rain', 'TYPE_MISMATCH'],
    ['hex', '2012/01/01,0x10,sun', 'rain', 'TYPE_MISMATCH'],
    ['1e999', '2012/01/01,1e999,sun', 'rain', 'OVERFLOW'],
  ])('refuses %s with line and column, and never shows the cell', (_, line, column, code) => {
    const fault = read(`date,rain,weather\n2012/01/01,1,"two\nlines"\n${line}\n`) as Fault;
    expect([fault.code, fault.facts]).toEqual(['CSV_VALUE', { column, code }]);
    expect(fault.at).toEqual({ file: 'a.csv', line: 4, column: column === 'date' ? 1 : 12 });
    expect(fault.message).not.toContain(line.split(',')[1] === '' ? 'sun' : '0x10');
  });

  it('refuses the null token where no null may be', () => {
    const fault = read(
      'date,rain,weather\n2012/01/01,0,NA\n',
      new Map([...SLASHES, [3, { null: 'NA' }]]),
    ) as Fault;
    expect(fault.facts).toMatchObject({ column: 'weather', code: 'NULL_NOT_ALLOWED' });
  });

  it.each([
    ['date,rain,weather,wind', 'CSV_COLUMN_UNKNOWN', 'wind'],
    ['date,rain,Weather', 'CSV_COLUMN_UNKNOWN', 'Weather'],
    ['date,rain', 'CSV_COLUMN_MISSING', 'weather'],
    ['date,rain,weather,rain', 'CSV_COLUMN_DUPLICATE', 'rain'],
  ])('refuses the header %s with %s', (header, code, column) => {
    const fault = read(`${header}\n`) as Fault;
    expect([fault.code, fault.facts]).toEqual([code, { column }]);
    expect(fault.at).toEqual({
      file: 'a.csv',
      line: 1,
      column: code === 'CSV_COLUMN_MISSING' ? 1 : lastCell(header),
    });
  });

  it.each(['2012/01/01,0,sun\n2012/01/02,1,sun\n', '5,5,5\n'])(
    'quotes nothing of a file without a header, because its first line is a record: %j',
    text => {
      const fault = read(text) as Fault;
      expect([fault.code, fault.facts]).toEqual(['CSV_HEADER_MISSING', {}]);
    },
  );

  it.each([
    ['a byte order mark, which is no column', '\uFEFFdate,rain,weather\n2012/01/01,x,sun\n', 2, 12],
    ['CRLF', 'date,rain,weather\r\n2012/01/01,1,sun\r\n2012/01/01,x,sun\r\n', 3, 12],
    ['the line ends of old Macs', 'date,rain,weather\r2012/01/01,1,sun\r2012/01/01,x,sun\r', 3, 12],
    ['a cell that goes on over lines', 'weather,date,rain\n"a ""b\n,c",2012/01/01,x\n', 3, 16],
    ['letters outside the first plane', 'weather,date,rain\n"𝔸é,",2012/01/01,x\n', 2, 18],
  ])('places a cell beside %s', (_, text, line, column) =>
    expect((read(text) as Fault).at).toEqual({ file: 'a.csv', line, column }),
  );

  it.each([
    ['a line with a cell too few', 'date,rain,weather\n2012/01/01,0\n', 2, 1],
    ['a quote that is not closed', 'date,rain,weather\n2012/01/01,0,"sun\n2012/01/01,0,sun\n', 2, 14],
    ['a quote inside a cell', 'date,rain,weather\n2012/01/01,0,s"un\n', 2, 14],
    ['text behind a closing quote', 'date,rain,weather\n2012/01/01,0,"s"un\n', 2, 14],
  ])('refuses %s where it stands, in words of its own', (_, text, line, column) => {
    const fault = read(text) as Fault;
    expect(fault).toMatchObject({ code: 'CSV_MALFORMED', at: { file: 'a.csv', line, column } });
    expect(fault.message).not.toMatch(/[A-Z]_[A-Z]/);
  });

  it('refuses bytes that are not UTF-8, with line and offset', () => {
    const fault = read(
      Buffer.concat([Buffer.from('date,rain,weather\n2012/01/01,0,'), Buffer.from([0xe9, 0x0a])]),
    ) as Fault;
    expect([fault.code, fault.facts]).toEqual(['CSV_ENCODING', { offset: 31 }]);
    expect(fault.at).toEqual({ file: 'a.csv', line: 2, column: 14 });
  });

  it('refuses a schema with a list, because a cell is one value', () => {
    const lists = makeSchema([makeList(makeField('bool', { id: 2 }), 0, 1, { id: 1 })]);
    expect((read('items\n', new Map(), lists) as Fault).facts).toEqual({
      codec: 'csv',
      field: 'items (1)',
      what: 'a list',
    });
  });

  it('never throws, whatever the text', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        expect(read(`date,rain,weather\n${text}`)).toBeDefined();
      }),
    ));
});

const lastCell = (header: string): number => header.lastIndexOf(',') + 2;
