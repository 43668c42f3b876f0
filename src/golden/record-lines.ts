import { csvLines } from '../codec/csv.ts';
import type { DataFormat } from './set.ts';

/** The line each record begins on, from 1; `undefined` where a file has no lines to count. */
export const recordLines = (format: DataFormat, bytes: Uint8Array): readonly number[] | undefined =>
  LINES[format](bytes);

const LINES: Readonly<Record<DataFormat, (bytes: Uint8Array) => readonly number[] | undefined>> = {
  csv: csvLines,
  json: bytes => Array.from({ length: linesIn(bytes) }, (_, row) => row + 1),
  avro: () => undefined,
};

function linesIn(bytes: Uint8Array): number {
  let lines = bytes.length > 0 && bytes.at(-1) !== NEWLINE ? 1 : 0;
  for (const byte of bytes) if (byte === NEWLINE) lines++;
  return lines;
}

const NEWLINE = 0x0a;
