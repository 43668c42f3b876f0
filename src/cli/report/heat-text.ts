import type { MatrixReport } from '../../matrix/report.ts';
import type { Look, Paint } from '../output.ts';
import { HEATS, type Heat, heatMaps, MARKS } from './heat.ts';

/** A map a codec and lane, writers down and readers across, and what its marks stand for. */
export function heatText(report: MatrixReport, { paint }: Look): string {
  const maps = heatMaps(report);
  const seen = new Set<Heat>();
  const lines = maps.flatMap(({ codec, lane, writers, readers, at }) => {
    const heads = readers.map(version => `v${version}`);
    const first = Math.max(...writers.map(version => `v${version}`.length), 'w \\ r'.length);
    const rows = writers.map(writer => {
      const marks = readers.map((reader, column) => {
        const { heat } = at(writer, reader);
        seen.add(heat);
        const [mark] = MARKS[heat];
        return `${' '.repeat(heads[column]!.length - 1)}${PAINTS[heat](paint)(mark)}`;
      });
      return `  ${`v${writer}`.padEnd(first)}  ${marks.join(' ')}`;
    });
    return [`  ${codec}, ${lane} lane`, `  ${'w \\ r'.padEnd(first)}  ${heads.join(' ')}`, ...rows];
  });
  const legend = HEATS.filter(heat => seen.has(heat)).map(heat => MARKS[heat].join(' '));
  return [...lines, `  ordinary records: ${legend.join(', ')}`].join('\n');
}

const PAINTS: Readonly<Record<Heat, (paint: Paint) => (text: string) => string>> = {
  same: paint => paint.green,
  converted: paint => paint.green,
  refused: paint => paint.yellow,
  'silent-change': paint => paint.red,
  crash: paint => paint.red,
  edge: paint => paint.yellow,
  blank: paint => paint.magenta,
  none: paint => paint.dim,
};
