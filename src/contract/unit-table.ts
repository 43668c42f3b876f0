import { CUSTOMARY_ATOMS } from './unit-atoms-customary.ts';
import { DATA_ATOMS, METRIC_ATOMS } from './unit-atoms-metric.ts';
import { ARBITRARY_ATOMS, INTERNATIONAL_ATOMS, LEVEL_ATOMS, SPECIAL_ATOMS } from './unit-atoms-opaque.ts';
import { PLAIN_ATOMS } from './unit-atoms-plain.ts';
import { CURRENCIES } from './unit-currencies.ts';

/** One simple unit. `size` is exact, a decimal or a fraction of `of`; a base unit is its own `of`. */
export type Atom = {
  readonly size: string;
  /** A UCUM product of other atoms. */
  readonly of: string;
  /** Takes the prefixes of the metric system. */
  readonly metric: boolean;
  /** Takes Ki, Mi, Gi… */
  readonly binary: boolean;
  /** Added after scaling, in units of `of`: a scale whose zero is elsewhere. */
  readonly offset: string;
  /** In no product: its values are points of a scale or logarithms, and no multiples. */
  readonly alone: boolean;
  /** English, singular. */
  readonly names: readonly string[];
};

export type AtomRow = readonly [code: string, size: string, of: string, ...names: string[]];
export type OpaqueRow = readonly [code: string, ...names: string[]];

type Sort = Pick<Atom, 'metric' | 'binary' | 'offset' | 'alone'>;

const PLAIN: Sort = { metric: false, binary: false, offset: '0', alone: false };
const METRIC: Sort = { ...PLAIN, metric: true };
const SPECIAL: Sort = { ...PLAIN, alone: true };

const sized = (sort: Sort, rows: readonly AtomRow[]): Array<[string, Atom]> =>
  rows.map(([code, size, of, ...names]) => [code, { ...sort, size, of, names }]);
const opaque = (sort: Sort, rows: readonly OpaqueRow[]): Array<[string, Atom]> =>
  rows.map(([code, ...names]) => [code, { ...sort, size: '1', of: code, names }]);

/**
 * Every atom by its UCUM code. It has all of UCUM but the retired homeopathic potencies, and is finer in places:
 * docs/units.md says where and why.
 */
export const ATOMS: ReadonlyMap<string, Atom> = new Map([
  ...sized(METRIC, METRIC_ATOMS),
  ...sized({ ...METRIC, binary: true }, DATA_ATOMS),
  ...sized({ ...METRIC, alone: true, offset: '273.15' }, [
    ['Cel', '1', 'K', 'degree celsius', 'celsius', 'degree centigrade'],
  ]),
  ...sized({ ...SPECIAL, offset: '45967/180' }, [['[degF]', '5/9', 'K', 'degree fahrenheit', 'fahrenheit']]),
  // Water freezes at 0 °Ré and boils at 80 °Ré.
  ...sized({ ...SPECIAL, offset: '273.15' }, [
    ['[degRe]', '5/4', 'K', 'degree réaumur', 'degree reaumur', 'réaumur', 'reaumur'],
  ]),
  ...sized(PLAIN, PLAIN_ATOMS),
  ...sized(PLAIN, CUSTOMARY_ATOMS),
  ...opaque(PLAIN, ARBITRARY_ATOMS),
  ...sized(METRIC, INTERNATIONAL_ATOMS),
  ...opaque(SPECIAL, SPECIAL_ATOMS),
  ...opaque({ ...METRIC, alone: true }, LEVEL_ATOMS),
  ...opaque(
    PLAIN,
    CURRENCIES.map((currency): OpaqueRow => [`[${currency}]`]),
  ),
]);

/** Prefix, its name, and its power of ten. */
export const METRIC_PREFIXES: ReadonlyArray<readonly [code: string, name: string, power: number]> = [
  ['Y', 'yotta', 24],
  ['Z', 'zetta', 21],
  ['E', 'exa', 18],
  ['P', 'peta', 15],
  ['T', 'tera', 12],
  ['G', 'giga', 9],
  ['M', 'mega', 6],
  ['k', 'kilo', 3],
  ['h', 'hecto', 2],
  ['da', 'deka', 1],
  ['d', 'deci', -1],
  ['c', 'centi', -2],
  ['m', 'milli', -3],
  ['u', 'micro', -6],
  ['n', 'nano', -9],
  ['p', 'pico', -12],
  ['f', 'femto', -15],
  ['a', 'atto', -18],
  ['z', 'zepto', -21],
  ['y', 'yocto', -24],
];

/** Prefix, its name, and its power of 1,024. UCUM stops at Ti. */
export const BINARY_PREFIXES: ReadonlyArray<readonly [code: string, name: string, power: number]> = [
  ['Ki', 'kibi', 1],
  ['Mi', 'mebi', 2],
  ['Gi', 'gibi', 3],
  ['Ti', 'tebi', 4],
  ['Pi', 'pebi', 5],
  ['Ei', 'exbi', 6],
];
