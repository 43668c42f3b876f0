import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../base/fault.ts';
import { avroCodec } from '../codec/avro.ts';
import { canonicalRecords } from '../codec/canonical-record.ts';
import { jsonCodec, jsonLines } from '../codec/json.ts';
import { batchOf, rowsOf } from '../contract/batch.ts';
import { REJECT_CODES, type RejectCode } from '../contract/reject.ts';
import type { Schema } from '../contract/schema.ts';
import type { RecordValues } from '../contract/value.ts';
import { isSkipped, type LeftOut } from './refused.ts';

/** What became of each record of a set: the rows of its file that came through, as what, and those that were left out. */
export type Outcomes = {
  readonly rows: readonly number[];
  /** One a row, under the version they became records of. */
  readonly batch: RecordBatch;
  /** By ascending row. */
  readonly leftOut: readonly LeftOut[];
};

/**
 * A line for each record of the set, in the order of its file: what it became, as JSON Lines has records, or why it became none. A
 * record that JSON has no text for is there as its canonical bytes.
 */
export function outcomesText(schema: Schema, { rows, batch, leftOut }: Outcomes): string {
  const { bytes, lacking } = jsonLines(schema, batch);
  const texts = Buffer.from(bytes).toString('utf8').split('\n');
  const unwritten = new Set(lacking.map(({ row }) => row));
  const canonical = unwritten.size === 0 ? [] : canonicalRecords(schema, batch);
  const lines: { readonly row: number; readonly text: string }[] = [];
  let next = 0;
  for (const [at, row] of rows.entries()) {
    const text = unwritten.has(at)
      ? `{"row":${row},"avro":"${Buffer.from(canonical[at]!).toString('base64')}"}`
      : `{"row":${row},"record":${texts[next++]!}}`;
    lines.push({ row, text });
  }
  for (const one of leftOut)
    lines.push({
      row: one.row,
      text: isSkipped(one)
        ? `{"row":${one.row},"skipped":true}`
        : `{"row":${one.row},"field":${one.field},"code":"${one.code}"}`,
    });
  return lines
    .sort((a, b) => a.row - b.row)
    .map(({ text }) => `${text}\n`)
    .join('');
}

/**
 * The inverse. The file is taken under its digest, so what it holds was written by `outcomesText`; the version it was written
 * under may have been another.
 *
 * @faults EXPECTED_MALFORMED
 */
export function readOutcomes(file: string, bytes: Uint8Array, schema: Schema): Outcomes | Fault {
  const records = new Map<number, RecordValues>();
  const leftOut: LeftOut[] = [];
  const lines = Buffer.from(bytes).toString('utf8').split('\n');
  if (lines.pop() !== '') return malformed(file, lines.length + 1, 'the last line does not end');
  for (const [row, line] of lines.entries()) {
    const [, at, kind, rest] = LINE.exec(line) ?? [];
    if (at === undefined || Number(at) !== row) return malformed(file, row + 1, 'it is no line of its row');
    if (kind === 'skipped') leftOut.push({ row, skipped: true });
    else if (kind === 'field') {
      const [, field, code] = REJECT.exec(rest!) ?? [];
      if (code === undefined || !isRejectCode(code))
        return malformed(file, row + 1, 'it names no reason that there is');
      leftOut.push({ row, field: Number(field), code });
    } else {
      const result =
        kind === 'avro'
          ? avroCodec.decode(schema, Buffer.from(rest!.slice(1, -1), 'base64'))
          : jsonCodec.decode(schema, Buffer.from(rest!));
      if (result.kind === 'refused')
        return malformed(file, row + 1, `its record is refused with ${result.code}`);
      const [record] = rowsOf(schema, result.batch);
      if (record === undefined || result.rows !== 1) return malformed(file, row + 1, 'it has no one record');
      records.set(row, record);
    }
  }
  return { rows: [...records.keys()], batch: batchOf(schema, [...records.values()]), leftOut };
}

const LINE = /^\{"row":(0|[1-9][0-9]{0,9}),"(record|avro|field|skipped)":(.*)\}$/;
const REJECT = /^([1-9][0-9]{0,9}),"code":"([A-Z0-9_]+)"$/;

const isRejectCode = (text: string): text is RejectCode => (REJECT_CODES as readonly string[]).includes(text);

const malformed = (file: string, line: number, because: string): Fault =>
  new Fault('EXPECTED_MALFORMED', { because }, { file, line, column: 1 });
