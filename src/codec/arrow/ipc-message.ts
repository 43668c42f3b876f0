import { FlatBuffer, FlatStop, type FlatTable } from '../../native/arrow/flatbuffer.ts';
import { FitStop } from './fit-stop.ts';
import { type IpcField, ipcFields } from './ipc-schema.ts';

/** What a record batch says of its body, before the body is looked at. */
export type BatchHead = {
  readonly length: number;
  /** One for each column and each column inside one, in the order in which they stand in the schema. */
  readonly nodes: readonly { readonly length: number; readonly nulls: number }[];
  readonly buffers: readonly { readonly offset: number; readonly length: number }[];
  readonly packing: Packing | undefined;
  /** How many buffers each column of views has, beside its two. */
  readonly variadic: readonly number[];
};
export type Packing = 'lz4' | 'zstd';

export type IpcMessage = { readonly body_bytes: number } & (
  | { readonly kind: 'schema'; readonly fields: readonly IpcField[] }
  | { readonly kind: 'dictionary'; readonly id: number; readonly isDelta: boolean; readonly head: BatchHead }
  | { readonly kind: 'batch'; readonly head: BatchHead }
);

/** The places of a file's messages, as its footer has them. */
export type Footer = {
  readonly fields: readonly IpcField[];
  readonly dictionaries: readonly Block[];
  readonly batches: readonly Block[];
};
export type Block = {
  readonly offset: number;
  /** With what says how long it is. */
  readonly metadata_bytes: number;
  readonly body_bytes: number;
};

const SCHEMA = 1;
const DICTIONARY = 2;
const BATCH = 3;
/** Before it, buffers were laid out otherwise. */
const VERSION_V4 = 3;

/** @throws FlatStop, FitStop */
export function readMessage(bytes: Uint8Array): IpcMessage {
  const root = new FlatBuffer(bytes).root();
  if (root.u16(0, 0) < VERSION_V4) throw new FitStop('UNSUPPORTED');
  const [kind, header] = [root.u8(1, 0), root.table(2)];
  const body_bytes = root.i64(3, 0);
  if (header === undefined) throw new FlatStop('a message has no header');
  if (body_bytes < 0) throw new FlatStop('a body has a negative length');
  switch (kind) {
    case SCHEMA:
      return { kind: 'schema', body_bytes, fields: ipcFields(header) };
    case DICTIONARY: {
      const data = header.table(1);
      if (data === undefined) throw new FlatStop('a dictionary has no values');
      const isDelta = header.u8(2, 0) !== 0;
      return { kind: 'dictionary', body_bytes, id: header.i64(0, 0), isDelta, head: headOf(data) };
    }
    case BATCH:
      return { kind: 'batch', body_bytes, head: headOf(header) };
    default:
      throw new FitStop('UNSUPPORTED');
  }
}

/** @throws FlatStop, FitStop */
export function readIpcFooter(bytes: Uint8Array): Footer {
  const root = new FlatBuffer(bytes).root();
  const schema = root.table(1);
  if (schema === undefined) throw new FlatStop('its footer has no schema');
  return { fields: ipcFields(schema), dictionaries: blocksOf(root, 2), batches: blocksOf(root, 3) };
}

const blocksOf = (root: FlatTable, slot: number): readonly Block[] =>
  root.items(slot, 24, (buffer, at) => ({
    offset: buffer.i64(at),
    metadata_bytes: buffer.i32(at + 8),
    body_bytes: buffer.i64(at + 16),
  }));

const PACKINGS: readonly Packing[] = ['lz4', 'zstd'];

function headOf(batch: FlatTable): BatchHead {
  const compression = batch.table(3);
  const packing = compression && PACKINGS[compression.u8(0, 0)];
  if (compression !== undefined && (packing === undefined || compression.u8(1, 0) !== 0))
    throw new FitStop('UNSUPPORTED');
  return {
    length: counted(batch.i64(0, 0)),
    nodes: batch.items(1, 16, (buffer, at) => ({
      length: counted(buffer.i64(at)),
      nulls: counted(buffer.i64(at + 8)),
    })),
    buffers: batch.items(2, 16, (buffer, at) => ({
      offset: counted(buffer.i64(at)),
      length: counted(buffer.i64(at + 8)),
    })),
    packing,
    variadic: batch.items(4, 8, (buffer, at) => counted(buffer.i64(at))),
  };
}

/** A column has no more rows, and a body no more bytes, than 31 bits count. */
function counted(value: number): number {
  if (value < 0 || value > 2 ** 31 - 1) throw new FlatStop('a count is negative, or beyond 31 bits');
  return value;
}
