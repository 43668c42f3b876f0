import { describe, expect, it } from 'vitest';
import type { Field } from '../../src/contract/field.ts';
import type { Value } from '../../src/contract/value.ts';
import { judge, worst } from '../../src/matrix/judge.ts';
import type { Lane, Seen } from '../../src/matrix/outcome.ts';
import type { Probe, Truth } from '../../src/matrix/probe.ts';
import { field, listOf, schemaOf, unit, vocabulary } from './schemas.ts';

const seen = (value: Value): Seen => ({ kind: 'value', value });
const probe = (truth: Truth): Probe => ({
  id: 'p',
  kind: 'typical',
  field: undefined,
  bytes: new Uint8Array(),
  truth,
  published: undefined,
});
const wrote = (value: Value, over: Partial<Truth & { kind: 'record' }> = {}): Probe =>
  probe({ kind: 'record', values: [value], spoiled: undefined, unwritten: undefined, ...over });

const outcome = (writer: Field, reader: Field, made: Probe, got: Seen, lane: Lane = 'plain') =>
  judge(lane, schemaOf(writer), schemaOf(reader), made, { kind: 'read', values: [got] }).outcome;

const seconds = field(1, 't', 'int64', { unit: unit('s') });
const millis = field(1, 't', 'int64', { unit: unit('ms') });
const LABELS = vocabulary('sun', 'rain', 'snow');

