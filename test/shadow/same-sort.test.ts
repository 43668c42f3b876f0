import { describe, expect, it } from 'vitest';
import type { Field, Type } from '../../src/contract/field.ts';
import { fieldMeasurements } from '../../src/shadow/field-measurements.ts';
import { isSameSort } from '../../src/shadow/same-sort.ts';
import { NO_COUNTS } from '../../src/shadow/value-counts.ts';
import { field } from '../golden/weather.ts';

const LENGTH = { min: 0, max: 9 };
const list = (element: Field): Type => ({ kind: 'list', element, length: LENGTH });
const struct = (...fields: Field[]): Type => ({ kind: 'struct', fields });
const map = (key: Field, value: Field): Type => ({ kind: 'map', key, value, entries: 9 });
const [text, integer, float] = [field(2, 'a', 'string'), field(2, 'a', 'int64'), field(2, 'a', 'float32')];
const moment = (zone: 'instant' | 'local'): Field => ({ ...integer, type: { kind: 'timestamp', zone } });

describe('values of two types', () => {
  it.each<[string, Type, Type]>([
    ['text within beside a number', struct(integer), struct(text)],
    ['members of other names', struct(integer), struct({ ...integer, name: 'b' })],
    ['a member more', struct(integer), struct(integer, { ...text, id: 3, name: 'b' })],
    ['elements of another sort', list(float), list(text)],
    [
      'elements further down',
      list({ ...integer, type: list(float) }),
      list({ ...integer, type: list(text) }),
    ],
    ['a moment within beside what a clock showed', struct(moment('instant')), struct(moment('local'))],
    ['keys of another sort', map(text, float), map(integer, float)],
    ['values of another sort', map(text, float), map(text, text)],
    ['a day beside a number', { kind: 'date' }, { kind: 'int64' }],
    ['bytes beside text', { kind: 'bytes' }, { kind: 'string' }],
    ['a list beside its element', list(float), float.type],
  ])('mean no one thing: %s', (_, was, is) => {
    expect(isSameSort(was, is)).toBe(false);
    expect(isSameSort(is, was)).toBe(false);
  });

  it.each<[string, Type, Type]>([
    ['numbers of any width', struct(integer), struct(float)],
    [
      'members in another order',
      struct(integer, { ...text, id: 3, name: 'b' }),
      struct({ ...text, id: 3, name: 'b' }, integer),
    ],
    ['a member that has an alias', struct(integer), struct({ ...integer, name: 'b', aliases: ['a'] })],
    ['a list and a tensor of one axis', list(float), { kind: 'tensor', element: float, shape: [3] }],
    ['bytes of a fixed length and others', { kind: 'bytes' }, { kind: 'fixed', size: 4 }],
    ['decimals and integers', { kind: 'decimal', precision: 9, scale: 2 }, { kind: 'int32' }],
  ])('may mean one thing: %s', (_, was, is) => {
    expect(isSameSort(was, is)).toBe(true);
    expect(isSameSort(is, was)).toBe(true);
  });
});

describe('a column whose members are of another sort', () => {
  const side = (type: Type) => ({
    field: { ...field(1, 'x', 'int64'), type, logical: 'structure' as const },
    rows: 3,
    nulls: 0,
    notFinite: 0,
    unknown: undefined,
    counts: NO_COUNTS,
    numbers: undefined,
    lengths: undefined,
  });
  const distinctOf = (was: Type, is: Type) =>
    fieldMeasurements({ before: side(was), after: side(is), step: 'same' } as never).find(
      ([measure]) => measure === 'shadow.distinct',
    );

  it('is not evaluated, because nothing measured would say that it is the same', () => {
    expect(distinctOf(struct(integer), struct(text))?.[1].effect).toBeUndefined();
    expect(distinctOf(struct(integer), struct(integer))?.[1].effect).toBeDefined();
  });
});
