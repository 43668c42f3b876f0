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
    ['temperature (C)', 'temperature (F)', 'Cel', '[degF]'],
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
    ['temperature in °C', 'temperature in K', 'Cel', 'K'],
    ['in °C', 'in K', 'Cel', 'K'],
    ['temperature in C', 'temperature in kelvin', 'Cel', 'K'],
    ['speed in meters per second', 'speed in kilometers per hour', 'm/s', 'km/h'],
    ['speed in mph', 'speed in kilometers per hour', '[mi_i]/h', 'km/h'],
    ['requests per second', 'requests per minute', '{request}/s', '{request}/min'],
    ['price in $ per day', 'price in $ per hour', '[USD]/d', '[USD]/h'],
    ['price in $', 'price in EUR', '[USD]', '[EUR]'],
    ['in km', 'in mi', 'km', '[mi_i]'],
    ['latency in s', 'latency in ms; before it was in s', 's', 'ms, s'],
    ['seconds since epoch', 'milliseconds since epoch, was in s', 's', 'ms, s'],
    ['latency in s, updated every day', 'latency in ms, updated every day', 's', 'ms'],
    ['weight in kg, height in m', 'weight in kg, height in cm', 'kg, m', 'cm, kg'],
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
    ['temperature in C', 'temperature in °C'],
    ['temperature in C', 'temperature in Celsius'],
    ['temperature in C', 'temperature in degrees Celsius'],
    ['temperature in F', 'temperature in °F'],
    ['temperature (K)', 'temperature in kelvins'],
    ['speed in m/s', 'speed in meters per second'],
    ['speed in m/s', 'speed in metres/second'],
    ['speed in km/h', 'speed in kilometers per hour'],
    ['speed in km/h', 'speed (kph)'],
    ['speed in mph', 'speed in miles per hour'],
    ['acceleration in m/s²', 'acceleration in meters per second squared'],
    ['rate in kB/s', 'rate in kilobytes per second'],
    ['price in $', 'price in USD'],
    ['price ($)', 'price in US dollars'],
    ['price in $/kg', 'price in USD per kg'],
    ['weight in ng', 'weight in nanograms'],
    ['force in N', 'force in newtons'],
    ['volume in l', 'volume in liters'],
    ['age in yr', 'age in years'],
    ['height in ft', 'height in feet'],
    ['size in B', 'size in bytes'],
    ['rate in Hz', 'rate in hertz'],
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
    ['latency in ms', 'latency in ms, p99 by day'],
    ['latency in ms', 'latency in ms, updated every hour'],
    ['time in s', 'time in s, as of 2024; before it was in ms'],
    ['latency in ms', 'Over a 5 s window, latency in ms'],
    ['length in m', 'length in m, once per hour'],
    ['weight in kg.', 'weight in kilograms, measured in the morning by day shift'],
    ['updated every minute', 'updated every hour'],
    ['updated every 5 minutes', 'updated hourly'],
    ['written twice a day', 'written once per week'],
    ['Data of 3 days', 'Data of 3 weeks'],
    ['mean by day', 'mean by month'],
    ['written in C', 'written in K'],
    ['m is the mass', 'g is the mass'],
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
