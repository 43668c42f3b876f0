import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { parseUnit } from '../../src/contract/parse-unit.ts';
import { multipleText } from '../../src/contract/pi-multiple.ts';
import { rationalFromText } from '../../src/contract/rational.ts';
import type { Unit } from '../../src/contract/unit.ts';
import { type Conversion, converted, unitConversion } from '../../src/contract/unit-conversion.ts';
import { ATOMS, BINARY_PREFIXES, METRIC_PREFIXES } from '../../src/contract/unit-table.ts';
import { AMBIGUOUS } from '../../src/contract/unit-words.ts';
import { unit } from './make-field.ts';

/** Another implementation of UCUM, in doubles, that publishes no types. What it gets wrong is listed below. */
type Oracle = {
  readonly UcumLhcUtils: {
    getInstance(): { convertUnitTo(from: string, value: number, to: string): { toVal: number | null } };
  };
  readonly UnitTables: {
    getInstance(): { allUnitsByDef(): ReadonlyArray<{ csCode_: string; source_: string }> };
  };
};
const oracle: Oracle = createRequire(import.meta.url)('@lhncbc/ucum-lhc');
const utils = oracle.UcumLhcUtils.getInstance();
const told = (from: string, value: number, to: string): number | null =>
  utils.convertUnitTo(from, value, to).toVal;

const number = ({ factor, pi, offset }: Conversion, value: number): number =>
  value * (Number(factor.numerator) / Number(factor.denominator)) * Math.PI ** pi +
  Number(offset.numerator) / Number(offset.denominator);

/** Doubles multiplied a dozen times differ in the last digits. */
const CLOSE = 1e-12;
const close = (a: number, b: number): boolean =>
  Math.abs(a - b) <= CLOSE * Math.max(Math.abs(a), Math.abs(b));

/** Codes of the oracle's table that we refuse or don't have. */
const RETIRED = ["[hp'_X]", "[hp'_C]", "[hp'_M]", "[hp'_Q]"];

type KnownError = {
  readonly from: string;
  readonly value: string;
  readonly to: string;
  /** Ours, exactly; `undefined` where nothing leads from one to the other. */
  readonly right: string | undefined;
  /** The oracle's; `null` where it gives nothing. */
  readonly told: number | null;
  readonly because: string;
};
const known = (
  [from, to]: readonly [string, string],
  [value, right, told]: readonly [string, string | undefined, number | null],
  because: string,
): KnownError => ({ from, to, value, right, told, because });

/** What the oracle gets wrong. A row that it mends fails here, so that the list stays true. */
const ERRORS: readonly KnownError[] = [
  known(['{token}', '{sample}'], ['1', undefined, 1], 'it ignores annotations'),
  known(['By/{token}', 'By/{sample}'], ['1', undefined, 1], 'it ignores annotations in quotients'),
  known(['{token}', '10*3'], ['1', undefined, 0.001], 'it takes what is counted for a number'),
  known(['[degRe]', 'K'], ['80', '7463/20', 441.4375], 'it scales the zero of Réaumur with the degree'),
  known(['[LPF]', '[HPF]'], ['1', '100', 1], 'it loses the size of a low power field'),
  known(['Bd', '1/s'], ['1', '1', null], 'it takes a baud for a function of a second'),
  known(['[diop]', '1/m'], ['1', '1', null], 'it takes a dioptre for a function of a metre'),
  known(['[mesh_i]', '1/[in_i]'], ['1', '1', null], 'it takes a mesh for a function of an inch'),
  known(['[IU]', '[iU]'], ['1', '1', null], 'it has two spellings of one unit for two units'),
  known(['By', 'By'], ['9007199254740993', '9007199254740993', 9007199254740992], 'it computes in doubles'),
];
const WRONG = ['[LPF]', 'Bd', '[diop]', '[mesh_i]', '[IU]'];

/** Atoms that are multiples of base units, as they are and with every prefix they take. */
const atoms = [...ATOMS].filter(
  ([code, { of, alone }]) =>
    !alone && of !== code && code !== '10^' && !AMBIGUOUS.has(code) && !WRONG.includes(code),
);
const prefixed = atoms.flatMap(([code, { metric, binary }]) => [
  ...(metric ? METRIC_PREFIXES.map(([prefix]) => `${prefix}${code}`) : []),
  // The oracle follows UCUM, which ends at Ti.
  ...(binary ? BINARY_PREFIXES.slice(0, 4).map(([prefix]) => `${prefix}${code}`) : []),
]);

describe('the table of units, beside another implementation of UCUM', () => {
  it('has every code of UCUM but the retired ones', () => {
    const codes = oracle.UnitTables.getInstance()
      .allUnitsByDef()
      .filter(({ source_ }) => source_ === 'UCUM')
      .map(({ csCode_ }) => csCode_);
    expect(codes.length).toBeGreaterThan(300);
    expect(codes.filter(code => !ATOMS.has(code))).toEqual(RETIRED);
  });

  const disagreements: string[] = [];
  const compare = (from: Unit, to: Unit, value = 1): void => {
    const conversion = unitConversion(from, to)!;
    const theirs = told(from.code, value, to.code);
    if (theirs === null || !close(theirs, number(conversion, value)))
      disagreements.push(`${from.code} → ${to.code}: ${theirs} for ${number(conversion, value)}`);
  };

  it('agrees on the size of every simple unit with every prefix, in base units', () => {
    disagreements.length = 0;
    for (const code of [...atoms.map(([each]) => each), ...prefixed]) {
      if (AMBIGUOUS.has(code)) continue;
      const from = unit(code);
      compare(from, unit(from.dimension));
    }
    expect(disagreements).toEqual([]);
  });

  it('agrees on every pair of units of one dimension', () => {
    disagreements.length = 0;
    const units = atoms.map(([code]) => unit(code));
    for (const from of units) for (const to of units) if (from.dimension === to.dimension) compare(from, to);
    expect(disagreements).toEqual([]);
  });

  it('agrees on points of the scales of temperature', () => {
    disagreements.length = 0;
    const scales = ['K', 'Cel', '[degF]', '[degR]'].map(unit);
    for (const from of scales)
      for (const to of scales) for (const value of [-40, 1, 37.5, 451]) compare(from, to, value);
    expect(disagreements).toEqual([]);
  });

  it.each(ERRORS)('$from to $to is ours, because $because', ({ from, value, to, right, told: theirs }) => {
    const conversion = unitConversion(unit(from), unit(to));
    const ours = conversion && multipleText(converted(conversion, rationalFromText(value)));
    expect(ours).toBe(right);
    expect(told(from, Number(value), to)).toBe(theirs);
  });

  it.each([
    ['Cel/h', 'a point on a scale in a quotient'],
    ['[degF]2', 'a point on a scale squared'],
    ['m..s', 'a gap'],
    ['m/', 'an open end'],
  ])('refuses "%s" as the oracle does: %s', text => {
    expect(parseUnit(text)).toBeInstanceOf(Fault);
    expect(told(text, 1, text)).toBeNull();
  });

  it.each([
    ['mmin', 'a minute takes no prefix'],
    ['Kim', 'only data sizes take binary prefixes'],
  ])('refuses "%s" where the oracle lets it pass, because %s', text => {
    expect(parseUnit(text)).toBeInstanceOf(Fault);
    expect(told(text, 1, text)).toBe(1);
  });
});
