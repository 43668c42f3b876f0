import type { SideNames } from './histogram-svg.ts';
import { label, line, rect, shortened, svg } from './svg.ts';

const WIDTH = 640;
const LEFT = 170;
const RIGHT = 120;
const ROW = 22;

export type ShareBar = { readonly name: string; readonly share: number; readonly said: string };

/** One bar a part, the worst first; its length is the share, and what is counted stands behind it. */
export function shareBarsSvg(title: string, desc: string, bars: readonly ShareBar[]): string {
  const span = WIDTH - LEFT - RIGHT;
  const height = bars.length * ROW + 8;
  return svg({
    width: WIDTH,
    height,
    title,
    desc,
    parts: [
      line('grid', [LEFT, 0], [LEFT, height]),
      ...bars.flatMap(({ name, share, said }, at) => {
        const y = at * ROW + 4;
        const width = Math.max(1, span * share);
        return [
          label('end', [LEFT - 6, y + 13], shortened(name, 19)),
          rect('bad', { x: LEFT, y, width, height: ROW - 6 }, `${name}: ${said}`),
          label('start', [LEFT + width + 6, y + 13], said),
        ];
      }),
    ],
  });
}

export type PairBar = { readonly name: string; readonly before: number; readonly after: number };

/** Two bars a term, as often as either side has it. */
export function pairBarsSvg(title: string, desc: string, bars: readonly PairBar[], sides: SideNames): string {
  const span = WIDTH - LEFT - RIGHT;
  const most = Math.max(1, ...bars.map(({ before, after }) => Math.max(before, after)));
  const tall = ROW + 6;
  const height = bars.length * tall + 8;
  return svg({
    width: WIDTH,
    height,
    title,
    desc,
    parts: [
      line('grid', [LEFT, 0], [LEFT, height]),
      ...bars.flatMap(({ name, before, after }, at) => {
        const y = at * tall + 4;
        const [was, is] = [(span * before) / most, (span * after) / most];
        return [
          label('end', [LEFT - 6, y + 16], shortened(name, 19)),
          rect('was', { x: LEFT, y, width: was, height: 11 }, `${name}: ${before} ${sides.before}`),
          rect('is', { x: LEFT, y: y + 12, width: is, height: 9 }, `${name}: ${after} ${sides.after}`),
          label('start', [LEFT + Math.max(was, is) + 6, y + 16], `${before} → ${after}`),
        ];
      }),
    ],
  });
}
