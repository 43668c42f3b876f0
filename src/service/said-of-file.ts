import { Fault } from '../base/fault.ts';
import { agreement } from '../codec/container/agreement.ts';
import { BlockSplitter } from '../codec/container/block-splitter.ts';
import { RECORD_SCHEMA_KEY } from '../codec/container/record-schema-key.ts';
import type { Contract } from '../contract/contract.ts';
import type { Schema } from '../contract/schema.ts';
import { carriageOf } from '../release/shard-records.ts';
import type { RecordFormat } from './record-source.ts';

/** What a file says of itself before its first record. */
export type Said = {
  /** The recordSchema digest it names, as it stands there. */
  readonly recordSchema: string | undefined;
  /** The columns it has, if it was written under a contract: a shard has more than the contract's own. */
  readonly columnsOf: (contract: Contract) => Schema;
};

/** A head that can't be read says nothing: whoever reads the file will say why. */
export const saidOf = (format: RecordFormat, head: Uint8Array): Said => READERS[format](head);

const READERS: Readonly<Record<RecordFormat, (head: Uint8Array) => Said>> = {
  avro: saidOfContainer,
  json: () => NOTHING,
  arrow: () => NOTHING,
  parquet: () => NOTHING,
};

const NOTHING: Said = { recordSchema: undefined, columnsOf: ({ schema }) => schema };

function saidOfContainer(head: Uint8Array): Said {
  const splitter = new BlockSplitter({ block: () => undefined });
  splitter.push(head);
  const { header } = splitter;
  if (header === undefined) return NOTHING;
  return {
    recordSchema: header.meta.get(RECORD_SCHEMA_KEY),
    columnsOf: ({ schema, members, recordSchema }) => {
      const { columns } = carriageOf(schema, members, recordSchema);
      const isShard = columns !== schema && !(agreement(columns, header.schemaText) instanceof Fault);
      return isShard ? columns : schema;
    },
  };
}
