import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateOfDays, daysOfDate } from '../../src/contract/calendar-date.ts';

describe('calendar dates', () => {
  it.each([
    ['1970-01-01', 0],
    ['1969-12-31', -1],
    ['2000-02-29', 11_016],
    ['2012-01-01', 15_340],
    ['0000-01-01', -719_528],
    ['0000-02-29', -719_469],
    ['0001-01-01', -719_162],
    ['9999-12-31', 2_932_896],
  ])('%s is day %i', (date, days) => {
    expect(daysOfDate(date)).toBe(days);
    expect(dateOfDays(days)).toBe(date);
  });

  it.each([
    '2019-02-29',
    '1900-02-29',
    '2020-13-01',
    '2020-00-01',
    '2020-01-00',
    '2020-04-31',
    '0000-02-30',
    '2020-1-1',
    '2020-01-01 ',
    '12020-01-01',
    '',
  ])('%j is no date', text => {
    expect(daysOfDate(text)).toBeUndefined();
  });

  it('counts every day once, and back', () =>
    fc.assert(
      fc.property(fc.integer({ min: -719_528, max: 2_932_896 }), days => {
        expect(daysOfDate(dateOfDays(days)!)).toBe(days);
      }),
    ));

  it('has no date before year 0 and after year 9999', () => {
    expect(dateOfDays(-719_529)).toBeUndefined();
    expect(dateOfDays(2_932_897)).toBeUndefined();
  });
});
