import { ARROW_SCHEMA_KEY } from '../../native/columnar/column.ts';
import { ThriftReader, ThriftStop } from '../../native/parquet/thrift.ts';

/** Where a column of a row group lies in the file, and what it says of itself. */
export type ColumnChunk = {
  /** The field of the record that it is of, or lies in. */
  readonly name: string;
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
  /** The footer, as long as before, without what a writer left beside the file's own: an Arrow schema, and an index of pages. */
  readonly own: Uint8Array;
  /** Where in the footer a column is said to be text, and the byte that says there that it is bytes. */
  readonly textMarks: readonly { readonly at: number; readonly byte: number }[];
  readonly leaves: number;
  /** A part of it that nothing here reads: bytes that are encrypted or stand in another file, moments without a frame. */
  readonly isForeign: boolean;
};

/** @throws ThriftStop */
export function layoutIn(footer: Uint8Array): FileLayout {
  const reader = new ThriftReader(footer);
  let rows = 0;
  let leaves = 0;
  let isForeign = false;
  const groups: RowGroup[] = [];
  // Of a Buffer, `slice` would be a view, and the file of whoever asks would be edited.
  const own = new Uint8Array(footer);
  const textMarks: { readonly at: number; readonly byte: number }[] = [];
  const foreign = (): void => {
    isForeign = true;
  };
  /** By such an index the library goes, and others do not: its fields become some that nobody knows. */
  const pageIndex = (): void => {
    const at = reader.offset - 1;
    const head = footer[at]!;
    // Its number is given by the step from the last, in the upper half, or in full.
    if (head >= 0x80) throw new ThriftStop('an index stands behind a field that there is none before');
    own[at] = head > 0x0f ? head | 0x80 : UNKNOWN_FIELD;
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
    4: type => reader.structs(type, () => groups.push(rowGroup(reader, foreign, pageIndex))),
    5: type =>
      reader.structs(type, () =>
        reader.struct({
          1: of => {
            // The key becomes one that nobody looks for.
            if (reader.text(of) === ARROW_SCHEMA_KEY) own[reader.offset - ARROW_SCHEMA_KEY.length] = 0x5f;
          },
        }),
      ),
    8: type => {
      foreign();
      if (type === STRUCT) reader.struct({});
    },
  });
  return { rows, groups, own, textMarks, leaves, isForeign };
}

const STRUCT = 12;
const INT96 = 3;
/** Annotations that old readers know, and the other's, as it is written. */
const UTF8 = 0;
const BSON = 0x28;
/** The thirteenth of the logical types, a struct. */
const LOGICAL_BSON = 0xdc;

/** The 63rd, as it is written in full. */
const UNKNOWN_FIELD = 0x7e;

function rowGroup(reader: ThriftReader, foreign: () => void, pageIndex: () => void): RowGroup {
  const columns: ColumnChunk[] = [];
  let [rows, bytes] = [0, 0];
  reader.struct({
    1: type => reader.structs(type, () => columns.push(columnChunk(reader, foreign, pageIndex))),
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

function columnChunk(reader: ThriftReader, foreign: () => void, pageIndex: () => void): ColumnChunk {
  let [data, dictionary] = [-1, -1];
  const found = { name: '', bytes: -1, unpacked_bytes: -1, values: -1, width_bytes: 0 };
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
        3: of => {
          found.name = reader.texts(of)[0] ?? '';
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
    4: type => {
      pageIndex();
      reader.long(type);
    },
    5: type => {
      pageIndex();
      reader.int(type);
    },
    6: type => {
      pageIndex();
      reader.long(type);
    },
    7: type => {
      pageIndex();
      reader.int(type);
    },
    8: type => {
      foreign();
      if (type === STRUCT) reader.struct({});
    },
  });
  if (data < 0 || found.bytes < 0 || found.unpacked_bytes < 0 || found.values < 0)
    throw new ThriftStop('a column does not say where it is');
  // Where no value was written, there is a dictionary of nothing with no page behind it, or nothing at all.
  if (found.values === 0 && data === 0 && dictionary > 0) return { start: dictionary, ...found };
  if (dictionary > data) throw new ThriftStop('a dictionary stands behind what points into it');
  // Some writers give 0 for a dictionary that is none.
  return { start: dictionary > 0 && dictionary < data ? dictionary : data, ...found };
}
