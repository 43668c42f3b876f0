import { chmodSync, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { copiedProject, type Folder } from './harness.ts';

/** A copy whose store has the weather, its version and its first data. */
async function withWeather(): Promise<Folder> {
  const folder = copiedProject();
  for (const what of ['weather.daily@1', 'weather.daily/1.31.1'])
    expect(await folder.assay('propose', what)).toMatchObject({ exit: 0 });
  return folder;
}

const told = async (folder: Folder, ...argv: readonly string[]) => {
  const { exit, json } = await folder.assay(...argv, '--json');
  return { exit, ...json() };
};

const storeOf = (folder: Folder): string => path.join(folder.root, '.assay', 'registry.sqlite');

function alter(folder: Folder, sql: string, ...values: readonly string[]): void {
  const db = new DatabaseSync(storeOf(folder));
  db.prepare(sql).run(...values);
  db.close();
}

function write(folder: Folder, digest: string, bytes: Uint8Array): void {
  const db = new DatabaseSync(storeOf(folder));
  db.prepare('UPDATE objects SET bytes = ? WHERE digest = ?').run(bytes, digest);
  db.close();
}

function objectLike(folder: Folder, kind: RegExp): readonly [digest: string, bytes: Buffer] {
  const db = new DatabaseSync(storeOf(folder), { readOnly: true });
  const rows = db.prepare('SELECT digest, bytes FROM objects').all();
  db.close();
  const found = rows.find(({ bytes }) => kind.test(Buffer.from(bytes as Uint8Array).toString('utf8')))!;
  return [String(found['digest']), Buffer.from(found['bytes'] as Uint8Array)];
}

const SHOW = ['show', 'weather.daily'];
const LOG = ['log', 'weather.daily'];

describe('a command that reads', () => {
  it('leaves the store and its folder as they were', async () => {
    const folder = await withWeather();
    const before = folder.stored();
    const names = readdirSync(path.dirname(storeOf(folder)));
    for (const argv of [SHOW, LOG, ['check', 'weather.daily']])
      expect(await folder.assay(...argv)).not.toMatchObject({ exit: 4 });
    expect(readdirSync(path.dirname(storeOf(folder)))).toEqual(names);
    expect(folder.stored()).toEqual(before);
  });

  it('needs no leave to write the store, nor its folder', async () => {
    const folder = await withWeather();
    const above = path.dirname(storeOf(folder));
    chmodSync(path.dirname(folder.root), 0o755);
    chmodSync(storeOf(folder), 0o444);
    chmodSync(above, 0o555);
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534); // file modes bind anybody but root
    try {
      for (const argv of [SHOW, LOG]) expect(await folder.assay(...argv)).toMatchObject({ exit: 0, err: '' });
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(above, 0o755);
    }
  });

  it('makes no store where none is, and no folder for one', async () => {
    const folder = copiedProject();
    for (const argv of [SHOW, LOG, ['check', 'weather.daily']])
      await folder.assay('--store', 'absent/store.sqlite', ...argv);
    await folder.assay(...SHOW);
    for (const name of ['absent', '.assay']) expect(existsSync(path.join(folder.root, name))).toBe(false);
  });

  it('is no server of a store that is not there, because one made later would never be seen', async () => {
    expect(await told(copiedProject(), 'serve')).toMatchObject({ exit: 4, code: 'STORE_ABSENT' });
  });
});

describe('a first proposal that is refused', () => {
  it('leaves no store and no folder for one, whoever refuses it', async () => {
    const folder = copiedProject();
    for (const what of ['weather.daily@9', 'weather.daily/2.1.0', 'weather.daily/1.31.1', 'nobody@1'])
      expect((await folder.assay('propose', what)).exit, what).toBeGreaterThan(0);
    for (const step of ['approve', 'activate', 'withdraw', 'amend'])
      expect((await folder.assay(step, 'weather.daily@1')).exit, step).toBeGreaterThan(0);
    expect(existsSync(path.join(folder.root, '.assay'))).toBe(false);
    folder.write('there/README.md', '');
    await folder.assay('--store', 'there/store.sqlite', 'propose', 'weather.daily/2.1.0');
    expect(readdirSync(path.join(folder.root, 'there'))).toEqual(['README.md']);
  });
});

describe('a store named on the command line', () => {
  it('is made where its folder is, and refused where it is not, because a folder misspelt is a store lost', async () => {
    const folder = copiedProject();
    const asked = await told(folder, '--store', 'absent/store.sqlite', 'propose', 'weather.daily@1');
    expect(asked).toMatchObject({ exit: 4, code: 'STORE_UNAVAILABLE' });
    expect(existsSync(path.join(folder.root, 'absent'))).toBe(false);
    folder.write('there/README.md', '');
    expect(await told(folder, '--store', 'there/store.sqlite', 'propose', 'weather.daily@1')).toMatchObject({
      exit: 0,
    });
    expect(existsSync(path.join(folder.root, 'there', 'store.sqlite'))).toBe(true);
  });
});

