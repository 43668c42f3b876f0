/** What a convention is about. A field has at most one of each sort. */
export const CONVENTION_SORTS = ['box', 'axes', 'colour', 'quaternion', 'point'] as const;
export type ConventionSort = (typeof CONVENTION_SORTS)[number];

export type Convention = {
  readonly sort: ConventionSort;
  /** What stands at each place, from 0: of axes, what each dimension counts. */
  readonly parts: readonly string[];
};

const letters = (sort: ConventionSort, ...names: readonly string[]) =>
  names.map(name => [name, { sort, parts: [...name] }] as const);

const BOXES: readonly (readonly [string, Convention])[] = [
  ['xyxy', { sort: 'box', parts: ['x0', 'y0', 'x1', 'y1'] }],
  ['yxyx', { sort: 'box', parts: ['y0', 'x0', 'y1', 'x1'] }],
  ['xxyy', { sort: 'box', parts: ['x0', 'x1', 'y0', 'y1'] }],
  ['xywh', { sort: 'box', parts: ['x0', 'y0', 'w', 'h'] }],
  ['cxcywh', { sort: 'box', parts: ['cx', 'cy', 'w', 'h'] }],
];

/** The conventions that have a name; `docs/contract-format.md` prints this table. Others begin with `x-`. */
export const CONVENTIONS: ReadonlyMap<string, Convention> = new Map([
  ...BOXES,
  ...letters('axes', 'HW', 'WH', 'CHW', 'HWC', 'NCHW', 'NHWC', 'NCDHW', 'NDHWC', 'TCHW', 'THWC', 'CT', 'TC'),
  ...letters('colour', 'RGB', 'BGR', 'RGBA', 'BGRA', 'ARGB'),
  ...letters('quaternion', 'wxyz', 'xyzw'),
  ...letters('point', 'xy', 'yx'),
  ['lonlat', { sort: 'point', parts: ['longitude', 'latitude'] }],
  ['latlon', { sort: 'point', parts: ['latitude', 'longitude'] }],
]);

/** A name of one's own: compared as a name, and nothing is known of its parts. */
export const isOwnConvention = (name: string): boolean => /^x-[a-z0-9][a-z0-9-]{0,61}$/.test(name);

/** What a name is about; every name of one's own is a sort of its own. */
export const sortOf = (name: string): string => CONVENTIONS.get(name)?.sort ?? name;

/**
 * How parts in one convention become parts in another: `positions 1, 0, 3, 2`, or `x0, y0, x1 - x0, y1 - y0`. Undefined
 * where a part can't be had from the others, or one of the two is a name of one's own.
 */
export function conventionConversion(from: string, to: string): string | undefined {
  const [source, target] = [CONVENTIONS.get(from), CONVENTIONS.get(to)];
  if (source === undefined || target === undefined || source.sort !== target.sort) return undefined;
  const places = target.parts.map(part => source.parts.indexOf(part));
  if (!places.includes(-1)) return `${source.sort === 'axes' ? 'axes' : 'positions'} ${places.join(', ')}`;
  const made = target.parts.map(part => derived(part, source.parts));
  return made.includes(undefined) ? undefined : made.join(', ');
}

const derived = (part: string, have: readonly string[]): string | undefined =>
  have.includes(part)
    ? part
    : DERIVED[part]?.find(({ from }) => from.every(other => have.includes(other)))?.text;

/** Along one axis, two of start, end, centre and extent give the others. */
const along = (axis: 'x' | 'y', extent: 'w' | 'h') => {
  const [start, end, centre] = [`${axis}0`, `${axis}1`, `c${axis}`];
  return {
    [start]: [{ from: [centre, extent], text: `${centre} - ${extent}/2` }],
    [end]: [
      { from: [start, extent], text: `${start} + ${extent}` },
      { from: [centre, extent], text: `${centre} + ${extent}/2` },
    ],
    [centre]: [
      { from: [start, end], text: `(${start} + ${end})/2` },
      { from: [start, extent], text: `${start} + ${extent}/2` },
    ],
    [extent]: [{ from: [start, end], text: `${end} - ${start}` }],
  };
};

const DERIVED: Readonly<
  Record<string, readonly { readonly from: readonly string[]; readonly text: string }[]>
> = { ...along('x', 'w'), ...along('y', 'h') };
