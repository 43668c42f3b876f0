import { Fault } from '../../base/fault.ts';
import { parseUnit } from '../parse-unit.ts';
import type { Unit } from '../unit.ts';

/** What a name says of its unit, and whether it can say anything else: one letter, or a word before it, may. */
export type NameUnit = { readonly word: string; readonly unit: Unit; readonly isLetter: boolean };

/** The words of a name, in small letters: `responseLatency_ms` has three. */
export const wordsOf = (name: string): readonly string[] =>
  (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+/g) ?? []).map(word => word.toLowerCase());

/** The unit at the end of a name, where people put it. Not of a rate, whose last word is not all of it. */
export function unitInName(name: string): NameUnit | undefined {
  const words = wordsOf(name);
  const [before, word] = [words.at(-2), words.at(-1)];
  // `ms` by itself is a name; `km_h` and `per_s` end in a part of a unit.
  if (word === undefined || before === undefined || before === 'per' || UNITS.has(before)) return undefined;
  const unit = UNITS.get(word);
  return unit && { word, unit, isLetter: word.length === 1 };
}

/** The unit a name begins with, in letters: `ms_latency`, but not `seconds_since_start`, which is English. */
export function unitFirstInName(name: string): NameUnit | undefined {
  const [word, next] = wordsOf(name);
  if (word === undefined || next === undefined || word.length < 2 || LINKS.has(next)) return undefined;
  const unit = UNITS.get(word);
  return unit && { word, unit, isLetter: false };
}

const LINKS: ReadonlySet<string> = new Set([
  'since',
  'until',
  'per',
  'to',
  'from',
  'after',
  'before',
  'of',
  'in',
]);

/**
 * Words at the end of a name that are units wherever people write them. Not `min`, which is a minimum as often, nor `kb`
 * and `mb`, of which nobody knows whether they are thousands.
 */
const CODES: Readonly<Record<string, string>> = {
  ns: 'ns',
  nanos: 'ns',
  nanosecond: 'ns',
  nanoseconds: 'ns',
  us: 'us',
  micros: 'us',
  microsecond: 'us',
  microseconds: 'us',
  ms: 'ms',
  msec: 'ms',
  millis: 'ms',
  millisecond: 'ms',
  milliseconds: 'ms',
  s: 's',
  sec: 's',
  secs: 's',
  second: 's',
  seconds: 's',
  mins: 'min',
  minute: 'min',
  minutes: 'min',
  h: 'h',
  hr: 'h',
  hrs: 'h',
  hour: 'h',
  hours: 'h',
  day: 'd',
  days: 'd',
  week: 'wk',
  weeks: 'wk',
  m: 'm',
  mm: 'mm',
  cm: 'cm',
  km: 'km',
  metre: 'm',
  metres: 'm',
  meter: 'm',
  meters: 'm',
  feet: '[ft_i]',
  miles: '[mi_i]',
  g: 'g',
  mg: 'mg',
  kg: 'kg',
  lbs: '[lb_av]',
  byte: 'By',
  bytes: 'By',
  kib: 'KiBy',
  mib: 'MiBy',
  gib: 'GiBy',
  c: 'Cel',
  celsius: 'Cel',
  f: '[degF]',
  fahrenheit: '[degF]',
  k: 'K',
  kelvin: 'K',
  hz: 'Hz',
  khz: 'kHz',
  mhz: 'MHz',
  ghz: 'GHz',
  v: 'V',
  w: 'W',
  kw: 'kW',
  kwh: 'kW.h',
  deg: 'deg',
  degrees: 'deg',
  rad: 'rad',
  radians: 'rad',
  pct: '%',
  percent: '%',
  ppm: '[ppm]',
  kmh: 'km/h',
  kph: 'km/h',
  mph: '[mi_i]/h',
  usd: '[USD]',
  eur: '[EUR]',
  gbp: '[GBP]',
  chf: '[CHF]',
  jpy: '[JPY]',
};

const UNITS: ReadonlyMap<string, Unit> = new Map(
  Object.entries(CODES).map(([word, code]) => {
    const unit = parseUnit(code);
    if (unit instanceof Fault) throw unit;
    return [word, unit];
  }),
);
