import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { FIELD_CASES } from './field-cases.ts';
import { FIELD_DEFAULT_CASES } from './field-default-cases.ts';
import { fieldOf, must, parseField } from './small-subject.ts';

const FIELDS = [...FIELD_CASES, ...FIELD_DEFAULT_CASES];

describe('a field', () => {
  it.each(FIELDS)('is refused with %s at %s: %s', (code, at, refused) => {
    const result = parseField(refused);
    expect(result).toBeInstanceOf(Fault);
    const fault = result as Fault;
    expect([fault.code, fault.at?.line]).toEqual([code, 3]);
    expect(fault.at?.snippet?.slice(fault.at.column - 1, fault.at.column - 1 + at.length)).toBe(at);
  });

  it.each(FIELDS.map(([code, , , accepted]) => [accepted, code] as const))(
    'is accepted: %s (no %s)',
    accepted => {
      fieldOf(accepted);
    },
  );

  it('has no default where none is written, and a null where null is', () => {
    expect(fieldOf('physical: int32, nullable: true').default).toEqual({ kind: 'none' });
    expect(fieldOf('physical: int32, nullable: true, default: null').default).toEqual({
      kind: 'value',
      value: null,
      means: 'unknown',
    });
  });

  it('takes a default that does not say for unknown, because nobody said it was true', () => {
    expect(fieldOf('physical: int64, default: 0').default).toEqual({
      kind: 'value',
      value: 0n,
      means: 'unknown',
    });
    expect(fieldOf('physical: int64, default: {value: 0, means: value}').default).toMatchObject({
      means: 'value',
    });
  });

  it('keeps 64-bit integers exact, from the digits as they are written', () => {
    const field = fieldOf('physical: int64, range: [-9223372036854775808, null], default: 9007199254740993');
    expect(field.default).toMatchObject({ value: 9007199254740993n });
    expect(field.range).toEqual({ min: -9223372036854775808n, max: undefined });
  });

  it('keeps the sign of a zero default and drops that of a range end, where it says nothing', () => {
    expect(fieldOf('physical: float64, default: -0').default).toMatchObject({ value: -0 });
    expect(fieldOf('physical: float64, range: [-0.0, 1]').range).toEqual({ min: 0, max: 1 });
  });

  it('counts dates in days', () => {
    expect(fieldOf('physical: date, logical: date, default: 1970-01-02').default).toMatchObject({ value: 1 });
    expect(fieldOf('physical: date, logical: date, range: [1969-12-31, null]').range).toEqual({
      min: -1n,
      max: undefined,
    });
  });
});

describe('a list', () => {
  const element = '{id: 2, physical: int32, logical: number, nullable: false, range: [0, 9]}';
  const list = (own: string): string => `physical: list, logical: sequence, ${own}`;
  const refused: ReadonlyArray<readonly [code: string, own: string]> = [
    ['FIELD_KEY_MISSING', list('length: 3')],
    ['LIST_LENGTH', list(`element: ${element}`)],
    ['LIST_LENGTH', list(`element: ${element}, minLength: 3`)],
    ['LIST_LENGTH', list(`element: ${element}, minLength: 3, maxLength: 2`)],
    ['LIST_LENGTH', list(`element: ${element}, length: 3, maxLength: 3`)],
    ['SHAPE', list(`element: ${element}, length: -1`)],
    ['FIELD_ID_DUPLICATE', list(`element: ${element.replace('id: 2', 'id: 1')}, length: 3`)],
    ['KEY_MISSING', list(`element: ${element.replace('id: 2, ', '')}, length: 3`)],
    ['UNKNOWN_KEY', list(`element: ${element.replace('id: 2', 'id: 2, name: b')}, length: 3`)],
    ['UNKNOWN_KEY', list(`element: ${element.replace('id: 2', 'id: 2, default: 1')}, length: 3`)],
    ['UNKNOWN_KEY', list(`element: ${element.replace('id: 2', 'id: 2, owner: x')}, length: 3`)],
    ['FIELD_KEY_MISSING', list(`element: ${element.replace('number', 'quantity')}, length: 3`)],
    ['DEFAULT_LENGTH', list(`element: ${element}, maxLength: 2, default: [1, 2, 3]`)],
    ['DEFAULT_LENGTH', list(`element: ${element}, length: 2, default: [1]`)],
    ['DEFAULT_TYPE', list(`element: ${element}, maxLength: 2, default: [1, x]`)],
    ['DEFAULT_RANGE', list(`element: ${element}, maxLength: 2, default: [1, 10]`)],
    ['DEFAULT_NULL', list(`element: ${element}, maxLength: 2, default: [null]`)],
    ['FIELD_KEY_MEANINGLESS', `physical: int32, element: ${element}`],
    ['FIELD_KEY_MEANINGLESS', 'physical: int32, maxLength: 3'],
  ];
  it.each(refused)('is refused with %s: %s', (code, own) => {
    const fault = parseField(own) as Fault;
    expect([fault.code, fault.at?.line]).toEqual([code, 3]);
  });

  it('has an element that is a field of its own, and governed as the list is', () => {
    const contract = must(
      parseField(list(`element: ${element}, minLength: 1, maxLength: 2, default: [0, 9]`)),
    );
    expect(contract.schema.fields[0]?.type).toMatchObject({
      kind: 'list',
      length: { min: 1, max: 2 },
      element: { id: 2, name: 'element', type: { kind: 'int32' } },
    });
    expect(contract.governance.get(2)).toMatchObject({ owner: 'o', sensitivity: 'public' });
    expect(contract.places.get(2)?.line).toBe(3);
  });

  it('may hold lists', () => {
    const inner = `{id: 2, physical: list, logical: sequence, nullable: false, length: 2, element: ${element.replace('2', '3')}}`;
    expect(
      must(parseField(list(`element: ${inner}, maxLength: 9, default: [[1, 2]]`))).schema.fields,
    ).toHaveLength(1);
  });
});
