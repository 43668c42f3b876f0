import { describe, expect, it } from 'vitest';
import { batchOf, rowsOf } from '../../src/contract/batch.ts';
import type { Field } from '../../src/contract/field.ts';
import { planRefusals, readPlan, readPlanDocument } from '../../src/contract/read-plan.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { applyPlan } from '../../src/convert/apply-plan.ts';
import { gate } from '../../src/convert/gates.ts';
import {
  makeField,
  makeMap,
  makeSchema,
  makeSet,
  makeStruct,
  makeTensor,
  makeVocabulary,
} from '../contract/make-field.ts';

const street = makeField('string', { id: 2, name: 'street' });
const number = makeField('int32', { id: 3, name: 'number', nullable: true });
const counts = (value: 'int32' | 'int64', entries = 9): Field =>
  makeMap(makeField('string', { id: 5, name: 'key' }), makeField(value, { id: 6, name: 'value' }), entries, {
    id: 4,
  });

function read(writer: Field, reader: Field, rows: readonly RecordValues[]) {
  const [from, to] = [makeSchema([writer]), makeSchema([reader])];
  const applied = applyPlan(readPlan(from, to), from, to, batchOf(from, rows));
  if (applied.kind === 'refused') throw new Error(applied.refusals[0]!.code);
  return { ...applied, rows: rowsOf(to, applied.accepted) };
}
const codesOf = (writer: Field, reader: Field): readonly string[] =>
  planRefusals(readPlan(makeSchema([writer]), makeSchema([reader]))).map(({ code }) => code);

describe('a struct', () => {
  const address = (...fields: Field[]): Field => makeStruct(fields, { id: 1, nullable: true });
  const country = makeField('string', {
    id: 7,
    name: 'country',
    default: { kind: 'value', value: 'NO', means: 'unknown' },
  });

  it('is read field by field, by id: widened, moved, dropped and filled, and each record filled is counted', () => {
    const reader = address(country, makeField('int64', { id: 3, name: 'no', nullable: true }));
    const { rows, counts: counted } = read(address(street, number), reader, [
      [['a', 1]],
      [null],
      [['b', null]],
    ]);
    expect(rows).toEqual([[['NO', 1n]], [null], [['NO', null]]]);
    expect(counted.defaultsFilled).toEqual(new Map([[7, 2]]));
  });

  it('is refused for a field it lacks and the reader has no default for', () =>
    expect(codesOf(address(street), address(street, number))).toEqual(['MISSING_DEFAULT']));

  it('is copied where nothing in it changed but names', () => {
    const renamed = { ...street, name: 'road' };
    const plan = readPlan(makeSchema([address(street)]), makeSchema([address(renamed)]));
    expect(readPlanDocument(plan)).toMatchObject({ fields: [{ kind: 'copy', field: 1 }] });
    expect(read(address(street), address(renamed), [[['a']]]).rows).toEqual([[['a']]]);
  });

  it('is held to what its fields promise', () =>
    expect(gate(address(street, { ...number, nullable: false }), ['a', null])).toBe('NULL_NOT_ALLOWED'));
});

describe('a map', () => {
  it('is read value by value', () =>
    expect(
      read(counts('int32'), counts('int64'), [
        [
          [
            ['a', 1],
            ['__proto__', 2],
          ],
        ],
      ]).rows,
    ).toEqual([
      [
        [
          ['a', 1n],
          ['__proto__', 2n],
        ],
      ],
    ]));

  it.each([
    [
      'DUPLICATE_KEY',
      [
        ['a', 1],
        ['a', 1],
      ],
    ],
    [
      'ARRAY_TOO_LONG',
      [
        ['a', 1],
        ['b', 2],
        ['c', 3],
      ],
    ],
    [
      undefined,
      [
        ['a', 1],
        ['b', 1],
      ],
    ],
  ] as const)('passes its gate with %s', (code, value) => expect(gate(counts('int32', 2), value)).toBe(code));

  it('is refused where two unknown keys would become one, because a value would be lost', () => {
    const label = makeField('string', {
      id: 5,
      name: 'key',
      logical: 'category',
      vocabulary: makeVocabulary('1: sun', '2: other'),
      unknownPolicy: { kind: 'map', term: 2 },
    });
    const field = makeMap(label, makeField('int32', { id: 6 }), 9);
    expect(
      gate(field, [
        ['fog', 1],
        ['sun', 2],
      ]),
    ).toBeUndefined();
    expect(
      gate(field, [
        ['fog', 1],
        ['mist', 2],
      ]),
    ).toBe('DUPLICATE_KEY');
  });
});

describe('a set', () => {
  const set = makeSet(makeField('float64', { id: 2 }), 0, 9, { id: 1 });

  it.each([
    ['DUPLICATE_ELEMENT', [1, 1]],
    ['DUPLICATE_ELEMENT', [Number.NaN, Number.NaN]],
    [undefined, [0, -0]],
    [undefined, [2, 1]],
  ] as const)('passes its gate with %s', (code, value) => expect(gate(set, value)).toBe(code));
});

describe('a tensor', () => {
  const tensor = (...shape: number[]): Field => makeTensor(makeField('uint8', { id: 2 }), shape, { id: 1 });

  it('is refused in another shape, because the same numbers are another array', () => {
    expect(codesOf(tensor(2, 3), tensor(3, 2))).toEqual(['TYPE_CHANGED']);
    expect(codesOf(tensor(2, 3), tensor(2, 3))).toEqual([]);
  });

  it('is widened element by element', () => {
    const wide = makeTensor(makeField('float32', { id: 2 }), [2], { id: 1 });
    expect(read(tensor(2), wide, [[[1, 255]]]).rows).toEqual([[[1, 255]]]);
  });
});
