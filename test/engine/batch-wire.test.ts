import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchOf, batchOfColumns, rowsOf } from '../../src/contract/batch.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { packedBatch, unpackedBatch } from '../../src/engine/batch-wire.ts';
import { makeField, makeList, makeSchema } from '../contract/make-field.ts';

const schema = makeSchema([
  makeField('int64', { id: 1, nullable: true }),
  makeField('string', { id: 2, nullable: true }),
  makeField('bool', { id: 3, nullable: true }),
  makeList(makeField('float32', { id: 5, nullable: true }), 0, 3, { id: 4, nullable: true }),
]);

const nullable = <T>(some: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(some, { nil: null });
const record: fc.Arbitrary<RecordValues> = fc.tuple(
  nullable(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n)),
  nullable(fc.string({ unit: 'binary' })),
  nullable(fc.boolean()),
  nullable(fc.array(nullable(fc.float()), { maxLength: 3 })),
);
const records = fc.array(record, { maxLength: 40 });

describe('a batch that is handed to another thread', () => {
  it.each(['kept', 'given'] as const)('is the same there when it was %s', owner =>
    fc.assert(
      fc.property(records, fc.nat(20), (rows, from) => {
        const whole = batchOf(schema, rows);
        // A slice begins inside a byte of its bits.
        const batch = batchOfColumns(
          schema,
          whole.data.children.map(data =>
            data.slice(Math.min(from, rows.length), Math.max(0, rows.length - from)),
          ),
          Math.max(0, rows.length - from),
        );
        const packed = packedBatch(schema, batch, owner);
        const there = structuredClone(packed.batch, { transfer: [...packed.transfer] });
        expect(rowsOf(schema, unpackedBatch(schema, there))).toEqual(rows.slice(from));
      }),
      { numRuns: 50 },
    ),
  );

  it('stays whole here when it was kept, because its buffers are copied', () => {
    const batch = batchOf(schema, [[1n, 'a', true, [1]]]);
    const packed = packedBatch(schema, batch, 'kept');
    structuredClone(packed.batch, { transfer: [...packed.transfer] });
    expect(rowsOf(schema, batch)).toEqual([[1n, 'a', true, [1]]]);
  });
});
