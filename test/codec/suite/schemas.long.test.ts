import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { arrowFile } from '../../../src/codec/arrow/arrow-codec.ts';
import { logicalDigest } from '../../../src/codec/canonical-record.ts';
import { batchOf } from '../../../src/contract/batch.ts';
import { schemaAndRows } from '../any-schema.ts';
import { CODECS } from './corruptions.ts';

it('every codec carries the records of 1,500 schemas to one digest', () => {
  const seen = { carried: 0, refused: 0 };
  fc.assert(
    fc.property(schemaAndRows, ([schema, rows]) => {
      const batch = batchOf(schema, rows);
      const digest = logicalDigest(schema, [batch]);
      for (const codec of Object.values(CODECS)) {
        const bytes = codec.encode(schema, batch);
        if (bytes instanceof Fault) {
          // By the table: JSON has no NaN, and milliseconds reach less far than seconds.
          expect(bytes.code).toBe('CODEC_CANNOT_CARRY');
          expect(['json', 'parquet']).toContain(codec.name);
          seen.refused++;
          continue;
        }
        const result = codec.decode(schema, bytes);
        if (result.kind === 'refused') throw new Error(`${codec.name} refused ${result.code}`);
        expect(logicalDigest(schema, [result.batch])).toBe(digest);
        seen.carried++;
      }
      const file = arrowFile(schema, [batch]);
      const read = CODECS.arrow.decode(schema, file as Uint8Array);
      expect(read.kind === 'decoded' && logicalDigest(schema, [read.batch])).toBe(digest);
    }),
    { numRuns: 1_500 },
  );
  expect(seen.carried).toBeGreaterThan(5_000);
});
