import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchOf } from '../../src/contract/batch.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { readersOf } from '../../src/golden/cell-readers.ts';
import { conditionText } from '../../src/golden/condition.ts';
import { type Explanation, explainRows } from '../../src/golden/explain.ts';
import { Bits } from '../../src/golden/explain-bits.ts';
import { chance } from './chance.ts';
import { field, schemaOf, vocabularyOf } from './weather.ts';

const SCHEMA: Schema = schemaOf([
  field(1, 'day', 'date'),
  field(2, 'pressure', 'float64'),
  field(3, 'load', 'int64'),
  field(4, 'state', 'string', {
    logical: 'label',
    vocabulary: vocabularyOf('idle', 'busy', 'down', 'lost'),
  }),
  field(5, 'region', 'string', { logical: 'category' }),
  field(6, 'note', 'string'),
]);

type Station = {
  readonly day: number;
  readonly pressure: number | null;
  readonly load: bigint;
  readonly state: string;
  readonly region: string;
  readonly note: string | null;
};

/** Columns that know nothing of each other. 16071 is 2014-01-01. */
function stations(rows: number, seed: number): Station[] {
  const next = chance(seed);
  const pick = <T>(...items: readonly T[]): T => items[Math.floor(next() * items.length)]!;
  return Array.from({ length: rows }, () => ({
    day: 16_071 + Math.floor(next() * 730),
    pressure: next() < 0.05 ? null : Math.round(next() * 2000 - 500) / 10,
    load: BigInt(Math.floor(next() * 1000)),
    state: pick('idle', 'busy', 'down', 'lost'),
    region: pick('north', 'south', 'east', 'west', 'coast'),
    note: next() < 0.5 ? null : 'n'.repeat(Math.floor(next() * 20)),
  }));
}

const rowsOf = (all: readonly Station[]): RecordValues[] =>
  all.map(({ day, pressure, load, state, region, note }) => [day, pressure, load, state, region, note]);

function explain(all: readonly Station[], differs: (station: Station) => boolean): Explanation {
  const rows = Uint32Array.from(all.keys());
  return explainRows(
    SCHEMA,
    readersOf(SCHEMA, batchOf(SCHEMA, rowsOf(all))),
    rows,
    Uint8Array.from(all, row => Number(differs(row))),
  );
}

const best = ({ best: found }: Explanation) => found && conditionText(found.condition);

