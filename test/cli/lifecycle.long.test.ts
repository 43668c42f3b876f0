import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Folder, newProject } from './harness.ts';

const V1 = 'schemas/support.ticket/v1.yaml';
const V2 = 'schemas/support.ticket/v2.yaml';

const record = (from: number | string, to: number | string, more: string): string =>
  typeof from === 'number'
    ? `changes: version\nsubject: support.ticket\nfrom: ${from}\nto: ${to}\n${more}`
    : `changes: revision\nsubject: support.ticket\nversion: 1\nfrom: ${from}\nto: ${to}\n${more}`;

const REST = `reason: A test asks for it.
consumers: [priority-trainer]
backfill: {kind: none}
withdraw_by: 2027-01-31
`;

/** A project whose first version and data are accepted. */
const accepted = async (): Promise<Folder> => accept(await newProject());

async function accept(folder: Folder): Promise<Folder> {
  for (const what of ['support.ticket@1', 'support.ticket/first'])
    expect(await folder.assay('propose', what), what).toMatchObject({ exit: 0 });
  return folder;
}

/** Writes version 2: version 1 with one thing changed, and its change record. */
function second(folder: Folder, from: string | RegExp, to: string, found = 'compatible'): void {
  folder.write(V2, folder.read(V1).replace('schema: support.ticket.v1', 'schema: support.ticket.v2'));
  folder.edit(V2, from, to);
  folder.write('schemas/support.ticket/changes/v1-v2.yaml', record(1, 2, `class: ${found}\n${REST}`));
}

/** Offers data under a version. */
function offer(folder: Folder, revision: string, version: number, data: string): void {
  const digest = createHash('sha256').update(data).digest('hex');
  const rows = data.trimEnd().split('\n').length - 1;
  folder.write(`golden/support.ticket/${revision}.csv`, data);
  folder.write(
    `golden/support.ticket/${revision}.yaml`,
    folder
      .read('golden/support.ticket/first.yaml')
      .replace('revision: first', `revision: ${revision}`)
      .replace('version: 1', `version: ${version}`)
      .replace('first.csv', `${revision}.csv`)
      .replace(/sha256:[0-9a-f]{64}/, `sha256:${digest}`)
      .replace(/rows: \d+/, `rows: ${rows}`),
  );
}

const check = async (folder: Folder) => {
  const { exit, json } = await folder.assay('check', '--json');
  return { exit, ...json() };
};

const propose = async (folder: Folder, what: string) => {
  const { exit, json } = await folder.assay('propose', what, '--json');
  return { exit, ...json() };
};

