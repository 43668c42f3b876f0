import type { Mark, PlotShape } from '../../../golden/plots/field-plot.ts';
import type { SideNames } from './histogram-svg.ts';
import { circle, label, line, path, shortened, svg } from './svg.ts';

const SIZE = 300;
const LEFT = 84;
const TOP = 12;
const BOTTOM = 40;

/** Quantiles of one side against those of the other: where nothing moved they lie on the line. Undefined where a side has none. */
export function quantileSvg(
  name: string,
  { quantiles, scale }: Pick<PlotShape, 'quantiles' | 'scale'>,
  sides: SideNames,
): string | undefined {
  const pairs = quantiles.flatMap(({ thousandths, before, after }) =>
    before === undefined || after === undefined ? [] : [{ thousandths, before, after }],
  );
  const marks = pairs.flatMap(({ before, after }) => [before, after]).sort((a, b) => a.near - b.near);
  const [least, most] = [marks[0], marks.at(-1)];
  if (least === undefined || most === undefined) return undefined;
  const place = placeIn(marks, scale);
  const span = SIZE - TOP - BOTTOM;
  const xOf = (mark: Mark): number => LEFT + span * place(mark);
  const yOf = (mark: Mark): number => TOP + span * (1 - place(mark));
  const ends = least.near === most.near ? [least] : [least, most];
  return svg({
    width: LEFT + span + 12,
    height: SIZE,
    title: `${name}: quantiles ${sides.before} (across) and ${sides.after} (up)`,
    desc: descOf(pairs),
    parts: [
      line('grid', [LEFT, TOP], [LEFT, TOP + span]),
      line('grid', [LEFT, TOP + span], [LEFT + span, TOP + span]),
      line('even', [LEFT, TOP + span], [LEFT + span, TOP]),
      path(
        'is',
        pairs.map(({ before, after }) => [xOf(before), yOf(after)]),
      ),
      ...pairs.map(({ thousandths, before, after }) =>
        circle(
          'dot',
          [xOf(before), yOf(after)],
          3.5,
          `${quantileText(thousandths)}: ${before.text} ${sides.before}, ${after.text} ${sides.after}`,
        ),
      ),
      ...ends.flatMap((mark, at) => [
        label(at === 0 ? 'start' : 'end', [xOf(mark), SIZE - 24], shortened(String(mark.text), 12)),
        label('end', [LEFT - 6, yOf(mark) + (at === 0 ? 0 : 8)], shortened(String(mark.text), 12)),
      ]),
      label('middle', [LEFT + span / 2, SIZE - 6], sides.before),
      label('end', [LEFT - 6, TOP + span / 2], sides.after),
    ],
  });
}

/** `median`, `10 %`, `least` and so on. */
export const quantileText = (thousandths: number): string =>
  thousandths === 0
    ? 'least'
    : thousandths === 500
      ? 'median'
      : thousandths === 1000
        ? 'greatest'
        : `${thousandths / 10} %`;

/**
 * From 0 at the least to 1 at the greatest; of sizes that lie far apart by their logarithms, as the bins do.
 *
 * @param marks  ascending
 */
function placeIn(marks: readonly Mark[], scale: PlotShape['scale']): (mark: Mark) => number {
  const sizeOf = scale === 'logarithmic' ? grown(marks) : halved;
  const [low, high] = [sizeOf(marks[0]!.near), sizeOf(marks.at(-1)!.near)];
  return ({ near }) => (high === low ? 0.5 : (sizeOf(near) - low) / (high - low));
}

/** Nothing has no logarithm, and stands a decade below the least of what has one. */
function grown(marks: readonly Mark[]): (near: number) => number {
  const least = marks.find(({ near }) => near > 0)?.near ?? 1;
  return near => (near > 0 ? Math.log10(near) - Math.log10(least) + 1 : 0);
}

/** The distance of two doubles need not be one. */
const halved = (near: number): number => near / 2;

type Pairs = readonly { readonly thousandths: number; readonly before: Mark; readonly after: Mark }[];

function descOf(pairs: Pairs): string {
  const moved = pairs.filter(({ before, after }) => before.text !== after.text);
  const median = pairs.find(({ thousandths }) => thousandths === 500);
  const said =
    median === undefined ? '' : `; the median went from ${median.before.text} to ${median.after.text}`;
  return moved.length === 0
    ? 'all quantiles are the same'
    : `${moved.length} of ${pairs.length} quantiles moved${said}`;
}
