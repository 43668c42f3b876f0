import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compare } from '../../src/compat/compare.ts';
import { meaningOf, sameMeaning } from '../../src/contract/meaning.ts';
import { multipleText } from '../../src/contract/pi-multiple.ts';
import { rationalOf } from '../../src/contract/rational.ts';
import { converted, unitConversion } from '../../src/contract/unit-conversion.ts';
import { makeField, makeSchema, unit } from './make-field.ts';

/** Mistakes seen in the wild, with what is right. Those about values that belie their declaration are not about contracts. */
type Case = { readonly id: string; readonly input: string; readonly right_behaviour: string };
const cases = readFileSync('test/contract/unit-cases.jsonl', 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line) as Case);

const quantity = (code: string, kind: 'float64' | 'int64' = 'float64') =>
  makeField(kind, { logical: 'quantity', unit: unit(code) });

const RIGHT: Readonly<Record<string, () => void>> = {
  U3: () => {
    const { findings, levels } = compare(makeSchema([quantity('m/s')]), makeSchema([quantity('km/h')]));
    expect(findings.map(({ rule }) => rule)).toContain('FIELD_UNIT_SAME');
    expect(findings[0]!.conversion).toBe('×18/5');
    expect(levels).toMatchObject({ read: { backward: true }, train: { backward: false } });
    // One number under both declarations is two speeds, so unchanged values are a difference of meaning.
    expect(
      sameMeaning(meaningOf(quantity('m/s'), 4.7), meaningOf(quantity('kilometers per hour'), 4.7)),
    ).toBe(false);
  },
  U5: () => {
    const conversion = unitConversion(unit('[degF]'), unit('Cel'))!;
    expect(multipleText(converted(conversion, rationalOf(32)))).toBe('0');
    // A difference says so, and then no scale with a zero of its own is near it.
    expect(unitConversion(unit('[degF]'), unit('K{difference}'))).toBeUndefined();
    expect(unitConversion(unit('[degR]{difference}'), unit('K{difference}'))).toMatchObject({
      factor: { numerator: 5n, denominator: 9n },
      offset: { numerator: 0n },
    });
  },
  U7: () => {
    const same = unitConversion(unit('By'), unit('byte'))!;
    expect(converted(same, rationalOf(9007199254740993n)).times.numerator).toBe(9007199254740993n);
    expect(
      sameMeaning(
        meaningOf(quantity('By', 'int64'), 9007199254740993n),
        meaningOf(quantity('By', 'int64'), 9007199254740992n),
      ),
    ).toBe(false);
  },
};

/** A column that steps by 1000 where a clock beside it steps by a second is found in values, not in a contract. */
const ABOUT_VALUES = ['U1'];

describe('mistakes with units that were seen in the wild', () => {
  it.each(cases.filter(({ id }) => !ABOUT_VALUES.includes(id)))('$id, $input: $right_behaviour', ({ id }) => {
    expect(RIGHT[id]).toBeDefined();
    RIGHT[id]!();
  });
});
