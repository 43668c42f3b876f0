import { writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Digest, sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { arrowStream } from '../../src/codec/arrow/arrow-codec.ts';
import { writeContainer } from '../../src/codec/avro-container.ts';
import { parquetCodec } from '../../src/codec/parquet/parquet-codec.ts';
import { batchOf } from '../../src/contract/batch.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { parquetFiles } from '../../src/engine/parquet-thread.ts';
import { parquetWasm } from '../../src/engine/parquet-wasm.ts';
import { loadConfig } from '../../src/main/load-config.ts';
import { contractOf, loadSubject } from '../../src/service/load-subject.ts';
import { openRecords, type ReadSummary } from '../../src/service/read-records.ts';
import { copiedProject } from '../cli/harness.ts';

const SUBJECT = 'training.example';

const held = <T>(found: T | Fault): T => {
  if (found instanceof Fault) throw found;
  return found;
};

/** One file in each format, damaged in one place, read with what it must hash to and without. */
describe('a file of which a bit is another, or the end is gone', async () => {
  const { root } = copiedProject();
  const project = { root, config: held(await loadConfig(root)) };
  const { schema } = held(contractOf(held(loadSubject(project, SUBJECT)), 4));
  const rows: readonly RecordValues[] = Array.from({ length: 40 }, (_, at) => [
    BigInt(at * 1_000),
    at % 3 === 0 ? 'timeout' : 'success',
  ]);
  const batch = batchOf(schema, rows);
  const parquet = parquetFiles();
  const lines = rows.map(
    ([latency, outcome]) => `{"response_latency_ms":${latency},"outcome":"${outcome}"}\n`,
  );
  const files = {
    avro: held(writeContainer(schema, batch, { codec: 'deflate', meta: new Map() })),
    json: Buffer.from(lines.join('')),
    arrow: held(arrowStream(schema, [batch])),
    parquet: held(parquetCodec(parquetWasm()).encode(schema, batch)),
  } as const;

  async function read(
    format: keyof typeof files,
    bytes: Uint8Array,
    digest?: Digest,
  ): Promise<{ readonly end: ReadSummary | Fault; readonly given: number }> {
    const place = path.join(root, `read.${format}`);
    writeFileSync(place, bytes);
    const opened = await openRecords(
      { project, subject: SUBJECT, as: 4, place, path: `read.${format}`, format, digest },
      parquet,
    );
    if (opened instanceof Fault) return { end: opened, given: 0 };
    const records = opened.records();
    for (let given = 0; ; ) {
      const next = await records.next();
      if (next.done === true) return { end: next.value, given };
      given += next.value.batch.numRows;
    }
  }

  const damaged = (bytes: Uint8Array): fc.Arbitrary<Uint8Array> =>
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.tuple(fc.nat(bytes.length - 1), fc.nat(7)).map(([at, bit]) => flipped(bytes, at, bit)),
      },
      { weight: 1, arbitrary: fc.nat(bytes.length - 1).map(size => bytes.subarray(0, size)) },
    );

  it.each(Object.keys(files) as (keyof typeof files)[])(
    'is given out as %s by nobody who knows its digest, and never called verified by others',
    async format => {
      const whole = files[format];
      const digest = sha256(whole);
      expect(await read(format, whole, digest)).toMatchObject({
        end: { bytes: 'VERIFIED', read: 40 },
        given: 40,
      });
      await fc.assert(
        fc.asyncProperty(damaged(whole), async bytes => {
          const known = await read(format, bytes, digest);
          expect(known.end instanceof Fault && known.end.code).toBe('FILE_DIGEST_DIFFERS');
          expect(known.given).toBe(0);
          const { end } = await read(format, bytes);
          if (!(end instanceof Fault)) expect(end.bytes).toBe('BYTES_UNVERIFIED');
        }),
        { numRuns: format === 'parquet' ? 100 : 400 },
      );
    },
    240_000,
  );
});

function flipped(bytes: Uint8Array, at: number, bit: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at]! ^= 1 << bit;
  return copy;
}
