import { Fault } from '../base/fault.ts';
import { BlockSplitter } from '../codec/container/block-splitter.ts';
import { parseContract } from '../contract/parse-contract.ts';
import { contextOf } from '../contract/pins.ts';
import type { Schema } from '../contract/schema.ts';
import { parseSubject } from '../contract/subject.ts';
import { draftOfAvro } from '../exchange/avro/draft-of-avro.ts';
import type { Draft } from '../exchange/draft.ts';
import { printYaml } from '../exchange/print-yaml.ts';
import { settle } from '../exchange/settle.ts';
import { newSubjectText } from '../exchange/subject-text.ts';
import { parseAvro } from '../native/avro/parse-avro.ts';
import { isProblem } from '../native/problem.ts';
import { readInline } from '../native/read-document.ts';
import { importArrow, importParquet } from './columnar-exchange.ts';
import { openNativeFile } from './native-format.ts';
import type { FileToRead, RecordFormat } from './record-source.ts';

/** Formats whose files say themselves what they hold. */
export type SchemaFormat = Exclude<RecordFormat, 'json'>;

/**
 * The schema that `assay import` would write of a file's own, its fields called what the file calls them.
 *
 * @faults FILE_UNREADABLE IMPORT_REFUSED, those of the format and of the contract that is made
 */
export function fileSchema(format: SchemaFormat, file: FileToRead): Schema | Fault {
  const draft = DRAFTS[format](file);
  if (draft instanceof Fault) return draft.inFile(file.path);
  const settled = settle(draft, {
    subject: SUBJECT,
    version: 1,
    latest: undefined,
    vocabularies: new Map(),
    usedIds: new Set(),
    reserved: [],
    owner: SUBJECT,
    sensitivity: 'internal',
    inherited: { owner: undefined, sensitivity: undefined },
    leaveOut: new Set(),
  });
  if (settled instanceof Fault) return settled.inFile(file.path);
  const files = settled.pinned.map(({ digest, document }, at) => ({
    name: `vocabularies/${at}.yaml`,
    digest,
    bytes: Buffer.from(printYaml(document)),
  }));
  const text = newSubjectText({
    subject: SUBJECT,
    owner: undefined,
    sensitivity: undefined,
    files: Object.fromEntries(files.map(({ name, digest }) => [name, digest])),
  });
  const subject = parseSubject(file.path, Buffer.from(text));
  if (subject instanceof Fault) return subject;
  const context = contextOf(subject, new Map(files.map(({ name, bytes }) => [name, { path: name, bytes }])));
  if (context instanceof Fault) return context;
  const contract = parseContract(`${file.path} (as a contract)`, Buffer.from(settled.text), context);
  return contract instanceof Fault ? contract : named(contract.schema, draft);
}

const SUBJECT = 'compared.file';

const DRAFTS: Readonly<Record<SchemaFormat, (file: FileToRead) => Draft | Fault>> = {
  avro: ({ ends }) => {
    const splitter = new BlockSplitter({ block: () => undefined });
    const fault = splitter.push(ends.head);
    if (splitter.header === undefined)
      return fault ?? new Fault('CONTAINER_TRUNCATED', { offset: ends.head.length });
    const value = readInline(Buffer.from(splitter.header.schemaText));
    if (value instanceof Fault) return value;
    const schema = parseAvro(value);
    return isProblem(schema) ? schema.fault([]) : draftOfAvro(schema);
  },
  arrow: file => draftIn(file, importArrow),
  parquet: file => draftIn(file, importParquet),
};

function draftIn({ path, place }: FileToRead, row: typeof importArrow): Draft | Fault {
  const file = openNativeFile(path, place);
  return file instanceof Fault ? file : row.draft(file, undefined);
}

/** A contract may have to call a column otherwise; here it is called as in the other file. */
function named(schema: Schema, { fields }: Draft): Schema {
  const found = schema.fields.map((field, at) => {
    const path = fields[at]!.path.replace(/^\/(?:fields\/)?/, '');
    return fields[at]!.keys['name'] === field.name && path !== field.name && !path.includes('/')
      ? { ...field, name: path.replaceAll('~1', '/').replaceAll('~0', '~') }
      : field;
  });
  return { ...schema, fields: found };
}
