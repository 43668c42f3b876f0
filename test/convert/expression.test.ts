import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchOf } from '../../src/contract/batch.ts';
import type { Field } from '../../src/contract/field.ts';
import { applyConversion } from '../../src/convert/apply-conversion.ts';
import { planExpression } from '../../src/convert/expression.ts';
import { makeField, makeList, makeSchema, makeVocabulary, unit } from '../contract/make-field.ts';
import { faultsOf, outcomes, planOf } from './converters.ts';

const count = makeField('int64', { id: 1, name: 'count' });
const ratio = makeField('float64', { id: 2, name: 'ratio' });
const word = makeField('string', { id: 3, name: 'word' });
const maybe = makeField('int32', { id: 4, name: 'maybe', nullable: true });
const fields = [count, ratio, word, maybe, makeField('uint64', { id: 5, name: 'large' })];
const from = makeSchema([count, ratio, word, maybe]);

describe('an expression', () => {
  it.each([
    ['count > 2 && word == "a"', 'bool'],
    ['count / 2 + 1', 'int'],
    ['double(count) * ratio', 'double'],
    ['word + string(count)', 'string'],
    ['maybe == null || maybe > 3', 'bool'],
    ['word in ["a", "b"] ? 1 : count', 'int'],
    ['word.startsWith("a") || size(word) > 3', 'bool'],
  ])('%s gives a %s', (text, type) => {
    expect(planExpression(text, fields)).toMatchObject({ text, type });
  });

  it.each([
    ['matches a pattern', 'word.matches("(a+)+$")', /matches/],
    ['goes through a list', '[1, 2].all(x, x > count)', /all/],
    ['has a clock', 'timestamp("2020-01-01T00:00:00Z") > timestamp(word)', /timestamp/],
    ['follows letters as a language has them', 'word.lowerAscii() == "a"', /lowerAscii/],
    ['decodes bytes', 'string(bytes(word)) == "a"', /bytes/],
    ['adds numbers of two sorts', 'count + ratio', /int \+ double/],
    ['names a field that is none', 'cuont > 2', /perhaps count/],
    ['names a number beyond 64 bits with a sign', 'large > 2', /large/],
    ['names nothing', '1 < 2', /no field/],
    ['is no expression', 'count >', /./],
    ['is too deep', `${'('.repeat(40)}count${')'.repeat(40)} > 1`, /./],
    ['is too long', `${Array.from({ length: 400 }, () => 'count').join(' + ')} > 1`, /./],
    ['gives a list', '[count]', /list/],
  ])('that %s is none', (_, text, because) => {
    expect(planExpression(text, fields)).toMatch(because);
  });
});

describe('a condition', () => {
  const only = (more: string) => planOf(from, from, [], more);

  it('passes over records of which it does not hold, so that totals still add up', () => {
    const plan = only('where: count > 2\n');
    const rows = [
      [1n, 0, 'a', null],
      [3n, 0, 'b', 1],
    ];
    const { converted, rows: kept, counts } = applyConversion(plan, batchOf(from, rows));
    expect([...kept]).toEqual([1]);
    expect(converted.numRows).toBe(1);
    expect(counts).toMatchObject({ read: 2, converted: 1, rejected: 0, skipped: 1 });
  });

  it('that can not be answered rejects the record, and says nothing of its values', () => {
    const plan = only('where: 10 / count > 2\n');
    expect(outcomes(plan, [[0n, 0, 'a', null]])).toEqual(['EXPRESSION_FAILED']);
    const other = only('where: maybe > 3\n');
    expect(
      outcomes(other, [
        [0n, 0, 'a', null],
        [0n, 0, 'a', 4],
      ]),
    ).toEqual(['EXPRESSION_FAILED', [0n, 0, 'a', 4]]);
  });

  it('is asked after what the old version forbids, and before any step', () => {
    const ranged = makeSchema([{ ...count, range: { min: 0n, max: 9n } }, ratio, word, maybe]);
    const plan = planOf(
      ranged,
      ranged,
      ['{id: 1, steps: [{kind: reject, when: word == "z"}]}'],
      'where: count > 2\n',
    );
    const { rejects, counts } = applyConversion(
      plan,
      batchOf(ranged, [
        [99n, 0, 'a', 1],
        [1n, 0, 'z', 1],
        [3n, 0, 'z', 1],
      ]),
    );
    expect(rejects).toEqual([
      { row: 0, field: 1, code: 'RANGE' },
      { row: 2, field: 1, code: 'REFUSED_BY_CONVERTER' },
    ]);
    expect(counts).toMatchObject({ read: 3, converted: 0, rejected: 2, skipped: 1 });
  });

  it('splits a term, in the order of its rules', () => {
    const label = (...rows: readonly string[]): Field =>
      makeField('string', {
        id: 9,
        name: 'sky',
        logical: 'label',
        vocabulary: makeVocabulary(...rows),
        unknownPolicy: { kind: 'reject' },
      });
    const [old, made] = [
      makeSchema([count, label('1: rain', '2: sun')]),
      makeSchema([count, label('3: drizzle', '1: rain', '4: storm', '2: sun')]),
    ];
    const rules =
      '{from: rain, when: count < 3, to: drizzle}, {from: rain, when: count > 50, to: storm}, {from: rain, to: rain}';
    const entry = (terms: string) => [`{id: 9, steps: [{kind: remap, terms: [${terms}], others: same}]}`];
    const plan = planOf(old, made, entry(rules));
    const sky = (many: bigint, word: string) => outcomes(plan, [[many, word]])[0];
    expect(sky(1n, 'rain')).toEqual([1n, 'drizzle']);
    expect(sky(9n, 'rain')).toEqual([9n, 'rain']);
    expect(sky(99n, 'rain')).toEqual([99n, 'storm']);
    expect(sky(1n, 'sun')).toEqual([1n, 'sun']);
    const open = '{from: rain, when: count < 3, to: drizzle}';
    const without = [`{id: 9, steps: [{kind: remap, terms: [${open}, {from: sun, to: sun}]}]}`];
    expect(faultsOf(old, made, without)).toEqual(['CONVERTER_TERMS_LEFT']);
    expect(faultsOf(old, made, entry(`{from: rain, to: rain}, ${open}`))).toEqual(['CONVERTER_TERM_TWICE']);
    expect(faultsOf(old, made, entry('{from: rain, when: count, to: rain}'))).toEqual([
      'CONVERTER_EXPRESSION',
    ]);
  });

  it('is not asked inside a list, where there is no one record to ask', () => {
    const list = makeSchema([makeList(makeField('int32', { id: 2, name: 'each' }), 0, 3, { id: 1 })]);
    const entry = '{id: 2, steps: [{kind: reject, when: each > 1}]}';
    expect(faultsOf(list, list, [entry])).toEqual(['CONVERTER_EXPRESSION']);
  });
});

