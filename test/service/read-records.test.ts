import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { writeContainer } from '../../src/codec/avro-container.ts';
import { batchOf, rowsOf } from '../../src/contract/batch.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { parquetFiles } from '../../src/engine/parquet-thread.ts';
import { loadConfig } from '../../src/main/load-config.ts';
import { contractOf, loadSubject } from '../../src/service/load-subject.ts';
import { openRecords } from '../../src/service/read-records.ts';
import { copiedProject } from '../cli/harness.ts';

const held = <T>(found: T | Fault): T => {
  if (found instanceof Fault) throw found;
  return found;
};

describe('the guarded reader', async () => {
  const { root } = copiedProject();
  const project = { root, config: held(await loadConfig(root)) };
  const { schema } = held(contractOf(held(loadSubject(project, 'training.example')), 4));
  const fileOf = (rows: readonly RecordValues[]): Uint8Array =>
    held(writeContainer(schema, batchOf(schema, rows), { codec: 'null', meta: new Map() }));
  const place = path.join(root, 'records.avro');
  const ask = { project, subject: 'training.example', as: 4, place, path: 'records.avro' } as const;
  const drained = async (records: AsyncGenerator<unknown, unknown>): Promise<unknown> => {
    for (;;) {
      const next = await records.next();
      if (next.done === true) return next.value;
    }
  };

  it('tells of a file that changed after its digest was taken, because its records were given out', async () => {
    const bytes = fileOf([[1n, 'success']]);
    writeFileSync(place, bytes);
    const opened = held(await openRecords({ ...ask, digest: sha256(bytes) }, parquetFiles()));
    writeFileSync(place, fileOf([[2n, 'success']]));
    const ended = await drained(opened.records());
    expect(ended instanceof Fault ? ended.code : ended).toBe('FILE_CHANGED');
  });

  it('counts records from the start of the file, over all its batches', async () => {
    const count = 70_000;
    writeFileSync(
      place,
      fileOf(Array.from({ length: count }, (_, at) => [BigInt(at % 2 ? -1 : at), 'success'])),
    );
    const opened = held(await openRecords(ask, parquetFiles()));
    const [seen, rejected]: [bigint[], number[]] = [[], []];
    for await (const { batch, rejects } of opened.records()) {
      for (const [latency] of rowsOf(schema, batch)) seen.push(latency as bigint);
      for (const { row } of rejects) rejected.push(row);
    }
    expect(seen).toEqual(Array.from({ length: count / 2 }, (_, at) => BigInt(2 * at)));
    expect(rejected).toEqual(Array.from({ length: count / 2 }, (_, at) => 2 * at + 1));
  });
});
