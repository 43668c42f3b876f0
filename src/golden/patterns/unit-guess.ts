/** Units that lie so far apart, by what a column of such a quantity is called; the first is the likeliest of all. */
const GUESSES: readonly {
  readonly factor: number;
  readonly units: readonly (readonly [called: RegExp, from: string, to: string])[];
}[] = [
  {
    factor: 1000,
    units: [
      [/(?:mass|weight|_kg|_g)(?:$|_)/i, 'kg', 'g'],
      [/(?:dist|length|height|width|_km|_m|_mm)(?:$|_)/i, 'm', 'mm'],
      [/./, 's', 'ms'],
    ],
  },
  { factor: 1_000_000, units: [[/./, 's', 'µs']] },
  { factor: 1_000_000_000, units: [[/./, 's', 'ns']] },
  {
    factor: 60,
    units: [
      [/hour|_h$/i, 'h', 'min'],
      [/./, 'min', 's'],
    ],
  },
  { factor: 3600, units: [[/./, 'h', 's']] },
  { factor: 86_400, units: [[/./, 'd', 's']] },
  { factor: 24, units: [[/./, 'd', 'h']] },
  {
    factor: 100,
    units: [
      [/price|amount|cost|total|usd|eur/i, 'whole', 'cents'],
      [/dist|length|height|width|_m$/i, 'm', 'cm'],
      [/./, 'fraction', 'percent'],
    ],
  },
  { factor: 1024, units: [[/./, 'KiB', 'B']] },
  { factor: 1_048_576, units: [[/./, 'MiB', 'B']] },
  { factor: 8, units: [[/bit|byte|size/i, 'bytes', 'bits']] },
  { factor: 1.609344, units: [[/./, 'mi', 'km']] },
  { factor: 3.6, units: [[/./, 'm/s', 'km/h']] },
  { factor: 0.3048, units: [[/./, 'ft', 'm']] },
  { factor: 2.54, units: [[/./, 'in', 'cm']] },
  { factor: 0.45359237, units: [[/./, 'lb', 'kg']] },
  { factor: 180 / Math.PI, units: [[/./, 'rad', 'deg']] },
];

/** What a factor could mean, as `s → ms`: a guess, which the data can't prove. */
export function unitGuess(factor: number, column: string): string | undefined {
  for (const { factor: known, units } of GUESSES) {
    const [isSame, isInverse] = [isNear(factor, known), isNear(factor, 1 / known)];
    if (!isSame && !isInverse) continue;
    const [, from, to] = units.find(([called]) => called.test(column)) ?? [];
    if (from === undefined) return undefined;
    return isSame ? `${from} → ${to}` : `${to} → ${from}`;
  }
  return undefined;
}

/** As near as doubles that were multiplied say. */
const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-12 * Math.abs(b);
