import { describe, expect, it } from 'vitest';
import { columnsOf, rowsOf } from '../../src/contract/batch.ts';
import { gateColumn } from '../../src/convert/gate-column.ts';
import { generatedSource, generateRecords } from '../../src/service/generate-records.ts';
import { CARRIAGE, COLUMN } from '../release/sample-release.ts';

const rows = (seed: number, count: number) =>
  [...generateRecords(CARRIAGE, { seed, count })].flatMap(batch => rowsOf(CARRIAGE.columns, batch));

describe('generated records', () => {
  it('are the same for the same seed, and others for another', () => {
    expect(rows(1, 1_500)).toEqual(rows(1, 1_500));
    expect(rows(2, 50)).not.toEqual(rows(1, 50));
  });

  it('begin alike however many are asked for, because each record depends on its own number', () => {
    expect(rows(1, 1_500).slice(0, 10)).toEqual(rows(1, 10));
  });

  it('are lawful under their schema', () => {
    for (const batch of generateRecords(CARRIAGE, { seed: 1, count: 2_000 }))
      for (const { field, data } of columnsOf(CARRIAGE.columns, batch))
        gateColumn(field, data, (row, code) => expect.unreachable(`${field.name} of ${row}: ${code}`));
  });

  it('have a sample id each, and fall into three splits', () => {
    const records = rows(1, 2_000);
    expect(new Set(records.map(row => row[COLUMN.sampleId])).size).toBe(2_000);
    expect(new Set(records.map(row => row[COLUMN.split]))).toEqual(new Set(['train', 'validation', 'test']));
  });

  it('have a source digest that names seed, count and schema', () => {
    const one = generatedSource(CARRIAGE.recordSchema, { seed: 1, count: 2 });
    expect(generatedSource(CARRIAGE.recordSchema, { seed: 1, count: 2 })).toBe(one);
    expect(generatedSource(CARRIAGE.recordSchema, { seed: 2, count: 2 })).not.toBe(one);
    expect(generatedSource(CARRIAGE.recordSchema, { seed: 1, count: 3 })).not.toBe(one);
  });
});
