import path from 'node:path';
import { canonicalJson, type Json } from '../base/canonical-json.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { Apart } from '../codec/apart.ts';
import type { RecordForm } from '../codec/forms/record-form.ts';
import { fieldText } from '../contract/field-path.ts';
import type { Schema } from '../contract/schema.ts';
import { NewFile } from '../service/new-file.ts';
import type { World } from './world.ts';

/** What was said of records when all of them were given out, and how many did not pass for which reason. */
export type Poured<Summary> = { readonly read: Summary; readonly reasons: ReadonlyMap<string, number> };

/** Written records of one stretch of a file, and what of it did not pass. */
type Stretch = { readonly bytes: Uint8Array; readonly rejects: readonly Apart[] };

/** A file as it is made: what it begins and ends with, and what stands between. */
export type Pouring<S extends Stretch, Summary> = {
  readonly start: Uint8Array;
  readonly stretches: AsyncGenerator<S, Summary | Fault>;
  readonly end: () => Uint8Array;
};

/** The form that records are wanted in, and new files for them and for what did not pass. */
type Wanted = {
  readonly form: RecordForm;
  readonly out: string | undefined;
  readonly rejects: string | undefined;
};

/**
 * Writes what passes and what doesn't, to standard output or to new files, which are there when all was read, and not at
 * all when something failed.
 *
 * @param fields  those that a reject may name
 * @param countOf  how many records a stretch gives out
 * @faults FILE_UNWRITABLE OUTPUT_CLOSED, and those of the records
 */
export async function pourRecords<S extends Stretch, Summary>(
  world: World,
  wanted: Wanted,
  pouring: Pouring<S, Summary>,
  fields: Pick<Schema, 'fields'>,
  countOf: (stretch: S) => number,
): Promise<Poured<Summary> | Fault> {
  const files: NewFile[] = [];
  const pourTo = (name: string): Pour | Fault => {
    const file = NewFile.open(path.resolve(world.folder, name), name, world.newOpId());
    if (file instanceof Fault) return file;
    files.push(file);
    return async bytes => file.write(bytes) ?? true;
  };
  try {
    const records = wanted.out === undefined ? world.output.writeBytes : pourTo(wanted.out);
    const rejects = wanted.rejects === undefined ? async () => true : pourTo(wanted.rejects);
    if (records instanceof Fault) return records;
    if (rejects instanceof Fault) return rejects;
    const poured = await pour(wanted.form, pouring, fields, countOf, { records, rejects });
    while (!(poured instanceof Fault) && files.length > 0) {
      const fault = files.pop()!.keep();
      if (fault !== undefined) return fault;
    }
    return poured;
  } finally {
    for (const file of files) file.discard();
  }
}

type Pour = (bytes: Uint8Array) => Promise<boolean | Fault>;

async function pour<S extends Stretch, Summary>(
  form: RecordForm,
  { start, stretches, end }: Pouring<S, Summary>,
  fields: Pick<Schema, 'fields'>,
  countOf: (stretch: S) => number,
  to: { readonly records: Pour; readonly rejects: Pour },
): Promise<Poured<Summary> | Fault> {
  const reasons = new Map<string, number>();
  let given = 0;
  // Who stopped listening was not given everything, and must not be told that all is well.
  const give = async (bytes: Uint8Array): Promise<true | Fault> =>
    bytes.length === 0 || (await to.records(bytes)) || new Fault('OUTPUT_CLOSED', { records: given });
  // Whatever reads the file waits to be asked for more, and keeps the process, until it is told that nobody will.
  await using passing = stretches;
  const started = await give(start);
  if (started instanceof Fault) return started;
  for (;;) {
    const next = await passing.next();
    if (next.done === true) {
      if (next.value instanceof Fault) return next.value;
      const ended = await give(end());
      return ended instanceof Fault ? ended : { read: next.value, reasons };
    }
    const { bytes, rejects } = next.value;
    for (const reject of rejects) {
      const reason = reasonOf(fields, reject, reasons.size < LIMITS.evidence_rows_max);
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    const told = await to.rejects(Buffer.from(rejectLines(fields, rejects)));
    if (told instanceof Fault) return told;
    for (const piece of piecesOf[form](bytes, countOf(next.value))) {
      const taken = await give(piece.bytes);
      if (taken instanceof Fault) return taken;
      given += piece.records;
    }
  }
}

type Piece = { readonly bytes: Uint8Array; readonly records: number };

/** What is given out at a time: of lines as many as a pipe takes, so that it is known how many were taken. */
const piecesOf: Readonly<Record<RecordForm, (bytes: Uint8Array, records: number) => Iterable<Piece>>> = {
  json: lines,
  arrow: atOnce,
  avro: atOnce,
  parquet: atOnce,
};

function atOnce(bytes: Uint8Array, records: number): readonly Piece[] {
  return [{ bytes, records }];
}

function* lines(bytes: Uint8Array): Generator<Piece> {
  let [start, end, records] = [0, 0, 0];
  for (let next = bytes.indexOf(NEWLINE); next >= 0; next = bytes.indexOf(NEWLINE, end)) {
    if (records > 0 && next + 1 - start > LIMITS.pipe_bytes) {
      yield { bytes: bytes.subarray(start, end), records };
      [start, records] = [end, 0];
    }
    end = next + 1;
    records++;
  }
  if (records > 0) yield { bytes: bytes.subarray(start, end), records };
}

const NEWLINE = 0x0a;

/** Of any number of keys that no field has, some are told. */
function reasonOf(
  fields: Pick<Schema, 'fields'>,
  { code, field, key, reason }: Apart,
  isKeyTold: boolean,
): string {
  const at = field === undefined ? '' : ` ${fieldText(fields, field)}`;
  if (reason !== undefined) return `${code}${at} ${reason}`;
  return key === undefined || !isKeyTold ? code + at : `${code}${at} "${key}"`;
}

/** Rows count from 0, as they stand in the file. */
const rejectLines = (fields: Pick<Schema, 'fields'>, rejects: readonly Apart[]): string =>
  rejects
    .map(({ row, field, code, key, reason }) => {
      const path = field === undefined ? '' : fieldText(fields, field);
      const line: Json = {
        row,
        field: field ?? null,
        path,
        code,
        ...(key !== undefined && { key }),
        ...(reason !== undefined && { reason }),
      };
      return `${canonicalJson(line)}\n`;
    })
    .join('');
