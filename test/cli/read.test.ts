import { readdirSync } from 'node:fs';
import path from 'node:path';
import * as arrow from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { arrowFile, arrowStream } from '../../src/codec/arrow/arrow-codec.ts';
import { writeContainer } from '../../src/codec/avro-container.ts';
import { parquetCodec } from '../../src/codec/parquet/parquet-codec.ts';
import { batchOf } from '../../src/contract/batch.ts';
import type { Contract } from '../../src/contract/contract.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { parquetWasm } from '../../src/engine/parquet-wasm.ts';
import { loadConfig } from '../../src/main/load-config.ts';
import { contractOf, loadSubject } from '../../src/service/load-subject.ts';
import { copiedProject, type Folder } from './harness.ts';

const SUBJECT = 'training.example';

const held = <T>(found: T | Fault): T => {
  if (found instanceof Fault) throw found;
  return found;
};

async function contractIn({ root }: Folder, version: number): Promise<Contract> {
  const project = { root, config: held(await loadConfig(root)) };
  return held(contractOf(held(loadSubject(project, SUBJECT)), version));
}

/** Five records of version 4; the second is above the range, the fourth a term nobody knows. */
const ROWS: readonly RecordValues[] = [
  [0n, 'success'],
  [600_001n, 'success'],
  [600_000n, 'timeout'],
  [7n, 'marker-of-a-value'],
  [8n, 'failure'],
];
const GOOD = [ROWS[0]!, ROWS[2]!, ROWS[4]!];

