import { truncateSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { LIMITS } from '../../src/base/limits.ts';
import { parquetWasm } from '../../src/engine/parquet-wasm.ts';
import { type Folder, newProject } from './harness.ts';
import { soundFault } from './sound-fault.ts';

const V1 = 'schemas/support.ticket/v1.yaml';
const V2 = 'schemas/support.ticket/v2.yaml';
const V3 = 'schemas/support.ticket/v3.yaml';
const CHANGE = 'schemas/support.ticket/changes/v1-v2.yaml';
const SUBJECT = 'schemas/support.ticket/subject.yaml';
const TERMS = 'schemas/vocabularies/priority.yaml';
const SET = 'golden/support.ticket/first.yaml';
const DATA = 'golden/support.ticket/first.csv';
const STORE = '.assay/registry.sqlite';

type Ask = {
  readonly code: string;
  readonly exit: number;
  readonly argv: readonly string[];
  readonly prepare: (folder: Folder) => Promise<unknown> | unknown;
  readonly at?: readonly [file: string, written: string];
};

const next = (folder: Folder, file: string, version: number): void =>
  folder.write(file, folder.read(V1).replace('ticket.v1', `ticket.v${version}`));

function offer(folder: Folder, text: string, rows: number): void {
  folder.write(DATA, text);
  const set = folder.read(SET).replace(/sha256:\w+/, sha256(text));
  folder.write(SET, set.replace(/rows: \d+/, `rows: ${rows}`));
}
const data =
  (from: string | RegExp, to: string) =>
  (folder: Folder): void =>
    offer(folder, folder.read(DATA).replace(from, to), 6);

const withChange =
  (more: string) =>
  async (folder: Folder): Promise<void> => {
    await folder.assay('propose', 'support.ticket@1');
    next(folder, V2, 2);
    folder.edit(V2, 'doc: null', 'doc: or null');
    folder.write(
      CHANGE,
      `changes: version\nsubject: support.ticket\nfrom: 1\nto: 2\nclass: identical\nreason: A test.\nconsumers: [priority-trainer]\nwithdraw_by: 2027-01-31\n${more}\n`,
    );
  };

const check = { exit: 2, argv: ['check'] } as const;

const ASKS: readonly Ask[] = [
  {
    code: 'NATIVE_TOO_LARGE',
    exit: 2,
    argv: ['diff', 'large.json', 'large.json', '--format', 'json-schema'],
    prepare: folder =>
      folder.write('large.json', JSON.stringify({ allOf: Array(LIMITS.native_types_max).fill({}) })),
  },
  { code: 'CSV_MALFORMED', ...check, prepare: data('low', 'l"ow'), at: [DATA, 'l"ow'] },
  { code: 'CSV_COLUMN_UNKNOWN', ...check, prepare: data('opened', 'openend'), at: [DATA, 'openend'] },
  { code: 'CSV_COLUMN_DUPLICATE', ...check, prepare: data('opened', 'ticket'), at: [DATA, 'ticket,first'] },
  { code: 'CSV_COLUMN_MISSING', ...check, prepare: f => offer(f, 'ticket\n1\n', 1), at: [DATA, 'ticket'] },
  {
    code: 'CSV_ENCODING',
    ...check,
    prepare: folder => {
      const bytes = Buffer.concat([Buffer.from('\uFEFFticket\r\né'), Uint8Array.of(0xe9, 0x0a)]);
      offer(folder, bytes.toString('latin1'), 6);
      folder.write(DATA, bytes);
      folder.edit(SET, /sha256:\w+/, sha256(bytes));
    },
  },
  { code: 'CSV_HEADER_MISSING', ...check, prepare: folder => offer(folder, '\n', 6) },
  {
    code: 'BACKFILL_PASSED',
    exit: 1,
    argv: ['check'],
    prepare: withChange('backfill: {kind: full, by: 2020-01-31}'),
    at: [CHANGE, '2020-01-31'],
  },
  {
    code: 'CLASS_UNDECLARED',
    ...check,
    prepare: async folder => {
      await withChange('backfill: {kind: none}')(folder);
      folder.edit(CHANGE, 'class: identical', 'class: forbidden');
    },
    at: [CHANGE, 'forbidden'],
  },
  {
    code: 'NORMALIZER_DIGEST_MISMATCH',
    ...check,
    prepare: folder => {
      folder.write('schemas/normalizers/n.yaml', 'normalizer: n\nsteps: [{trim: true}]\n');
      folder.edit(SUBJECT, 'files:', `files:\n  normalizers/n.yaml: sha256:${'0'.repeat(64)}`);
    },
    at: [SUBJECT, `sha256:${'0'.repeat(64)}`],
  },
  {
    code: 'IMPORT_SHAPE',
    exit: 2,
    argv: ['import', 'odcs.yaml', '--subject', 'other.one', '--owner', 'o'],
    prepare: folder =>
      folder.write(
        'odcs.yaml',
        'apiVersion: v3.1.0\nkind: DataContract\nschema: [{name: a, properties: 7}]\n',
      ),
  },
  {
    code: 'CODEC_CANNOT_CARRY',
    ...check,
    prepare: folder =>
      folder.edit(
        V1,
        'key: [ticket]',
        '  - {id: 5, name: five, physical: struct, logical: structure, nullable: false, fields: [{id: 6, name: six, physical: bool, logical: flag, nullable: false}]}\nkey: [ticket]',
      ),
    at: [SET, 'csv\n  sha256'],
  },
  {
    code: 'DOCUMENT_TOO_COMPLEX',
    ...check,
    prepare: folder => folder.edit(V1, '[ticket]', `[${'a,'.repeat(200_000)}]`),
  },
  {
    code: 'DATA_TOO_LARGE',
    ...check,
    prepare: folder => truncateSync(path.join(folder.root, DATA), LIMITS.golden_file_bytes_max + 1),
    at: [SET, 'first.csv'],
  },
  {
    code: 'KEY_NOT_DECLARED',
    ...check,
    prepare: folder => {
      folder.edit(V1, /^key: .*\n/m, '');
      folder.edit(SUBJECT, /sampleId: .*/, 'sampleId: {envelope: sampleId}');
    },
    at: [V1, 'support.ticket.v1'],
  },
  { code: 'KEY_NOT_UNIQUE', ...check, prepare: data('1002', '1001'), at: [DATA, '1001,2026-01-05,41000'] },
  {
    code: 'VERSION_GAP',
    ...check,
    prepare: folder => next(folder, V3, 3),
    at: [V3, 'support.ticket.v3'],
  },
  {
    code: 'VERSION_OUT_OF_ORDER',
    exit: 2,
    argv: ['propose', 'support.ticket@3'],
    prepare: async folder => {
      await folder.assay('propose', 'support.ticket@1');
      next(folder, V2, 2);
      next(folder, V3, 3);
    },
  },
  {
    code: 'THRESHOLD_FRACTION',
    ...check,
    prepare: withChange('thresholds: {rows.missing: 1.5}'),
    at: [CHANGE, '1.5'],
  },
  {
    code: 'CHANGE_OUT_OF_TURN',
    exit: 2,
    argv: ['withdraw', 'support.ticket@1'],
    prepare: folder => folder.assay('propose', 'support.ticket@1'),
  },
  {
    code: 'LEDGER_UNBURNT',
    ...check,
    prepare: async folder => {
      await withChange('backfill: {kind: none}')(folder);
      folder.edit(
        V2,
        'key: [ticket]',
        '  - {id: 7, name: seven, physical: bool, logical: flag, nullable: true, default: null}\nkey: [ticket]',
      );
      folder.edit(V2, 'unit: ms', 'unit: s');
      folder.edit(CHANGE, 'class: identical', 'class: migrate');
      await folder.assay('propose', 'support.ticket@2');
      await folder.assay('withdraw', 'support.ticket@2');
      folder.remove(V2);
      folder.remove('schemas/support.ticket/changes');
      folder.edit('schemas/support.ticket/ledger.yaml', /burnt:[\s\S]*?(?=revisions)/, '');
    },
  },
  {
    code: 'RELEASE_ENVELOPE',
    exit: 2,
    argv: ['release', 'build', 'support.ticket/first', '--out', 'out', '--shards', '1'],
    prepare: async folder => {
      folder.edit(SUBJECT, 'split: {constant: train}', 'split: {envelope: split}');
      await folder.assay('propose', 'support.ticket@1');
      await folder.assay('propose', 'support.ticket/first');
    },
    at: [SUBJECT, '{envelope: split}'],
  },
  {
    code: 'RELEASE_FOLDER_FOREIGN',
    exit: 2,
    argv: ['release', 'build', 'support.ticket@1', '--out', 'out', '--shards', '1'],
    prepare: async folder => {
      folder.write('out/mine.txt', 'mine');
      await folder.assay('propose', 'support.ticket@1');
    },
  },
  {
    code: 'GENERATED_IDS_TOO_FEW',
    exit: 2,
    argv: ['release', 'build', 'support.ticket@1', '--out', 'out', '--generate', '9'],
    prepare: async folder => {
      folder.edit(
        V1,
        'fields:',
        'fields:\n  - {id: 90, name: small, physical: int8, logical: identifier, nullable: false, range: [1, 8]}',
      );
      folder.edit(SUBJECT, '{field: 1}', '{field: 90}');
      await folder.assay('propose', 'support.ticket@1');
    },
    at: [V1, '{id: 90'],
  },
  {
    code: 'SHARDS_UNFILLED',
    exit: 2,
    argv: ['release', 'build', 'support.ticket/first', '--out', 'out', '--shards', '9'],
    prepare: async folder => {
      await folder.assay('propose', 'support.ticket@1');
      await folder.assay('propose', 'support.ticket/first');
    },
  },
  {
    code: 'TERM_CODE_NEEDED',
    exit: 2,
    argv: ['vocab', 'add', 'vocabularies/priority.yaml', '--label', 'never'],
    prepare: folder => {
      folder.remove('schemas/support.ticket');
      folder.edit(TERMS, 'label: low}', 'label: low, code: 7}');
    },
  },
  {
    code: 'STORE_CORRUPT',
    exit: 4,
    argv: ['log', 'support.ticket'],
    prepare: f => f.write(STORE, 'no database'.repeat(99)),
  },
  {
    code: 'STORE_FOREIGN',
    exit: 4,
    argv: ['log', 'support.ticket'],
    prepare: folder => {
      folder.write(STORE, '');
      const db = new DatabaseSync(path.join(folder.root, STORE));
      db.exec('CREATE TABLE other (a)');
      db.close();
    },
  },
  {
    code: 'STORE_NEWER',
    exit: 4,
    argv: ['log', 'support.ticket'],
    prepare: async folder => {
      await folder.assay('propose', 'support.ticket@1');
      const db = new DatabaseSync(path.join(folder.root, STORE));
      db.exec('UPDATE layout SET version = 99');
      db.close();
    },
  },
  {
    code: 'FOLDER_TOO_FULL',
    ...check,
    prepare: folder => {
      for (let n = 0; n <= LIMITS.folder_files_max; n++) folder.write(`golden/support.ticket/${n}.md`, '');
    },
  },
];

/** The first that is told, wherever a report has it. */
// biome-ignore lint/suspicious/noExplicitAny: what it holds is what the test asserts.
function firstFault(said: any): any {
  if (typeof said !== 'object' || said === null) return undefined;
  if (typeof said.remedy === 'string' && typeof said.status === 'number') return said;
  for (const part of Object.values(said)) {
    const found = firstFault(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

describe('a refusal through a command', () => {
  it.each(ASKS)('is $code, with a remedy that can be followed', async ({ code, exit, argv, prepare, at }) => {
    const folder = await newProject();
    await prepare(folder);
    const heard = await folder.assay(...argv, '--json');
    const fault = firstFault(heard.json());
    expect(fault.code, fault.title).toBe(code);
    expect(heard.exit).toBe(exit);
    soundFault(fault);
    if (at === undefined) return;
    const [file, written] = at;
    const lines = folder.read(file).split(written)[0]!.split('\n');
    expect(fault.at, fault.title).toEqual({
      file,
      line: lines.length,
      column: [...lines.at(-1)!].length + 1,
    });
  });

  it.each(['PLAIN_READER_UNAVAILABLE', 'GIT_UNAVAILABLE'] as const)('is %s where that is so', async code => {
    const folder = await newProject();
    const refuse = async (): Promise<Fault> =>
      code === 'GIT_UNAVAILABLE' ? new Fault(code, { reason: 'no' }) : new Fault(code, { how: 'no' });
    const assay = folder.as({
      plainReaders: { parquet: parquetWasm(), read: refuse },
      git: { filesNamed: refuse },
    });
    const heard = await assay(
      'check',
      ...(code === 'GIT_UNAVAILABLE' ? ['--against', 'git:main'] : []),
      '--json',
    );
    expect(heard.json()).toMatchObject({ code });
    expect(heard.exit).toBe(4);
    soundFault(heard.json());
  });
});