describe('the condition that explains a difference', () => {
  const all = [...stations(1999, 7), { ...stations(1, 8)[0]!, pressure: 0 }];

  it('recovers a planted threshold exactly', () => {
    const threshold = all[17]!.pressure!;
    const found = explain(all, ({ pressure }) => pressure !== null && pressure > threshold);
    expect(best(found)).toBe(`pressure > ${threshold}`);
    expect(found.best).toMatchObject({ precision: 1, recall: 1, covered: found.differing });
    expect(found.twoTerms?.savedBits ?? 0).toBeLessThan(found.oneTerm!.savedBits);
  });

  it('recovers a planted conjunction of a number and a category exactly', () => {
    const threshold = all.find(({ state, load }) => state === 'down' && load > 600n)!.load;
    const found = explain(all, ({ load, state }) => load > threshold && state === 'down');
    expect(best(found)).toBe(`load > ${threshold} and state is down`);
    expect(found.best).toMatchObject({ precision: 1, recall: 1 });
    expect(found.oneTerm?.precision).toBeLessThan(1);
  });

  it('recovers a planted disjunction of a category and a month exactly', () => {
    // 2015-03 is the days 16495 to 16525.
    const found = explain(all, ({ region, day }) => region === 'coast' || (day >= 16_495 && day <= 16_525));
    expect(best(found)).toBe('month of day is 2015-03 or region is coast');
    expect(found.best).toMatchObject({ precision: 1, recall: 1 });
  });

  it('recovers a planted cause through noise: one in ten spared, one in a hundred hit by chance', () => {
    const next = chance(99);
    const cause = ({ pressure, region }: Station) => pressure !== null && pressure > 0 && region === 'north';
    const found = explain(all, station => (cause(station) ? next() > 0.1 : next() < 0.01));
    expect(best(found)).toMatch(/^pressure >=? 0 and region is north$/);
    expect(found.best?.recall).toBeGreaterThan(0.8);
  });

  it('recovers an interval of one column', () => {
    const found = explain(all, ({ load }) => load > 200n && load <= 333n);
    expect(best(found)).toBe('load > 200 and load <= 333');
  });

  it('recovers two thresholds that stand between the cut points searched first', () => {
    const found = explain(all, ({ load, day }) => load > 731n && day <= 16_300);
    expect(found.best).toMatchObject({ precision: 1, recall: 1 });
    expect(best(found)).toMatch(/^day <= 2014-08-1\d and load > 73\d$/);
  });

  it('recovers nulls, zeros and lengths, which no average shows', () => {
    expect(best(explain(all, ({ pressure }) => pressure === null))).toBe('pressure is null');
    expect(best(explain(all, ({ pressure }) => pressure !== null && pressure < 0))).toBe('pressure < 0');
    expect(best(explain(all, ({ note }) => note !== null && note.length > 11))).toBe('length of note > 11');
  });

  it('says two categories where one is not enough', () =>
    expect(best(explain(all, ({ state }) => state === 'idle' || state === 'lost'))).toMatch(
      /^state is (?:idle|lost) or state is (?:idle|lost)$|^state is not (?:busy|down) and state is not (?:busy|down)$/,
    ));

  it('explains nothing where chance alone chose the rows, forty times out of forty', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const next = chance(1000 + seed);
      const rate = [0.02, 0.1, 0.3, 0.6][seed % 4]!;
      const found = explain(stations(250, seed), () => next() < rate);
      expect([seed, found.kind, best(found)]).toEqual([seed, 'unexplained', undefined]);
    }
  });

  it('needs no condition where all rows differ, or none', () => {
    expect(explain(all, () => true)).toMatchObject({ kind: 'everything-differs', best: undefined });
    expect(explain(all, () => false)).toMatchObject({ kind: 'nothing-differs', best: undefined });
  });

  it('is the same whatever the order of the rows', () => {
    const cause = ({ load, state }: Station) => load > 400n && state === 'busy';
    const shuffled = all
      .map((station, row) => [(row * 7919) % 2000, station] as const)
      .sort(([a], [b]) => a - b);
    const again = explain(
      shuffled.map(([, station]) => station),
      cause,
    );
    expect(again).toEqual(explain(all, cause));
  });

  it('counts what it says: a second reading of the rows by hand agrees', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), fc.constantFrom('idle', 'busy'), (load, state) => {
        const differs = (row: Station) => row.load > BigInt(load) || row.state === state;
        const found = explain(all, differs);
        if (found.best === undefined) return;
        expect(found.differing).toBe(all.filter(differs).length);
        expect(found.best.covered).toBeLessThanOrEqual(Math.min(found.differing, found.best.matching));
        if (found.best.precision === 1 && found.best.recall === 1)
          expect(found.best.matching).toBe(found.differing);
      }),
      { numRuns: 5 },
    );
  });

  it('stays bounded on 50,000 rows of 20 columns', () => {
    const next = chance(3);
    const names = Array.from({ length: 20 }, (_, at) => field(at + 1, `x${at}`, 'float64'));
    const wide = schemaOf(names);
    const rows = Array.from({ length: 50_000 }, () => names.map(() => Math.round(next() * 1e6) / 100));
    const cells = readersOf(wide, batchOf(wide, rows));
    const cut = [rows[5]![4]!, rows[9]![11]!] as const;
    // Time of this process alone: what else the machine does is not the search's.
    const start = process.cpuUsage();
    const differs = Uint8Array.from(rows, row => Number(row[4]! > cut[0] && row[11]! <= cut[1]));
    const found = explainRows(wide, cells, Uint32Array.from(rows.keys()), differs);
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(5_000);
    expect(found.best).toMatchObject({ precision: 1, recall: 1 });
  });
});

describe('the price of a description', () => {
  it('is that of every way to choose: all subsets of all sizes together cost one bit of probability', () => {
    const bits = new Bits(12, 5);
    const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);
    expect(2 ** (bits.plain() - 1)).toBeCloseTo(13 * choose(12, 5), 6);
  });

  it('falls when a condition separates and rises when it does not', () => {
    const bits = new Bits(1000, 300);
    expect(bits.split(300, 300)).toBeLessThan(bits.plain());
    expect(bits.split(500, 150)).toBeGreaterThan(bits.plain());
  });
});
