import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchOf } from '../../src/contract/batch.ts';
import type { Value } from '../../src/contract/value.ts';
import { expressionReader, planExpression } from '../../src/convert/expression.ts';
import { makeField, makeSchema } from '../contract/make-field.ts';
import { outcomes, planOf } from './converters.ts';

const a = makeField('int64', { id: 1, name: 'a', nullable: true });
const b = makeField('int64', { id: 2, name: 'b', nullable: true });
const f = makeField('float64', { id: 3, name: 'f', nullable: true });
const s = makeField('string', { id: 4, name: 's', nullable: true });
const t = makeField('string', { id: 5, name: 't', nullable: true });
const fields = [a, b, f, s, t];

type Row = { readonly [name in 'a' | 'b' | 'f' | 's' | 't']?: Value };
const NONE = 'EXPRESSION_FAILED';

/** What an expression gives for each row, over fields that may be null or over the same ones that may not. */
function given(text: string, rows: readonly Row[], nullable = false): readonly unknown[] {
  const declared = fields.map(field => ({ ...field, nullable }));
  const planned = planExpression(text, declared);
  if (typeof planned === 'string') throw new Error(planned);
  const usual = nullable ? {} : { a: 0n, b: 0n, f: 0, s: '', t: '' };
  const values = rows.map(row => fields.map(({ name }) => ({ ...usual, ...row })[name as 'a'] ?? null));
  const batch = batchOf(makeSchema(declared), values);
  const read = expressionReader(planned, field => batch.data.children[declared.indexOf(field)]!);
  return rows.map((_, row) => {
    const made = read(row);
    return typeof made === 'object' ? made.code : made;
  });
}
const [LOWEST, HIGHEST] = [-(2n ** 63n), 2n ** 63n - 1n];
const int = fc.oneof(fc.bigInt(LOWEST, HIGHEST), fc.constantFrom(LOWEST, HIGHEST, 0n, 1n, -1n, LOWEST + 1n));
const held = (whole: bigint) => (BigInt.asIntN(64, whole) === whole ? whole : NONE);