describe('the judge', () => {
  it.each([
    ['the same number in the same unit', seconds, seconds, 12n, 12n, 'same'],
    ['the same number in another unit', seconds, millis, 12n, 12n, 'silent-change'],
    ['another number that means the same', seconds, millis, 12n, 12_000n, 'converted'],
    ['zero, which is zero in both units', seconds, millis, 0n, 0n, 'same'],
    ['a null read as zero', seconds, seconds, null, 0n, 'silent-change'],
    ['zero read as a null', seconds, seconds, 0n, null, 'silent-change'],
    ['an int32 read as an int64', field(1, 'n', 'int32'), field(1, 'n', 'int64'), 7, 7n, 'converted'],
    ['a NaN kept', field(1, 'x', 'float64'), field(1, 'x', 'float64'), Number.NaN, Number.NaN, 'same'],
    [
      'a NaN read as zero',
      field(1, 'x', 'float64'),
      field(1, 'x', 'float64'),
      Number.NaN,
      0,
      'silent-change',
    ],
    ['a text replaced', field(1, 's', 'string'), field(1, 's', 'string'), 'a', '\ufffd', 'silent-change'],
  ] as const)('finds %s', (_, writer, reader, written, read, expected) =>
    expect(outcome(writer, reader, wrote(written), seen(read))).toBe(expected),
  );

  it('knows a term by its id, so a code that moved is a silent change and a label in its place is none', () => {
    const moved = { ...vocabulary('rain', 'sun'), terms: [...vocabulary('sun', 'rain').terms].reverse() };
    const terms = moved.terms.map((term, index) => ({ ...term, code: BigInt(index) }));
    const [before, after] = [
      field(1, 'w', 'int32', { vocabulary: vocabulary('sun', 'rain') }),
      field(1, 'w', 'int32', { vocabulary: { ...moved, terms } }),
    ];
    expect(outcome(before, after, wrote(0), seen(0))).toBe('silent-change');
    expect(outcome(before, after, wrote(0), seen(1))).toBe('converted');
    const text = field(1, 'w', 'string', { vocabulary: LABELS });
    expect(outcome(before, text, wrote(1), seen('rain'))).toBe('converted');
    expect(outcome(before, text, wrote(1), seen('snow'))).toBe('silent-change');
  });

  it('takes an unknown term read by the declared policy for lawful, and by any other for a silent change', () => {
    const mapped = field(1, 'w', 'string', { vocabulary: LABELS, unknownPolicy: { kind: 'map', term: 3 } });
    expect(outcome(mapped, mapped, wrote('hail'), seen('snow'))).toBe('converted');
    expect(outcome(mapped, mapped, wrote('hail'), seen('rain'))).toBe('silent-change');
    expect(outcome(mapped, mapped, wrote('sun'), seen('snow'))).toBe('silent-change');
  });

  it('takes a term that is passed on untouched for lawful where the policy is pass, in a wider integer too', () => {
    const pass = { vocabulary: vocabulary('sun', 'rain'), unknownPolicy: { kind: 'pass' } } as const;
    const [before, after] = [field(1, 'w', 'string', { vocabulary: LABELS }), field(1, 'w', 'string', pass)];
    expect(outcome(before, after, wrote('snow'), seen('snow'))).toBe('converted');
    expect(outcome(before, after, wrote('snow'), seen('hail'))).toBe('silent-change');
    const [narrow, wide] = [field(1, 'w', 'int32', pass), field(1, 'w', 'int64', pass)];
    expect(outcome(narrow, wide, wrote(7), seen(7n))).toBe('converted');
    expect(outcome(narrow, wide, wrote(7), seen(8n))).toBe('silent-change');
  });

  it('takes a text that is ignored for lawful only in our lane, because nobody else counts what is ignored', () => {
    const ignore = { vocabulary: vocabulary('sun', 'rain'), unknownPolicy: { kind: 'ignore' } } as const;
    const texts = [field(1, 'w', 'string', { vocabulary: LABELS }), field(1, 'w', 'string', ignore)] as const;
    expect(outcome(...texts, wrote('snow'), seen('snow'), 'guarded')).toBe('converted');
    expect(outcome(...texts, wrote('snow'), seen('snow'))).toBe('silent-change');
    expect(outcome(...texts, wrote('snow'), seen('hail'), 'guarded')).toBe('silent-change');
    expect(outcome(...texts, wrote('snow'), seen('rain'), 'guarded')).toBe('silent-change');
    const codes = [
      field(1, 'w', 'int32', { vocabulary: LABELS }),
      field(1, 'w', 'int32', { ...ignore, ignoreValue: -100n }),
    ] as const;
    expect(outcome(...codes, wrote(2), seen(-100), 'guarded')).toBe('converted');
    expect(outcome(...codes, wrote(2), seen(2), 'guarded')).toBe('silent-change');
  });

  it.each([
    ['reject', { kind: 'reject' }, 'silent-change', 'silent-change'],
    ['map', { kind: 'map', term: 1 }, 'silent-change', 'silent-change'],
    ['ignore', { kind: 'ignore' }, 'silent-change', 'same'],
    ['pass', { kind: 'pass' }, 'same', 'same'],
  ] as const)(
    'takes a term nobody knows, handed on as it is, by the policy %s: an ordinary reader knows no policy',
    (_, unknownPolicy, plain, guarded) => {
      const label = field(1, 'w', 'string', { vocabulary: LABELS, unknownPolicy });
      const list = field(2, 'l', listOf(label, 0, 9));
      for (const [lane, expected] of [
        ['plain', plain],
        ['guarded', guarded],
      ] as const) {
        expect(outcome(label, label, wrote('hail'), seen('hail'), lane)).toBe(expected);
        expect(outcome(list, list, wrote(['sun', 'hail']), seen(['sun', 'hail']), lane)).toBe(expected);
      }
      const ignoreValue = unknownPolicy.kind === 'ignore' ? -100n : undefined;
      const code = field(1, 'w', 'int32', { vocabulary: LABELS, unknownPolicy, ignoreValue });
      expect(outcome(code, code, wrote(9), seen(9))).toBe(plain);
    },
  );

  it.each([
    ['reject', { kind: 'reject' }, 'converted'],
    ['pass', { kind: 'pass' }, 'silent-change'],
    ['ignore', { kind: 'ignore' }, 'silent-change'],
    ['map to another', { kind: 'map', term: 2 }, 'silent-change'],
    ['map to that one', { kind: 'map', term: 3 }, 'converted'],
  ] as const)(
    'takes what the writer had no term for and the reader has, under %s, for what the policy left of it',
    (_, unknownPolicy, expected) => {
      const [before, after] = [
        ['sun', 'rain', 'other'],
        ['sun', 'rain', 'fog'],
      ].map(words => field(1, 'w', 'string', { vocabulary: vocabulary(...words), unknownPolicy })) as [
        Field,
        Field,
      ];
      for (const lane of ['plain', 'guarded'] as const)
        expect(outcome(before, after, wrote('fog'), seen('fog'), lane)).toBe(expected);
    },
  );

  it('judges a list by its worst element, and a lost element as a change', () => {
    const [before, after] = [field(1, 'l', listOf(seconds, 0, 9)), field(1, 'l', listOf(millis, 0, 9))];
    expect(outcome(before, after, wrote([1n, 2n]), seen([1_000n, 2n]))).toBe('silent-change');
    expect(outcome(before, after, wrote([1n, 2n]), seen([1_000n, 2_000n]))).toBe('converted');
    expect(outcome(before, before, wrote([1n, 2n]), seen([1n]))).toBe('silent-change');
  });

  it('believes nothing that is read from spoiled bytes, or that is of another kind than the field', () => {
    expect(outcome(seconds, seconds, wrote(null, { spoiled: 1 }), seen(5n))).toBe('silent-change');
    expect(outcome(seconds, seconds, probe({ kind: 'none' }), seen(5n))).toBe('silent-change');
    expect(outcome(seconds, seconds, wrote(5n), { kind: 'foreign', text: 'string' })).toBe('silent-change');
  });

  describe('of a field nobody wrote', () => {
    const nobody = field(9, 'other', 'int32');
    const given = (value: Value, means: 'value' | 'unknown', over: Partial<Field> = {}) =>
      field(1, 't', 'int64', { default: { kind: 'value', value, means }, ...over });

    it('accepts a null, which says that nobody knows', () =>
      expect(outcome(nobody, given(null, 'unknown', { nullable: true }), wrote(3), seen(null))).toBe(
        'converted',
      ));

    it('accepts the default that all of them truly held', () =>
      expect(outcome(nobody, given(0n, 'value'), wrote(3), seen(0n))).toBe('converted'));

    it('calls an unknown zero a silent change in the plain lane, where nobody counts what was filled', () => {
      expect(outcome(nobody, given(0n, 'unknown'), wrote(3), seen(0n))).toBe('silent-change');
      expect(outcome(nobody, given(0n, 'unknown'), wrote(3), seen(0n), 'guarded')).toBe('converted');
    });

    it('accepts an unknown that no record could truly hold', () =>
      expect(
        outcome(nobody, given(-1n, 'unknown', { range: { min: 0n, max: 9n } }), wrote(3), seen(-1n)),
      ).toBe('converted'));

    it('calls a value that no contract declares a silent change in either lane', () => {
      for (const lane of ['plain', 'guarded'] as const)
        expect(outcome(nobody, field(1, 't', 'int64'), wrote(3), seen(0n), lane)).toBe('silent-change');
    });
  });

  it('puts a silent change above a crash, because a crash is seen', () => {
    expect(worst(['same', 'crash', 'silent-change', 'refused'])).toBe('silent-change');
    expect(worst(['same', 'refused', 'converted'])).toBe('refused');
    expect(worst([])).toBe('same');
  });
});
