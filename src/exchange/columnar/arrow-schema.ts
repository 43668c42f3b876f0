import * as arrow from 'apache-arrow';
import { arrowField } from '../../contract/arrow-field.ts';
import type { Contract } from '../../contract/contract.ts';
import { CONTRACT_KEY } from '../../native/columnar/column.ts';
import { EXTENSION, type Extension } from '../extension.ts';
import { printJson } from '../print-json.ts';

/** What columns have no words for: of the contract, and of its fields by their place. */
export type Beside = { readonly contract: Extension; readonly fields: ReadonlyMap<number, Extension> };

/** A stream of Arrow IPC with the schema of a contract, and no records. */
export function arrowBytes({ schema }: Contract, beside?: Beside): Uint8Array {
  const fields = schema.fields.map((field, index) => {
    const own = beside?.fields.get(index);
    const bare = arrowField(field);
    if (own === undefined) return bare;
    return new arrow.Field(
      bare.name,
      bare.type,
      bare.nullable,
      new Map([...bare.metadata, [EXTENSION, textOf(own)]]),
    );
  });
  const said = beside && new Map([[CONTRACT_KEY, textOf(beside.contract)]]);
  return arrow.tableToIPC(new arrow.Table(new arrow.Schema(fields, said)), 'stream');
}

/** The same as one text, for files whose columns have no properties. */
export const besideText = ({ contract, fields }: Beside): string =>
  textOf({
    ...contract,
    fields: Object.fromEntries([...fields].map(([index, own]) => [String(index), own])),
  });

const textOf = (extension: Extension): string => printJson(extension).trimEnd();
