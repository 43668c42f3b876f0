import path from 'node:path';
import type { Json } from '../base/canonical-json.ts';
import { Fault, type Place } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { VOCABULARY_BOUNDS } from '../contract/parse-vocabulary.ts';
import { readYaml } from '../contract/read-yaml.ts';
import { placeOf, plainOf, type YamlDocument } from '../contract/yaml-document.ts';
import { avroDocument, extendAvro } from '../exchange/avro/avro-document.ts';
import { draftOfAvro } from '../exchange/avro/draft-of-avro.ts';
import { croissantDocument, extendCroissant } from '../exchange/croissant/croissant-document.ts';
import { draftOfCroissant, looksCroissant } from '../exchange/croissant/draft-of-croissant.ts';
import { type Draft, isWritten, type Way, type Written } from '../exchange/draft.ts';
import { type ExportRow, exportContract } from '../exchange/export-contract.ts';
import { draftOfIceberg } from '../exchange/iceberg/draft-of-iceberg.ts';
import { icebergDocument } from '../exchange/iceberg/iceberg-document.ts';
import { draftOfJsonSchema } from '../exchange/json-schema/draft-of-json-schema.ts';
import { extendJsonSchema, jsonSchemaDocument } from '../exchange/json-schema/json-schema-document.ts';
import { draftOfOdcs, looksOdcs } from '../exchange/odcs/draft-of-odcs.ts';
import { extendOdcs, odcsDocument } from '../exchange/odcs/odcs-document.ts';
import { printJson } from '../exchange/print-json.ts';
import { printYaml } from '../exchange/print-yaml.ts';
import { type SourceProblem, sourceFault } from '../exchange/source-object.ts';
import { typescriptNotes, typescriptText } from '../exchange/typescript/typescript-text.ts';
import { looksAvro } from '../native/avro/looks-avro.ts';
import { parseAvro } from '../native/avro/parse-avro.ts';
import { looksIceberg } from '../native/iceberg/looks-iceberg.ts';
import { parseIceberg } from '../native/iceberg/parse-iceberg.ts';
import { looksJsonSchema } from '../native/json-schema/looks-json-schema.ts';
import { parseJsonSchema } from '../native/json-schema/parse-json-schema.ts';
import { isProblem, type Problem } from '../native/problem.ts';
import { exportArrow, exportParquet, importArrow, importParquet } from './columnar-exchange.ts';
import type { ExportFile, ImportRow } from './exchange-format.ts';
import type { NativeFile } from './native-format.ts';
import { readFile } from './read-file.ts';

/** Formats a contract is made of, in the order they are offered. */
export const IMPORT_FORMATS = [
  'avro',
  'arrow',
  'parquet',
  'json-schema',
  'iceberg',
  'odcs',
  'croissant',
] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Formats a contract is written in. */
export const EXPORT_FORMATS = [
  'avro',
  'arrow',
  'parquet',
  'json-schema',
  'iceberg',
  'odcs',
  'croissant',
  'typescript',
] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The draft of a document that was written here a moment ago, which its own format can't refuse. */
const own = <T>(parsed: T | Problem): T => {
  if (isProblem(parsed)) throw parsed.fault([]);
  return parsed;
};

const AVRO: ExportRow<Written> = {
  plain: avroDocument,
  draft: document => draftOfAvro(own(parseAvro(document))),
  extend: extendAvro,
};

const JSON_SCHEMA: ExportRow<Written> = {
  plain: jsonSchemaDocument,
  draft: document => draftOfJsonSchema(own(parseJsonSchema(document))),
  extend: extendJsonSchema,
};

const ICEBERG: ExportRow<Written> = {
  plain: icebergDocument,
  draft: document => draftOfIceberg(own(parseIceberg(document))),
};

const asJson =
  (row: ExportRow<Written>): ExportFile =>
  (contract, pinned) => {
    const { document, notes } = exportContract(row, contract, pinned);
    return { content: printJson(document), notes };
  };

/** The same of a draft. */
function madeOf(draft: Draft | SourceProblem): Draft {
  if ('expected' in draft) throw new TypeError(`an exported document has no ${draft.expected}`);
  return draft;
}

