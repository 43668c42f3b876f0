import path from 'node:path';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { ParquetFiles } from '../engine/port.ts';
import { compareTables, type TablesAsk } from '../golden/tables/compare-tables.ts';
import { type ToldTables, tellTables } from '../golden/tables/tell-tables.ts';
import { fileDigest, notAFile } from './file-bytes.ts';
import { type NamedTokens, namedTokens } from './named-tokens.ts';
import { readTable, type TableAsk, type TableFormat, type TableRead } from './read-table.ts';

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
  /** Whether to tell what the files hash to, for which each is read twice more. */
  readonly digests: boolean;
};

export type ComparedFiles = {
  readonly files: { readonly old: ComparedFile; readonly new: ComparedFile };
  readonly told: ToldTables;
};

export type ComparedFile = {
  readonly file: string;
  readonly format: TableFormat;
  readonly digest: Digest | undefined;
};

/**
 * Two files of records, without a project or a contract: what they hold is inferred, and so may be the key.
 *
 * @faults FILE_CHANGED, and those of `namedTokens`, `readTable` and `compareTables`
 */
export async function compareFiles(
  ask: CompareFilesAsk,
  parquet: ParquetFiles,
): Promise<ComparedFiles | Fault> {
  const tokens = ask.tokens && namedTokens(ask.tokens);
  if (tokens instanceof Fault) return tokens;
  const read = (name: string, format: TableFormat | undefined) =>
    readHashed(
      { place: path.resolve(ask.folder, name), path: name, format, nulls: ask.nulls },
      ask.digests,
      parquet,
    );
  const old = await read(ask.old, ask.formats.old);
  if (old instanceof Fault) return old;
  const later = await read(ask.new, ask.formats.new);
  if (later instanceof Fault) return later;
  const compared = compareTables({ old: ask.old, new: ask.new }, old.table, later.table, { ...ask, tokens });
  if (compared instanceof Fault) return compared;
  return {
    files: {
      old: { file: ask.old, format: old.format, digest: old.digest },
      new: { file: ask.new, format: later.format, digest: later.digest },
    },
    told: tellTables(compared, {
      sameFormat: old.format === later.format,
      byCells: old.format === 'csv' || old.format === 'json',
      named: [...(ask.slices ?? [])],
      showValues: ask.showValues,
    }),
  };
}

/** A report names what was read by its digest, so that has to be what was read. */
async function readHashed(
  ask: TableAsk,
  digests: boolean,
  parquet: ParquetFiles,
): Promise<(TableRead & Pick<ComparedFile, 'digest'>) | Fault> {
  if (!digests) {
    const read = await readTable(ask, parquet);
    return read instanceof Fault ? read : { ...read, digest: undefined };
  }
  const { place, path: name } = ask;
  const digest = (await notAFile(place, name)) ?? (await fileDigest(place, name));
  if (digest instanceof Fault) return digest;
  const read = await readTable(ask, parquet);
  if (read instanceof Fault) return read;
  const again = await fileDigest(place, name);
  if (again instanceof Fault) return again;
  return again === digest ? { ...read, digest } : new Fault('FILE_CHANGED', { path: name });
}
