import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { type Folder, newProject } from '../cli/harness.ts';
import { nextVersion, registering } from '../cli/ticket-versions.ts';

const [V1, V2, TERMS] = [
  'schemas/support.ticket/v1.yaml',
  'schemas/support.ticket/v2.yaml',
  'schemas/vocabularies/priority.yaml',
];
const DATA = 'golden/support.ticket';

/** A project whose first version and data are accepted. */
async function accepted(): Promise<Folder> {
  const folder = await newProject();
  for (const what of ['support.ticket@1', 'support.ticket/first'])
    expect((await folder.assay('propose', what)).exit, what).toBe(0);
  return folder;
}

/** A second revision: the first with something changed. */
function revise(folder: Folder, change: (csv: string) => string): void {
  const csv = change(folder.read(`${DATA}/first.csv`));
  folder.write(`${DATA}/second.csv`, csv);
  folder.write(
    `${DATA}/second.yaml`,
    folder
      .read(`${DATA}/first.yaml`)
      .replace('revision: first', 'revision: second')
      .replace('first.csv', 'second.csv')
      .replace(/sha256:[0-9a-f]{64}/, sha256(csv))
      .replace(/rows: \d+/, `rows: ${csv.trimEnd().split('\n').length - 1}`),
  );
}

/** Nothing of it may be taken: the store is afterwards what it was. */
async function untaken(folder: Folder, ...argv: readonly string[]) {
  const before = folder.stored();
  const heard = await folder.assay(...argv, '--json');
  expect(folder.stored()).toEqual(before);
  return heard;
}

const scaled = (csv: string, by: number): string =>
  csv
    .split('\n')
    .map((line, at) => {
      const cells = line.split(',');
      return at === 0 || (cells[2] ?? '') === ''
        ? line
        : cells.with(2, String(Number(cells[2]) * by)).join(',');
    })
    .join('\n');

