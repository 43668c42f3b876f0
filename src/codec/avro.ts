import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../base/fault.ts';
import { columnsOf } from '../contract/batch.ts';
import { fieldText } from '../contract/field-path.ts';
import type { Schema } from '../contract/schema.ts';
import { decodeAvro } from './avro-decode.ts';
import { nullBranch } from './avro-schema.ts';
import { ByteSink } from './byte-sink.ts';
import type { Codec } from './codec.ts';
import { type Form, nullWhereNoneMayBe, recordWriter, type WriteRecord } from './record-writer.ts';

/** Records back to back, in binary Avro under `avroSchemaOf(schema)`; each array is one block of a positive count. */
export const avroCodec: Codec = {
  name: 'avro',
  encode: (schema, batch) => {
    const write = avroWriter(schema, batch);
    if (write instanceof Fault) return write;
    const sink = new ByteSink();
    for (let row = 0; row < batch.numRows; row++) write(row, sink);
    return sink.toBytes();
  },
  decode: decodeAvro,
};

/** As a producer writes: fields in the schema's order, sets and maps as they came. */
const ORDINARY: Form = {
  nullAt: nullBranch,
  inOrder: fields => fields.map((field, index) => ({ field, index })),
  sorted: false,
};

/** Writes single records of a batch. @faults CODEC_CANNOT_CARRY for a null where the schema has no branch for it */
export function avroWriter(schema: Schema, batch: RecordBatch): WriteRecord | Fault<'CODEC_CANNOT_CARRY'> {
  const columns = columnsOf(schema, batch);
  const field = nullWhereNoneMayBe(columns);
  if (field !== undefined)
    return new Fault('CODEC_CANNOT_CARRY', {
      codec: 'avro',
      field: fieldText(schema, field),
      what: 'a null',
    });
  return recordWriter(columns, ORDINARY);
}