describe('a conversion in an expression', () => {
  it.each<readonly [string, bigint | string]>([
    ['987', 987n],
    ['+5', 5n],
    ['-0', 0n],
    ['007', 7n],
    ['9223372036854775807', HIGHEST],
    ['-9223372036854775808', LOWEST],
    ...[
      ...[
        '',
        ' ',
        ' 7',
        '7 ',
        '\n7',
        '-',
        '+',
        '--7',
        '0x10',
        '0b11',
        '0o7',
        '1_000',
        '1e3',
        '7.9',
        '7.0',
        '7n',
      ],
      ...['9223372036854775808', '-9223372036854775809', '١', 'Infinity', 'NaN', 'null', 'true', '7\u0000'],
    ].map(text => [text, NONE] as const),
  ])('int(%j) is %s', (text, wanted) => {
    expect(given('int(s)', [{ s: text }])).toEqual([wanted]);
    expect(given('int(s)', [{ s: text }], true)).toEqual([wanted]);
  });

  it.each<readonly [string, number | string]>([
    ['0', 0],
    ['-0.0', -0],
    ['123', 123],
    ['123.456', 123.456],
    ['-987.654', -987.654],
    ['6.02214e23', 6.02214e23],
    ['1.38e-23', 1.38e-23],
    ['-84.32E+7', -843200000],
    ...[
      ...[
        '',
        ' ',
        ' 7',
        '7\t',
        '-',
        '.',
        '.5',
        '5.',
        'e5',
        '1e',
        '1e+',
        '0x10',
        '0b11',
        '1_000',
        '1,5',
        '1.2.3',
      ],
      ...['1e999', '-1e999', 'Infinity', 'inf', '-inf', 'nan', 'NaN', '١', 'null', '7f', '7\u0000'],
    ].map(text => [text, NONE] as const),
  ])('double(%j) is %s', (text, wanted) => {
    expect(given('double(s)', [{ s: text }])).toEqual([wanted]);
    expect(given('double(s)', [{ s: text }], true)).toEqual([wanted]);
  });

  it.each([
    [-123.456, -123n],
    [1.9, 1n],
    [-7.9, -7n],
    [11.5, 11n],
    [-0.5, 0n],
    [2 ** 55, 2n ** 55n],
    [2 ** 63 - 1024, 2n ** 63n - 1024n],
    [2 ** 63, NONE],
    [-(2 ** 63), NONE],
    [1e99, NONE],
    [1e300, NONE],
    [Number.NaN, NONE],
    [Number.POSITIVE_INFINITY, NONE],
    [Number.NEGATIVE_INFINITY, NONE],
  ])('int(%d) is %s', (value, wanted) => {
    expect(given('int(f)', [{ f: value }])).toEqual([wanted]);
    expect(given('int(f) > 5 || true', [{ f: value }])).toEqual([true]);
  });

  it.each([
    ['string(f)', 123.456, '123.456'],
    ['string(f)', -4.5e-3, '-0.0045'],
    ['string(f)', -0, '-0'],
    ['string(f)', Number.NaN, 'NaN'],
    ['string(f)', Number.NEGATIVE_INFINITY, '-Inf'],
    ['string(a)', LOWEST, '-9223372036854775808'],
    ['double(a)', HIGHEST, 2 ** 63],
    ['double(a)', -(2n ** 53n), -(2 ** 53)],
    ['string(a == 0)', 0n, 'true'],
  ])('%s of %s is %s', (text, value, wanted) => {
    expect(given(text, [typeof value === 'bigint' ? { a: value } : { f: value }])).toEqual([wanted]);
  });

  it('reads no text as an int but a sign and digits, whatever else stands in it', () =>
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0179+-._exbn \t'), maxLength: 6 }), text => {
        const [sign, digits] = /[+-]/.test(text[0] ?? '') ? [text[0], text.slice(1)] : ['', text];
        const isWhole = digits !== '' && [...digits].every(each => '0179'.includes(each));
        const size = [...digits].reduce((sum, each) => sum * 10n + BigInt('0123456789'.indexOf(each)), 0n);
        expect(given('int(s)', [{ s: text }])).toEqual([isWhole ? (sign === '-' ? -size : size) : NONE]);
      }),
      { numRuns: 60 },
    ));

  it('gives back each number that it wrote as text', () =>
    fc.assert(
      fc.property(int, fc.double({ noNaN: true, noDefaultInfinity: true }), (whole, broken) => {
        expect(given('int(string(a))', [{ a: whole }])).toEqual([whole]);
        expect(given('double(string(f))', [{ f: broken }])).toEqual([broken]);
      }),
      { numRuns: 30 },
    ));
});

describe('an int in an expression', () => {
  it('is what it is without an end, or nothing where it has no 64 bits', () =>
    fc.assert(
      fc.property(int, int, fc.boolean(), (one, other, nullable) => {
        const sums: readonly (readonly [string, bigint | undefined])[] = [
          ['a + b', one + other],
          ['a - b', one - other],
          ['a * b', one * other],
          ['a / b', other === 0n ? undefined : one / other],
          ['a % b', other === 0n ? undefined : one % other],
          ['-a', -one],
        ];
        for (const [text, exact] of sums)
          expect(given(`int(${text})`, [{ a: one, b: other }], nullable)).toEqual([
            exact === undefined ? NONE : held(exact),
          ]);
        expect(given('a < b', [{ a: one, b: other }], nullable)).toEqual([one < other]);
      }),
      { numRuns: 40 },
    ));

  it('of the lowest value has no negative, so that nothing is worked out or asked of one', () => {
    const lowest = [{ a: LOWEST, b: -1n }];
    for (const text of ['-a > 0 ? 1 : 0', '-(-a)', 'a / b', 'a / b > 0 ? 1 : 0', '-a > 0', 'a - 1 < 0'])
      expect(given(text, lowest)).toEqual([NONE]);
    const plain = [a, b].map(field => ({ ...field, nullable: false }));
    const plan = planOf(makeSchema(plain), makeSchema(plain), [], 'where: -a > 0\n');
    expect(outcomes(plan, [[LOWEST, -1n]])).toEqual([NONE]);
  });

  it('is written with its sign, and not beyond 64 bits', () => {
    expect(given('a == -9223372036854775808', [{ a: LOWEST }])).toEqual([true]);
    for (const text of ['a < 9223372036854775808', 'a < 99999999999999999999', 'a -9223372036854775808 < 0'])
      expect(planExpression(text, fields)).toMatch(/64 bits/);
  });
});

