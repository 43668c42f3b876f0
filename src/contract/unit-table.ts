/** One simple unit. `size` is exact: a decimal or a fraction, in the unit `of`, which stands earlier in the table. */
export type Atom = {
  readonly size: string;
  readonly of: string;
  /** Takes the prefixes of the metric system. */
  readonly metric: boolean;
  /** Takes Ki, Mi, Gi… */
  readonly binary: boolean;
  /** Added after scaling, in units of `of`: a scale whose zero is elsewhere. */
  readonly offset: string;
  /** English, singular; the plural in `s` is understood. */
  readonly names: readonly string[];
};

const metric = (size: string, of: string, ...names: string[]): Atom => ({
  ...plain(size, of, ...names),
  metric: true,
});
const plain = (size: string, of: string, ...names: string[]): Atom => ({
  size,
  of,
  metric: false,
  binary: false,
  offset: '0',
  names,
});

/**
 * Atoms by UCUM code; `of` is a UCUM product of base units and atoms above.
 *
 * What has no exact size in base units is absent on purpose: year and month (calendars differ), pH and decibel
 * (logarithms), arc minutes in radians (π).
 */
export const ATOMS: ReadonlyMap<string, Atom> = new Map(
  Object.entries({
    s: metric('1', 's', 'second'),
    m: metric('1', 'm', 'metre', 'meter'),
    g: metric('1', 'g', 'gram', 'gramme'),
    K: metric('1', 'K', 'kelvin'),
    mol: metric('1', 'mol', 'mole'),
    cd: metric('1', 'cd', 'candela'),
    C: metric('1', 'C', 'coulomb'),
    rad: metric('1', 'rad', 'radian'),
    deg: plain('1', 'deg'),
    "'": plain('1/60', 'deg', 'arcminute'),
    "''": plain('1/3600', 'deg', 'arcsecond'),
    bit: { ...metric('1', 'bit', 'bit'), binary: true },
    By: { ...metric('8', 'bit', 'byte', 'octet'), binary: true },

    '%': plain('0.01', '1', 'percent'),
    '[ppth]': plain('0.001', '1', 'part per thousand', 'parts per thousand'),
    '[ppm]': plain('0.000001', '1', 'part per million', 'parts per million'),
    '[ppb]': plain('0.000000001', '1', 'part per billion', 'parts per billion'),

    min: plain('60', 's', 'minute'),
    h: plain('60', 'min', 'hour'),
    d: plain('24', 'h', 'day'),
    wk: plain('7', 'd', 'week'),
    Hz: metric('1', 's-1', 'hertz'),

    Cel: { ...metric('1', 'K', 'degree celsius', 'degrees celsius', 'celsius'), offset: '273.15' },
    '[degF]': {
      ...plain('5/9', 'K', 'degree fahrenheit', 'degrees fahrenheit', 'fahrenheit'),
      offset: '45967/180',
    },
    '[degR]': plain('5/9', 'K', 'degree rankine', 'degrees rankine', 'rankine'),

    l: metric('0.001', 'm3'),
    L: metric('1', 'l', 'litre', 'liter'),
    t: metric('1000000', 'g', 'tonne'),
    N: metric('1000', 'g.m/s2', 'newton'),
    Pa: metric('1', 'N/m2', 'pascal'),
    bar: metric('100000', 'Pa', 'bar'),
    atm: plain('101325', 'Pa', 'atmosphere'),
    'm[Hg]': metric('133322', 'Pa', 'metre of mercury', 'meter of mercury'),
    J: metric('1', 'N.m', 'joule'),
    cal: metric('4.184', 'J', 'calorie'),
    W: metric('1', 'J/s', 'watt'),
    A: metric('1', 'C/s', 'ampere', 'amp'),
    V: metric('1', 'J/C', 'volt'),
    Ohm: metric('1', 'V/A', 'ohm'),

    '[in_i]': plain('0.0254', 'm', 'inch', 'inches'),
    '[ft_i]': plain('12', '[in_i]', 'foot', 'feet'),
    '[yd_i]': plain('3', '[ft_i]', 'yard'),
    '[mi_i]': plain('5280', '[ft_i]', 'mile'),
    '[nmi_i]': plain('1852', 'm', 'nautical mile'),
    '[kn_i]': plain('1', '[nmi_i]/h', 'knot'),
    '[lb_av]': plain('453.59237', 'g', 'pound'),
    '[oz_av]': plain('1/16', '[lb_av]', 'ounce'),
  } satisfies Record<string, Atom>),
);

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

/** Prefix, its name, and its power of 1,024. */
export const BINARY_PREFIXES: ReadonlyArray<readonly [code: string, name: string, power: number]> = [
  ['Ki', 'kibi', 1],
  ['Mi', 'mebi', 2],
  ['Gi', 'gibi', 3],
  ['Ti', 'tebi', 4],
  ['Pi', 'pebi', 5],
  ['Ei', 'exbi', 6],
];

/** Things one counts: `tokens` is `{token}`. */
export const COUNTED = [
  'token',
  'sample',
  'record',
  'row',
  'pixel',
  'frame',
  'step',
  'word',
  'character',
  'item',
  'event',
  'request',
  'person',
] as const;

/** What people write that UCUM has under another name, or not at all: the way out, by what was written. Asked first: `ft` would be a femtotonne. */
export const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['°C', 'Cel'],
  ['degC', 'Cel'],
  ['°F', '[degF]'],
  ['degF', '[degF]'],
  ['°', 'deg'],
  ['degree', 'deg for an angle, Cel or [degF] for a temperature'],
  ['degrees', 'deg for an angle, Cel or [degF] for a temperature'],
  ['sec', 's'],
  ['secs', 's'],
  ['msec', 'ms'],
  ['μs', 'us'],
  ['µs', 'us'],
  ['μm', 'um'],
  ['µm', 'um'],
  ['hr', 'h'],
  ['hrs', 'h'],
  ['mins', 'min'],
  ['B', 'By'],
  ['KB', 'kBy'],
  ['kB', 'kBy'],
  ['MB', 'MBy'],
  ['GB', 'GBy'],
  ['TB', 'TBy'],
  ['KiB', 'KiBy'],
  ['MiB', 'MiBy'],
  ['GiB', 'GiBy'],
  ['TiB', 'TiBy'],
  ['b', 'bit'],
  ['in', '[in_i]'],
  ['ft', '[ft_i]'],
  ['mi', '[mi_i]'],
  ['mph', '[mi_i]/h'],
  ['kph', 'km/h'],
  ['kmh', 'km/h'],
  ['mps', 'm/s'],
  ['lb', '[lb_av]'],
  ['oz', '[oz_av]'],
  ['ppm', '[ppm]'],
  ['ppb', '[ppb]'],
  ['cc', 'cm3'],
  ['kelvins', 'K'],
  ['count', '1, or what is counted in braces, {token}'],
]);

/** Units with no exact size, and why. */
export const INEXACT: ReadonlyMap<string, string> = new Map([
  ...(['a', 'yr', 'year', 'years', 'mo', 'month', 'months'] as const).map(
    text => [text, 'its length differs from calendar to calendar'] as const,
  ),
  ...(['dB', 'B[SPL]', '[pH]', 'Np'] as const).map(
    text => [text, 'it is a logarithm, not a multiple'] as const,
  ),
]);
