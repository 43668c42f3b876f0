import { describe, expect, it } from 'vitest';
import { copiedProject, type Folder } from './harness.ts';

const VERSION = 'weather.daily@1';

async function proposed(): Promise<Folder> {
  const project = copiedProject();
  project.remove('schemas/weather.daily/ledger.yaml');
  expect(await project.assay('propose', VERSION)).toMatchObject({ exit: 0 });
  return project;
}

describe('assay backup and restore', () => {
  it('bring a store into another, of which each command then says the same', async () => {
    const project = await proposed();
    const made = await project.assay('backup', 'b.jsonl', '--json');
    expect(made.json()).toMatchObject({ scopes: 1, entries: 1 });
    expect((await project.assay('backup', '--verify', 'b.jsonl')).exit).toBe(0);
    const restored = await project.assay('restore', 'b.jsonl', '--store', 'other.sqlite', '--json');
    expect(restored.json()).toEqual({
      objects: made.json().objects,
      scopes: [{ scope: 'subject/weather.daily', seq: 1 }],
    });
    for (const words of [
      ['log', 'weather.daily'],
      ['show', VERSION],
    ]) {
      const other = await project.assay(...words, '--json', '--store', 'other.sqlite');
      expect(other.exit).toBe(0);
      expect(other.out).toBe((await project.assay(...words, '--json')).out);
    }
  });

  it('refuse a backup that was touched, a store that holds something, and one that is not there', async () => {
    const project = await proposed();
    await project.assay('backup', 'b.jsonl');
    expect((await project.assay('restore', 'b.jsonl', '--json')).json()).toMatchObject({
      code: 'STORE_NOT_EMPTY',
    });
    project.edit('b.jsonl', '"state":"active"', '"state":"retired"');
    for (const words of [
      ['restore', 'b.jsonl', '--store', 'other.sqlite'],
      ['backup', '--verify', 'b.jsonl'],
    ]) {
      const refused = await project.assay(...words, '--json');
      expect([refused.exit, refused.json().code]).toEqual([2, 'BACKUP_BROKEN']);
    }
    expect(project.has('other.sqlite')).toBe(false);
    expect(
      (await project.assay('backup', 'c.jsonl', '--store', 'none.sqlite', '--json')).json(),
    ).toMatchObject({ code: 'STORE_ABSENT' });
    expect(project.has('c.jsonl')).toBe(false);
  });
});
