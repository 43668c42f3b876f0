import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { categoryReader, dateText, isCategorical, valueText } from '../../src/contract/category.ts';
import { sliceKeyReader } from '../../src/contract/slice-key.ts';
import { lengthOf } from '../../src/contract/value-length.ts';
import { field, vocabularyOf } from '../golden/weather.ts';

const aliased = {
  ...vocabularyOf('rain'),
  terms: [{ id: 7, label: 'rain', code: 2n, aliases: ['showers'] }],
};

describe('a category', () => {
  it('is one for a label, its alias and its code, because they are one term', () => {
    const text = categoryReader(field(1, 'x', 'string', { vocabulary: aliased }));
    const code = categoryReader(field(1, 'x', 'int64', { vocabulary: aliased }));
    expect(new Set([text('rain').key, text('showers').key, code(2n).key]).size).toBe(1);
    expect(text('showers')).toMatchObject({ text: 'rain', term: { id: 7 } });
  });

  it('is another for a value its vocabulary does not have', () => {
    const read = categoryReader(field(1, 'x', 'string', { vocabulary: aliased }));
    expect(read('hail')).toEqual({ key: 'value hail', text: 'hail', term: undefined });
    // A text that looks like the key of a term is no term.
    expect(read('term 7').key).not.toBe(read('rain').key);
  });

  it('is one for 0 and -0, and the same each time it is asked', () => {
    const read = categoryReader(field(1, 'x', 'float64'));
    expect(read(-0).key).toBe(read(0).key);
    expect(read(0.5)).toBe(read(0.5));
  });

  it('tells values of one kind apart', () =>
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        const read = categoryReader(field(1, 'x', 'string'));
        expect(read(a).key === read(b).key).toBe(a === b);
      }),
    ));

  it('is counted for labels, flags and whatever has a vocabulary, and not for numbers and text', () => {
    expect(isCategorical(field(1, 'x', 'string', { logical: 'label' }))).toBe(true);
    expect(isCategorical(field(1, 'x', 'bool'))).toBe(true);
    expect(isCategorical(field(1, 'x', 'int32', { vocabulary: aliased }))).toBe(true);
    expect(isCategorical(field(1, 'x', 'int32'))).toBe(false);
    expect(isCategorical(field(1, 'x', 'string'))).toBe(false);
  });
});

describe('a value as evidence shows it', () => {
  it('is a day for a date, hex for bytes and all elements for a list', () => {
    expect(valueText(field(1, 'x', 'date'), 16_772)).toBe('2015-12-03');
    expect(valueText(field(1, 'x', 'bytes'), Uint8Array.of(0, 255))).toBe('00ff');
    const element = field(2, 'element', 'date');
    const list = field(1, 'x', 'date', { type: { kind: 'list', element, length: { min: 0, max: 9 } } });
    expect(valueText(list, [0, null])).toBe('[1970-01-01, null]');
  });

  it('has a text for every int32 of days, even where no calendar reaches', () => {
    expect(dateText(2 ** 31 - 1)).toBe('day 2147483647');
    expect(dateText(-719_528)).toBe('0000-01-01');
  });
});

describe('the part of a slice', () => {
  it('is the day, month or year of a date', () => {
    const date = field(1, 'x', 'date');
    const keys = (['day', 'month', 'year'] as const).map(by => sliceKeyReader(date, by)(16_772));
    expect(keys).toEqual(['2015-12-03', '2015-12', '2015']);
  });

  it('is the term of a label, and null of a null', () => {
    const read = sliceKeyReader(field(1, 'x', 'string', { vocabulary: aliased }), 'value');
    expect([read('showers'), read(null)]).toEqual(['rain', null]);
  });
});

describe('a length', () => {
  it('is in code points, elements or bytes', () => {
    expect([lengthOf('a😀'), lengthOf([1, null]), lengthOf(Uint8Array.of(1, 2, 3))]).toEqual([2, 2, 3]);
  });
});
