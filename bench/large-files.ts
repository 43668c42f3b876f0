import { spawnSync } from 'node:child_process';
import {
  closeSync,
  createWriteStream,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { parseArgs } from 'node:util';
import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../src/base/fault.ts';
import { arrowStream } from '../src/codec/arrow/arrow-codec.ts';
import { ContainerReader } from '../src/codec/container/container-reader.ts';
import { ContainerWriter } from '../src/codec/container/container-writer.ts';
import { jsonCodec } from '../src/codec/json.ts';
import { JsonLinesReader } from '../src/codec/json-lines-reader.ts';
import { batchOf } from '../src/contract/batch.ts';
import type { RecordValues } from '../src/contract/value.ts';
import { parquetFiles } from '../src/engine/parquet-thread.ts';
import { makeField, makeList, makeSchema } from '../test/contract/make-field.ts';

/**
 * What a large file takes to read: `node bench/large-files.ts [--format avro|json|parquet] [--gib 2]` writes one, in a process of its
 * own, reads it, and tells rows, time and the most memory that was resident meanwhile. Its last output is kept in large-files-output.txt.
 */
const { values } = parseArgs({
  options: {
    format: { type: 'string', default: 'avro' },
    gib: { type: 'string', default: '2' },
    write: { type: 'string' },
  },
});
const size_bytes = Number(values.gib) * 2 ** 30;

const SCHEMA = makeSchema([
  makeField('int64', { id: 1, name: 'id' }),
  makeField('string', { id: 2, name: 'text' }),
  makeList(makeField('int32', { id: 4, name: 'token' }), 0, 4_096, { id: 3, name: 'tokens' }),
]);

/** Made where they are written only: whoever reads holds what was read. */
const batchOfRows = (): RecordBatch =>
  batchOf(
    SCHEMA,
    Array.from(
      { length: 4_096 },
      (_, row): RecordValues => [
        BigInt(row),
        `a line of text that belongs to record ${row}`,
        Array.from({ length: 300 }, (_, at) => (row * 7_919 + at * 104_729) % 50_000),
      ],
    ),
  );

const whole = <T>(made: T | Fault): T => {
  if (made instanceof Fault) throw made;
  return made;
};

function writeBlocks(file: string): void {
  const batch = batchOfRows();
  const writer = new ContainerWriter(SCHEMA, { codec: 'null', meta: new Map() });
  const out = openSync(file, 'w');
  for (let written = 0; written < size_bytes; )
    written += writeSync(
      out,
      whole(values.format === 'json' ? jsonCodec.encode(SCHEMA, batch) : writer.push(batch)),
    );
  if (values.format === 'avro') writeSync(out, writer.end());
  closeSync(out);
}

/** Row groups of 108 MiB, as many as a reader may be given at a time, and numbers that are not packed at all. */
async function writeRowGroups(file: string): Promise<void> {
  const { Compression, Table, transformParquetStream, WriterPropertiesBuilder } = createRequire(
    import.meta.url,
  )('parquet-wasm/node') as typeof import('parquet-wasm/node');
  const batch = batchOfRows();
  const stream = whole(arrowStream(SCHEMA, [batch], 'parquet'));
  const row_bytes = stream.length / batch.numRows;
  const properties = new WriterPropertiesBuilder()
    .setCompression(Compression.UNCOMPRESSED)
    .setDictionaryEnabled(false)
    .setMaxRowGroupSize(Math.floor((108 << 20) / row_bytes))
    .build();
  let left_bytes = size_bytes;
  const batches = new ReadableStream({
    pull(controller) {
      if (left_bytes <= 0) return controller.close();
      left_bytes -= stream.length;
      controller.enqueue(Table.fromIPCStream(stream).recordBatch(0));
    },
  });
  const made = await transformParquetStream(batches as globalThis.ReadableStream, properties);
  await made.pipeTo(Writable.toWeb(createWriteStream(file)) as WritableStream);
}

function readBlocks(file: string): number {
  const reader = values.format === 'json' ? new JsonLinesReader(SCHEMA) : new ContainerReader(SCHEMA);
  const input = openSync(file, 'r');
  const piece = Buffer.alloc(1 << 20);
  let rows = 0;
  const count = (batches: readonly RecordBatch[]): void => {
    for (const batch of batches) rows += batch.numRows;
  };
  for (let got = readSync(input, piece); got > 0; got = readSync(input, piece))
    count(whole(reader.push(piece.subarray(0, got))));
  count(whole(reader.end()));
  closeSync(input);
  return rows;
}

async function readRowGroups(file: string): Promise<number> {
  const reading = parquetFiles().read(file, SCHEMA);
  for (let rows = 0; ; ) {
    const { done, value } = await reading.next();
    if (done !== true) rows += value.numRows;
    else if (value === undefined) return rows;
    else throw new RangeError(`refused: ${value.code}`);
  }
}

async function measure(file: string): Promise<void> {
  const made = spawnSync(process.execPath, [...process.argv.slice(1), '--write', file], { stdio: 'inherit' });
  if (made.status !== 0) throw new RangeError('no file was written');
  const start = process.cpuUsage();
  const rows = await (values.format === 'parquet' ? readRowGroups(file) : readBlocks(file));
  const { user, system } = process.cpuUsage(start);
  const gib = statSync(file).size / 2 ** 30;
  const most_mib = process.resourceUsage().maxRSS / 1024;
  console.log(
    `${values.format}, ${gib.toFixed(2)} GiB, ${rows} rows: read in ${((user + system) / 1e6).toFixed(0)} s of CPU, at most ${most_mib.toFixed(0)} MiB resident`,
  );
}

if (values.write !== undefined)
  await (values.format === 'parquet' ? writeRowGroups(values.write) : writeBlocks(values.write));
else {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-bench-'));
  try {
    await measure(path.join(folder, `large.${values.format}`));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