describe('a damaged object', () => {
  const USERS = [
    ['show', 'weather.daily'],
    ['show', 'weather.daily/1.31.1'],
    ['propose', 'weather.daily/1.31.1'],
    ['propose', 'weather.daily/2.1.0'],
    ['release', 'build', 'weather.daily/1.31.1', '--out', 'release'],
  ];

  /** The digests of the revision's manifest, its change record, and the findings that names. */
  async function objectsOf(folder: Folder): Promise<readonly string[]> {
    const { store } = await told(folder, 'show', 'weather.daily/1.31.1');
    const db = new DatabaseSync(storeOf(folder), { readOnly: true });
    const row = db.prepare('SELECT bytes FROM objects WHERE digest = ?').get(store.change);
    db.close();
    const record = JSON.parse(Buffer.from(row?.['bytes'] as Uint8Array).toString('utf8'));
    return [store.data, store.change, record.evidence.findings];
  }

  it('is told by whoever uses it, be its bytes altered or gone, and nothing is changed', async () => {
    const folder = await withWeather();
    for (const digest of await objectsOf(folder)) {
      const kept = folder.stored();
      alter(folder, 'CREATE TABLE IF NOT EXISTS aside AS SELECT * FROM objects');
      for (const [sql, code] of [
        ["UPDATE objects SET bytes = x'7b7d' WHERE digest = ?", 'OBJECT_CORRUPT'],
        ['DELETE FROM objects WHERE digest = ?', 'OBJECT_LOST'],
      ] as const) {
        alter(folder, sql, digest);
        const damaged = folder.stored();
        for (const argv of USERS)
          expect(await told(folder, ...argv), argv.join(' ')).toMatchObject({
            exit: 4,
            code,
            facts: { digest },
          });
        expect(folder.stored()).toEqual(damaged);
      }
      alter(folder, 'INSERT INTO objects SELECT * FROM aside WHERE digest = ?', digest);
      expect(folder.stored()).toEqual(kept);
    }
  });

  it('is told whichever it is, for one byte that was flipped, because every one of them was kept with something', async () => {
    const folder = await withWeather();
    const db = new DatabaseSync(storeOf(folder), { readOnly: true });
    const rows = db.prepare('SELECT digest, bytes FROM objects').all();
    db.close();
    const texts = rows.map(({ bytes }) => Buffer.from(bytes as Uint8Array).toString('utf8'));
    const kinds = [/^vocabulary: /m, /^subject: /m, /^schema: /m, /^{"terms":/, /"format":"assay.change\/1"/];
    for (const kind of kinds) expect(texts.some(text => kind.test(text))).toBe(true);
    for (const [index, row] of rows.entries()) {
      const digest = String(row['digest']);
      const altered = Buffer.from(row['bytes'] as Uint8Array);
      altered[index % altered.length]! ^= 1;
      write(folder, digest, altered);
      const answer = { exit: 4, code: 'OBJECT_CORRUPT', facts: { digest } };
      expect(await told(folder, 'show', 'weather.daily'), texts[index]!.slice(0, 60)).toMatchObject(answer);
      const release = ['release', 'build', 'weather.daily/1.31.1', '--out', 'release'];
      expect(await told(folder, ...release)).toMatchObject(answer);
      write(folder, digest, row['bytes'] as Uint8Array);
    }
    expect(await told(folder, 'show', 'weather.daily')).toMatchObject({ exit: 0 });
  });

  it('that a version was kept with ends the proposal of the next, be it a vocabulary or an authored file', async () => {
    const folder = copiedProject();
    await folder.assay('propose', 'training.example@3');
    for (const kind of [/^{"terms":/, /^subject: /m, /^vocabulary: /m]) {
      const [digest, bytes] = objectLike(folder, kind);
      write(folder, digest, bytes.subarray(1));
      expect(await told(folder, 'propose', 'training.example@4')).toMatchObject({
        exit: 4,
        code: 'OBJECT_CORRUPT',
        facts: { digest },
      });
      write(folder, digest, bytes);
    }
  });

  it('keeps what waits from being approved, and not from being given up', async () => {
    const folder = await withWeather();
    const { change } = await told(folder, 'propose', 'weather.daily/2.1.0');
    alter(folder, 'DELETE FROM objects WHERE digest = ?', change);
    expect(await told(folder, 'approve', 'weather.daily/2.1.0', '--change', change)).toMatchObject({
      exit: 4,
      code: 'OBJECT_LOST',
    });
    expect(await told(folder, 'withdraw', 'weather.daily/2.1.0')).toMatchObject({ exit: 0 });
  });

  it('is not taken for the right one by a proposal that stores the same', async () => {
    const folder = copiedProject();
    await folder.assay('propose', 'weather.daily@1');
    const [{ digest }] = folder.stored().objects as [{ digest: string }];
    for (const table of ['refs', 'journal', 'scopes']) alter(folder, `DELETE FROM ${table}`);
    alter(folder, "UPDATE objects SET bytes = x'7b7d' WHERE digest = ?", digest);
    expect(await told(folder, 'propose', 'weather.daily@1')).toMatchObject({
      exit: 4,
      code: 'OBJECT_CORRUPT',
    });
  });
});
