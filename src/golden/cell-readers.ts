import type { RecordBatch } from 'apache-arrow';
import { columnReader } from '../contract/batch.ts';
import type { Schema } from '../contract/schema.ts';
import type { Value } from '../contract/value.ts';
import { codedTexts } from './text-codes.ts';

/** Reads the cells of a schema's columns; each is asked for by the place of its field. */
export type CellReaders = (index: number) => (row: number) => Value;

/** Of a batch. A column of texts is decoded when it is first asked for, each text once. */
export function readersOf({ fields }: Schema, batch: RecordBatch): CellReaders {
  const made = new Map<number, (row: number) => Value>();
  return index => {
    const known = made.get(index);
    if (known !== undefined) return known;
    const [field, data] = [fields[index]!, batch.data.children[index]!];
    const reader = field.type.kind === 'string' ? codedTexts(field, data) : columnReader(field, data);
    made.set(index, reader);
    return reader;
  };
}
