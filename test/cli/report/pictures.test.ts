import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confusionGrid, keptOf } from '../../../src/cli/report/page/confusion-grid.ts';
import { pairBarsSvg, shareBarsSvg } from '../../../src/cli/report/plots/bars-svg.ts';
import { histogramSvg } from '../../../src/cli/report/plots/histogram-svg.ts';
import { quantileSvg, quantileText } from '../../../src/cli/report/plots/quantile-svg.ts';
import { listed, plainWords, say } from '../../../src/cli/report/words.ts';
import { WITHHELD } from '../../../src/contract/withheld.ts';
import type { Confusion } from '../../../src/golden/confusion.ts';
import type { PlotShape } from '../../../src/golden/plots/field-plot.ts';
import { plotShape } from '../../../src/golden/plots/field-plot.ts';
import { field } from '../../golden/weather.ts';
import { attributeOf, type Element, elementsOf, textOf, xml } from '../../page.ts';

const SIDES = { before: 'old', after: 'new' } as const;

function shapeOf(before: readonly number[], after: readonly number[]): PlotShape {
  const column = (values: readonly number[]) => ({ rows: values.length, at: (row: number) => values[row]! });
  const shape = plotShape(field(1, 'x', 'float64'), { before: column(before), after: column(after) });
  if (shape === undefined) throw new Error('nothing was drawn');
  return shape;
}

const drawn = (picture: string, kind: string): readonly Element[] =>
  elementsOf(picture).filter(one => attributeOf(one, 'class') === kind);
const number = (element: Element, name: string): number => Number(attributeOf(element, name));

