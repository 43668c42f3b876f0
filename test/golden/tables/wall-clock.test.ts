import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { momentsOf, wallClock } from '../../../src/golden/tables/wall-clock.ts';
import { comparedTables } from './two-tables.ts';

const at = (text: string): number => Date.parse(`${text}Z`) / 1000;
const times = <T>(count: number, of: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => of(index));
const moments = (zone: string, shown: string): readonly string[] =>
  momentsOf(wallClock(zone)!, at(shown)).map(moment => new Date(moment * 1000).toISOString().slice(0, 19));

describe('what a clock on a wall showed', () => {
  it('is one moment, two where it was put back, and none where it was put forward', () => {
    const [zone, back, forward] = ['America/Los_Angeles', '2010-11-07T01:30:00', '2010-03-14T02:30:00'];
    expect(moments(zone, '2010-01-01T00:00:00')).toEqual(['2010-01-01T08:00:00']);
    expect(moments(zone, '2010-07-01T00:00:00')).toEqual(['2010-07-01T07:00:00']);
    expect(moments(zone, back)).toEqual(['2010-11-07T08:30:00', '2010-11-07T09:30:00']);
    expect(moments(zone, forward)).toEqual([]);
    // A fixed offset knows no summer.
    expect(moments('-08:00', forward)).toEqual(['2010-03-14T10:30:00']);
    expect(moments('+05:30', '2010-01-01T00:00:00')).toEqual(['2009-12-31T18:30:00']);
    expect(moments('UTC', back)).toEqual([back]);
  });

  it('is at each of its moments what it showed', () => {
    const zone = fc.constantFrom(
      'America/Los_Angeles',
      'Europe/Berlin',
      'Asia/Kolkata',
      'Australia/Lord_Howe',
      'Asia/Tokyo',
    );
    const seconds = fc.integer({ min: at('1975-01-01T00:00:00'), max: at('2035-01-01T00:00:00') });
    fc.assert(
      fc.property(zone, seconds, (name, moment) => {
        const clock = wallClock(name)!;
        const shown = moment + clock.ahead(moment);
        expect(momentsOf(clock, shown)).toContain(moment);
      }),
      { numRuns: 60 },
    );
  });

  it('is of no zone that there is not', () => {
    for (const name of ['', 'Mars/Base', '08:00', '+8', '-24:00', '+00:60', 'Europe/Berlin\u0000'])
      expect(wallClock(name), name).toBeUndefined();
  });
});

describe('files of which one says what a clock showed, and the other moments', () => {
  /** A year of hours, as a clock showed them and as moments of the hour after, in other columns' order. */
  const first = at('2010-01-01T08:00:00');
  const clock = wallClock('America/Los_Angeles')!;
  const shown = times(24 * 330, hour => {
    const moment = first + 3600 * hour;
    return new Date((moment + clock.ahead(moment)) * 1000).toISOString().slice(0, 19);
  });
  const unique = [...new Set(shown)];
  const old = {
    date: unique.map(text => text.replaceAll('-', '/').replace('T', ' ')),
    temp: unique.map((_, row) => String(40 + (row % 17))),
  };
  const offset = (text: string): string => {
    const moment = momentsOf(clock, at(text)).at(-1)!;
    return `${text}-0${-clock.ahead(moment) / 3600}:00`;
  };
  const later = { temp: old.temp.slice(1), date: unique.slice(1).map(offset) };

  it('are joined by the moment, and only the row that was dropped is missing', () => {
    const found = comparedTables(old, later, { key: ['date'], clock });
    expect(found.zone).toBe('America/Los_Angeles');
    expect(found.comparison.rows).toMatchObject({
      matched: later.date.length - 1,
      missing: 2,
      extra: 1,
      differ: 0,
    });
    // Of the hour that came twice nothing says which it is: it is read as the first, and told.
    expect(found.doubts).toMatchObject([
      { code: 'CLOCK_TWICE', side: 'old', cells: 1, zone: 'America/Los_Angeles' },
    ]);
    expect(found.doubts[0]!.keys).toHaveLength(1);
    expect(found.columns.every(({ isTypeChanged }) => !isTypeChanged)).toBe(true);
  });

  it('share no moment where nobody says by which clock, and that is told with the types', () => {
    const found = comparedTables(old, later, { key: ['date'] });
    expect(found.comparison.rows.matched).toBe(0);
    expect(found.columns[0]).toMatchObject({ isTypeChanged: true });
    expect(found.zone).toBeUndefined();
  });

  it('tell of a time that the clock never showed, which is no moment', () => {
    const odd = { id: ['1', '2'], date: ['2010-03-14 02:30:00', '2010-03-14 03:30:00'] };
    const moment = { id: ['1', '2'], date: ['2010-03-14T10:30:00Z', '2010-03-14T10:30:00Z'] };
    const found = comparedTables(odd, moment, { key: ['id'], clock });
    expect(found.doubts).toMatchObject([{ code: 'CLOCK_SKIPPED', rows: [0], keys: [['1']] }]);
    expect(found.columns[1]).toMatchObject({ fromNull: 1 });
    expect(found.comparison.fields[1]!.differ).toBe(1);
  });
});