describe('a project from its first day', () => {
  it('passes its own check as it was written, and after its first proposals has nothing left to propose', async () => {
    const folder = await newProject();
    expect(await check(folder)).toMatchObject({
      exit: 0,
      subjects: [{ versions: [{ from: null, to: 1 }], revisions: [{ from: null, to: 'first' }] }],
    });
    expect(await propose(folder, 'support.ticket@1')).toMatchObject({
      kind: 'stored',
      state: 'active',
      ledgerWritten: true,
    });
    expect(await propose(folder, 'support.ticket/first')).toMatchObject({
      kind: 'stored',
      state: 'active',
      ledgerWritten: true,
    });
    expect(await check(folder)).toMatchObject({
      exit: 0,
      holds: true,
      subjects: [{ accepted: { versions: 1, revisions: 1 }, versions: [], revisions: [] }],
    });
    expect((await folder.assay('check')).out).toContain('nothing proposed');
  });

  it('refuses a first revision with one key twice, because the next could never be compared with it', async () => {
    const folder = await newProject();
    const [head, line] = folder.read('golden/support.ticket/first.csv').split('\n');
    offer(folder, 'first', 1, `${head}\n${line}\n${line}\n`);
    const faults = async () => (await folder.assay('check', '--json')).json().faults;
    expect((await folder.assay('check')).exit).toBe(2);
    expect(await faults()).toMatchObject([
      {
        code: 'KEY_NOT_UNIQUE',
        facts: { first: 1, again: 2, rows: 2 },
        at: { file: 'golden/support.ticket/first.csv', line: 3 },
      },
    ]);
    folder.edit('golden/support.ticket/first.yaml', /$/, 'split: nothing\n');
    expect(await faults()).toMatchObject([
      {
        code: 'SET_FIELD_UNKNOWN',
        facts: { key: 'split', field: 'nothing', version: 1 },
        at: { file: 'golden/support.ticket/first.yaml', line: 13 },
      },
    ]);
  });

  it('takes a version that widens a range', async () => {
    const folder = await accepted();
    second(folder, 'range: [0, 2592000000]', 'range: [0, 5184000000]');
    expect(await check(folder)).toMatchObject({
      exit: 0,
      subjects: [{ versions: [{ from: 1, to: 2, holds: true, comparison: { class: 'compatible' } }] }],
    });
    expect(await propose(folder, 'support.ticket@2')).toMatchObject({ state: 'active', ledgerWritten: true });
    expect(folder.read('schemas/support.ticket/ledger.yaml')).toContain('version: 2');
    expect(await check(folder)).toMatchObject({ exit: 0, subjects: [{ versions: [] }] });
  });

  it('promises forward, too, when a consumer stays on the version before', async () => {
    const folder = await newProject();
    folder.edit('registry.config.ts', 'reads: { from: 1 }', 'reads: { from: 1, to: 1 }');
    await accept(folder);
    second(folder, 'range: [0, 2592000000]', 'range: [0, 5184000000]');
    expect(await check(folder)).toMatchObject({
      exit: 1,
      subjects: [{ versions: [{ promised: ['backward', 'forward'], comparison: { for: ['backward'] } }] }],
    });
    expect(await propose(folder, 'support.ticket@2')).toMatchObject({ exit: 0, state: 'proposed' });
  });

  it('keeps a version waiting that new readers can not read old data with, though no meaning changed', async () => {
    const folder = await accepted();
    const queue =
      '  - id: 5\n    name: queue\n    physical: string\n    logical: text\n    nullable: false\n';
    second(folder, 'key: [ticket]', `${queue}key: [ticket]`);
    const found = await check(folder);
    expect(found.exit).toBe(1);
    const [judged] = found.subjects[0].versions;
    expect(judged).toMatchObject({
      encoding: 'fails',
      promised: ['backward'],
      comparison: { class: 'compatible', for: ['forward'] },
    });
    expect(await propose(folder, 'support.ticket@2')).toMatchObject({
      exit: 0,
      state: 'proposed',
      // Its new id is burnt from now on, and a clone must know.
      ledgerWritten: true,
    });
  });

  it('takes data that is the same again, and keeps waiting what differs without an allowance', async () => {
    const folder = await accepted();
    const data = folder.read('golden/support.ticket/first.csv');
    offer(folder, 'second', 1, data.replace('normal', 'low'));
    const changes = 'schemas/support.ticket/changes/first-second.yaml';
    folder.write(changes, record('first', 'second', `class: identical\n${REST}`));
    expect(await check(folder)).toMatchObject({
      exit: 1,
      subjects: [{ revisions: [{ encoding: 'passes', meaning: 'fails', record: { faults: [] } }] }],
    });
    const allowance = `thresholds: {"cells.differ:priority": 1, "slice.share:month": 1, "label.divergence": 1}\n`;
    folder.write(changes, record('first', 'second', `class: identical\n${REST}${allowance}`));
    expect(await check(folder)).toMatchObject({ exit: 0 });
    expect(await propose(folder, 'support.ticket/second')).toMatchObject({
      state: 'active',
      ledgerWritten: true,
    });
  });

  it('judges the first data of a later version against the data before it, because labels change there, too', async () => {
    const folder = await newProject();
    folder.edit('registry.config.ts', 'writes: [1]', 'writes: [1, 2]');
    await accept(folder);
    second(folder, 'range: [0, 2592000000]', 'range: [0, 5184000000]');
    await propose(folder, 'support.ticket@2');
    const data = folder.read('golden/support.ticket/first.csv');
    offer(folder, 'second', 2, data.replace('normal', 'low'));
    folder.write(
      'schemas/support.ticket/changes/first-second.yaml',
      record('first', 'second', `class: compatible\n${REST}`).replace('version: 1', 'version: 2'),
    );
    expect(await check(folder)).toMatchObject({
      exit: 1,
      subjects: [
        {
          revisions: [{ from: 'first', to: 'second', meaning: 'fails', comparison: { rows: { differ: 1 } } }],
        },
      ],
    });
    expect(await propose(folder, 'support.ticket/second')).toMatchObject({ state: 'proposed' });
  });

  it('fails the meaning of data that only a converter could compare with what came before', async () => {
    const folder = await accepted();
    second(
      folder,
      /unit: ms\n( +nullable: true\n +range: )\[0, 2592000000\]/,
      'unit: s\n$1[0, 2592000]',
      'migrate',
    );
    offer(folder, 'second', 2, folder.read('golden/support.ticket/first.csv'));
    const found = await check(folder);
    expect(found.exit).toBe(1);
    expect(found.subjects[0].revisions).toMatchObject([
      { from: 'first', to: 'second', encoding: 'passes', meaning: 'fails', comparison: null },
    ]);
    const golden = await folder.assay('golden', 'support.ticket/first', 'support.ticket/second', '--json');
    expect({ exit: golden.exit, code: golden.json().code }).toEqual({ exit: 2, code: 'REVISIONS_APART' });
  });
});

describe('assay init', () => {
  it('leaves a folder alone that holds anything', async () => {
    const folder = await newProject();
    const { exit, json } = await folder.assay('init', '.', '--json');
    expect({ exit, code: json().code }).toEqual({ exit: 2, code: 'FOLDER_NOT_EMPTY' });
  });

  it('refuses a place where a file is', async () => {
    const folder = await newProject();
    for (const place of [V1, `${V1}/below`]) {
      const { exit, json } = await folder.assay('init', place, '--json');
      expect({ exit, code: json().code }).toEqual({ exit: 2, code: 'FILE_UNWRITABLE' });
    }
  });

  it('names commands that work in what it wrote', async () => {
    const folder = await newProject();
    const { json } = await folder.assay('init', 'another one', '--json');
    expect(json().next.length).toBeGreaterThan(2);
    for (const line of json().next) {
      const argv = line.split(' ').slice(1);
      const { exit } = await folder.assay('--root', 'another one', ...argv);
      expect(exit, line).toBe(0);
    }
  });
});
