import type { Data, RecordBatch } from 'apache-arrow';
import { columnReader, columnsOf } from '../contract/batch.ts';
import type { Field, FieldId } from '../contract/field.ts';
import { identityOf } from '../contract/identity.ts';
import type { Schema } from '../contract/schema.ts';

/** Rows of a batch, in an order; undefined: all, as they stand. */
export type Picked = readonly [batch: RecordBatch, rows: Int32Array | undefined];

/** In which fields records of a schema differ from others, bit for bit. */
export class DifferingFields {
  readonly #schema: Schema;
  readonly #byField = new Map<FieldId, number>();
  #records = 0;

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  /** Records that differ in any field. */
  get records(): number {
    return this.#records;
  }

  get byField(): ReadonlyMap<FieldId, number> {
    return this.#byField;
  }

  /** Holds as many records of the one as of the other against each other, by their order. */
  add([one, ones]: Picked, [other, others]: Picked): void {
    const count = ones?.length ?? one.numRows;
    const differing = new Uint8Array(count);
    const columns = columnsOf(this.#schema, other);
    for (const [at, { field, data }] of columnsOf(this.#schema, one).entries()) {
      const differs = comparer(field, data, columns[at]!.data);
      let found = 0;
      for (let index = 0; index < count; index++) {
        if (!differs(ones?.[index] ?? index, others?.[index] ?? index)) continue;
        differing[index] = 1;
        found++;
      }
      if (found > 0) this.#byField.set(field.id, (this.#byField.get(field.id) ?? 0) + found);
    }
    for (const mark of differing) this.#records += mark;
  }
}

function comparer(field: Field, one: Data, other: Data): (row: number, otherRow: number) => boolean {
  const [before, after] = [columnReader(field, one), columnReader(field, other)];
  return (row, otherRow) => {
    const [value, made] = [before(row), after(otherRow)];
    // Most are the same; of -0 and 0, and of what is no primitive, the identity decides.
    if (value === made && value !== 0) return false;
    return identityOf(field, value) !== identityOf(field, made);
  };
}