describe('a fault that is planted in a project', () => {
  it('is a term that a producer writes before the version that has it: refused by sample, and nothing is built', async () => {
    const folder = await accepted();
    revise(folder, csv => csv.replace('1004,2026-02-02,120500,normal', '1004,2026-02-02,120500,critical'));
    const check = await folder.assay('check', '--json');
    expect(check.exit).toBe(1);
    expect(check.json().subjects[0].revisions[0]).toMatchObject({
      encoding: 'fails',
      rejects: [{ field: 4, code: 'UNKNOWN_ENUM', count: 1, lines: [5] }],
      outside: [{ field: 4, policy: 'reject', cells: 1, listed: [{ row: 3, sample: ['1004'] }] }],
    });
    // What the guarded reader lets into a training loop is one record less, and the exit says so.
    folder.write(
      'early.jsonl',
      '{"ticket":1,"opened":"2026-01-05","first_response":null,"priority":"critical"}\n',
    );
    const read = await folder.assay(
      'read',
      'early.jsonl',
      '--as',
      'support.ticket@1',
      '--out',
      'read.jsonl',
      '--rejects',
      'rejects.jsonl',
    );
    expect([read.exit, folder.read('read.jsonl')]).toEqual([1, '']);
    expect(folder.read('rejects.jsonl')).toContain('UNKNOWN_ENUM');
    // Without a change record it is not even proposed, and nothing can be released of it.
    expect((await untaken(folder, 'propose', 'support.ticket/second')).json().code).toBe('CHANGE_MISSING');
    const built = await untaken(folder, 'release', 'build', 'support.ticket/second', '--out', 'release');
    expect(built.exit).not.toBe(0);
    expect(built.json().code).toBe('PROPOSAL_UNKNOWN');
    expect(folder.has('release')).toBe(false);
  });

  it('is an id that is used again: FIELD_ID_REUSED, at its line', async () => {
    const folder = await accepted();
    nextVersion(folder, 2, /name: first_response/, 'name: handled_by');
    folder.edit(
      V2,
      /physical: int64\n {4}logical: duration\n {4}unit: ms/,
      'physical: string\n    logical: text',
    );
    folder.edit(V2, '    range: [0, 2592000000]\n', '');
    const heard = await untaken(folder, 'propose', 'support.ticket@2');
    expect(heard.json()).toMatchObject({ code: 'FIELD_ID_REUSED', facts: { id: 3 }, at: { file: V2 } });
  });

  it('is a unit that was not updated: a thousandfold is out of range, and within it is told as that factor', async () => {
    const folder = await accepted();
    revise(folder, csv => scaled(csv, 1000));
    const { subjects } = (await folder.assay('check', '--json')).json();
    const [{ comparison, meaning, rejects }] = subjects[0].revisions;
    expect(meaning).toBe('fails');
    // The range that the unit was declared with catches what the unit does not.
    expect(rejects).toEqual([]);
    expect(
      comparison.fields.find((field: { name: string }) => field.name === 'first_response'),
    ).toMatchObject({
      differ: 5,
      number: { pattern: { kind: 'scaled', factor: 1000 } },
    });
    const beyond = await accepted();
    revise(beyond, csv => scaled(csv, 1_000_000));
    const told = (await beyond.assay('check', '--json')).json().subjects[0].revisions[0];
    expect(told).toMatchObject({ encoding: 'fails', rejects: [{ field: 3, code: 'RANGE', count: 5 }] });
    // Neither becomes active by being proposed.
    for (const project of [folder, beyond]) {
      expect((await untaken(project, 'propose', 'support.ticket/second')).json().code).toBe('CHANGE_MISSING');
      expect(
        (await untaken(project, 'release', 'build', 'support.ticket/second', '--out', 'release')).json().code,
      ).toBe('PROPOSAL_UNKNOWN');
    }
  });

  it('is a unit that was changed and values that were not: a migration that needs its converter', async () => {
    const folder = await accepted();
    nextVersion(folder, 2, 'unit: ms', 'unit: s');
    const heard = await folder.assay('check', '--json');
    expect(heard.exit).toBe(1);
    const [version] = heard.json().subjects[0].versions;
    expect(version).toMatchObject({ class: 'migrate', meaning: 'fails' });
    expect(version.comparison.findings.map(({ rule }: { rule: string }) => rule)).toContain(
      'FIELD_UNIT_SAME',
    );
    const proposed = await untaken(folder, 'propose', 'support.ticket@2');
    expect(proposed.exit).not.toBe(0);
  });

  it('is a default that was changed: a change of meaning, told with its rule', async () => {
    const folder = await newProject();
    folder.remove('golden');
    folder.edit(V1, 'doc: null while', 'default: {value: 5, means: value}\n    doc: null while');
    expect((await folder.assay('propose', 'support.ticket@1')).exit).toBe(0);
    nextVersion(folder, 2, 'value: 5,', 'value: 60000,');
    const [version] = (await folder.assay('check', '--json')).json().subjects[0].versions;
    expect(version.comparison.findings.map(({ rule }: { rule: string }) => rule)).toContain('DEFAULT_SAME');
    expect(version.holds).toBe(false);
  });

  it('is a vocabulary replaced under its name: VOCAB_DIGEST_MISMATCH to whoever reads it', async () => {
    const folder = await accepted();
    folder.edit(TERMS, 'label: low', 'label: lowest');
    for (const argv of [
      ['check'],
      ['propose', 'support.ticket@1'],
      ['propose', 'support.ticket/first'],
      ['release', 'build', 'support.ticket@1', '--out', 'release'],
    ]) {
      const heard = await untaken(folder, ...argv);
      expect(heard.exit, argv.join(' ')).toBe(2);
      const { faults = [heard.json()] } = heard.json();
      expect(faults, argv.join(' ')).toMatchObject([
        { code: 'VOCAB_DIGEST_MISMATCH', at: { file: 'schemas/support.ticket/subject.yaml' } },
      ]);
    }
    expect(folder.has('release')).toBe(false);
  });

  it('is a file of which half is still of the old version: each record is read as the version it says, or refused', async () => {
    const folder = await accepted();
    nextVersion(
      folder,
      2,
      'key: [ticket]',
      '  - {id: 5, name: queue, physical: string, logical: text, nullable: false}\nkey: [ticket]',
    );
    const record = (ticket: number, queue?: string) =>
      JSON.stringify({
        ticket,
        opened: '2026-01-05',
        first_response: 5,
        priority: 'low',
        ...(queue !== undefined && { queue }),
      });
    folder.write('mixed.jsonl', [record(1, 'a'), record(2), record(3, 'b'), record(4), ''].join('\n'));
    const read = await folder.assay(
      'read',
      'mixed.jsonl',
      '--as',
      'support.ticket@2',
      '--out',
      'read.jsonl',
      '--rejects',
      'rejects.jsonl',
      '--json',
    );
    expect(read.exit).toBe(1);
    expect(read.json()).toMatchObject({ read: 4, accepted: 2, rejected: 2 });
    expect(
      folder
        .read('rejects.jsonl')
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line)),
    ).toMatchObject([
      { row: 1, field: 5 },
      { row: 3, field: 5 },
    ]);
    // As the old version the other half is refused: a key that it does not know is no field to be passed over.
    const older = await folder.assay(
      'read',
      'mixed.jsonl',
      '--as',
      'support.ticket@1',
      '--out',
      'older.jsonl',
      '--json',
    );
    expect(older.exit).toBe(1);
    expect(older.json()).toMatchObject({ accepted: 2, rejected: 2 });
  });

  it('is a trainer that was rolled back to what it read: its consumer fails the version, and no record is misread', async () => {
    const folder = await accepted();
    nextVersion(folder, 2, 'unit: ms', 'unit: s');
    // It reads version 1 alone; a producer that writes version 2 reaches it.
    const old = folder.as(registering([1, 2], 1, 1));
    const heard = await old('check', '--json');
    expect(heard.exit).toBe(1);
    const [version] = heard.json().subjects[0].versions;
    expect(version.affected).toContain('priority-trainer');
    folder.write('new.jsonl', '{"ticket":1,"opened":"2026-01-05","first_response":93,"priority":"low"}\n');
    mkdirSync(path.join(folder.root, 'out'), { recursive: true });
    const read = await old(
      'read',
      'new.jsonl',
      '--written-as',
      '2',
      '--as',
      'support.ticket@1',
      '--out',
      'out/read.jsonl',
      '--json',
    );
    expect(read.exit).not.toBe(0);
    expect(folder.has('out/read.jsonl')).toBe(false);
    // The snapshot of the old version can still be had.
    const kept = await old('release', 'build', 'support.ticket/first', '--out', 'kept', '--json');
    expect(kept.exit).toBe(0);
    expect((await old('release', 'verify', 'kept')).exit).toBe(0);
  });
});
