import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { copiedProject, type Folder, TODAY } from './harness.ts';

const DAY_MS = 86_400_000;
const on = (project: Folder, days: number) => project.as({ now_ms: () => TODAY + days * DAY_MS });

/** A store with one version, and an object and a file that nothing names. */
async function proposed(): Promise<Folder> {
  const project = copiedProject();
  project.edit('registry.config.ts', 'export default {', "export default {\n  blobs: { folder: 'kept' },");
  project.remove('schemas/weather.daily/ledger.yaml');
  await project.assay('propose', 'weather.daily@1');
  const store = await openSqliteStore({
    path: `${project.root}/.assay/registry.sqlite`,
    now_ms: () => TODAY,
  });
  if (store instanceof Fault) throw store;
  await store.putObject(Buffer.from('nobody'));
  await store.close();
  return project;
}

describe('assay gc', () => {
  it('removes what nothing refers to once it is old, and what is left is as whole as before', async () => {
    const project = await proposed();
    const young = (await project.assay('gc', '--json')).json();
    expect(young.objects).toMatchObject({ young: 1, removed: 0 });
    const dry = await on(project, 8)('gc', '--dry-run', '--json');
    expect(dry.json()).toMatchObject({
      dryRun: true,
      olderThanDays: 7,
      objects: { removed: 1, bytes: 6 },
      leftovers: 0,
    });
    expect((await on(project, 8)('gc', '--dry-run')).out).toContain('1 would be removed (6 bytes)');
    expect((await on(project, 8)('gc', '--older-than', '30', '--json')).json().objects.removed).toBe(0);
    const done = (await on(project, 8)('gc', '--json')).json();
    expect(done.objects).toEqual(dry.json().objects);
    expect((await on(project, 9)('gc', '--json')).json().objects).toEqual({
      kept: done.objects.kept,
      young: 0,
      removed: 0,
      bytes: 0,
    });
    expect((await project.assay('show', 'weather.daily@1')).exit).toBe(0);
  });

  it('refuses by its digest what the store refers to, what is young, and what is not there', async () => {
    const project = await proposed();
    const { change } = (await project.assay('propose', 'weather.daily@1', '--json')).json();
    const asked = async (digest: string, days: number) => {
      const { exit, json } = await on(project, days)('gc', digest, '--json');
      return [exit, json().code ?? json().asked.removed];
    };
    expect(await asked(change, 8)).toEqual([2, 'OBJECT_REFERRED']);
    expect(await asked(sha256('nobody'), 1)).toEqual([2, 'OBJECT_YOUNG']);
    expect(await asked(sha256('never'), 8)).toEqual([2, 'OBJECT_UNKNOWN']);
    expect(await asked(sha256('nobody'), 8)).toEqual([0, 1]);
  });

  it('refuses blobs that are all of another, and leaves them alone where another store is named', async () => {
    const project = await proposed();
    const digest = sha256('of another');
    const hex = digest.slice('sha256:'.length);
    project.write(`kept/data/sha256/${hex.slice(0, 2)}/${hex}`, 'of another');
    // A file is as old as the system says.
    const late = project.as({ now_ms: () => Date.now() + 8 * DAY_MS });
    expect((await late('gc', '--json')).json()).toMatchObject({ code: 'BLOBS_FOREIGN', facts: { blobs: 1 } });
    const other = await late('gc', '--store', '.assay/registry.sqlite', '--json');
    expect(other.json()).toMatchObject({ data: { kept: 0, young: 0, removed: 0 } });
    expect(project.has(`kept/data/sha256/${hex.slice(0, 2)}/${hex}`)).toBe(true);
  });

  it('refuses days that are none, a word that is no digest, and a store that is not there', async () => {
    const project = await proposed();
    for (const words of [
      ['--older-than', '0'],
      ['--older-than', 'x'],
      ['--older-than', '9999'],
      ['sha256:1'],
    ])
      expect((await project.assay('gc', ...words, '--json')).json()).toMatchObject({ code: 'USAGE' });
    const absent = await project.assay('gc', '--store', 'none.sqlite', '--json');
    expect(absent.json()).toMatchObject({ code: 'STORE_ABSENT' });
    expect(project.has('none.sqlite')).toBe(false);
  });
});
