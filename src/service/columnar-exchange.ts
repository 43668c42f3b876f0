import { readFileSync, statSync } from 'node:fs';
import * as arrow from 'apache-arrow';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { Contract } from '../contract/contract.ts';
import { arrowBytes, type Beside, besideText } from '../exchange/columnar/arrow-schema.ts';
import { type Dictionaries, draftOfColumns } from '../exchange/columnar/draft-of-columns.ts';
import type { PinnedDraft } from '../exchange/draft.ts';
import { type ExportRow, exportContract } from '../exchange/export-contract.ts';
import type { Note } from '../exchange/note.ts';
import { CONTRACT_KEY, type Column } from '../native/columnar/column.ts';
import { ARROW_FILES, type ColumnarFiles, PARQUET_FILES } from './columnar-formats.ts';
import type { ExportedFile, ExportFile, ImportRow } from './exchange-format.ts';
import type { NativeFile } from './native-format.ts';

/** Of a Parquet file the footer is read and nothing else, whatever its size. */
export const importParquet: ImportRow = {
  detects: ({ head }) => PARQUET_FILES.detects(head),
  draft: file => {
    const schema = PARQUET_FILES.schemaIn(file);
    return schema instanceof Fault ? schema : draftOfColumns(schema);
  },
};

/** Of an Arrow file with dictionaries, those are read too: they lie among the records. */
export const importArrow: ImportRow = {
  detects: ({ head }) => ARROW_FILES.detects(head),
  draft: file => {
    const schema = ARROW_FILES.schemaIn(file);
    if (schema instanceof Fault) return schema;
    const names = schema.columns.filter(isDictionary).map(({ name }) => name);
    if (names.length === 0) return draftOfColumns(schema);
    const { dictionaries, notes } = dictionariesIn(file, names);
    const draft = draftOfColumns(schema, dictionaries);
    return { ...draft, notes: [...draft.notes, ...notes] };
  },
};

/** A stream of Arrow IPC with the schema, and no records. */
export const exportArrow: ExportFile = (contract, pinned) =>
  exported(contract, pinned, ARROW_FILES, beside => arrowBytes(contract, beside));

/** A Parquet file with the schema, and no records. The writer is loaded where it is needed: it takes a tenth of a second. */
export const exportParquet: ExportFile = async (contract, pinned) => {
  const { Table: WasmTable, WriterPropertiesBuilder, writeParquet } = await import('parquet-wasm/node');
  return exported(contract, pinned, PARQUET_FILES, beside => {
    const builder = new WriterPropertiesBuilder();
    const said = beside && builder.setKeyValueMetadata(new Map([[CONTRACT_KEY, besideText(beside)]]));
    return writeParquet(WasmTable.fromIPCStream(arrowBytes(contract)), (said ?? builder).build());
  });
};

function exported(
  contract: Contract,
  pinned: readonly PinnedDraft[],
  { schemaOf }: ColumnarFiles,
  write: (beside?: Beside) => Uint8Array,
): ExportedFile {
  const row: ExportRow<Uint8Array> = {
    plain: () => write(),
    draft: bytes => {
      const schema = schemaOf('what was exported', bytes);
      if (schema instanceof Fault) throw schema;
      return draftOfColumns(schema);
    },
    extend: (_, ofContract, fields) => write({ contract: ofContract, fields }),
  };
  const { document, notes } = exportContract(row, contract, pinned);
  return { content: document, notes };
}

const isDictionary = ({ type, stored }: Column): boolean =>
  type.kind === 'string' && stored.startsWith('dictionary(');

/** The texts of each dictionary, or a note why they make no vocabulary. */
function dictionariesIn(
  { place }: NativeFile,
  names: readonly string[],
): { readonly dictionaries: Dictionaries; readonly notes: readonly Note[] } {
  const dictionaries = new Map<string, readonly string[]>();
  const notes: Note[] = [];
  const table = tableIn(place);
  for (const name of names) {
    const labels = typeof table === 'string' ? table : labelsOf(table, name);
    if (typeof labels === 'string')
      notes.push({ path: `/${name}`, what: 'dictionary', why: `${labels}, so there is no vocabulary` });
    else dictionaries.set(name, labels);
  }
  return { dictionaries, notes };
}

function tableIn(place: string): arrow.Table | string {
  try {
    if (statSync(place).size > LIMITS.dictionary_file_bytes_max)
      return `the file has more than ${LIMITS.dictionary_file_bytes_max} bytes`;
    return arrow.tableFromIPC(readFileSync(place));
  } catch {
    return 'its records can not be read';
  }
}

function labelsOf(table: arrow.Table, name: string): readonly string[] | string {
  const labels = new Set<string>();
  for (const { dictionary } of table.getChild(name)?.data ?? [])
    for (const label of dictionary?.toJSON() ?? []) {
      if (typeof label !== 'string' || label === '' || label !== label.trim() || label.includes('\ufffd'))
        return 'a value is no label';
      if (label.length > LIMITS.label_chars_max) return `a value is longer than ${LIMITS.label_chars_max}`;
      labels.add(label);
      if (labels.size > LIMITS.vocabulary_terms_max)
        return `it has more than ${LIMITS.vocabulary_terms_max} values`;
    }
  return labels.size === 0 ? 'it is empty' : [...labels];
}