const ODCS: ExportRow<Written> = {
  plain: odcsDocument,
  draft: document => madeOf(draftOfOdcs(document, undefined)),
  extend: extendOdcs,
};

const CROISSANT: ExportRow<Written> = {
  plain: croissantDocument,
  draft: document => madeOf(draftOfCroissant(document, undefined)),
  extend: extendCroissant,
};

const asYaml =
  (row: ExportRow<Written>): ExportFile =>
  (contract, pinned) => {
    const { document, notes } = exportContract(row, contract, pinned);
    return { content: printYaml(document), notes };
  };

/** A format whose schemas are JSON documents. */
function jsonImport<Model>(
  detects: (value: Json) => boolean,
  parse: (value: Json) => Model | Problem,
  draft: (model: Model) => Draft,
): ImportRow {
  return {
    detects: ({ document }) => {
      const read = document();
      return !(read instanceof Fault) && detects(read.value);
    },
    draft: ({ document }) => {
      const read = document();
      if (read instanceof Fault) return read;
      const model = parse(read.value);
      return isProblem(model)
        ? model.fault([], read.placeOf(model.path))
        : { ...draft(model), placeOf: read.placeOf };
    },
  };
}

/** A format whose documents are YAML, or JSON, which is YAML too. */
function yamlImport(
  format: string,
  detects: (document: Written) => boolean,
  draft: (document: Written, object: string | undefined) => Draft | SourceProblem,
): ImportRow {
  return {
    detects: file => {
      const read = yamlOf(file);
      return !(read instanceof Fault) && detects(read.document);
    },
    draft: (file, object) => {
      const read = yamlOf(file);
      if (read instanceof Fault) return read;
      const made = draft(read.document, object);
      const place = (at: Way): Place => placeOf(read.yaml, at);
      return 'fields' in made ? { ...made, placeOf: place } : sourceFault(made, format, place);
    },
  };
}

function yamlOf({
  name,
  place,
}: NativeFile): { readonly yaml: YamlDocument; readonly document: Written } | Fault {
  const bytes = readFile(path.dirname(place), path.basename(place), VOCABULARY_BOUNDS.bytes_max);
  if (bytes instanceof Fault) return bytes;
  const yaml = readYaml(name, bytes, { ...VOCABULARY_BOUNDS, tokens_max: LIMITS.document_tokens_max });
  if (yaml instanceof Fault) return yaml;
  const document = plainOf(yaml.root) as Json;
  return isWritten(document)
    ? { yaml, document }
    : new Fault(
        'IMPORT_SHAPE',
        { format: 'YAML', where: 'the document', expected: 'a map' },
        placeOf(yaml, []),
      );
}

const importCroissant: ImportRow = {
  detects: ({ document }) => {
    const read = document();
    return !(read instanceof Fault) && looksCroissant(read.value);
  },
  draft: ({ document }, object) => {
    const read = document();
    if (read instanceof Fault) return read;
    const made = isWritten(read.value) ? draftOfCroissant(read.value, object) : NO_MAP;
    return 'fields' in made
      ? { ...made, placeOf: read.placeOf }
      : sourceFault(made, 'Croissant', read.placeOf);
  },
};

const NO_MAP: SourceProblem = { at: [], expected: 'an object' };

export const IMPORTS: Readonly<Record<ImportFormat, ImportRow>> = {
  parquet: importParquet,
  arrow: importArrow,
  avro: jsonImport(looksAvro, parseAvro, draftOfAvro),
  'json-schema': jsonImport(looksJsonSchema, parseJsonSchema, draftOfJsonSchema),
  iceberg: jsonImport(looksIceberg, parseIceberg, draftOfIceberg),
  odcs: yamlImport('ODCS', looksOdcs, draftOfOdcs),
  croissant: importCroissant,
};

export const EXPORTS: Readonly<Record<ExportFormat, ExportFile>> = {
  parquet: exportParquet,
  arrow: exportArrow,
  avro: asJson(AVRO),
  'json-schema': asJson(JSON_SCHEMA),
  iceberg: asJson(ICEBERG),
  odcs: asYaml(ODCS),
  croissant: asJson(CROISSANT),
  typescript: contract => ({ content: typescriptText(contract), notes: typescriptNotes(contract) }),
};
