import { describe, expect, it } from 'vitest';
import type { Fault } from '../../src/base/fault.ts';
import { parseConverter } from '../../src/convert/converter.ts';
import { makeField, makeList, makeMap, makeSchema, makeStruct, unit } from '../contract/make-field.ts';
import { bytesOf } from '../contract/small-subject.ts';
import { converterText, faultsOf, outcomes, parsed, planned, planOf } from './converters.ts';

const int = (id: number, name = `f${id}`) => makeField('int32', { id, name });
const pair = makeSchema([int(1), int(2)]);

describe('a converter', () => {
  it('says nothing of fields that stay what they are, whatever they are called', () => {
    const renamed = makeSchema([int(2, 'other'), int(1)]);
    expect(outcomes(planOf(pair, renamed, []), [[1, 2]])).toEqual([[2, 1]]);
  });

  it('widens a type by itself, because every value is held', () => {
    const wide = makeSchema([makeField('int64', { id: 1 }), makeField('float64', { id: 2, name: 'f2' })]);
    expect(outcomes(planOf(pair, wide, []), [[1, 2]])).toEqual([[1n, 2]]);
  });

  it('uses or drops each field of the old version by name', () => {
    const first = makeSchema([int(1)]);
    expect(faultsOf(pair, first, [])).toEqual(['CONVERTER_FIELD_LEFT']);
    expect(outcomes(planOf(pair, first, [], 'drop: [2]\n'), [[1, 2]])).toEqual([[1]]);
    expect(faultsOf(pair, first, [], 'drop: [1, 2]\n')).toEqual(['CONVERTER_DROP_USED']);
    expect(faultsOf(pair, first, [], 'drop: [2, 9]\n')).toEqual(['CONVERTER_FIELD_UNKNOWN']);
    expect(faultsOf(pair, first, [], 'drop: [2, 2]\n')).toEqual(['SHAPE']);
  });

  it('gives each field of the new version a value that somebody named', () => {
    const third = makeSchema([int(1), int(2), int(3)]);
    expect(faultsOf(pair, third, [])).toEqual(['CONVERTER_FIELD_UNFED']);
    expect(outcomes(planOf(pair, third, ['{id: 3, from: 1}']), [[1, 2]])).toEqual([[1, 2, 1]]);
    const given = '{id: 3, steps: [{kind: default, value: 7, means: value}]}';
    expect(outcomes(planOf(pair, third, [given]), [[1, 2]])).toEqual([[1, 2, 7]]);
  });

  it.each([
    ['{id: 9}', 'CONVERTER_FIELD_UNKNOWN'],
    ['{id: 1, from: 9}', 'CONVERTER_FIELD_UNKNOWN'],
    ['{id: 1, steps: [{kind: default, value: 7, means: value}]}', 'CONVERTER_STEP_UNFIT'],
    ['{id: 1, steps: [{kind: nest}]}', 'CONVERTER_STEP_UNFIT'],
    ['{id: 1, steps: []}', 'SHAPE'],
    ['{id: 1, step: []}', 'UNKNOWN_KEY'],
    ['{id: 1, steps: [{kind: multiply}]}', 'SHAPE'],
    ['{id: 1, steps: [{kind: unit, to: ms, rounding: up}]}', 'SHAPE'],
    ['{id: 1, steps: [{kind: unit, to: parsnip}]}', 'CONVERTER_STEP_UNFIT'],
  ])('refuses %s', (entry, code) => {
    expect(faultsOf(pair, pair, [entry])).toEqual([code]);
  });

  it('refuses two entries of one field, and tells where each fault is', () => {
    const [twice] = planned(pair, pair, ['{id: 1}', '{id: 1}']) as readonly Fault[];
    expect(twice).toMatchObject({
      code: 'CONVERTER_FIELD_TWICE',
      facts: { id: 1, first_line: 5 },
      at: { file: 'c.yaml', line: 6 },
    });
    const clock = makeSchema([makeField('int64', { unit: unit('s'), logical: 'quantity' })]);
    const [unfit] = planned(clock, clock, ['{id: 1, steps: [{kind: unit, to: m}]}']) as readonly Fault[];
    expect(unfit).toMatchObject({ code: 'CONVERTER_STEP_UNFIT', at: { line: 5, column: 21 } });
  });

  it('tells all that is wrong with it, and not the first thing only', () => {
    const third = makeSchema([int(1), int(3), int(4)]);
    expect(faultsOf(pair, third, [])).toEqual(['CONVERTER_FIELD_UNFED', 'CONVERTER_FIELD_UNFED']);
  });

  it('declares a normalizer of the record with a reason, or is refused', () => {
    const digest = `sha256:${'a'.repeat(64)}` as const;
    const other = makeSchema(pair.fields, { normalizer: digest });
    const declared = 'normalizer: {declare: Nothing is text.}\n';
    expect(faultsOf(pair, other, [])).toEqual(['CONVERTER_MEANING_LEFT']);
    expect(faultsOf(pair, other, [], declared)).toEqual([]);
    expect(faultsOf(pair, pair, [], declared)).toEqual(['CONVERTER_MEANING_LEFT']);
  });
});

