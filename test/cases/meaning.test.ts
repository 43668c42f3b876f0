import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compare } from '../../src/compat/compare.ts';
import { batchOf, rowsOf } from '../../src/contract/batch.ts';
import { meaningOf, sameMeaning } from '../../src/contract/meaning.ts';
import { planRefusals, readPlan } from '../../src/contract/read-plan.ts';
import type { Value } from '../../src/contract/value.ts';
import { applyPlan } from '../../src/convert/apply-plan.ts';
import { gate } from '../../src/convert/gates.ts';
import { cellState, isStateChange } from '../../src/golden/cell-state.ts';
import { makeField, makeList, makeSchema, unit } from '../contract/make-field.ts';
import { parseField } from '../contract/small-subject.ts';

type Row = { readonly id: string; readonly topic: string; readonly right_behaviour: string };
const ROWS = readFileSync(new URL('meaning_cases.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as Row);

const rules = (...sides: Parameters<typeof compare>): readonly string[] => [
  ...new Set(compare(...sides).findings.map(({ rule }) => rule)),
];

/** Rows about what contracts say, and what shows that ours say it. */
const DECLARED: Readonly<Record<string, () => void>> = {
  N1: () => {
    const insulin = makeField('float64', { logical: 'quantity', unit: unit('u[IU]/mL'), nullable: true });
    const zeroIsMissing = { ...insulin, sentinels: [{ value: 0, means: 'unknown' }] } as const;
    // The type and the columns are the same; that 0 was no measurement is said, and taking it back is a migration.
    expect(compare(makeSchema([insulin]), makeSchema([zeroIsMissing])).class).toBe('migrate');
    expect(rules(makeSchema([insulin]), makeSchema([zeroIsMissing]))).toEqual(['SENTINELS_SAME']);
    expect([cellState(zeroIsMissing, 0), cellState(insulin, 0)]).toEqual(['sentinel', 'zero']);
    expect(isStateChange('sentinel', 'null')).toBe(true);
    // A genuine zero is a zero: what is said of one field is not said of another.
    expect(sameMeaning(meaningOf(insulin, 0), meaningOf(zeroIsMissing, 0))).toBe(false);
  },
  N3: () => {
    const items = makeList(makeField('int32', { id: 2, nullable: true }), 0, 9, { nullable: true });
    const states: readonly Value[] = [null, [], [null], [0]];
    expect(states.map(value => cellState(items, value))).toEqual(['null', 'empty', 'all-null', 'value']);
    const batch = batchOf(
      makeSchema([items]),
      states.map(value => [value]),
    );
    const applied = applyPlan(
      readPlan(makeSchema([items]), makeSchema([items])),
      makeSchema([items]),
      makeSchema([items]),
      batch,
    );
    expect(applied.kind === 'applied' && rowsOf(makeSchema([items]), applied.accepted)).toEqual(
      states.map(value => [value]),
    );
    expect(gate({ ...items, nullable: false }, null)).toBe('NULL_NOT_ALLOWED');
    expect(gate({ ...items, nullable: false }, [])).toBeUndefined();
  },
  P2: () => {
    const moment = makeField('timestamp', { unit: unit('ns') });
    const nanoseconds = 1_700_000_000_123_456_789n;
    const batch = batchOf(makeSchema([moment]), [[nanoseconds]]);
    expect(rowsOf(makeSchema([moment]), batch)).toEqual([[nanoseconds]]);
    expect(sameMeaning(meaningOf(moment, nanoseconds), meaningOf(moment, nanoseconds - 1n))).toBe(false);
  },
  P4: () => {
    const scaled = (scale: number) =>
      makeSchema([makeField('decimal', { type: { kind: 'decimal', precision: 38, scale } })]);
    expect(rules(scaled(2), scaled(0))).toEqual(['DECIMAL_SCALE_SAME']);
    expect(compare(scaled(2), scaled(0)).class).toBe('migrate');
    const [cents, units] = [scaled(2).fields[0]!, scaled(0).fields[0]!];
    expect(sameMeaning(meaningOf(cents, 110n), meaningOf(units, 1n))).toBe(false);
    expect(sameMeaning(meaningOf(cents, 100n), meaningOf(units, 1n))).toBe(true);
  },
  T1: () => {
    const counted = (code: string) => makeField('timestamp', { unit: unit(code) });
    const year2000 = 946_684_800n;
    const right = meaningOf(counted('s'), year2000);
    for (const [code, factor] of [
      ['ms', 1_000n],
      ['us', 1_000_000n],
      ['ns', 1_000_000_000n],
    ] as const) {
      expect(sameMeaning(right, meaningOf(counted(code), year2000))).toBe(false);
      expect(sameMeaning(right, meaningOf(counted(code), year2000 * factor))).toBe(true);
      const { findings } = compare(makeSchema([counted('s')]), makeSchema([counted(code)]));
      expect(findings[0]).toMatchObject({ rule: 'FIELD_UNIT_SAME', conversion: `×${factor}` });
    }
  },
  I8: () => {
    const old = makeSchema([makeField('int32', { id: 1, name: 'a' })]);
    const again = makeSchema([makeField('int32', { id: 3, name: 'a', nullable: true })]);
    expect(planRefusals(readPlan(old, again)).map(({ code, field }) => [code, field])).toEqual([
      ['MISSING_DEFAULT', 3],
    ]);
    expect(rules(old, again)).toContain('NAME_REUSED');
    const renamed = makeSchema([makeField('int32', { id: 1, name: 'b', aliases: ['a'] })]);
    expect(readPlan(old, renamed).fields).toEqual([{ kind: 'copy', field: 1, column: 0 }]);
  },
  G1: () => {
    const box = (convention: string) =>
      makeSchema([makeList(makeField('float32', { id: 2 }), 4, 4, { convention: [convention] })]);
    for (const other of ['xywh', 'cxcywh', 'yxyx', 'xxyy']) {
      const comparison = compare(box('xyxy'), box(other));
      expect(comparison.class, other).toBe('migrate');
      expect(comparison.findings[0]).toMatchObject({ rule: 'CONVENTION_SAME', conversion: /\w/ });
      expect(planRefusals(readPlan(box('xyxy'), box(other)))[0]!.code).toBe('CONVENTION_CHANGED');
      const numbers = [10, 20, 40, 60];
      const [from, to] = [box('xyxy').fields[0]!, box(other).fields[0]!];
      expect(sameMeaning(meaningOf(from, numbers), meaningOf(to, numbers))).toBe(false);
    }
    // What was meant by the name nobody knows is not taken for one of those.
    expect(parseField(LIST('yyxx'))).toMatchObject({ code: 'CONVENTION_UNKNOWN' });
  },
  G3: () => {
    expect(
      parseField(
        'physical: list, logical: sequence, element: {id: 2, physical: int8, logical: number, nullable: false}',
      ),
    ).toMatchObject({ code: 'LIST_LENGTH' });
    const list = makeList(makeField('int8', { id: 2 }), 0, 2);
    expect(gate(list, [1, 2, 3])).toBe('ARRAY_TOO_LONG');
  },
  R1: () => {
    for (const typo of ['nulable: true', 'rangee: [0, 1]', 'sentinel: []', 'null_means: unknown'])
      expect(parseField(`physical: int32, ${typo}`), typo).toMatchObject({ code: 'UNKNOWN_KEY' });
    const fault = parseField('physical: int32, nullMean: unknown');
    expect(fault).toMatchObject({ code: 'UNKNOWN_KEY', facts: { nearest: 'nullMeans' } });
  },
};

const LIST = (convention: string): string =>
  `physical: list, logical: sequence, length: 4, convention: ${convention}, element: {id: 2, physical: float32, logical: number, nullable: false}`;

/** Rows that another file has tests of, under their ids. */
const CASES = 'test/cases/data-cases.test.ts';
const MAILS = 'test/cli/spam-mails.long.test.ts';
const FILES = 'test/cases/file-cases.test.ts';
const UNITS = 'test/contract/unit-cases.test.ts';
const TERMS = 'test/compat/reported-vocabularies.test.ts';
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  U1: [CASES],
  U3: [UNITS],
  U5: [UNITS],
  U7: [UNITS],
  L2: [FILES],
  L4: [TERMS, CASES],
  L6: [TERMS],
  L8: [TERMS],
  L10: [CASES],
  L12: [TERMS, FILES],
  N5: [CASES],
  N7: [CASES],
  N9: [CASES],
  P6: [CASES],
  T3: [FILES],
  T5: [FILES],
  I2: [CASES],
  I4: [CASES],
  I6: [CASES],
  X4: [TERMS, FILES],
  X2: [MAILS],
  R3: [CASES],
  R5: [CASES],
  R7: ['test/cli/reconcile.test.ts'],
};

describe('silent changes of meaning that were reported or measured', () => {
  it('are each tested here or elsewhere', () => {
    const listed = [...Object.keys(DECLARED), ...Object.keys(ELSEWHERE)];
    expect(listed.sort()).toEqual(ROWS.map(({ id }) => id).sort());
  });

  it.each(Object.entries(ELSEWHERE).flatMap(([id, files]) => files.map(file => [id, file])))(
    '%s has a test in %s',
    (id, file) => expect(readFileSync(file!, 'utf8')).toMatch(new RegExp(`^  ${id}: \\(|\\(${id}\\)`, 'm')),
  );

  it.each(ROWS.filter(({ id }) => id in DECLARED))('$id: $topic', ({ id }) => DECLARED[id]!());
});