describe('a derived value', () => {
  const derived = (field: Field, text: string) =>
    planOf(
      makeSchema([count, ratio, word]),
      makeSchema([{ ...field, id: 20 }]),
      [`{id: 20, steps: [{kind: derive, as: '${text}'}]}`],
      'drop: []\n'.replace(
        '[]',
        text.includes('word') ? '[1, 2]' : text.includes('ratio') ? '[1, 3]' : '[2, 3]',
      ),
    );

  it('is worked out of the record, exactly or not at all', () => {
    const narrow = derived(makeField('uint8'), 'count * 2');
    expect(
      outcomes(narrow, [
        [4n, 0, 'a'],
        [200n, 0, 'a'],
        [2n ** 62n, 0, 'a'],
      ]),
    ).toEqual([[8], 'OVERFLOW', 'EXPRESSION_FAILED']);
    const halves = derived(makeField('float32'), 'ratio / 2.0');
    expect(
      outcomes(halves, [
        [4n, 3, 'a'],
        [4n, 0.1, 'a'],
        [4n, -0, 'a'],
      ]),
    ).toEqual([[1.5], 'PRECISION_LOSS', [-0]]);
    const text = derived(makeField('string'), 'word + "!"');
    expect(outcomes(text, [[4n, 0, 'a']])).toEqual([['a!']]);
  });

  it('is held to the new version as any other is', () => {
    const ranged = derived(makeField('int32', { range: { min: 0n, max: 9n } }), 'count');
    expect(
      outcomes(ranged, [
        [9n, 0, 'a'],
        [10n, 0, 'a'],
      ]),
    ).toEqual([[9], 'RANGE']);
  });

  it('is a count where the field counts time', () => {
    const moment = derived(makeField('timestamp', { unit: unit('ms') }), 'count * 1000');
    expect(outcomes(moment, [[4n, 0, 'a']])).toEqual([[4000n]]);
  });

  it('is of the type of its field, and stands alone', () => {
    const to = makeSchema([count, ratio, word, makeField('string', { id: 20, name: 'more' })]);
    const [old, entry] = [makeSchema([count, ratio, word]), (step: string) => [`{id: 20, steps: [${step}]}`]];
    expect(faultsOf(old, to, entry('{kind: derive, as: count}'))).toEqual(['CONVERTER_STEP_UNFIT']);
    expect(faultsOf(old, to, entry('{kind: derive, as: wrod}'))).toEqual(['CONVERTER_EXPRESSION']);
    expect(faultsOf(old, to, ['{id: 20, from: 3, steps: [{kind: derive, as: word}]}'])).toEqual([
      'CONVERTER_STEP_UNFIT',
    ]);
    expect(faultsOf(old, to, entry('{kind: text, form: NFC}, {kind: derive, as: word}'))).toEqual([
      'CONVERTER_FIELD_UNFED',
    ]);
    expect(faultsOf(old, to, entry('{kind: derive, as: word}'))).toEqual([]);
  });

  it('is what the machine makes of the same sum', () =>
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), value => {
        const plan = derived(makeField('int64'), 'count + 1');
        const wanted = value + 1n < 2n ** 63n ? [value + 1n] : 'EXPRESSION_FAILED';
        expect(outcomes(plan, [[value, 0, 'a']])).toEqual([wanted]);
      }),
    ));
});
