import { markup } from '../markup.ts';

/** One picture. It needs no script and no font of its own, and the same numbers give the same bytes. */
export type Picture = {
  readonly width: number;
  readonly height: number;
  /** What it is, and what it shows, for whoever does not see it. */
  readonly title: string;
  readonly desc: string;
  readonly parts: readonly string[];
};

export const svg = ({ width, height, title, desc, parts }: Picture): string =>
  [
    `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${markup(title)}</title><desc>${markup(desc)}</desc>`,
    ...parts,
    '</svg>',
  ].join('\n');

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** @param tip  told where a pointer rests on it */
export const rect = (kind: string, { x, y, width, height }: Box, tip?: string): string => {
  const head = `<rect class="${kind}" x="${near(x)}" y="${near(y)}" width="${near(width)}" height="${near(height)}"`;
  return tip === undefined ? `${head}/>` : `${head}><title>${markup(tip)}</title></rect>`;
};

type Point = readonly [x: number, y: number];

export const line = (kind: string, [x1, y1]: Point, [x2, y2]: Point): string =>
  `<line class="${kind}" x1="${near(x1)}" y1="${near(y1)}" x2="${near(x2)}" y2="${near(y2)}"/>`;

export const path = (kind: string, points: readonly Point[]): string =>
  `<path class="${kind}" d="${points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${near(x)} ${near(y)}`).join('')}"/>`;

export const circle = (kind: string, [x, y]: Point, radius: number, tip: string): string =>
  `<circle class="${kind}" cx="${near(x)}" cy="${near(y)}" r="${radius}"><title>${markup(tip)}</title></circle>`;

export const label = (anchor: 'start' | 'middle' | 'end', [x, y]: Point, words: string): string =>
  `<text x="${near(x)}" y="${near(y)}" text-anchor="${anchor}">${markup(words)}</text>`;

/** As many letters as there is room for. */
export function shortened(words: string, letters: number): string {
  const points = [...words];
  return points.length <= letters ? words : `${points.slice(0, letters - 1).join('')}…`;
}

/** Hundredths of a pixel are seen by nobody, and -0 is written as 0. */
const near = (value: number): number => Math.round(value * 100) / 100 + 0;
