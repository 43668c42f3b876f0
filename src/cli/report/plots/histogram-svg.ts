import type { PlotShape } from '../../../golden/plots/field-plot.ts';
import { shareText } from '../../../golden/share.ts';
import { label, line, path, rect, shortened, svg } from './svg.ts';

const WIDTH = 640;
const HEIGHT = 220;
const LEFT = 56;
const RIGHT = 10;
const TOP = 12;
const BOTTOM = 26;

/** The sides as this comparison calls them: `before` and `after`, `old` and `new`. */
export type SideNames = { readonly before: string; readonly after: string };

/** The side before as bars, that after as a line around its own; so nobody needs the colours to tell them apart. */
export function histogramSvg(
  name: string,
  { bins, scale }: Pick<PlotShape, 'bins' | 'scale'>,
  sides: SideNames,
): string {
  const most = Math.max(1, ...bins.map(({ before, after }) => Math.max(before, after)));
  const wide = (WIDTH - LEFT - RIGHT) / bins.length;
  const tall = HEIGHT - TOP - BOTTOM;
  const xOf = (at: number): number => LEFT + at * wide;
  const yOf = (count: number): number => TOP + tall * (1 - count / most);
  const base = yOf(0);
  const around = bins.flatMap(({ after }, at): [number, number][] => [
    [xOf(at), yOf(after)],
    [xOf(at + 1), yOf(after)],
  ]);
  const marks = marksOf(bins);
  const every = Math.ceil(marks.length / LABELS);
  return svg({
    width: WIDTH,
    height: HEIGHT,
    title: `${name}: how often which ${scale === 'logarithmic' ? 'size' : 'value'} stands there, ${sides.before} and ${sides.after}`,
    desc: descOf(bins, sides),
    parts: [
      ...[...new Set([0, Math.round(most / 2), most])].flatMap(count => [
        line('grid', [LEFT, yOf(count)], [WIDTH - RIGHT, yOf(count)]),
        label('end', [LEFT - 6, yOf(count) + 4], String(count)),
      ]),
      ...bins.flatMap(({ before }, at) =>
        before === 0
          ? []
          : [
              rect('was', {
                x: xOf(at) + 1,
                y: yOf(before),
                width: Math.max(1, wide - 2),
                height: base - yOf(before),
              }),
            ],
      ),
      path('is', [[LEFT, base], ...around, [WIDTH - RIGHT, base]]),
      // Nothing is drawn on these; they say what lies behind the pointer.
      ...bins.map((bin, at) =>
        rect('over', { x: xOf(at), y: TOP, width: wide, height: tall }, tipOf(bin, sides)),
      ),
      ...marks.flatMap((mark, at) =>
        at % every === 0
          ? [
              line('tick', [xOf(at), base], [xOf(at), base + 4]),
              label(at === marks.length - 1 ? 'end' : 'middle', [xOf(at), HEIGHT - 8], shortened(mark, 14)),
            ]
          : [],
      ),
    ],
  });
}

/** More would run into each other. */
const LABELS = 7;

type Bins = PlotShape['bins'];

const marksOf = (bins: Bins): readonly string[] =>
  [...bins.map(({ from }) => from), ...bins.slice(-1).map(({ to }) => to)].map(({ text }) => String(text));

/** Which of its two edges a bin has. */
export const binText = (
  { from, to }: Bins[number],
  isLast: boolean,
  ends: PlotShape['ends'] = undefined,
): string =>
  ends === 'upper' ? `${from.text} < … ≤ ${to.text}` : `${from.text} ≤ … ${isLast ? '≤' : '<'} ${to.text}`;

const tipOf = (bin: Bins[number], sides: SideNames): string =>
  `${bin.from.text} to ${bin.to.text}: ${bin.before} ${sides.before}, ${bin.after} ${sides.after}`;

function descOf(bins: Bins, sides: SideNames): string {
  const told = (['before', 'after'] as const).map(side => {
    const all = bins.reduce((sum, bin) => sum + bin[side], 0);
    const fullest = bins.reduce((most, bin) => (bin[side] > most[side] ? bin : most));
    return all === 0
      ? `${sides[side]}: none`
      : `${sides[side]}: ${all}, most of them (${shareText(fullest[side], all, 0)}) from ${fullest.from.text} to ${fullest.to.text}`;
  });
  return told.join('; ');
}
