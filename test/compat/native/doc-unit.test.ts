import { describe, expect, it } from 'vitest';
import { docUnits } from '../../../src/compat/native/doc-unit.ts';

describe('docUnits', () => {
  it.each([
    ['latency (s)', 'latency (ms)', 's', 'ms'],
    ['latency [s]', 'latency [ms]', 's', 'ms'],
    ['latency in s', 'latency in ms', 's', 'ms'],
    ['Latency in seconds.', 'Latency in milliseconds.', 's', 'ms'],
    ['unit: s', 'unit: ms', 's', 'ms'],
    ['unit: SEC', 'unit: MSEC', 's', 'ms'],
    ['unit: flurb', 'unit: blorb', 'flurb', 'blorb'],
    ['Latency, ms', 'Latency, s', 'ms', 's'],
    ['time - s', 'time - ms', 's', 'ms'],
    ['ms', 's', 'ms', 's'],
    ['latency in s, measured in UTC', 'latency in ms, measured in UTC', 's', 'ms'],
    ['seconds since epoch', 'milliseconds since epoch', 's', 'ms'],
    ['age in years', 'age in months', 'a', 'mo'],
    ['distance (km)', 'distance (mi)', 'km', '[mi_i]'],
    ['weight (g)', 'weight (kg)', 'g', 'kg'],
    ['pressure (hPa)', 'pressure (kPa)', 'hPa', 'kPa'],
    ['price in USD', 'price in EUR', '[USD]', '[EUR]'],
    ['price in dollars', 'price in cents', '[USD]', 'cents'],
    ['angle in degrees', 'angle in radians', 'deg', 'rad'],
    ['speed in m/s', 'speed in km/h', 'm/s', 'km/h'],
    ['size in kB', 'size in KiB', 'kB', 'KiBy'],
    ['temperature (C)', 'temperature (F)', 'C', 'F'],
    ['in % of x', 'in ppm of x', '%', '[ppm]'],
    ['count of tokens', 'count of words', '{token}', '{word}'],
    ['latency in seconds', 'latency', 's', 'none'],
    ['dist / km', 'dist / mi', 'km', '[mi_i]'],
    ['milli-seconds', 'micro-seconds', 'ms', 'us'],
    ['latency in seconds', 'latency in (milli)seconds', 's', 'ms'],
    ['a 5 s window', 'a 5 ms window', 's', 'ms'],
    ['revenue in thousands', 'revenue in millions', 'thousands', 'millions'],
    ['length in tokens', 'length in words', '{token}', '{word}'],
    ['latency', 'latency in ms', 'none', 'ms'],
  ])('finds the change from "%s" to "%s"', (before, after, from, to) => {
    expect(docUnits(before, after)).toEqual({ from, to });
  });

  it.each([
    ['latency in s', 'latency in seconds'],
    ['latency (ms)', 'Latency, milliseconds'],
    ['density in kg/m3', 'density in kg/m³'],
    ['degrees Celsius', '°C'],
    ['share in percent', 'share (%)'],
    ['energy (kWh)', 'energy in kilowatt-hours'],
  ])('finds one unit in "%s" and "%s"', (before, after) => {
    expect(docUnits(before, after)).toBeUndefined();
  });

  it.each([
    ['the name(s)', 'the names'],
    ['see (A)', 'see (B)'],
    ['A', 'B'],
    ['range (min)', 'range (max)'],
    ['an A/B test', 'an A/C test'],
    ['a value', 'a value, N/A if there is none'],
    ['a value', 'a value and/or a name'],
    ['a value', 'a value (optional)'],
    ['a thing', 'a thing, updated every day'],
    ['in English', 'in French'],
    ['it tells', 'it tells us'],
    ['the unit is sold', 'the unit is leased'],
  ])('finds none in "%s" and "%s"', (before, after) => {
    expect(docUnits(before, after)).toBeUndefined();
  });

  it('takes no longer for a text that nobody would write', () => {
    const [hostile, other] = ['in '.repeat(3000) + '(( in : , '.repeat(1000), ' /a'.repeat(5000)];
    const start = performance.now();
    docUnits(hostile, other);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
