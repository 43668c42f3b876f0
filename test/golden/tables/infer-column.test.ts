import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inferColumn } from '../../../src/golden/tables/infer-column.ts';
import { typeName } from '../../../src/golden/tables/typed-column.ts';

const inferred = (cells: readonly (string | null)[]) =>
  inferColumn({ name: 'x', cells, kinds: undefined, absent: 0 });
const nameOf = (...cells: readonly (string | null)[]): string => typeName(inferred(cells).type);

describe('the type of a column of CSV', () => {
  it.each([
    ['int', ['1', null, '-20', '9007199254740993']],
    ['decimal', ['1', '2.50', '-0.1']],
    ['float64', ['1e-5', '2.5']],
    ['float64', ['1.5', 'NaN', '-inf']],
    ['bool', ['true', null, 'false']],
    ['bool', ['True', 'False']],
    ['date', ['2024-02-29', '2023-01-01']],
    ['date', ['2024/02/29', null]],
    ['timestamp', ['2024-02-29T12:00:00', '2024-02-29 12:00:00.5']],
    ['timestamp', ['2024-02-29T12:00:00Z', '2024-02-29T12:00:00+02:00']],
    ['null', [null, null]],
  ])('is %s of %j', (name, cells) => {
    expect(nameOf(...cells)).toBe(name);
  });

  it.each([
    ['a leading zero', ['00123', '00124']],
    ['a sign that JSON does not have', ['+1', '2']],
    ['a space', [' 1', '2']],
    ['a comma in a number', ['1,000', '2,000']],
    ['a day that is not', ['2023-02-29', '2023-01-01']],
    ['two forms of a date', ['2024-02-29', '2024/03/01']],
    ['a day first', ['29/02/2024', '01/03/2024']],
    ['a moment and a wall clock', ['2024-02-29T12:00:00Z', '2024-02-29T12:00:00']],
    ['two spellings of a truth', ['true', 'False']],
    ['zeros and ones as truths', ['true', '1']],
    ['a word among numbers', ['1', '2', 'n/a']],
    ['an empty text among numbers', ['1', '']],
    ['a number beyond every double', ['1e999', '1']],
    ['nothing but NaN', ['NaN', 'NaN']],
  ])('is text where there is %s, because nothing is taken for what it nearly is', (_, cells) => {
    expect(inferred(cells)).toMatchObject({ type: { kind: 'text' }, cells });
  });

  it('holds integers and decimals exactly, whatever their length', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), { minLength: 1 }), values => {
        const { type, cells } = inferred(values.map(String));
        expect(type.kind).toBe('int');
        expect(cells.map(cell => BigInt(cell as number | bigint))).toEqual(values);
      }),
      { numRuns: 30 },
    );
  });

  it('takes offsets off moments, because the moment is what is compared', () => {
    const { cells } = inferred([
      '2024-02-29T12:00:00Z',
      '2024-02-29T14:00:00+02:00',
      '2024-02-29T06:30:00-0530',
    ]);
    expect(new Set(cells).size).toBe(1);
  });
});

describe('the type of a column of JSON', () => {
  it('tells the number 1 from the text "1" in one column', () => {
    const { type, cells } = inferColumn({
      name: 'x',
      cells: ['1', '1', null],
      kinds: ['number', 'text', 'null'],
      absent: 0,
    });
    expect({ type, cells }).toEqual({ type: { kind: 'json' }, cells: ['1', '"1"', null] });
  });

  it('takes no text for a number, and dates for what they are', () => {
    const texts = (cells: readonly string[]) =>
      typeName(inferColumn({ name: 'x', cells, kinds: cells.map(() => 'text'), absent: 0 }).type);
    expect(texts(['1', '2'])).toBe('text');
    expect(texts(['true', 'false'])).toBe('text');
    expect(texts(['2024-02-29'])).toBe('date');
  });
});
