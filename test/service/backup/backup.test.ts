import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/canonical-json.ts';
import { sha256 } from '../../../src/base/digest.ts';
import { Fault } from '../../../src/base/fault.ts';
import { readBackup } from '../../../src/service/backup/read-backup.ts';
import { restoreBackup } from '../../../src/service/backup/restore-backup.ts';
import { storedScopes } from '../../../src/service/backup/stored-scopes.ts';
import { writeBackup } from '../../../src/service/backup/write-backup.ts';
import { MemoryStore } from '../../../src/store/memory.ts';
import type { Store } from '../../../src/store/port.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const folder = temporaryFolder();
let files = 0;
const fresh = (): string => path.join(folder, `${++files}.jsonl`);
const memory = () => new MemoryStore(() => 7);

const write = (
  store: Store,
  scope: string,
  opId: string,
  refs: Record<string, Json>,
  objects: string[] = [],
) =>
  store.transact(scope, opId, { kind: 'test' }, () => ({
    answer: { kind: 'test', opId },
    refs: new Map(Object.entries(refs)),
    objects: objects.map(text => Buffer.from(text)),
  }));

async function backedUp(store: Store): Promise<string> {
  const place = fresh();
  const done = await writeBackup({ store, place, name: 'b', part: 'x' });
  if (done instanceof Fault) throw done;
  return place;
}

/** Two scopes; what a ref names, what that names, what a journal alone names, and what nobody does. */
async function filled(): Promise<Store> {
  const store = memory();
  const leaf = sha256('leaf');
  await store.putObject(Buffer.from('leaf'));
  await store.putObject(Buffer.from('nobody names this'));
  const inner = `{"below":"${leaf}"}`;
  await write(store, 'subject/a', 'one', { version: { record: sha256(inner) } }, [inner]);
  await write(store, 'subject/a', 'two', { version: 2, file: sha256('never stored') });
  await write(store, 'subject/b', 'three', { x: null, y: [] });
  return store;
}

describe('a backup', () => {
  it('has what a ref names and what that names, and nothing that nobody does', async () => {
    const store = memory();
    await store.putObject(Buffer.from('leaf'));
    await store.putObject(Buffer.from('nobody names this'));
    const inner = `{"below":"${sha256('leaf')}"}`;
    await write(store, 's', 'one', { record: sha256(inner), file: sha256('never stored') }, [inner]);
    const other = memory();
    expect(await restoreBackup(other, await backedUp(store), 'b')).toMatchObject({ objects: 2 });
    expect(Buffer.from((await other.getObject(sha256('leaf'))) as Uint8Array).toString()).toBe('leaf');
    expect(await other.getObject(sha256('nobody names this'))).toMatchObject({ code: 'OBJECT_UNKNOWN' });
  });

  it('is whole whatever refs and objects there are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'ü'), fc.dictionary(fc.string(), fc.jsonValue())), {
          maxLength: 6,
        }),
        async writes => {
          const store = memory();
          for (const [index, [scope, refs]] of writes.entries())
            await write(store, scope, `op-${index}`, refs as Record<string, Json>);
          const other = memory();
          const done = await restoreBackup(other, await backedUp(store), 'b');
          expect(done).not.toBeInstanceOf(Fault);
          expect(await storedScopes(other)).toEqual(await storedScopes(store));
        },
      ),
      { numRuns: 30 },
    );
  });

  it('goes on where the store was: the same operation is answered as it was, and the next has the next number', async () => {
    const store = await filled();
    const other = memory();
    await restoreBackup(other, await backedUp(store), 'b');
    expect(await write(other, 'subject/b', 'three', {})).toMatchObject({ seq: 1 });
    expect(await write(other, 'subject/a', 'four', { version: 3 })).toMatchObject({ seq: 3 });
  });

  it('is refused by a store that has something, which stays as it was', async () => {
    const place = await backedUp(await filled());
    const other = memory();
    await write(other, 'mine', 'op', { a: 1 });
    expect(await restoreBackup(other, place, 'b')).toMatchObject({ code: 'STORE_NOT_EMPTY' });
    expect(await other.scopes()).toEqual([{ scope: 'mine', seq: 1 }]);
  });

  it('does not overwrite a file', async () => {
    const place = fresh();
    writeFileSync(place, 'mine');
    const store = await filled();
    expect(await writeBackup({ store, place, name: 'b', part: 'x' })).toMatchObject({
      code: 'FILE_UNWRITABLE',
    });
    expect(readFileSync(place, 'utf8')).toBe('mine');
  });
});

describe('a backup that was touched', () => {
  it('is refused wherever a byte is another, and nothing of it is restored', async () => {
    const place = await backedUp(await filled());
    const bytes = readFileSync(place);
    const touched = fresh();
    for (let at = 0; at < bytes.length; at += 7) {
      const other = Buffer.from(bytes);
      other[at] = other[at]! ^ 1;
      writeFileSync(touched, other);
      const store = memory();
      expect(await restoreBackup(store, touched, 'b'), `byte ${at}`).toMatchObject({
        code: 'BACKUP_BROKEN',
        facts: { path: 'b' },
      });
      expect(await store.scopes()).toEqual([]);
    }
  });

  it('is refused where it was cut, or a line is gone, twice there, or in another place', async () => {
    const place = await backedUp(await filled());
    const lines = readFileSync(place, 'utf8').split('\n').slice(0, -1);
    const touched = fresh();
    const swapped = [lines[1]!, lines[0]!, ...lines.slice(2)];
    for (const wrong of [
      [],
      ...lines.map((_, at) => lines.slice(0, at)),
      ...lines.map((_, at) => lines.toSpliced(at, 1)),
      ...lines.map((line, at) => lines.toSpliced(at, 0, line)),
      swapped,
      [...lines, lines.at(-1)!],
    ]) {
      writeFileSync(touched, wrong.map(line => `${line}\n`).join(''));
      expect(await readBackup(touched, 'b', async () => undefined)).toMatchObject({ code: 'BACKUP_BROKEN' });
    }
  });

  it('is refused where it is no backup, or is not there', async () => {
    const touched = fresh();
    writeFileSync(touched, '{"what":"backup","format":"assay.backup/2"}\n');
    expect(await readBackup(touched, 'b', async () => undefined)).toMatchObject({ code: 'BACKUP_BROKEN' });
    expect(await readBackup(fresh(), 'b', async () => undefined)).toMatchObject({ code: 'FILE_UNREADABLE' });
  });
});