describe('a default', () => {
  const added = (given: object) => makeSchema([...pair.fields, makeField('int32', { id: 3, ...given })]);
  const entry = (text: string) => [`{id: 3, steps: [{kind: default, ${text}}]}`];

  it('is that of the contract where no value is written', () => {
    const to = added({ default: { kind: 'value', value: 5, means: 'unknown' } });
    expect(outcomes(planOf(pair, to, entry('means: unknown')), [[1, 2]])).toEqual([[1, 2, 5]]);
    expect(faultsOf(pair, to, entry('means: value'))).toEqual(['CONVERTER_STEP_UNFIT']);
    expect(faultsOf(pair, added({}), entry('means: value'))).toEqual(['CONVERTER_STEP_UNFIT']);
  });

  it('that stands for nobody knows is a null or a sentinel, and no value that would be taken for one', () => {
    const sentinels = [{ value: -9, means: 'unknown' }];
    const to = added({ nullable: true, sentinels });
    expect(faultsOf(pair, to, entry('value: 0, means: unknown'))).toEqual(['CONVERTER_STEP_UNFIT']);
    expect(faultsOf(pair, to, entry('value: null, means: unknown'))).toEqual([]);
    expect(faultsOf(pair, to, entry('value: -9, means: unknown'))).toEqual([]);
    expect(faultsOf(pair, to, entry('value: -9, means: value'))).toEqual(['CONVERTER_STEP_UNFIT']);
  });

  it('is a value that the new version may hold', () => {
    const to = added({ range: { min: 0n, max: 9n } });
    expect(faultsOf(pair, to, entry('value: 10, means: value'))).toEqual(['CONVERTER_VALUE_UNFIT']);
    expect(faultsOf(pair, to, entry('value: 0.5, means: value'))).toEqual(['CONVERTER_VALUE_UNFIT']);
    expect(faultsOf(pair, to, entry('value: null, means: unknown'))).toEqual(['CONVERTER_VALUE_UNFIT']);
  });
});

