import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../src/base/fault.ts';
import { ContainerReader } from '../src/codec/container/container-reader.ts';
import { ContainerWriter } from '../src/codec/container/container-writer.ts';
import { jsonCodec } from '../src/codec/json.ts';
import { JsonLinesReader } from '../src/codec/json-lines-reader.ts';
import { batchOf } from '../src/contract/batch.ts';
import type { RecordValues } from '../src/contract/value.ts';
import { makeField, makeList, makeSchema } from '../test/contract/make-field.ts';

/**
 * What a large file takes to read: `node bench/large-files.ts [--format avro|json] [--gib 2]` writes one, reads it, and tells rows, time
 * and the most memory that was resident meanwhile. Its last output is kept in large-files-output.txt.
 */
const { values } = parseArgs({
  options: { format: { type: 'string', default: 'avro' }, gib: { type: 'string', default: '2' } },
});
const size_bytes = Number(values.gib) * 2 ** 30;

const SCHEMA = makeSchema([
  makeField('int64', { id: 1, name: 'id' }),
  makeField('string', { id: 2, name: 'text' }),
  makeList(makeField('int32', { id: 4, name: 'token' }), 0, 4_096, { id: 3, name: 'tokens' }),
]);

const ROWS = Array.from(
  { length: 4_096 },
  (_, row): RecordValues => [
    BigInt(row),
    `a line of text that belongs to record ${row}`,
    Array.from({ length: 300 }, (_, at) => (row * 7_919 + at * 104_729) % 50_000),
  ],
);

const whole = <T>(made: T | Fault): T => {
  if (made instanceof Fault) throw made;
  return made;
};

function write(file: string): number {
  const batch = batchOf(SCHEMA, ROWS);
  const writer = new ContainerWriter(SCHEMA, { codec: 'null', meta: new Map() });
  const out = openSync(file, 'w');
  let [written, rows] = [0, 0];
  for (; written < size_bytes; rows += batch.numRows)
    written += writeSync(
      out,
      whole(values.format === 'json' ? jsonCodec.encode(SCHEMA, batch) : writer.push(batch)),
    );
  if (values.format === 'avro') writeSync(out, writer.end());
  closeSync(out);
  return rows;
}

function read(file: string): number {
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

const folder = mkdtempSync(path.join(tmpdir(), 'assay-bench-'));
try {
  const file = path.join(folder, `large.${values.format}`);
  const rows = write(file);
  const written_mib = process.resourceUsage().maxRSS / 1024;
  const start = process.cpuUsage();
  if (read(file) !== rows) throw new RangeError('not every row was read');
  const { user, system } = process.cpuUsage(start);
  const most_mib = process.resourceUsage().maxRSS / 1024;
  console.log(
    `${values.format}, ${values.gib} GiB, ${rows} rows: read in ${((user + system) / 1e6).toFixed(0)} s of CPU, at most ${most_mib.toFixed(0)} MiB resident (${written_mib.toFixed(0)} when it was written)`,
  );
} finally {
  rmSync(folder, { recursive: true });
}
