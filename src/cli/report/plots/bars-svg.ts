import type { SideNames } from './histogram-svg.ts';
import { label, line, rect, shortened, svg } from './svg.ts';

const WIDTH = 640;
const LEFT = 170;
const RIGHT = 120;
const ROW = 22;

export type ShareBar = { readonly name: string; readonly share: number; readonly said: string };

/** One bar a part, the worst first; its length is the share, and what is counted stands behind it. */
export const shareBarsSvg = (title: string, desc: string, bars: readonly ShareBar[]): string =>
  rowsSvg({ title, desc, tall: ROW, middle: 13 }, bars, ({ name, share, said }, y) => {
    const width = Math.max(1, SPAN * share);
    return {
      bars: [rect('bad', { x: LEFT, y, width, height: ROW - 6 }, `${name}: ${said}`)],
      longest: width,
      said,
    };
  });

export type PairBar = { readonly name: string; readonly before: number; readonly after: number };

/** Two bars a term, as often as either side has it. */
export function pairBarsSvg(title: string, desc: string, bars: readonly PairBar[], sides: SideNames): string {
  const most = Math.max(1, ...bars.map(({ before, after }) => Math.max(before, after)));
  return rowsSvg({ title, desc, tall: ROW + 6, middle: 16 }, bars, ({ name, before, after }, y) => {
    const [was, is] = [(SPAN * before) / most, (SPAN * after) / most];
    return {
      bars: [
        rect('was', { x: LEFT, y, width: was, height: 11 }, `${name}: ${before} ${sides.before}`),
        rect('is', { x: LEFT, y: y + 12, width: is, height: 9 }, `${name}: ${after} ${sides.after}`),
      ],
      longest: Math.max(was, is),
      said: `${before} → ${after}`,
    };
  });
}

const SPAN = WIDTH - LEFT - RIGHT;

/** How tall a row is, and where in it its texts stand. */
type Rows = { readonly title: string; readonly desc: string; readonly tall: number; readonly middle: number };
type Row = { readonly bars: readonly string[]; readonly longest: number; readonly said: string };

/** A row for each: its name, bars from one line on, and what is said behind the longest. */
function rowsSvg<B extends { readonly name: string }>(
  { title, desc, tall, middle }: Rows,
  bars: readonly B[],
  drawn: (bar: B, y: number) => Row,
): string {
  const height = bars.length * tall + 8;
  return svg({
    width: WIDTH,
    height,
    title,
    desc,
    parts: [
      line('grid', [LEFT, 0], [LEFT, height]),
      ...bars.flatMap((bar, at) => {
        const y = at * tall + 4;
        const row = drawn(bar, y);
        return [
          label('end', [LEFT - 6, y + middle], shortened(bar.name, 19)),
          ...row.bars,
          label('start', [LEFT + row.longest + 6, y + middle], row.said),
        ];
      }),
    ],
  });
}
