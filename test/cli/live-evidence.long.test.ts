import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { type Folder, newProject } from './harness.ts';
import { nextVersion, QUEUE, registering, threeVersions } from './ticket-versions.ts';
import { writeConverter } from './written-converter.ts';

const SUBJECT = 'schemas/support.ticket';
const V3 = 'support.ticket@3';
type Told = (...argv: readonly string[]) => Promise<Record<string, unknown>>;

const as =
  (folder: Folder, writes: number[], from: number, to?: number): Told =>
  async (...argv) => {
    const { exit, json } = await folder.as(registering(writes, from, to))(...argv, '--json');
    return { exit, ...json() };
  };

/** Version 2 adds a field with a default and is accepted; version 3, without the default, is proposed while both are written. */
async function waiting() {
  const folder = await threeVersions();
  const told = as(folder, [1, 2], 2);
  const checked = await told('check');
  const proposed = await told('propose', V3);
  expect(proposed).toMatchObject({ kind: 'stored', state: 'proposed' });
  return { folder, told, change: String(proposed['change']), checked };
}

const database = <T>(folder: Folder, use: (db: DatabaseSync) => T): T => {
  const db = new DatabaseSync(path.join(folder.root, '.assay', 'registry.sqlite'));
  try {
    return use(db);
  } finally {
    db.close();
  }
};

// biome-ignore lint/suspicious/noExplicitAny: what it holds is what the test asserts.
const objectIn = (folder: Folder, digest: string): any => {
  const sql = 'SELECT bytes FROM objects WHERE digest = ?';
  const row = database(folder, db => db.prepare(sql).get(digest));
  return JSON.parse(Buffer.from(row?.['bytes'] as Uint8Array).toString('utf8'));
};

describe('the evidence of a version', () => {
  it('has, by digest, the report against every version it was held against, which is the one that check prints', async () => {
    const { folder, change, checked } = await waiting();
    const { against, matrix } = objectIn(folder, change).evidence;
    const [{ versions }] = checked['subjects'] as [{ versions: [{ against: unknown[]; matrix: unknown }] }];
    expect(against).toMatchObject([
      { version: 1, promised: ['backward'] },
      { version: 2, promised: ['backward'] },
    ]);
    const kept = against.map(({ report }: { report: string }) => objectIn(folder, report));
    expect(kept).toEqual(versions[0].against.map(one => ({ format: 'assay.against/1', ...(one as object) })));
    expect(kept[0]).toMatchObject({ version: 1, findings: [{ rule: 'REQUIRED_FIELD_ADDED' }] });
    const report = objectIn(folder, matrix);
    expect(report).toEqual(versions[0].matrix);
    expect(report.cells.map(({ cell }: { cell: { writer: number } }) => cell.writer)).toContain(1);
  });

  it('is refused at approval, activation and release where other versions count by now, and judged anew by an amendment', async () => {
    const { folder, told, change } = await waiting();
    const alone = as(folder, [2], 2);
    const gone = {
      exit: 3,
      code: 'LIVE_VERSIONS_CHANGED',
      facts: { version: 1, was: 'live, with backward promised', is: 'not live' },
    };
    const before = folder.stored();
    expect(await alone('approve', V3, '--change', change)).toMatchObject(gone);
    const build = ['release', 'build', V3, '--proposed', '--generate', '4', '--out', 'release'];
    expect(await as(folder, [2, 3], 2)(...build)).toMatchObject(gone);
    expect(folder.has('release')).toBe(false);
    expect(folder.stored()).toEqual(before);
    const behind = as(folder, [1, 2], 1, 2);
    expect(await behind('approve', V3, '--change', change)).toMatchObject({
      code: 'LIVE_VERSIONS_CHANGED',
      facts: { version: 1, is: 'live, with backward and forward promised' },
    });
    expect(await told('approve', V3, '--change', change)).toMatchObject({ exit: 0, state: 'approved' });
    expect(await alone('activate', V3)).toMatchObject(gone);
    const amended = await alone('amend', V3);
    expect(amended).toMatchObject({ exit: 0, kind: 'amended', replaced: change });
    const anew = String(amended['change']);
    expect(objectIn(folder, anew).evidence.against).toMatchObject([{ version: 2 }]);
    expect(await alone('approve', V3, '--change', change)).toMatchObject({ code: 'EVIDENCE_CHANGED' });
    expect(await told('approve', V3, '--change', anew)).toMatchObject({ code: 'LIVE_VERSIONS_CHANGED' });
    expect(await alone('approve', V3, '--change', anew)).toMatchObject({ exit: 0 });
    expect(await alone('activate', V3)).toMatchObject({ exit: 0, state: 'active' });
  });

  it('that is altered or lost is approved by nobody, and given up by anybody', async () => {
    const { folder, told, change } = await waiting();
    const [{ report }] = objectIn(folder, change).evidence.against;
    database(folder, db => db.prepare("UPDATE objects SET bytes = x'7b7d' WHERE digest = ?").run(report));
    expect(await told('approve', V3, '--change', change)).toMatchObject({ exit: 4, code: 'OBJECT_CORRUPT' });
    database(folder, db => db.prepare('DELETE FROM objects WHERE digest = ?').run(report));
    expect(await told('approve', V3, '--change', change)).toMatchObject({ exit: 4, code: 'OBJECT_LOST' });
    expect(await told('show', V3)).toMatchObject({ code: 'OBJECT_LOST' });
    expect(await told('withdraw', V3)).toMatchObject({ exit: 0, state: 'withdrawn' });
  });
});

