import type { RecordBatch } from 'apache-arrow';
import { FORMS } from '../../../src/codec/forms/forms.ts';
import { FILE, GROUP, structAt, structsAt } from '../../../src/codec/parquet/footer-tree.ts';
import { footerLength, TAIL_BYTES } from '../../../src/codec/parquet/open-parquet.ts';
import type { ParquetLibrary } from '../../../src/codec/parquet/parquet-library.ts';
import type { Schema } from '../../../src/contract/schema.ts';
import { recordSchemaDigest } from '../../../src/contract/schema-document.ts';
import { readThrift, type ThriftNode, type ThriftStruct } from '../../../src/native/parquet/thrift-tree.ts';

/** A file with a row group of each list of batches. */
export function fileOfGroups(
  library: ParquetLibrary,
  schema: Schema,
  groups: readonly (readonly RecordBatch[])[],
): Buffer {
  const of = { schema, recordSchema: recordSchemaDigest(schema), library };
  const [writer, file] = [FORMS.parquet.writer(of), FORMS.parquet.joiner(of)];
  const parts = [...file.start];
  for (const batches of groups) {
    for (const batch of batches) writer.add(batch);
    parts.push(...file.add(writer.taken()));
  }
  return Buffer.concat([...parts, ...file.end()]);
}

const CHUNK_META = 3;
const [ENCODINGS, PATH, STATISTICS] = [2, 3, 12] as const;

export type SaidOfColumn = {
  readonly path: string;
  readonly encodings: readonly number[];
  readonly nulls: unknown;
  readonly greatest: unknown;
  readonly least: unknown;
  readonly areExact: readonly unknown[];
};

/** What a footer says of each column of each row group; bytes as hex. */
export function saidOfColumns(file: Uint8Array): readonly (readonly SaidOfColumn[])[] {
  const length = footerLength(file.subarray(-TAIL_BYTES), file.length) as number;
  const end = file.length - TAIL_BYTES;
  return structsAt(readThrift(file.subarray(end - length, end)), FILE.groups).map(group =>
    structsAt(group, GROUP.columns).map(chunk => {
      const meta = structAt(chunk, CHUNK_META);
      const said = structAt(meta, STATISTICS);
      return {
        path: allTold(meta, PATH).join('.'),
        encodings: allTold(meta, ENCODINGS) as number[],
        nulls: toldBy(said.get(3)),
        greatest: toldBy(said.get(5)),
        least: toldBy(said.get(6)),
        areExact: [toldBy(said.get(7)), toldBy(said.get(8))],
      };
    }),
  );
}

const allTold = (fields: ThriftStruct, id: number): readonly unknown[] => {
  const list = fields.get(id);
  return list?.kind === 'list'
    ? list.items.map(item => (item.kind === 'binary' ? Buffer.from(item.bytes).toString() : toldBy(item)))
    : [];
};

function toldBy(node: ThriftNode | undefined): unknown {
  if (node?.kind === 'number') return Number(node.value);
  if (node?.kind === 'binary') return Buffer.from(node.bytes).toString('hex');
  return node?.kind === 'flag' ? node.value : undefined;
}