describe('a double in an expression', () => {
  it('is compared as IEEE has it, and with an int exactly', () => {
    const rows = [
      { f: Number.NaN, a: 1n },
      { f: -0, a: 0n },
      { f: 2 ** 53, a: 2n ** 53n + 1n },
    ];
    expect(given('f == f', rows)).toEqual([false, true, true]);
    expect(given('f != f', rows)).toEqual([true, false, false]);
    expect(given('f < a', rows)).toEqual([false, false, true]);
    expect(given('f >= a', rows)).toEqual([false, true, false]);
    expect(given('f == a', rows, true)).toEqual([false, true, false]);
    expect(given('f in [a]', rows, true)).toEqual([false, true, false]);
    expect(given('1.0 / f', [{ f: -0 }, { f: 0 }])).toEqual([-Infinity, Infinity]);
    expect(given('-f', [{ f: 0 }])).toEqual([-0]);
  });

  it('has no remainder', () => {
    expect(planExpression('f % 2.0 > 1.0', [{ ...f, nullable: false }])).toMatch(/%/);
    expect(given('f % f == 0', [{ f: 4 }], true)).toEqual([NONE]);
  });
});

describe('a text in an expression', () => {
  const text = fc.array(fc.constantFrom('a', 'é', '\ud7ff', '\uffff', '\u{1f600}', '\u{10ffff}'), {
    maxLength: 4,
  });

  it('has the length and the order of its code points, which are the order of its UTF-8', () =>
    fc.assert(
      fc.property(text, text, (one, other) => {
        const row = { s: one.join(''), t: other.join('') };
        const order = Buffer.compare(Buffer.from(row.s), Buffer.from(row.t));
        expect(given('size(s)', [row])).toEqual([BigInt(one.length)]);
        expect(given('s.size()', [row])).toEqual([BigInt(one.length)]);
        expect(given('s < t', [row])).toEqual([order < 0]);
        expect(given('s >= t', [row])).toEqual([order >= 0]);
        expect(given('s == t', [row])).toEqual([order === 0]);
      }),
      { numRuns: 60 },
    ));

  it('is no number, however much it looks like one', () => {
    expect(given('s == a', [{ s: '1', a: 1n }], true)).toEqual([false]);
    expect(given('s in [a]', [{ s: '1', a: 1n }], true)).toEqual([false]);
    expect(given('s < a', [{ s: '1', a: 2n }], true)).toEqual([NONE]);
    expect(given('string(s + a)', [{ s: '1', a: 2n }], true)).toEqual([NONE]);
  });
});

describe('a null in an expression', () => {
  it('equals a null alone, and everything else that is done to it gives nothing', () => {
    expect(given('a == null', [{}, { a: 0n }], true)).toEqual([true, false]);
    expect(given('s == null || s == ""', [{}, { s: '' }, { s: 'x' }], true)).toEqual([true, true, false]);
    for (const asked of [
      'a < 1',
      'a + 1 == 1',
      'int(a) == 0',
      'size(s) == 0',
      's.contains("")',
      '!(f > 0.0)',
    ])
      expect(given(asked, [{}], true)).toEqual([NONE]);
  });

  it('leaves what another part decides alone', () => {
    expect(given('a > 1 || b == null', [{}], true)).toEqual([true]);
    expect(given('a > 1 && b == 1', [{}], true)).toEqual([false]);
    expect(given('a > 1 || b == 1', [{}], true)).toEqual([NONE]);
    expect(given('a > 1 ? 1 : 0', [{}], true)).toEqual([NONE]);
  });

  it('is to be asked for where the whole might be one, and what to write is said', () => {
    for (const [asked, instead] of [
      ['f == null ? 0.0 : f', 'f == null ? 0.0 : double(f)'],
      ['s', 's == null ? "" : string(s)'],
    ] as const) {
      expect(planExpression(asked, fields)).toContain(instead);
      expect(planExpression(instead, fields)).not.toBeTypeOf('string');
    }
  });
});

describe('a name in an expression', () => {
  it('that is a word of CEL names no field', () => {
    const count = makeField('int64', { id: 9, name: 'int' });
    expect(planExpression('int > 2', [count])).toMatch(/word of CEL/);
  });

  it('of a conversion is no name of a part', () => {
    expect(planExpression('t.string() == "a"', fields)).toMatch(/string/);
  });
});
