import { isWithheld } from '../../../contract/withheld.ts';
import { tableHtml } from '../html-table.ts';
import { markup as text } from '../markup.ts';
import { pairBarsSvg, shareBarsSvg } from '../plots/bars-svg.ts';
import { binText, histogramSvg, type SideNames } from '../plots/histogram-svg.ts';
import { quantileSvg, quantileText } from '../plots/quantile-svg.ts';
import type { Words } from '../words.ts';
import type { ComparisonPage, FieldPage, SlicePage } from './comparison-page.ts';
import type { ConfusionGrid } from './confusion-grid.ts';

/** A part of a page, below a heading of its own. */
export const pageHtml = ({ sides, words, tables, fields, slices, after }: ComparisonPage): string =>
  [
    `<div class="words">${words.map(sentence => `<p>${wordsHtml(sentence)}</p>`).join('\n')}</div>`,
    ...tables.map(tableHtml),
    ...(fields.length === 0
      ? []
      : ['<h3>What differs</h3>', ...fields.map(field => fieldHtml(field, sides))]),
    ...(slices.length === 0 ? [] : ['<h3>Where it differs most</h3>', ...slices.map(sliceHtml)]),
    ...after.map(tableHtml),
  ].join('\n');

/** A name may be written from right to left, and must not turn round what stands beside it. */
const wordsHtml = (words: Words): string =>
  words.map(part => (typeof part === 'string' ? text(part) : `<bdi>${text(part.name)}</bdi>`)).join('');

function fieldHtml({ name, facts, tables, confusion, terms, plot }: FieldPage, sides: SideNames): string {
  return [
    `<section class="field"><h4><bdi>${text(name)}</bdi></h4>`,
    ...facts.map(sentence => `<p>${wordsHtml(sentence)}</p>`),
    ...(confusion === undefined ? [] : [gridHtml(confusion)]),
    ...(terms === undefined ? [] : [termsHtml(name, terms, sides)]),
    ...(plot === undefined || isWithheld(plot.shape)
      ? []
      : [plotHtml(name, { ...plot, shape: plot.shape }, sides)]),
    ...tables.map(tableHtml),
    '</section>',
  ].join('\n');
}

const figure = (caption: string, drawn: string, beside: string): string =>
  `<figure><figcaption>${text(caption)}</figcaption>\n${drawn}\n${beside}</figure>`;

const legend = ({ before, after }: SideNames): string =>
  `<p class="legend"><span class="key was"></span> ${text(before)} <span class="key is"></span> ${text(after)}</p>`;

/** The numbers behind a picture, for whoever can't see it or wants them exactly. */
const numbers = (summary: string, table: string): string =>
  `<details><summary>${text(summary)}</summary>\n${table}\n</details>`;

type Drawn = Exclude<NonNullable<FieldPage['plot']>['shape'], { readonly withheld: true }>;

function plotHtml(
  name: string,
  {
    of,
    unit,
    shape,
  }: { readonly of: 'value' | 'length'; readonly unit: string | undefined; readonly shape: Drawn },
  sides: SideNames,
): string {
  const measured = of === 'length' ? `length of ${name}` : unit === undefined ? name : `${name}, in ${unit}`;
  const grown = shape.scale === 'logarithmic' ? '; bins grow by powers of ten' : '';
  const quantiles = quantileSvg(measured, shape, sides);
  return [
    figure(
      `${measured}: all records of either side${grown}`,
      legend(sides) + histogramSvg(measured, shape, sides),
      numbers(
        'the numbers',
        tableHtml({
          caption: `${drawnText(shape, sides)}`,
          head: ['from, to', sides.before, sides.after],
          rows: shape.bins.map((bin, at) => [
            binText(bin, at === shape.bins.length - 1, shape.ends),
            String(bin.before),
            String(bin.after),
          ]),
        }),
      ),
    ),
    ...(quantiles === undefined
      ? []
      : [
          figure(
            `${measured}: quantiles; on the dashed line nothing moved`,
            quantiles,
            numbers(
              'the quantiles',
              tableHtml({
                caption: 'The least value that so many do not exceed',
                head: ['', sides.before, sides.after],
                rows: shape.quantiles.map(({ thousandths, before, after }) => [
                  quantileText(thousandths),
                  String(before?.text ?? ''),
                  String(after?.text ?? ''),
                ]),
              }),
            ),
          ),
        ]),
  ].join('\n');
}

const drawnText = ({ drawn, leftOut }: Drawn, { before, after }: SideNames): string =>
  `Drawn: ${drawn.before} ${before} and ${drawn.after} ${after}; not drawn: ${leftOut.before} and ${leftOut.after}`;

function gridHtml({ terms, counts, others }: ConfusionGrid): string {
  const changed = counts.flatMap((row, at) => row.filter((_, column) => at !== column));
  const most = Math.max(1, ...changed.map(count => count ?? 0));
  return [
    '<div class="wide"><table class="confusion"><caption>Which became which: from down, to across; the darker, the more. What stayed is in brackets.</caption>',
    `<thead><tr><th></th>${terms.map(term => `<th scope="col"><bdi>${text(term)}</bdi></th>`).join('')}</tr></thead><tbody>`,
    ...counts.map((row, at) => {
      const cells = row.map((count, column) => {
        if (at === column) return `<td class="kept">${count === undefined ? '' : `(${count})`}</td>`;
        return `<td class="warm${warmth(count ?? 0, most)}">${count === 0 ? '·' : count}</td>`;
      });
      return `<tr><th scope="row"><bdi>${text(terms[at]!)}</bdi></th>${cells.join('')}</tr>`;
    }),
    '</tbody></table></div>',
    ...(others === 0
      ? []
      : [`<p>${others} more cells changed between other terms; the list below has them.</p>`]),
  ].join('\n');
}

/** 0 where nothing is, and 1 to 5. */
const warmth = (count: number, most: number): number => Math.ceil((5 * count) / most);

function termsHtml(
  name: string,
  { bars, others }: NonNullable<FieldPage['terms']>,
  sides: SideNames,
): string {
  const rest = others === 0 ? '' : `; ${others} terms more, which moved less, are not drawn`;
  return figure(
    `${name}: how often each term stands there, in all records of either side; what moved most first${rest}`,
    legend(sides) +
      pairBarsSvg(
        `${name}: how often each term stands there, ${sides.before} and ${sides.after}`,
        bars
          .slice(0, 5)
          .map(bar => `${bar.name} ${bar.before} → ${bar.after}`)
          .join('; '),
        bars,
        sides,
      ),
    numbers(
      'the numbers',
      tableHtml({
        caption: 'How often each term stands there',
        head: ['term', sides.before, sides.after],
        rows: bars.map(bar => [bar.name, String(bar.before), String(bar.after)]),
      }),
    ),
  );
}

function sliceHtml({ name, measured, bars, others }: SlicePage): string {
  const rest = others === 0 ? '' : `; ${others} parts more, in which it is less`;
  return figure(
    `${name}: ${measured} in its worst parts${rest}`,
    shareBarsSvg(
      `${name}: the worst parts`,
      bars
        .slice(0, 3)
        .map(bar => `${bar.name}: ${bar.said}`)
        .join('; '),
      bars,
    ),
    '',
  );
}
