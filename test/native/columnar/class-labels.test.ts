import { describe, expect, it } from 'vitest';
import { draftOfColumns } from '../../../src/exchange/columnar/draft-of-columns.ts';
import { classLabels } from '../../../src/native/columnar/class-labels.ts';
import type { ColumnarSchema, ColumnType } from '../../../src/native/columnar/column.ts';
import { column, file, int, list, STRING, struct } from '../../compat/columnar/columns.ts';

const ANIMALS = { names: ['cat', 'dog'], _type: 'ClassLabel' };

const featured = (type: ColumnType, feature: unknown): ColumnarSchema => ({
  ...file(column('a', type)),
  keys: ['huggingface'],
  said: new Map([['huggingface', JSON.stringify({ info: { features: { a: feature } } })]]),
});

const labelsOf = (schema: ColumnarSchema) =>
  [...classLabels(schema)].map(([{ name }, names]) => [name, ...names]);

describe('the names of classes beside a schema', () => {
  it.each<[string, ColumnType, unknown, string]>([
    ['a column', int(64), ANIMALS, 'a'],
    ['the items of a list', list(int(64)), { feature: ANIMALS, _type: 'Sequence' }, 'element'],
    ['the items of a list, as older versions write them', list(int(64)), [ANIMALS], 'element'],
    ['a field of a struct', struct(column('b', int(8))), { b: ANIMALS }, 'b'],
    [
      'a struct of lists that is a list of structs to them',
      struct(column('b', list(int(8)))),
      { feature: { b: ANIMALS }, _type: 'Sequence' },
      'element',
    ],
  ])('belong to %s', (_, type, feature, name) => {
    expect(labelsOf(featured(type, feature))).toEqual([[name, 'cat', 'dog']]);
  });

  it.each<[string, unknown]>([
    ['no feature', undefined],
    ['a value of another type', { dtype: 'int64', _type: 'Value' }],
    ['names that are none', { names: ['cat', 1], _type: 'ClassLabel' }],
    ['a list where there is none', [ANIMALS]],
  ])('are none for %s', (_, feature) => {
    expect(labelsOf(featured(int(64), feature))).toEqual([]);
  });

  it('are none where the text is no JSON', () => {
    const schema = { ...file(column('a', int(64))), said: new Map([['huggingface', '{']]) };
    expect(labelsOf(schema)).toEqual([]);
  });

  it('become a vocabulary with its codes', () => {
    const { fields, pinned } = draftOfColumns(featured(int(64), ANIMALS));
    expect(fields[0]?.keys).toMatchObject({ physical: 'int64', logical: 'category', unknownPolicy: 'pass' });
    expect(pinned.map(({ document }) => document['terms'])).toEqual([
      [
        { id: 1, label: 'cat' },
        { id: 2, label: 'dog' },
      ],
    ]);
  });

  it('that make no list of terms are a note with their content', () => {
    const { fields, notes } = draftOfColumns(featured(int(64), { ...ANIMALS, names: ['cat', 'cat'] }));
    expect(fields[0]?.keys).toMatchObject({ physical: 'int64', logical: 'number' });
    expect(notes.map(({ what }) => what)).toContain('names of 2 classes: cat, cat');
  });

  it('leave a column of texts alone, because its values are no places', () => {
    expect(draftOfColumns(featured(STRING, ANIMALS)).fields[0]?.keys).toMatchObject({ logical: 'text' });
  });
});