describe('what lies in another field', () => {
  const point = makeStruct([int(11, 'x'), int(12, 'y')], { id: 10, name: 'point' });
  const inStruct = makeSchema([int(1), point]);
  const flat = makeSchema([int(1), int(11, 'x'), int(12, 'y')]);

  it('is taken out of a struct, and null where that is', () => {
    expect(outcomes(planOf(inStruct, flat, []), [[1, [2, 3]]])).toEqual([[1, 2, 3]]);
    const open = makeSchema([int(1), { ...point, nullable: true }]);
    expect(faultsOf(open, flat, [])).toEqual(['CONVERTER_NULLS_LEFT', 'CONVERTER_NULLS_LEFT']);
    const members = flat.fields.map(field => ({ ...field, nullable: true }));
    expect(outcomes(planOf(open, makeSchema(members), []), [[1, null]])).toEqual([[1, null, null]]);
  });

  it('is put into one that is made of it', () => {
    expect(faultsOf(flat, inStruct, [])).toEqual(['CONVERTER_FIELD_UNFED']);
    expect(outcomes(planOf(flat, inStruct, ['{id: 10, steps: [{kind: nest}]}']), [[1, 2, 3]])).toEqual([
      [1, [2, 3]],
    ]);
  });

  it('is converted where it stands', () => {
    const seconds = (code: string) => makeField('int64', { id: 11, unit: unit(code), logical: 'quantity' });
    const of = (code: string) =>
      makeSchema([makeStruct([seconds(code), int(12)], { id: 10, nullable: true })]);
    const plan = planOf(of('s'), of('ms'), ['{id: 11, steps: [{kind: unit, to: ms}]}']);
    expect(outcomes(plan, [[[2n, 3]], [null], [[2n ** 62n, 3]]])).toEqual([[[2000n, 3]], [null], 'OVERFLOW']);
  });

  it('is converted in each element of a list, and in keys and values of a map', () => {
    const seconds = (id: number, code: string) =>
      makeField('int64', { id, unit: unit(code), logical: 'quantity' });
    const of = (code: string) =>
      makeSchema([
        makeList(seconds(2, code), 0, 3, { id: 1 }),
        makeMap(makeField('string', { id: 4 }), seconds(5, code), 3, { id: 3 }),
      ]);
    const entries = [2, 5].map(id => `{id: ${id}, steps: [{kind: unit, to: s}]}`);
    const plan = planOf(of('ms'), of('s'), entries);
    expect(
      outcomes(plan, [
        [[1000n, 2000n], [['a', 3000n]]],
        [[1n], []],
        [[], [['a', 1n]]],
      ]),
    ).toEqual([[[1n, 2n], [['a', 3n]]], 'PRECISION_LOSS', 'PRECISION_LOSS']);
  });

  it('is not taken out of a list, because there may be none or many', () => {
    const list = makeSchema([int(1), makeList(int(2), 0, 3, { id: 3 })]);
    expect(faultsOf(list, makeSchema([int(1), int(2)]), [])).toEqual(['CONVERTER_OUT_OF_REACH']);
  });

  it('is dropped with the struct that it lies in, or by itself', () => {
    const only = makeSchema([int(1)]);
    expect(faultsOf(inStruct, only, [], 'drop: [10]\n')).toEqual([]);
    const narrower = makeSchema([int(1), makeStruct([int(11, 'x')], { id: 10, name: 'point' })]);
    expect(faultsOf(inStruct, narrower, [])).toEqual(['CONVERTER_FIELD_LEFT']);
    expect(outcomes(planOf(inStruct, narrower, [], 'drop: [12]\n'), [[1, [2, 3]]])).toEqual([[1, [2]]]);
  });
});

describe('the digest of a converter', () => {
  const digestOf = (text: string) => {
    const read = parseConverter('c.yaml', bytesOf(text));
    return 'digest' in read ? read.digest : read.code;
  };
  const text = converterText(['{id: 1, from: 2}', '{id: 2, from: 1}'], 'drop: [4, 3]\n');

  it('covers what it does, and neither the order of fields nor what is said about it', () => {
    const other = converterText(
      ['{id: 2, from: 1}', '{id: 1, from: 2, doc: why}'],
      'drop: [3, 4]\ndoc: For people.\n',
    );
    expect(digestOf(other)).toBe(digestOf(text));
    expect(digestOf(text.replace('from: 2}', 'from: 1}'))).not.toBe(digestOf(text));
    expect(digestOf(text.replace('to: 2', 'to: 3'))).not.toBe(digestOf(text));
  });

  it('covers the reason of what it declares, and the order of steps', () => {
    const declared = (reason: string) =>
      parsed([`{id: 1, steps: [{kind: declare, what: [unit], reason: ${reason}}]}`]).digest;
    expect(declared('a')).not.toBe(declared('b'));
    const [clip, unitStep] = ['{kind: range, min: 0, outside: clip}', '{kind: unit, to: s}'];
    const inOrder = (a: string, b: string) => parsed([`{id: 1, steps: [${a}, ${b}]}`]).digest;
    expect(inOrder(clip, unitStep)).not.toBe(inOrder(unitStep, clip));
  });
});
