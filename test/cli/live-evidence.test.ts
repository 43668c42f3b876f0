import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { type Folder, newProject } from './harness.ts';
import { nextVersion, QUEUE, registering, threeVersions } from './ticket-versions.ts';

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
