import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { RecordBatch } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { arrowStream } from '../../src/codec/arrow/arrow-codec.ts';
import { writeContainer } from '../../src/codec/avro-container.ts';
import { parquetCodec } from '../../src/codec/parquet/parquet-codec.ts';
import { batchOf } from '../../src/contract/batch.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { parquetWasm } from '../../src/engine/parquet-wasm.ts';
import { loadConfig } from '../../src/main/load-config.ts';
import { contractOf, loadSubject } from '../../src/service/load-subject.ts';
import { copiedProject, emptyFolder } from '../cli/harness.ts';
import { REPOSITORY } from '../cli/repository.ts';

const held = <T>(found: T | Fault): T => {
  if (found instanceof Fault) throw found;
  return found;
};

describe('a training loop in Python, at the end of a pipe', async () => {
  const folder = copiedProject();
  const project = { root: folder.root, config: held(await loadConfig(folder.root)) };
  const { schema } = held(contractOf(held(loadSubject(project, 'training.example')), 4));
  const fileOf = (rows: readonly RecordValues[]): Uint8Array =>
    held(writeContainer(schema, batchOf(schema, rows), { codec: 'zstandard', meta: new Map() }));
  const count = 100_000;
  const rows = Array.from(
    { length: count },
    (_, at): RecordValues => [BigInt(at % 1000), at % 4 === 0 ? 'failure' : 'success'],
  );
  const train = (file: string) => {
    const bin = path.join(REPOSITORY, 'src/main/bin.ts');
    const read = [process.execPath, bin, 'read', file, '--as', 'training.example@4'];
    const loop = path.join(REPOSITORY, 'docs/readers/training_loop.py');
    return spawnSync('python3', [loop, ...read], { cwd: folder.root, encoding: 'utf8' });
  };

  it('takes every record of a file whose records all pass, and finds what is in it', () => {
    folder.write('good.avro', fileOf(rows));
    const { status, stdout } = train('good.avro');
    const fit = { failure: 498, success: (499.5 * 1000 - 498 * 250) / 750 };
    expect(status).toBe(0);
    expect(JSON.parse(stdout).steps).toBe(count);
    for (const [name, mean] of Object.entries(fit)) expect(JSON.parse(stdout).fit[name]).toBeCloseTo(mean, 6);
  });

  it('never sees what did not pass, and is told so by how the reader ends', () => {
    folder.write('bad.avro', fileOf(rows.with(count - 1, [600_001n, 'success'])));
    const { status, stdout, stderr } = train('bad.avro');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(`what ${count - 1} records taught is thrown away`);
  });

  it('is told that it left early, because the exit is all that a shell looks at', () => {
    folder.write('good.avro', fileOf(rows));
    const bin = path.join(REPOSITORY, 'src/main/bin.ts');
    const script = '"$0" "$1" read good.avro --as training.example@4 | head -1; exit "$PIPESTATUS"';
    const { status, stdout, stderr } = spawnSync('bash', ['-c', script, process.execPath, bin], {
      cwd: folder.root,
      encoding: 'utf8',
    });
    expect({ status, lines: stdout.split('\n').length - 1 }).toEqual({ status: 4, lines: 1 });
    expect(stderr).toContain('OUTPUT_CLOSED');
    expect(stderr).not.toMatch(/^ +at |all pass/m);
  });

  it('throws away what a damaged file taught, though its first records were right', () => {
    const whole = fileOf(rows);
    folder.write('cut.avro', whole.subarray(0, whole.length - 1000));
    const { status, stdout, stderr } = train('cut.avro');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('CONTAINER_TRUNCATED');
  });
});

describe('a file of which a record can not be given out in the form that is asked for', () => {
  const files: ReadonlyArray<
    readonly [name: string, encode: (schema: Schema, batch: RecordBatch) => Uint8Array | Fault]
  > = [
    ['a.avro', (schema, batch) => writeContainer(schema, batch, { codec: 'null', meta: new Map() })],
    ['a.arrow', (schema, batch) => arrowStream(schema, [batch])],
    ['a.parquet', (schema, batch) => parquetCodec(parquetWasm()).encode(schema, batch)],
  ];

  it.each(files)('gives out the others of %s, and ends', async (name, encode) => {
    const folder = emptyFolder();
    folder.write('registry.config.ts', 'export default {};\n');
    folder.write(
      'schemas/s.t/subject.yaml',
      'subject: s.t\ncompatibility: full\ndefaults: {owner: me, sensitivity: internal}\nmembers:\n  sampleId: {envelope: sampleId}\n  sourceId: {constant: h}\n  sourceVersion: {envelope: sourceVersion}\n  split: {constant: train}\n',
    );
    folder.write(
      'schemas/s.t/v1.yaml',
      'schema: s.t.v1\nfields:\n  - {id: 1, name: a, physical: float64, logical: number, nullable: true}\n',
    );
    const project = { root: folder.root, config: held(await loadConfig(folder.root)) };
    const { schema } = held(contractOf(held(loadSubject(project, 's.t')), 1));
    folder.write(name, held(encode(schema, batchOf(schema, [[1], [Number.NaN], [2]]))));
    const bin = path.join(REPOSITORY, 'src/main/bin.ts');
    const argv = [bin, 'read', name, '--as', 's.t@1'];
    const { status, stdout, stderr, signal } = spawnSync(process.execPath, argv, {
      cwd: folder.root,
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect({ status, signal, stdout }).toEqual({ status: 1, signal: null, stdout: '{"a":1}\n{"a":2}\n' });
    expect(stderr).toContain('CODEC_CANNOT_CARRY');
  });
});