describe('assay read', async () => {
  const folder = copiedProject();
  const [v3, v4] = [await contractIn(folder, 3), await contractIn(folder, 4)];
  const avroOf = (
    { schema, recordSchema }: Contract,
    rows: readonly RecordValues[],
    says = false,
  ): Uint8Array =>
    held(
      writeContainer(schema, batchOf(schema, rows), {
        codec: 'deflate',
        meta: new Map(says ? [['assay.recordSchema', recordSchema]] : []),
      }),
    );
  const good = avroOf(v4, GOOD);
  folder.write('mixed.avro', avroOf(v4, ROWS));
  folder.write('good.avro', good);
  folder.write('said.avro', avroOf(v4, GOOD, true));
  const read = (file: string, ...words: readonly string[]) =>
    folder.assay('read', file, '--as', `${SUBJECT}@4`, ...words);
  const lines = (bytes: Uint8Array): unknown[] =>
    Buffer.from(bytes)
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));

  it('gives out the records that passed, and tells of the others by row, field and code', async () => {
    const { exit, out, err, bytes } = await read('mixed.avro', '--rejects', 'rejects.jsonl');
    expect(exit).toBe(1);
    expect(lines(bytes())).toEqual(
      GOOD.map(([latency, outcome]) => ({ response_latency_ms: Number(latency), outcome })),
    );
    expect(lines(Buffer.from(folder.read('rejects.jsonl')))).toEqual([
      { row: 1, field: 17, path: 'response_latency_ms (17)', code: 'RANGE' },
      { row: 3, field: 23, path: 'outcome (23)', code: 'UNKNOWN_ENUM' },
    ]);
    expect(out).toBe('');
    expect(err).toContain('BYTES_UNVERIFIED');
    expect(err + folder.read('rejects.jsonl')).not.toContain('marker-of-a-value');
  });

  it('writes an Arrow stream that another reader takes whole', async () => {
    const { exit, bytes } = await read('good.avro', '--to', 'arrow');
    expect(exit).toBe(0);
    const rows = arrow.tableFromIPC(bytes()).toArray();
    expect(rows.map(row => [row?.['response_latency_ms'], row?.['outcome']])).toEqual(GOOD);
  });

  it('reads its own Arrow again, as a stream and as a file, because each says how it begins', async () => {
    const batch = batchOf(v4.schema, ROWS);
    folder.write('stream.arrows', held(arrowStream(v4.schema, [batch, batch])));
    folder.write('file.arrow', held(arrowFile(v4.schema, [batch, batch])));
    for (const file of ['stream.arrows', 'file.arrow']) {
      const { json } = await read(file, '--json', '--out', `${file}.jsonl`);
      expect(json()).toMatchObject({ format: 'arrow', read: 10, accepted: 6, rejected: 4 });
      expect(lines(Buffer.from(folder.read(`${file}.jsonl`)))).toHaveLength(6);
    }
  });

  it('reads Parquet, whatever the library of it makes of its values', async () => {
    const parquet = parquetCodec(parquetWasm());
    folder.write('mixed.parquet', held(parquet.encode(v4.schema, batchOf(v4.schema, ROWS))));
    const { json } = await read('mixed.parquet', '--json', '--out', 'parquet.jsonl');
    expect(json()).toMatchObject({ format: 'parquet', read: 5, accepted: 3, rejected: 2 });
    expect(lines(Buffer.from(folder.read('parquet.jsonl')))).toEqual(
      GOOD.map(([latency, outcome]) => ({ response_latency_ms: Number(latency), outcome })),
    );
    folder.write('cut.parquet', held(parquet.encode(v4.schema, batchOf(v4.schema, GOOD))).subarray(0, -9));
    const cut = await read('cut.parquet', '--json', '--out', 'never');
    expect({ exit: cut.exit, code: cut.json().code, never: folder.has('never') }).toEqual({
      exit: 1,
      code: 'RECORD_REFUSED',
      never: false,
    });
  });

  it('reads JSON Lines, and says in which line and column it had to stop', async () => {
    const line = (latency: number | string, outcome: string) =>
      `{"response_latency_ms":${latency},"outcome":"${outcome}"}\n`;
    folder.write('good.jsonl', line(1, 'success') + line(600_001, 'success') + line(2, 'timeout'));
    const { exit, bytes } = await read('good.jsonl');
    expect(exit).toBe(1);
    expect(Buffer.from(bytes()).toString()).toBe(line(1, 'success') + line(2, 'timeout'));
    folder.write('bad.jsonl', line(1, 'success') + line('01', 'success'));
    const { json } = await read('bad.jsonl', '--json', '--out', 'never');
    expect(json()).toMatchObject({ code: 'JSON_LINE', facts: { line: 2, column: 24 } });
    expect(folder.has('never')).toBe(false);
  });

  it('gives out nothing of a version that means something else, and says of which fields', async () => {
    folder.write('old.avro', avroOf(v3, [[586n, 1]]));
    const { exit, err, bytes } = await read('old.avro', '--written-as', '3');
    expect({ exit, bytes: bytes().length }).toEqual({ exit: 1, bytes: 0 });
    for (const told of ['READER_UNFIT', 'UNIT_CHANGED', 'LABEL_TYPE_CHANGED', '(17)', '(23)'])
      expect(err).toContain(told);
  });

  it('believes what a file says of its version before what is usual, and refuses to be told otherwise', async () => {
    const as3 = ['--as', `${SUBJECT}@3`, '--json', '--out', 'never'] as const;
    expect((await folder.assay('read', 'said.avro', ...as3)).json().facts).toMatchObject({
      writer: 4,
      reader: 3,
    });
    const told = await folder.assay('read', 'said.avro', ...as3, '--written-as', '3');
    expect({ exit: told.exit, code: told.json().code }).toEqual({ exit: 2, code: 'WRITER_DIFFERS' });
    const stranger = { ...v4, recordSchema: sha256('another') };
    folder.write('stranger.avro', avroOf(stranger, GOOD, true));
    const { exit, json } = await read('stranger.avro', '--json', '--out', 'never');
    expect({ exit, code: json().code }).toEqual({ exit: 1, code: 'WRITER_UNKNOWN' });
    expect(folder.has('never')).toBe(false);
  });

  it('reads a shard of a release without what the release wrote beside the records', async () => {
    await folder.assay('propose', `${SUBJECT}@3`);
    await folder.assay('propose', `${SUBJECT}@4`);
    const what = ['release', 'build', `${SUBJECT}@4`, '--proposed', '--generate', '20', '--shards', '1'];
    await folder.assay(...what, '--out', 'release');
    const manifest = JSON.parse(folder.read('release/manifest.json'));
    const [{ digest }] = manifest.shards;
    const [shard] = readdirSync(path.join(folder.root, 'release/shards'));
    const { exit, json } = await read(
      `release/shards/${shard}`,
      '--digest',
      digest,
      '--json',
      '--out',
      'shard.jsonl',
    );
    expect({ exit, ...json() }).toMatchObject({ exit: 0, bytes: 'VERIFIED', accepted: 20, writer: 4 });
    expect(Object.keys(lines(Buffer.from(folder.read('shard.jsonl')))[0] as object)).toEqual([
      'response_latency_ms',
      'outcome',
    ]);
  });

  it('gives out no record of a file that is another than was asked for', async () => {
    const { exit, err, bytes } = await read('good.avro', '--digest', sha256('another file'));
    expect({ exit, bytes: bytes().length }).toEqual({ exit: 1, bytes: 0 });
    expect(err).toContain('FILE_DIGEST_DIFFERS');
  });

  it('leaves no file of what could not be read to its end', async () => {
    for (const cut of [3, 60, good.length - 20, good.length - 1]) {
      folder.write('cut.avro', good.subarray(0, cut));
      const { exit, json } = await read(
        'cut.avro',
        '--json',
        '--out',
        'cut.jsonl',
        '--rejects',
        'cut.rejects',
      );
      expect({ cut, exit, ok: json().code !== undefined }).toEqual({ cut, exit: cut < 4 ? 2 : 1, ok: true });
      expect([folder.has('cut.jsonl'), folder.has('cut.rejects')]).toEqual([false, false]);
    }
  });

  it('says which record of an Arrow file has no text, and goes on', async () => {
    const whole = held(arrowFile(v4.schema, [batchOf(v4.schema, GOOD)]));
    const text = Buffer.from(whole).indexOf('failure');
    folder.write('spoilt.arrow', Buffer.from(whole).fill(0xff, text, text + 1));
    const { exit, json } = await read('spoilt.arrow', '--json', '--out', 'spoilt.jsonl');
    expect({ exit, ...json() }).toMatchObject({
      exit: 1,
      read: 3,
      accepted: 2,
      reasons: [{ reason: 'INVALID_UTF8 outcome (23)', records: 1 }],
    });
    expect(lines(Buffer.from(folder.read('spoilt.jsonl')))).toHaveLength(2);
  });

  it.each([
    [['--out', 'good.avro'], 'FILE_UNWRITABLE'],
    [['--out', 'nowhere/x'], 'FILE_UNWRITABLE'],
    [['--json'], 'USAGE'],
    [['--out', 'x', '--rejects', 'x'], 'USAGE'],
    [['--to', 'csv'], 'USAGE'],
    [['--format', 'csv'], 'USAGE'],
    [['--written-as', 'v3'], 'USAGE'],
    [['--written-as', '9'], 'VERSION_UNKNOWN'],
    [['--digest', 'sha256:0'], 'DIGEST_MALFORMED'],
  ])('refuses %j', async (words, code) => {
    const { exit, err, out } = await read('good.avro', ...words);
    expect({ exit, told: (err + out).includes(code) }).toEqual({ exit: 2, told: true });
  });

  it('refuses what is no file of records, and what is no version', async () => {
    folder.write('text.txt', 'hello');
    for (const [file, as, code] of [
      ['text.txt', `${SUBJECT}@4`, 'FORMAT_UNKNOWN'],
      ['nothing', `${SUBJECT}@4`, 'FILE_UNREADABLE'],
      ['good.avro', `${SUBJECT}@9`, 'VERSION_UNKNOWN'],
      ['good.avro', SUBJECT, 'REFERENCE_MALFORMED'],
    ] as const) {
      const { exit, err } = await folder.assay('read', path.join('.', file), '--as', as);
      expect({ file, exit, told: err.includes(code) }).toEqual({ file, exit: 2, told: true });
    }
  });
});