/** Version 2 has another unit, which was approved, and drops a field; both versions are written. */
async function unitChanged(): Promise<Folder> {
  const folder = await newProject();
  folder.remove('golden');
  folder.edit(`${SUBJECT}/v1.yaml`, 'key: [ticket]', `${QUEUE}key: [ticket]`);
  await folder.assay('propose', 'support.ticket@1');
  nextVersion(folder, 2, 'unit: ms', 'unit: s');
  folder.edit(`${SUBJECT}/v2.yaml`, QUEUE, '');
  const record = `${SUBJECT}/changes/v1-v2.yaml`;
  const entries = '\n  - {id: 3, steps: [{kind: unit, to: s, rounding: floor}]}\ndrop: [5]';
  const converter = writeConverter(folder, 'support.ticket', [1, 2], entries);
  folder.edit(record, 'class: compatible', `class: migrate\nconverter: ${converter}`);
  const told = as(folder, [1, 2], 2);
  const { change } = await told('propose', 'support.ticket@2');
  await told('approve', 'support.ticket@2', '--change', String(change));
  expect(await told('activate', 'support.ticket@2')).toMatchObject({ exit: 0, state: 'active' });
  return folder;
}

describe('a live version with a break that was accepted', () => {
  const version = async (folder: Folder) => {
    const { subjects } = (await as(folder, [1, 2, 3], 2)('check')) as {
      subjects: [
        {
          versions: [
            {
              meaning: string;
              against: { version: number; settled: number }[];
              matrix: { cells: { cell: { writer: number }; meaning: string; fields: { name: string }[] }[] };
            },
          ];
        },
      ];
    };
    return subjects[0].versions[0];
  };

  it('has the bytes of its other fields read, because one of them may be taken for another', async () => {
    const folder = await unitChanged();
    nextVersion(folder, 3, 'key: [ticket]', `${QUEUE.replace('5', '6')}    default: null\nkey: [ticket]`);
    const { meaning, against, matrix } = await version(folder);
    expect(meaning).toBe('fails');
    expect(against).toMatchObject([{ version: 1, settled: 1 }, { version: 2 }]);
    const cells = matrix.cells.filter(({ cell }) => cell.writer === 1);
    expect(cells.map(one => one.meaning)).toEqual(['fails', 'fails']);
    expect(cells.flatMap(({ fields }) => fields.map(({ name }) => name))).not.toContain('first_response');
  });

  it('is not held against the proposal for it again, on bytes as little as on definitions', async () => {
    const folder = await unitChanged();
    const other = QUEUE.replace('5', '6').replace('queue', 'desk');
    nextVersion(folder, 3, 'key: [ticket]', `${other}    default: null\nkey: [ticket]`);
    const { meaning, matrix } = await version(folder);
    expect(meaning).toBe('passes');
    expect(matrix.cells.map(({ cell }) => cell.writer)).toContain(1);
  });
});

describe('an older version', () => {
  it('is what was accepted of it, because an edit that nobody proposed would hide what a proposal lowers', async () => {
    const folder = await newProject();
    folder.remove('golden');
    await folder.assay('propose', 'support.ticket@1');
    nextVersion(folder, 2, 'name: opened', 'name: opened\n    sensitivity: public');
    folder.edit(`${SUBJECT}/v1.yaml`, 'name: opened', 'name: opened\n    sensitivity: public');
    folder.edit(`${SUBJECT}/v2.yaml`, 'key: [ticket]', `${QUEUE}    default: null\nkey: [ticket]`);
    const told = as(folder, [1], 1);
    const lowered = { code: 'CLASS_MISMATCH', facts: { declared: 'compatible', computed: 'migrate' } };
    expect(await told('propose', 'support.ticket@2')).toMatchObject(lowered);
    const { subjects } = (await told('check')) as { subjects: [{ versions: unknown[] }] };
    expect(subjects[0].versions).toMatchObject([{ class: 'migrate', record: { faults: [lowered] } }]);
  });

  it('may be governed anew, and what was accepted on it is the same still', async () => {
    const folder = await newProject();
    folder.remove('golden');
    await folder.assay('propose', 'support.ticket@1');
    nextVersion(folder, 2, 'key: [ticket]', `${QUEUE}    default: null\nkey: [ticket]`);
    await folder.assay('propose', 'support.ticket@2');
    folder.edit(`${SUBJECT}/v1.yaml`, 'fields:', 'doc: a ticket\nfields:');
    const told = as(folder, [1, 2], 1);
    expect(await told('propose', 'support.ticket@1')).toMatchObject({ kind: 'governed' });
    expect(await told('propose', 'support.ticket@2')).toMatchObject({ kind: 'already', state: 'active' });
  });
});
