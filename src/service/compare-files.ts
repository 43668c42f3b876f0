import path from 'node:path';
import { Fault } from '../base/fault.ts';
import type { ParquetFiles } from '../engine/port.ts';
import { compareTables, type TablesAsk } from '../golden/tables/compare-tables.ts';
import { type ToldTables, tellTables } from '../golden/tables/tell-tables.ts';
import { type NamedTokens, namedTokens } from './named-tokens.ts';
import { readTable, type TableFormat } from './read-table.ts';

export type CompareFilesAsk = Omit<TablesAsk, 'tokens'> & {
  /** Names or definitions of encodings, and limits; undefined where tokens are not asked for. */
  readonly tokens: NamedTokens | undefined;
  /** Where names that are not absolute begin. */
  readonly folder: string;
  readonly old: string;
  readonly new: string;
  readonly formats: { readonly old: TableFormat | undefined; readonly new: TableFormat | undefined };
  readonly nulls: ReadonlySet<string>;
  readonly showValues: boolean;
};

export type ComparedFiles = {
  readonly files: {
    readonly old: { readonly file: string; readonly format: TableFormat };
    readonly new: { readonly file: string; readonly format: TableFormat };
  };
  readonly told: ToldTables;
};

/**
 * Two files of records, without a project or a contract: what they hold is inferred, and so may be the key.
 *
 * @faults those of `namedTokens`, `readTable` and `compareTables`
 */
export async function compareFiles(
  ask: CompareFilesAsk,
  parquet: ParquetFiles,
): Promise<ComparedFiles | Fault> {
  const tokens = ask.tokens && namedTokens(ask.tokens);
  if (tokens instanceof Fault) return tokens;
  const read = (name: string, format: TableFormat | undefined) =>
    readTable({ place: path.resolve(ask.folder, name), path: name, format, nulls: ask.nulls }, parquet);
  const old = await read(ask.old, ask.formats.old);
  if (old instanceof Fault) return old;
  const later = await read(ask.new, ask.formats.new);
  if (later instanceof Fault) return later;
  const compared = compareTables({ old: ask.old, new: ask.new }, old.table, later.table, { ...ask, tokens });
  if (compared instanceof Fault) return compared;
  return {
    files: { old: { file: ask.old, format: old.format }, new: { file: ask.new, format: later.format } },
    told: tellTables(compared, {
      sameFormat: old.format === later.format,
      byCells: old.format === 'csv' || old.format === 'json',
      named: [...(ask.slices ?? [])],
      showValues: ask.showValues,
    }),
  };
}
