import type { Data, RecordBatch } from 'apache-arrow';
import { batchOf, columnsOf } from '../../contract/batch.ts';
import type { Field, Kind } from '../../contract/field.ts';
import type { Schema } from '../../contract/schema.ts';
import { type ThriftNode, type ThriftStruct, thriftBytes } from '../../native/parquet/thrift-tree.ts';
import { type ColumnPiece, pieceOf, spanOf } from './column-piece.ts';
import type { ColumnChunk } from './file-layout.ts';
import {
  CHUNK,
  ELEMENT,
  FILE,
  GROUP,
  META,
  numberAt,
  structAt,
  structsAt,
  textAt,
  textsAt,
  textsOf,
  ZSTD,
} from './footer-tree.ts';
import { formed } from './parquet-form.ts';
import type { ParquetLibrary } from './parquet-library.ts';
import { emptyFooter } from './row-groups.ts';

/** A column of a file that a new file could have as it lies there, if nothing was done to its values. */
export type Passing = {
  readonly field: Field;
  /** The column's place among those of the file's own schema, and among the columns of a row group. */
  readonly source: number;
  readonly column: number;
};

/** Kinds of which Parquet holds each value as the contract does, so that nothing was done to them when they were read. */
const AS_THEY_LIE: ReadonlySet<Kind> = new Set([
  'bool',
  'int32',
  'int64',
  'uint32',
  'uint64',
  'float32',
  'float64',
  'string',
  'bytes',
  'date',
  'timestamp',
]);

/**
 * @param footer  of the file
 * @param pairs  fields of the new schema, each with the place of the one that it is made from in the schema of the file
 */
export function passingColumns(
  library: ParquetLibrary,
  footer: ThriftStruct,
  from: Schema,
  to: Schema,
  pairs: readonly (readonly [field: Field, source: number])[],
): readonly Passing[] {
  const form = formed(to, [batchOf(to, [])]);
  const made = leavesOf(emptyFooter(library, 'zstd', form.schema, form.batches[0]!));
  const found = leavesOf(footer);
  return pairs.flatMap(([field, source]) => {
    const { id, name } = from.fields[source]!;
    const wanted = made.find(leaf => leaf.name === field.name);
    // Whichever of the two a reader goes by, it is this column and no other.
    const [leaf, ...others] = found.filter(each => each.name === name || each.id === id);
    if (wanted === undefined || leaf === undefined || others.length > 0) return [];
    if (leaf.name !== name || (leaf.id !== undefined && leaf.id !== id)) return [];
    const isSame = AS_THEY_LIE.has(field.type.kind) && leaf.said !== '' && leaf.said === wanted.said;
    return isSame ? [{ field, source, column: leaf.column }] : [];
  });
}

type Leaf = {
  readonly name: string | undefined;
  readonly id: number | undefined;
  /** The place of its column in a row group, and all that is said of its type; empty where it is no column of the record itself. */
  readonly column: number;
  readonly said: string;
};

/** The fields of the record, in the order of the schema. */
function leavesOf(footer: ThriftStruct): readonly Leaf[] {
  const [root, ...elements] = structsAt(footer, FILE.schema);
  const leaves: Leaf[] = [];
  let [at, column] = [0, 0];
  const inside = (): number => {
    const children = numberAt(elements[at++] ?? new Map(), ELEMENT.children) ?? 0;
    if (children === 0) column++;
    for (let child = 0; child < children && at < elements.length; child++) inside();
    return children;
  };
  for (let field = 0; field < (numberAt(root ?? new Map(), ELEMENT.children) ?? 0); field++) {
    const element = elements[at] ?? new Map<number, ThriftNode>();
    const [name, id, first] = [textAt(element, ELEMENT.name), numberAt(element, ELEMENT.id), column];
    const said = inside() === 0 ? saidOf(element) : '';
    leaves.push({ name, id, column: first, said });
  }
  return leaves;
}

const saidOf = (element: ThriftStruct): string =>
  Buffer.from(
    thriftBytes(new Map([...element].filter(([id]) => id !== ELEMENT.name && id !== ELEMENT.id))),
  ).toString('hex');

/** Whether the one column has the other's buffers: then nothing was done to its values on the way. */
export const isUntouched = (before: Data, after: Data): boolean =>
  before.values === after.values &&
  before.valueOffsets === after.valueOffsets &&
  before.length === after.length &&
  before.offset === after.offset &&
  before.nullCount === after.nullCount &&
  (before.nullCount === 0 || before.nullBitmap === after.nullBitmap);

/** Of a batch that was read and what became of it, which columns are as they were. */
export const untouchedIn = (
  passing: readonly Passing[],
  read: readonly [Schema, RecordBatch],
  made: readonly [Schema, RecordBatch],
): readonly Passing[] => {
  const before = columnsOf(...read);
  const after = new Map(columnsOf(...made).map(({ field, data }) => [field.id, data]));
  return passing.filter(({ field, source }) => isUntouched(before[source]!.data, after.get(field.id)!));
};

/** Whether a row group has the column where its layout says, and packed as a file of ours is. */
export function isPassable({ column }: Passing, group: ThriftStruct, { start, bytes }: ColumnChunk): boolean {
  const said = chunkOf(group, column);
  const meta = structAt(said, CHUNK.meta);
  const span = spanOf(said);
  const isThere = span.start === start && span.end === start + bytes;
  return isThere && numberAt(meta, META.codec) === ZSTD && textsAt(meta, META.path).length === 1;
}

/**
 * The column under the name of the new field, without what its writer said of its values: nobody looked whether that is so.
 *
 * @param bytes  as they lie in the file
 */
export function passedColumn(
  { field, column }: Passing,
  group: ThriftStruct,
  bytes: Uint8Array,
): ColumnPiece {
  const { meta } = pieceOf(chunkOf(group, column), bytes);
  const said = [...meta].filter(([id]) => id !== META.statistics);
  return { meta: new Map([...said, [META.path, textsOf([field.name])] as const]), bytes };
}

const chunkOf = (group: ThriftStruct, column: number): ThriftStruct =>
  structsAt(group, GROUP.columns)[column] ?? new Map<number, ThriftNode>();
