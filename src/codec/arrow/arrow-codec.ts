import * as arrow from 'apache-arrow';
import { Fault } from '../../base/fault.ts';
import { batchOfColumns, columnsOf } from '../../contract/batch.ts';
import { fieldText } from '../../contract/field-path.ts';
import type { Schema } from '../../contract/schema.ts';
import type { Codec, DecodeResult } from '../codec.ts';
import { nullWhereNoneMayBe } from '../record-writer.ts';
import { ArrowReader } from './arrow-reader.ts';
import { FitStop } from './fit-stop.ts';
import { footerFields } from './footer-fields.ts';
import { joined } from './joined.ts';

/** Arrow IPC, as a stream; a file is read as well. */
export const arrowCodec: Codec = {
  name: 'arrow',
  encode: (schema, batch) => arrowStream(schema, [batch]),
  decode: decodeArrow,
};

/** @faults CODEC_CANNOT_CARRY for a null where the schema has none */
export const arrowStream = (
  schema: Schema,
  batches: readonly arrow.RecordBatch[],
  codec: 'arrow' | 'parquet' = 'arrow',
): Uint8Array | Fault<'CODEC_CANNOT_CARRY'> =>
  written(schema, batches, () => new arrow.RecordBatchStreamWriter(), codec);

/** The same with a footer that has the place of each batch. @faults CODEC_CANNOT_CARRY */
export const arrowFile = (
  schema: Schema,
  batches: readonly arrow.RecordBatch[],
): Uint8Array | Fault<'CODEC_CANNOT_CARRY'> => written(schema, batches, () => new FileWriter());

/** The library's writer leaves the schema to the footer, and whoever reads from the front then has none. */
class FileWriter extends arrow.RecordBatchFileWriter {
  protected override _writeSchema(schema: arrow.Schema): this {
    super._writeSchema(schema);
    const { _writeSchema: writeMessage } = arrow.RecordBatchWriter.prototype as unknown as WritesSchema;
    writeMessage.call(this, schema);
    return this;
  }
}
type WritesSchema = { readonly _writeSchema: (schema: arrow.Schema) => unknown };

function written(
  schema: Schema,
  batches: readonly arrow.RecordBatch[],
  makeWriter: () => arrow.RecordBatchWriter,
  codec: 'arrow' | 'parquet' = 'arrow',
): Uint8Array | Fault<'CODEC_CANNOT_CARRY'> {
  for (const batch of batches) {
    const field = nullWhereNoneMayBe(columnsOf(schema, batch));
    if (field !== undefined)
      return new Fault('CODEC_CANNOT_CARRY', {
        codec,
        field: fieldText(schema, field),
        what: 'a null',
      });
  }
  const writer = makeWriter();
  const pieces = new Pieces();
  writer.reset(pieces);
  for (const batch of batches) writer.write(batch);
  writer.finish();
  return pieces.joined();
}

/** The library's own joining leaves out what two pieces share, and columns may share their memory. */
class Pieces extends arrow.AsyncByteQueue {
  joined(): Uint8Array {
    const bytes = new Uint8Array(this._values.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of this._values) {
      bytes.set(piece, at);
      at += piece.length;
    }
    return bytes;
  }
}

/** All batches of a stream or a file, as one. */
function decodeArrow(schema: Schema, bytes: Uint8Array): DecodeResult {
  const reader = new ArrowReader(schema, { announced: footerFields(bytes) });
  const batches = reader.push(bytes);
  if ('kind' in batches) return batches;
  const refusal = reader.end();
  if (refusal !== undefined) return refusal;
  try {
    const columns = schema.fields.map((field, at) =>
      joined(
        field,
        batches.map(batch => batch.data.children[at]!),
      ),
    );
    const batch = batches.length === 1 ? batches[0]! : batchOfColumns(schema, columns, reader.rows);
    return { kind: 'decoded', batch, rows: reader.rows, absentFilled: reader.absentFilled };
  } catch (stop) {
    if (!(stop instanceof FitStop)) throw stop;
    return { kind: 'refused', code: stop.code, row: 0, field: stop.field, offset: bytes.length };
  }
}
