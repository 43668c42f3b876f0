import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { parseVocabulary } from '../contract/parse-vocabulary.ts';
import { DOCUMENTS, type DocumentName, publishedFile } from '../contract/published-schema.ts';
import { makeFolder } from '../store/make-folder.ts';
import { publishedBytes } from './published-file.ts';
import { reasonOf } from './read-file.ts';

/**
 * Writes a project that passes its own check, into a folder that is empty or not there.
 *
 * @returns the files written, below `dir`
 * @faults FOLDER_NOT_EMPTY FILE_UNWRITABLE, and those of `publishedBytes`
 */
export function initProject(dir: string): readonly string[] | Fault {
  try {
    makeFolder(dir);
    if (readdirSync(dir).length > 0) return new Fault('FOLDER_NOT_EMPTY', { folder: dir });
    const files = projectFiles();
    if (files instanceof Fault) return files;
    for (const [name, text] of files) {
      const file = path.join(dir, ...name.split('/'));
      makeFolder(path.dirname(file));
      writeFileSync(file, text, { flag: 'wx' });
    }
    return files.map(([name]) => name);
  } catch (error) {
    return new Fault('FILE_UNWRITABLE', { path: dir, reason: reasonOf(error) });
  }
}

/** The commands to try in it, in this order. */
export const FIRST_STEPS = [
  'check',
  'propose support.ticket@1',
  'propose support.ticket/first',
  'show support.ticket',
] as const;

type NewFile = readonly [name: string, text: string];

function projectFiles(): readonly NewFile[] | Fault {
  const vocabulary = parseVocabulary('vocabularies/priority.yaml', Buffer.from(VOCABULARY));
  if (vocabulary instanceof Fault) throw vocabulary;
  const published: NewFile[] = [];
  for (const name of DOCUMENTS) {
    const bytes = publishedBytes(name);
    if (bytes instanceof Fault) return bytes;
    published.push([`json-schema/${publishedFile(name)}`, Buffer.from(bytes).toString('utf8')]);
  }
  return [
    ['registry.config.ts', CONFIG],
    ['.gitignore', '.assay/\n'],
    ['schemas/support.ticket/subject.yaml', forEditor('subject', subject(vocabulary.digest))],
    ['schemas/support.ticket/v1.yaml', forEditor('contract', contract(vocabulary.digest))],
    ['schemas/vocabularies/priority.yaml', forEditor('vocabulary', VOCABULARY)],
    ['golden/support.ticket/first.csv', DATA],
    ['golden/support.ticket/first.yaml', forEditor('golden-set', manifest())],
    ...published,
  ];
}

/** With the line by which an editor finds the schema; each of these files lies two folders below the project. */
const forEditor = (document: DocumentName, text: string): string =>
  `# yaml-language-server: $schema=../../json-schema/${publishedFile(document)}\n${text}`;

// Nothing is imported: the file is to run in a folder where no package was ever installed.
const CONFIG = `// Who writes and who reads the subjects below schemas/. It is held against its form whenever it is read.
export default {
  producers: [{ name: 'helpdesk-export', subject: 'support.ticket', writes: [1] }],
  consumers: [
    {
      name: 'priority-trainer',
      kind: 'trainer',
      subject: 'support.ticket',
      reads: { from: 1 },
      purpose: 'trains the priority model',
    },
  ],
};
`;

const VOCABULARY = `vocabulary: priority
terms:
  - {id: 1, label: low}
  - {id: 2, label: normal}
  - {id: 3, label: urgent}
`;

const subject = (
  digest: string,
): string => `# A subject is a named stream of records. What its contracts leave out may stand here once.
subject: support.ticket
compatibility: backward
defaults:
  owner: support-data
  sensitivity: internal
# Where each sample's identity comes from: a field by its id, a constant, or an envelope column of the shard.
members:
  sampleId: {field: 1}
  sourceId: {constant: helpdesk}
  sourceVersion: {envelope: sourceVersion}
  split: {constant: train}
# The files a contract may name by digest. A file replaced under the same name is refused.
files:
  vocabularies/priority.yaml: ${digest}
`;

const contract = (digest: string): string => `schema: support.ticket.v1
fields:
  - id: 1
    name: ticket
    physical: int64
    logical: identifier
    nullable: false
  - id: 2
    name: opened
    physical: date
    logical: date
    nullable: false
  - id: 3
    name: first_response
    physical: int64
    logical: duration
    unit: ms
    nullable: true
    range: [0, 2592000000]
    doc: null while nobody has answered
  - id: 4
    name: priority
    physical: string
    logical: label
    nullable: false
    vocabulary: ${digest}
    unknownPolicy: reject
    ignoreValue: -100
key: [ticket]
label: priority
slices:
  - {name: month, field: opened, by: month}
`;

const DATA = `ticket,opened,first_response,priority
1001,2026-01-05,93000,low
1002,2026-01-05,41000,urgent
1003,2026-01-19,,normal
1004,2026-02-02,120500,normal
1005,2026-02-11,15250,urgent
1006,2026-02-27,640000,low
`;

const manifest = (): string => `revision: first
subject: support.ticket
version: 1
data:
  file: first.csv
  format: csv
  sha256: ${sha256(DATA)}
  rows: 6
nulls:
  first_response: ""
source: written by hand, to try the registry with
`;
