import { ThriftReader, ThriftStop } from '../../native/parquet/thrift.ts';

/** Where a column of a row group lies in the file, and what it says of itself. */
export type ColumnChunk = {
  readonly start: number;
  readonly bytes: number;
  readonly unpacked_bytes: number;
  readonly values: number;
  /** What its bytes unpack to at least, by the width of its type. */
  readonly width_bytes: number;
};

export type RowGroup = {
  readonly rows: number;
  readonly bytes: number;
  readonly columns: readonly ColumnChunk[];
};

/** What a footer says of the rest of its file. */
export type FileLayout = {
  readonly rows: number;
  readonly groups: readonly RowGroup[];
  /** Where in the footer the key of an Arrow schema begins that a writer left beside the file's own. */
  readonly arrowKeys: readonly number[];
  /** Where in the footer a column is said to be text, and the byte that says there that it is bytes. */
  readonly textMarks: readonly { readonly at: number; readonly byte: number }[];
  readonly leaves: number;
  /** A part of it that nothing here reads: bytes that are encrypted or stand in another file, moments without a frame. */
  readonly isForeign: boolean;
};

export const ARROW_SCHEMA_KEY = 'ARROW:schema';

/** @throws ThriftStop */
export function layoutIn(footer: Uint8Array): FileLayout {
  const reader = new ThriftReader(footer);
  let rows = 0;
  let leaves = 0;
  let isForeign = false;
  const groups: RowGroup[] = [];
  const arrowKeys: number[] = [];
  const textMarks: { readonly at: number; readonly byte: number }[] = [];
  const foreign = (): void => {
    isForeign = true;
  };
  reader.struct({
    2: type =>
      reader.structs(type, () => {
        let isLeaf = true;
        reader.struct({
          5: of => {
            isLeaf = reader.int(of) === 0;
          },
          6: of => {
            const at = reader.offset;
            if (reader.int(of) === UTF8) textMarks.push({ at, byte: BSON });
          },
          10: of => {
            if (of === STRUCT)
              reader.struct({
                1: () => {
                  textMarks.push({ at: reader.offset - 1, byte: LOGICAL_BSON });
                  reader.struct({});
                },
              });
          },
        });
        if (isLeaf) leaves++;
      }),
    3: type => {
      rows = reader.long(type);
    },
    4: type => reader.structs(type, () => groups.push(rowGroup(reader, foreign))),
    5: type =>
      reader.structs(type, () =>
        reader.struct({
          1: of => {
            if (reader.text(of) === ARROW_SCHEMA_KEY) arrowKeys.push(reader.offset - ARROW_SCHEMA_KEY.length);
          },
        }),
      ),
    8: type => {
      foreign();
      if (type === STRUCT) reader.struct({});
    },
  });
  return { rows, groups, arrowKeys, textMarks, leaves, isForeign };
}

const STRUCT = 12;
const INT96 = 3;
/** Annotations that old readers know, and the other's, as it is written. */
const UTF8 = 0;
const BSON = 0x28;
/** The thirteenth of the logical types, a struct. */
const LOGICAL_BSON = 0xdc;

function rowGroup(reader: ThriftReader, foreign: () => void): RowGroup {
  const columns: ColumnChunk[] = [];
  let [rows, bytes] = [0, 0];
  reader.struct({
    1: type => reader.structs(type, () => columns.push(columnChunk(reader, foreign))),
    2: type => {
      bytes = reader.long(type);
    },
    3: type => {
      rows = reader.long(type);
    },
  });
  return { rows, bytes, columns };
}

/** By the number of Parquet's physical types; texts have an offset each at least. */
const WIDTHS_bytes = [1 / 8, 4, 8, 12, 4, 8, 4, 1] as const;

function columnChunk(reader: ThriftReader, foreign: () => void): ColumnChunk {
  let [data, dictionary] = [-1, -1];
  const found = { bytes: -1, unpacked_bytes: -1, values: -1, width_bytes: 0 };
  reader.struct({
    1: type => {
      reader.text(type);
      foreign();
    },
    3: type => {
      if (type !== STRUCT) throw new ThriftStop('what should be a column is none');
      reader.struct({
        1: of => {
          const physical = reader.int(of);
          // A moment in twelve bytes, of which nobody wrote down whether it is an instant.
          if (physical === INT96) foreign();
          found.width_bytes = WIDTHS_bytes[physical] ?? 1;
        },
        5: of => {
          found.values = reader.long(of);
        },
        6: of => {
          found.unpacked_bytes = reader.long(of);
        },
        7: of => {
          found.bytes = reader.long(of);
        },
        9: of => {
          data = reader.long(of);
        },
        11: of => {
          dictionary = reader.long(of);
        },
      });
    },
    8: type => {
      foreign();
      if (type === STRUCT) reader.struct({});
    },
  });
  if (data < 0 || found.bytes < 0 || found.unpacked_bytes < 0 || found.values < 0)
    throw new ThriftStop('a column does not say where it is');
  // Some writers give 0 for a dictionary that is none.
  return { start: dictionary > 0 && dictionary < data ? dictionary : data, ...found };
}
