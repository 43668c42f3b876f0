import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchOf, rowsOf } from '../../src/contract/batch.ts';
import type { Field } from '../../src/contract/field.ts';
import { parseUnit } from '../../src/contract/parse-unit.ts';
import type { Unit } from '../../src/contract/unit.ts';
import type { Value } from '../../src/contract/value.ts';
import { bridge, type Sources } from '../../src/golden/bridge/bridge.ts';
import { field, schemaOf, vocabularyOf } from './weather.ts';

const unit = (code: string): Unit => parseUnit(code) as Unit;
const ID = field(1, 'id', 'int32', { nullable: false });

/** Values of one field on either side, as they are compared. */
function met(older: Field, newer: Field, before: readonly Value[], after: readonly Value[]) {
  const [from, to] = [schemaOf([ID, older]), schemaOf([ID, newer])];
  const over = bridge(from, to);
  const rows = (values: readonly Value[]) => values.map((value, row) => [row, value]);
  const column = (records: readonly (readonly Value[])[]) => records.map(record => record[1]!);
  return {
    kind: over.schema.fields[1]!.type.kind,
    before: column(rowsOf(over.schema, over.before(batchOf(from, rows(before))))),
    after: column(rowsOf(over.schema, over.after(batchOf(to, rows(after))))),
  };
}

const seconds = (more: Partial<Field> = {}) =>
  field(2, 'x', 'int64', { logical: 'duration', unit: unit('s'), ...more });
const millis = (more: Partial<Field> = {}) =>
  field(2, 'x', 'int64', { logical: 'duration', unit: unit('ms'), ...more });

describe('values of two versions', () => {
  it('meet in the unit of the version after, exactly, whatever a converter made of them', () => {
    const { before, after } = met(seconds(), millis(), [5n, null, 0n], [5000n, null, 1n]);
    expect(before).toEqual([5000n, null, 0n]);
    expect(after).toEqual([5000n, null, 1n]);
  });

  it('show what was rounded to the coarser unit, because a decimal holds both', () => {
    const { before, after, kind } = met(millis(), seconds(), [1400n, 2000n], [1n, 2n]);
    expect(kind).toBe('decimal');
    expect(before[0]).not.toEqual(after[0]);
    expect(before[1]).toEqual(after[1]);
  });

  it('meet as doubles where no decimal holds a sixtieth', () => {
    const minutes = field(2, 'x', 'int64', { logical: 'duration', unit: unit('min') });
    expect(met(seconds(), minutes, [90n, 120n], [1n, 2n])).toEqual({
      kind: 'float64',
      before: [1.5, 2],
      after: [1, 2],
    });
  });

  it('keep a NaN and an infinity, and take a sentinel for the one that says the same', () => {
    const [older, newer] = [
      field(2, 'x', 'float64', { unit: unit('m'), sentinels: [{ value: -1, means: 'unknown' }] }),
      field(2, 'x', 'float64', { unit: unit('cm'), sentinels: [{ value: -999, means: 'unknown' }] }),
    ];
    const values = [Number.NaN, Number.POSITIVE_INFINITY, -1, 2.5];
    expect(met(older, newer, values, [1]).before).toEqual([Number.NaN, Number.POSITIVE_INFINITY, -999, 250]);
  });

  it('are the same label where they are the same term, by code or by name', () => {
    const codes = field(2, 'x', 'int32', {
      logical: 'label',
      vocabulary: vocabularyOf('low', 'high', 'gone'),
    });
    const later = { ...vocabularyOf('calm', 'high'), terms: vocabularyOf('calm', 'high').terms };
    const names = field(2, 'x', 'string', { logical: 'label', vocabulary: later });
    expect(met(codes, names, [0, 1, 2, 7], ['calm', 'high'])).toMatchObject({
      before: ['calm', 'high', 'gone', '7'],
      after: ['calm', 'high'],
    });
  });

  it('are not taken for another term that has their old label by now', () => {
    const older = field(2, 'x', 'string', { logical: 'label', vocabulary: vocabularyOf('a', 'b', 'c') });
    const terms = vocabularyOf('b', 'a').terms;
    const newer = field(2, 'x', 'string', {
      logical: 'label',
      vocabulary: { ...vocabularyOf('b', 'a'), terms: [terms[0]!, { ...terms[1]!, label: 'c' }] },
    });
    expect(met(older, newer, ['c'], ['c']).before).toEqual(['c (term 3 before)']);
  });

  it('meet as texts where nothing else can be said, so that no cell goes uncompared', () =>
    expect(met(field(2, 'x', 'int32'), field(2, 'x', 'string'), [7], ['7'])).toMatchObject({
      before: ['7'],
      after: ['7'],
    }));

  it('come from where the converter took them, and what is new or gone is named', () => {
    const parts = field(3, 'parts', 'int32', {
      type: { kind: 'struct', fields: [field(4, 'a', 'int32'), field(5, 'b', 'string')] },
      logical: 'structure',
    });
    const [from, to] = [
      schemaOf([ID, parts, field(6, 'old', 'int32')]),
      schemaOf([ID, field(4, 'a', 'int32'), field(7, 'new', 'int32')]),
    ];
    const sources: Sources = new Map([
      [1, [0]],
      [4, [1, 0]],
    ]);
    const over = bridge(from, to, sources);
    expect([over.made, over.gone]).toEqual([[7], [6]]);
    const before = over.before(
      batchOf(from, [
        [1, [5, 'x'], 0],
        [2, null, 0],
      ]),
    );
    expect(rowsOf(over.schema, before)).toEqual([
      [1, 5],
      [2, null],
    ]);
  });

  it('are equal exactly where the quantities are', () => {
    const count = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
    fc.assert(
      fc.property(count, count, (s, ms) => {
        const { before, after } = met(seconds(), millis(), [s], [ms]);
        expect(before[0] === after[0]).toBe(s * 1000n === ms);
        const back = met(millis(), seconds(), [ms], [s]);
        expect(back.before[0] === back.after[0]).toBe(s * 1000n === ms);
      }),
      { numRuns: 50 },
    );
  });
});
