import { describe, expect, it } from 'vitest';
import { batchOf } from '../../src/contract/batch.ts';
import type { Witnesses } from '../../src/golden/doubts/unit-suspects.ts';
import { suspectsAfter } from '../../src/service/suspects-after.ts';
import { makeField, makeSchema, unit } from '../contract/make-field.ts';

const elapsed = (name: string) =>
  makeField('float64', { id: 1, name, logical: 'duration', unit: unit('s'), nullable: true });
const clock = (id: number, name: string) =>
  makeField('timestamp', { id, name, logical: 'timestamp', unit: unit('s'), nullable: true });

/** Steps beside a clock that steps by one, and beside another that steps by sixty. */
const found = (factor: number, witness: Witnesses, later = 'clock') => {
  const writer = makeSchema([elapsed('elapsed'), clock(2, 'clock'), clock(3, 'minutes')]);
  const schema = makeSchema([elapsed('took'), clock(2, later), clock(3, 'minutes')]);
  const rows = Array.from({ length: 20 }, (_, at) => [
    at * factor,
    1_700_000_000n + BigInt(at),
    1_700_000_000n + 60n * BigInt(at),
  ]);
  const opened = { set: { witness }, writer: { schema: writer } } as unknown as Parameters<
    typeof suspectsAfter
  >[0];
  return suspectsAfter(opened, { schema }, { batch: batchOf(schema, rows) }, []);
};

describe('units after a way', () => {
  it('are held against the witness that the set names, by what both fields are called then', () => {
    expect(found(60, { elapsed: 'clock' }, 'at')).toMatchObject([{ name: 'took', witness: 2, factor: 60 }]);
    expect(found(60, { elapsed: 'minutes' })).toEqual([]);
    expect(found(1, { elapsed: 'clock' })).toEqual([]);
  });

  it('are held against nothing where the set says that nothing witnesses them', () => {
    expect(found(1000, { elapsed: false })).toEqual([]);
    expect(found(1000, {})).not.toEqual([]);
  });

  it('are held against whatever says when, where the witness is gone', () => {
    expect(found(1000, { elapsed: 'gone' })).not.toEqual([]);
  });
});
