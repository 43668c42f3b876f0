import { describe, expect, it } from 'vitest';
import { batchOf } from '../../src/contract/batch.ts';
import type { Field } from '../../src/contract/field.ts';
import { parseUnit } from '../../src/contract/parse-unit.ts';
import type { Unit } from '../../src/contract/unit.ts';
import { readersOf } from '../../src/golden/cell-readers.ts';
import { conditionText } from '../../src/golden/condition.ts';
import { type Explanation, explainRows } from '../../src/golden/explain.ts';
import { field, schemaOf } from './weather.ts';

const ROWS = 400;

/** Of rows that hold `first`, `first` + 1, … in a mixed order those differ that hold more than `first` + 250. */
function explained(column: Field, first: bigint): Explanation {
  const values = Array.from({ length: ROWS }, (_, row) => first + BigInt((row * 7919) % ROWS));
  const schema = schemaOf([column]);
  const batch = batchOf(
    schema,
    values.map(value => [value]),
  );
  return explainRows(
    schema,
    readersOf(schema, batch),
    Uint32Array.from(values.keys()),
    Uint8Array.from(values, value => Number(value > first + 250n)),
  );
}

const decimal = (precision: number, scale: number): Field => ({
  ...field(1, 'x', 'int64'),
  type: { kind: 'decimal', precision, scale },
});
const timestamp: Field = {
  ...field(1, 'x', 'int64'),
  type: { kind: 'timestamp', zone: 'instant' },
  unit: parseUnit('ns') as Unit,
};

describe('a condition on numbers that are longer than a double', () => {
  it.each<[Field, bigint, string, unknown]>([
    [field(1, 'x', 'int64'), 1_200_000_000_000_000_000n, '1200000000000000250', 1_200_000_000_000_000_250n],
    [field(1, 'x', 'int64'), -(2n ** 63n), '-9223372036854775558', -9_223_372_036_854_775_558n],
    [field(1, 'x', 'uint64'), 2n ** 64n - 401n, '18446744073709551465', 18_446_744_073_709_551_465n],
    [field(1, 'x', 'int64'), 7n, '257', 257n],
    [decimal(38, 2), 10n ** 37n, '100000000000000000000000000000000002.50', undefined],
    [decimal(5, 2), 1000n, '12.50', '12.50'],
    [timestamp, 1_767_225_600_000_000_000n, '2026-01-01T00:00:00.000000250Z', undefined],
  ])('is true of the rows that were counted, and of no other: %#', (column, first, bound, value) => {
    const { best } = explained(column, first);
    expect(best).toMatchObject({ matching: ROWS - 251, covered: ROWS - 251 });
    expect(best && conditionText(best.condition)).toBe(`x > ${bound}`);
    if (value !== undefined) expect(best?.condition).toMatchObject({ term: { test: { value } } });
  });

  it('says of a null that it is one, and not of its year', () => {
    const schema = schemaOf([field(1, 'day', 'date')]);
    const days = Array.from({ length: 200 }, (_, row) => (row % 3 === 0 ? null : 16_000 + row));
    const batch = batchOf(
      schema,
      days.map(day => [day]),
    );
    const { best } = explainRows(
      schema,
      readersOf(schema, batch),
      Uint32Array.from(days.keys()),
      Uint8Array.from(days, day => Number(day === null)),
    );
    expect(best && conditionText(best.condition)).toBe('day is null');
  });

  it('has zero as its bound, where it lies between two values', () => {
    const { best } = explained(field(1, 'x', 'int64'), -251n);
    expect(best && conditionText(best.condition)).toBe('x >= 0');
    const scaled = explained(decimal(5, 1), -251n);
    expect(scaled.best && conditionText(scaled.best.condition)).toBe('x >= 0.0');
  });
});