describe('a histogram', () => {
  it('has bars as high as the counts of the side before, and says each of them', () => {
    const picture = histogramSvg('x', shapeOf([1, 2, 2, 3, 3, 3, 3], [2]), SIDES);
    const [one, two, three] = drawn(picture, 'was').map(bar => number(bar, 'height'));
    expect([two! / one!, three! / one!]).toEqual([2, 4].map(times => expect.closeTo(times, 2)));
    expect(drawn(picture, 'over').map(textOf)).toEqual([
      '1 to 2: 1 old, 0 new',
      '2 to 3: 2 old, 1 new',
      '3 to 4: 4 old, 0 new',
    ]);
    expect(picture).toContain(
      '<desc>old: 7, most of them (57 %) from 3 to 4; new: 1, most of them (100 %) from 2 to 3</desc>',
    );
  });

  it('is one picture of finite numbers, whatever it draws', () => {
    const values = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 30 });
    fc.assert(
      fc.property(values, values, (before, after) => {
        fc.pre(before.length + after.length > 0);
        const shape = shapeOf(before, after);
        const pictures = [histogramSvg('x', shape, SIDES), quantileSvg('x', shape, SIDES)];
        for (const picture of pictures.filter(one => one !== undefined)) {
          expect(picture.match(/(?:NaN|="-?Infinity)/)).toBeNull();
          expect(xml(picture).documentElement?.tagName).toBe('svg');
        }
        // Without a cell on a side there are no quantiles to hold against each other.
        expect(pictures[1] === undefined).toBe(before.length === 0 || after.length === 0);
      }),
      { numRuns: 60 },
    );
  });

  it('shows a name that could be markup as text', () => {
    const name = '</title><script>';
    const picture = histogramSvg(name, shapeOf([1], [2]), SIDES);
    expect(xml(picture).getElementsByTagName('script')).toHaveLength(0);
    expect(textOf(elementsOf(picture).find(({ tagName }) => tagName === 'title')!)).toContain(name);
  });
});

describe('a plot of quantiles', () => {
  it('has its points on the line where nothing moved, and says so', () => {
    const picture = quantileSvg('x', shapeOf([1, 5, 9], [9, 1, 5]), SIDES)!;
    const [line] = drawn(picture, 'even');
    const [left, bottom] = [number(line!, 'x1'), number(line!, 'y1')];
    for (const dot of drawn(picture, 'dot'))
      expect(number(dot, 'cx') - left).toBeCloseTo(bottom - number(dot, 'cy'));
    expect(picture).toContain('all quantiles are the same');
  });

  it('has them above it where values grew', () => {
    const picture = quantileSvg('x', shapeOf([1, 2, 3], [4, 5, 6]), SIDES)!;
    const [line] = drawn(picture, 'even');
    for (const dot of drawn(picture, 'dot'))
      expect(number(line!, 'y1') - number(dot, 'cy')).toBeGreaterThan(
        number(dot, 'cx') - number(line!, 'x1'),
      );
    expect(picture).toContain('the median went from 2 to 5');
  });

  it('names a quantile by what a person calls it', () => {
    expect([0, 10, 500, 1000].map(quantileText)).toEqual(['least', '1 %', 'median', 'greatest']);
  });
});

describe('bars', () => {
  it('are as long as the share, and shorten names that have no room', () => {
    const long = 'x'.repeat(60);
    const picture = shareBarsSvg('t', 'd', [
      { name: long, share: 1, said: '4 of 4' },
      { name: 'b', share: 0.25, said: '1 of 4' },
    ]);
    const [whole, quarter] = drawn(picture, 'bad').map(bar => number(bar, 'width'));
    expect(whole! / quarter!).toBeCloseTo(4);
    expect(picture).toContain(`<title>${long}: 4 of 4</title>`);
    expect(picture).toContain('>xxxxxxxxxxxxxxxxxx…</text>');
  });

  it('of two sides are as long as the counts, and none where there are none', () => {
    const picture = pairBarsSvg('t', 'd', [{ name: 'a', before: 0, after: 0 }], SIDES);
    expect(drawn(picture, 'was').map(bar => number(bar, 'width'))).toEqual([0]);
    expect(picture).toContain('0 → 0');
  });
});

const confusion = (pairs: Confusion['pairs'], others = 0): Confusion => ({
  pairs,
  others,
  whollyMoved: [],
  pattern: { kind: 'mixed' },
});

describe('the table of which became which', () => {
  it('has what stayed where every sample was matched, and nothing there where that is not known', () => {
    const changed = confusion([{ from: 'a', to: 'b', count: 3 }]);
    const labels = [
      { label: 'a', before: 5, after: 2 },
      { label: 'b', before: 1, after: 4 },
    ];
    const distribution = { labels, nulls: { before: 0, after: 0 }, divergence: 0.1 };
    expect(confusionGrid(changed, keptOf(changed, distribution, true))).toEqual({
      terms: ['a', 'b'],
      counts: [
        [2, 3],
        [0, 1],
      ],
      others: 0,
    });
    expect(confusionGrid(changed, keptOf(changed, distribution, false))?.counts).toEqual([
      [undefined, 3],
      [0, undefined],
    ]);
  });

  it('has the terms in most changes, and counts the rest', () => {
    const pairs = Array.from({ length: 50 }, (_, at) => ({ from: `f${at}`, to: `t${at}`, count: 100 - at }));
    const grid = confusionGrid(confusion(pairs, 7), () => undefined)!;
    expect(grid.terms).toHaveLength(16);
    const shown = grid.counts.flat().reduce<number>((sum, count) => sum + (count ?? 0), 0);
    expect(shown + grid.others).toBe(pairs.reduce((sum, { count }) => sum + count, 7));
  });

  it('is none where nothing changed, and none where all terms would read alike', () => {
    expect(confusionGrid(confusion([]), () => 0)).toBeUndefined();
    const hidden = { ...confusion([]), pairs: [{ from: WITHHELD, to: WITHHELD, count: 1 }] };
    expect(confusionGrid(hidden, () => 0)).toBeUndefined();
  });

  it('tells a label that is called null from none', () => {
    const grid = confusionGrid(confusion([{ from: null, to: 'null', count: 1 }]), () => undefined);
    expect(grid?.terms).toEqual(['null', '"null"']);
  });
});

describe('a sentence', () => {
  it('keeps names apart from its own words, and lists as many as a person reads', () => {
    const words = say`${2} of ${listed(['a', 'b', 'c', 'd'], 2)}${['.']}`;
    expect(plainWords(words)).toBe('2 of a, b and 2 more.');
    expect(words.filter(part => typeof part !== 'string')).toEqual([{ name: 'a' }, { name: 'b' }]);
  });
});
