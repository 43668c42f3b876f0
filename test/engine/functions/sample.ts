import type { ConverterFunction, ScalarColumn } from '../../../src/index.ts';

type Takes = { started: ScalarColumn<'int64'>; note: ScalarColumn<'string'> };
type Makes = { elapsed_ms: BigInt64Array; words: { values: Int32Array; valid: Uint8Array } };

export const parts: ConverterFunction<Takes, Makes> = ({ rows, columns }, reject) => {
  const elapsed_ms = new BigInt64Array(rows);
  const words = { values: new Int32Array(rows), valid: new Uint8Array(rows) };
  for (let row = 0; row < rows; row++) {
    if (columns.started.values[row]! < 0n) reject(row, 'NO_NUMBER');
    elapsed_ms[row] = columns.started.values[row]! * 1000n;
    const note = columns.note.values[row];
    if (note == null) continue;
    words.values[row] = note.split(' ').length;
    words.valid[row] = 1;
  }
  return { elapsed_ms, words };
};
