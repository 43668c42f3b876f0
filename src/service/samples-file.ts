import path from 'node:path';
import type { Digest } from '../base/digest.ts';
import { sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { ARROW_MAGIC } from '../codec/arrow/ipc-footer.ts';
import { CONTAINER_MAGIC } from '../codec/container/block-splitter.ts';
import { jsonLines } from '../codec/json.ts';
import type { Contract } from '../contract/contract.ts';
import { fieldText } from '../contract/field-path.ts';
import type { ParquetFiles } from '../engine/port.ts';
import { DATA_FORMATS, type DataFormat } from '../golden/set.ts';
import type { Project } from './project.ts';
import { readFile } from './read-file.ts';
import { openRecords } from './read-records.ts';

/** A file of records: where it is, what a fault calls it, and its form, where somebody says it. */
export type SamplesFile = {
  readonly place: string;
  readonly path: string;
  readonly form: DataFormat | undefined;
};

/** Records in a form that golden sets have. */
export type Samples = {
  readonly form: DataFormat;
  readonly bytes: Uint8Array;
  /** Of the file as it was given. */
  readonly digest: Digest;
};

/**
 * The records of a file. What is packed for machines (Avro container files, Arrow, Parquet) becomes JSON Lines, which a person can
 * review; the rest stays as it is.
 *
 * @faults FORMAT_UNKNOWN RECORDS_REJECTED CODEC_CANNOT_CARRY, and those of `readFile` and `openRecords`
 */
export async function samplesIn(
  project: Project,
  subject: string,
  contract: Contract,
  file: SamplesFile,
  parquet: ParquetFiles,
): Promise<Samples | Fault> {
  const bytes = readFile(path.dirname(file.place), path.basename(file.place), LIMITS.golden_file_bytes_max);
  if (bytes instanceof Fault) return new Fault(bytes.code, bytes.facts, undefined, file.path);
  const digest = sha256(bytes);
  if (file.form === undefined && PACKED.some(magic => magic.every((byte, at) => bytes[at] === byte))) {
    const lines = await unpacked(project, subject, contract, file, digest, parquet);
    return lines instanceof Fault ? lines : { form: 'json', bytes: lines, digest };
  }
  const form = file.form ?? FORMS.find(([ending]) => ending.test(file.path))?.[1];
  return form === undefined
    ? new Fault('FORMAT_UNKNOWN', {
        path: file.path,
        formats: [...DATA_FORMATS, 'arrow', 'parquet'].join(', '),
      })
    : { form, bytes, digest };
}

const PACKED: readonly Uint8Array[] = [
  CONTAINER_MAGIC,
  ARROW_MAGIC,
  Buffer.from('ffffffff', 'hex'),
  Buffer.from('PAR1', 'latin1'),
];

const FORMS: ReadonlyArray<readonly [RegExp, DataFormat]> = [
  [/\.csv$/i, 'csv'],
  [/\.(?:jsonl|ndjson|json)$/i, 'json'],
  [/\.avro$/i, 'avro'],
];

async function unpacked(
  project: Project,
  subject: string,
  { schema, version }: Contract,
  { place, path: name }: SamplesFile,
  digest: Digest,
  parquet: ParquetFiles,
): Promise<Uint8Array | Fault> {
  const opened = await openRecords(
    { project, subject, as: version, writtenAs: version, place, path: name, digest },
    parquet,
  );
  if (opened instanceof Fault) return opened;
  const pieces: Uint8Array[] = [];
  await using records = opened.records();
  for (;;) {
    const next = await records.next();
    if (next.done === true) return next.value instanceof Fault ? next.value : Buffer.concat(pieces);
    const { batch, rejects } = next.value;
    const [first] = rejects;
    if (first !== undefined)
      return new Fault('RECORDS_REJECTED', {
        file: name,
        revision: `${subject}@${version}`,
        count: rejects.length,
        code: first.code,
        field: first.field === undefined ? 'the record' : fieldText(schema, first.field),
      });
    const { bytes, lacking } = jsonLines(schema, batch);
    const [unheld] = lacking;
    if (unheld !== undefined)
      return new Fault('CODEC_CANNOT_CARRY', {
        codec: 'json',
        field: fieldText(schema, unheld.field),
        what: unheld.what,
      });
    pieces.push(bytes);
  }
}
