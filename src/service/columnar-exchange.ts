import { Fault } from '../base/fault.ts';
import type { Contract } from '../contract/contract.ts';
import { arrowBytes, type Beside, besideText } from '../exchange/columnar/arrow-schema.ts';
import { type Dictionaries, draftOfColumns } from '../exchange/columnar/draft-of-columns.ts';
import { labelsOf } from '../exchange/columnar/labels-of.ts';
import { isWritten, type PinnedDraft } from '../exchange/draft.ts';
import { type ExportRow, exportContract } from '../exchange/export-contract.ts';
import type { Note } from '../exchange/note.ts';
import { pinnedFrom, vocabularyOf } from '../exchange/pinned.ts';
import { CONTRACT_KEY, type Column, type ColumnarSchema } from '../native/columnar/column.ts';
import { withArrow } from '../native/parquet/with-arrow.ts';
import { readInline } from '../native/read-document.ts';
import { ARROW_FILES, arrowWithLists, type ColumnarFiles, PARQUET_FILES } from './columnar-formats.ts';
import type { ExportedFile, ExportFile, ImportRow } from './exchange-format.ts';

/** Of a Parquet file the footer is read and nothing else, whatever its size. */
export const importParquet: ImportRow = {
  detects: ({ head }) => PARQUET_FILES.detects(head),
  draft: file => {
    const schema = PARQUET_FILES.schemaIn(file);
    return schema instanceof Fault ? schema : draftOfColumns(isExport(schema) ? schema : withArrow(schema));
  },
};

/** What an export says of its columns stands beside what Parquet says of them. */
const isExport = ({ contract }: ColumnarSchema): boolean => {
  const said = contract === undefined ? undefined : readInline(Buffer.from(contract));
  return said !== undefined && !(said instanceof Fault) && isWritten(said) && 'fields' in said;
};

/** Of an Arrow file with dictionaries, those are read too: they lie among the records. */
export const importArrow: ImportRow = {
  detects: ({ head }) => ARROW_FILES.detects(head),
  draft: file => {
    const schema = arrowWithLists(file);
    if (schema instanceof Fault) return schema;
    const { dictionaries, notes } = dictionariesIn(schema.columns.filter(isDictionary));
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

const isDictionary = ({ type, dictionary }: Column): boolean =>
  type.kind === 'string' && dictionary !== undefined;

/** The texts of each dictionary, or a note why they make no vocabulary. */
function dictionariesIn(columns: readonly Column[]): {
  readonly dictionaries: Dictionaries;
  readonly notes: readonly Note[];
} {
  const dictionaries = new Map<string, readonly string[]>();
  const notes: Note[] = [];
  for (const { name, dictionary } of columns) {
    const labels = fitted(labelsOf(dictionary?.values));
    if (typeof labels === 'string')
      notes.push({ path: `/${name}`, what: 'dictionary', why: `${labels}, so there is no vocabulary` });
    else dictionaries.set(name, labels);
  }
  return { dictionaries, notes };
}

/** What a vocabulary would be refused for is said without the value: it is one of a record. */
function fitted(labels: ReturnType<typeof labelsOf>): readonly string[] | string {
  if (typeof labels === 'string') return labels;
  const read = pinnedFrom(vocabularyOf('terms', labels).document);
  return read instanceof Fault ? 'its values make no list of terms' : labels;
}
