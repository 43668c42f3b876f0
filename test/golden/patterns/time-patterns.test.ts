import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { durationText } from '../../../src/golden/patterns/pattern-text.ts';
import { comparedCells } from '../tables/two-tables.ts';

const dateOf = (days: number): string => new Date(days * 86_400_000).toISOString().slice(0, 10);
const momentOf = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000', '');
const ruleOf = (old: readonly string[], later: readonly string[]) => comparedCells(old, later).pattern?.rule;

describe('the pattern of times', () => {
  it('is a shift by days of dates, and by anything of timestamps', () => {
    const days = fc.uniqueArray(fc.integer({ min: 0, max: 20_000 }), { minLength: 3, maxLength: 20 });
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 400 }), (values, by) => {
        expect(
          ruleOf(
            values.map(dateOf),
            values.map(day => dateOf(day - by)),
          ),
        ).toEqual({
          kind: 'shifted',
          seconds: -by * 86_400,
        });
        const [old, later] = [values, values.map(value => value + by)];
        expect(ruleOf(old.map(momentOf), later.map(momentOf))).toEqual({ kind: 'shifted', seconds: by });
      }),
      { numRuns: 20 },
    );
  });

  it('is a thousandfold where counts of one unit were read as those of another, and no shift or zone', () => {
    const milliseconds = (values: readonly number[]): readonly string[] =>
      values.map(value => new Date(value).toISOString());
    const seconds = [1_700_000_000, 1_700_000_977, 1_700_001_954];
    const read = milliseconds(seconds.map(value => value * 1000));
    const misread = milliseconds(seconds);
    expect(ruleOf(misread, read)).toEqual({ kind: 'scaled', factor: 1000, unit: 's → ms' });
    expect(ruleOf(read, misread)).toEqual({ kind: 'scaled', factor: 0.001, unit: 'ms → s' });
    expect(ruleOf(misread.with(1, milliseconds([1_700_000_978])[0]!), read)).toBeUndefined();
  });

  it('is a zone where clocks stand an hour or two apart', () => {
    const old = ['2024-01-01T00:00:00', '2024-07-01T00:00:00', '2024-02-01T12:00:00', '2024-08-01T13:00:00'];
    const later = [
      '2024-01-01T01:00:00',
      '2024-07-01T02:00:00',
      '2024-02-01T13:00:00',
      '2024-08-01T15:00:00',
    ];
    expect(ruleOf(old, later)).toEqual({ kind: 'zone-shifted', seconds: [3600, 7200] });
  });

  it('is an exchange of day and month, and days that can be no month stayed', () => {
    const old = ['2024-03-04', '2024-01-02', '2024-05-25'];
    expect(comparedCells(old, ['2024-04-03', '2024-02-01', '2024-05-25']).pattern).toEqual({
      rule: { kind: 'day-month-swapped' },
      cells: 2,
      everywhere: true,
    });
  });

  it.each([
    ['day', ['2024-01-01T05:06:07', '2024-01-02T23:00:00'], ['2024-01-01T00:00:00', '2024-01-02T00:00:00']],
    ['hour', ['2024-01-01T05:06:07', '2024-01-02T23:01:00'], ['2024-01-01T05:00:00', '2024-01-02T23:00:00']],
    [
      'second',
      ['2024-01-01T05:06:07.5', '2024-01-02T23:01:00.25'],
      ['2024-01-01T05:06:07', '2024-01-02T23:01:00'],
    ],
  ])('is a cut to the %s', (to, old, later) => {
    expect(ruleOf(old, later)).toEqual({ kind: 'time-cut', to });
  });

  it('takes a date for its midnight beside timestamps', () => {
    const found = comparedCells(
      ['2024-01-01T05:00:00', '2024-01-02T00:00:00', '2024-01-03T07:00:00'],
      ['2024-01-01', '2024-01-02', '2024-01-03'],
    );
    expect(found).toMatchObject({
      differ: 2,
      isTypeChanged: true,
      pattern: { rule: { kind: 'time-cut', to: 'day' } },
    });
  });

  it('is none where dates changed by chance', () => {
    const old = ['2024-01-20', '2024-02-21', '2024-03-22', '2024-04-23'];
    expect(ruleOf(old, ['2024-01-21', '2024-02-25', '2024-03-20', '2024-05-01'])).toBeUndefined();
  });
});

describe('a duration', () => {
  it.each([
    [86_400, '+1 day'],
    [-172_800, '-2 days'],
    [5400, '+90 minutes'],
    [0.5, '+0.5 seconds'],
  ])('of %d seconds is said in the largest unit that counts it whole', (seconds, text) => {
    expect(durationText(seconds)).toBe(text);
  });
});
