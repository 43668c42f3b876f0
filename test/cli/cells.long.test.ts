import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/base/limits.ts';
import { openCells } from '../../src/main/open-cells.ts';
import { copiedProject } from './harness.ts';

const DIFF = ['diff', 'training.example@3', 'training.example@4'] as const;

function project() {
  const folder = copiedProject();
  let now_ms = Date.UTC(2026, 0, 15);
  const assay = folder.as({ openCells: root => openCells(root, () => now_ms++) });
  const wait = (waited_ms: number): void => {
    now_ms += waited_ms;
  };
  return { folder, assay, wait, cells: path.join(folder.root, '.assay', 'cells.sqlite') };
}

describe('cells kept beside the registry', () => {
  it('are not kept where nothing else is, because a question leaves no trace', async () => {
    const { folder, assay } = project();
    expect((await assay(...DIFF, '--json')).json()).not.toHaveProperty('cache');
    expect(folder.has('.assay')).toBe(false);
  });

  it('are taken the next time, said so, and run again where that is asked for or they are damaged', async () => {
    const { folder, assay, cells } = project();
    folder.write('.assay/note', 'there');
    const first = (await assay(...DIFF, '--json')).json();
    expect(first.cache).toEqual({ taken: 0, ran: 6, damaged: 0 });

    const second = (await assay(...DIFF, '--json')).json();
    expect(second).toEqual({ ...first, cache: { taken: 6, ran: 0, damaged: 0 } });
    expect((await assay(...DIFF)).out).toContain('6 of 6 were run before');
    expect((await assay(...DIFF, '--no-cache', '--json')).json()).toEqual({ ...first, cache: undefined });

    const db = new DatabaseSync(cells);
    db.exec("UPDATE objects SET bytes = x'00'");
    db.close();
    const third = (await assay(...DIFF, '--json')).json();
    expect(third).toEqual({ ...first, cache: { taken: 0, ran: 6, damaged: 2 } });
    expect((await assay(...DIFF, '--json')).json().cache).toEqual({ taken: 6, ran: 0, damaged: 0 });
  });

  it('are dropped when nobody kept one for long, those of other code sooner', async () => {
    const { folder, assay, wait, cells } = project();
    folder.write('.assay/note', 'there');
    const scopesOf = (): readonly string[] => {
      const db = new DatabaseSync(cells);
      const rows = db.prepare('SELECT scope FROM scopes').all();
      db.close();
      return rows.map(({ scope }) => String(scope));
    };
    await assay(...DIFF);
    const mine = scopesOf();
    const db = new DatabaseSync(cells);
    // As another version would have left them.
    for (const table of ['scopes', 'refs', 'journal'])
      db.exec(`UPDATE ${table} SET scope = 'cells/0123/' || substr(scope, -64) WHERE scope = '${mine[0]}'`);
    db.close();
    wait(LIMITS.cells_other_code_kept_ms + 1_000);
    const { taken, ran } = (await assay(...DIFF, '--json')).json().cache;
    // Of one reader two cells were asked for, of the other four.
    expect([taken, ran].sort()).toEqual([2, 4]);
    expect(scopesOf()).toEqual(mine);
    wait(LIMITS.cells_kept_ms + 1_000);
    expect((await assay(...DIFF, '--json')).json().cache).toEqual({ taken: 0, ran: 6, damaged: 0 });
    expect(scopesOf()).toEqual(mine);
  });

  it('cost their time and nothing else where their store can not be read, and that is said', async () => {
    const { folder, assay } = project();
    folder.write('.assay/cells.sqlite', 'no database, and longer than one page would have to be'.repeat(100));
    const { exit, out, err } = await assay(...DIFF, '--json');
    expect([exit, JSON.parse(out).cache]).toEqual([1, undefined]);
    expect(err).toContain('STORE_');
  });

  it('are noticed when what refers to them was altered', async () => {
    const { folder, assay, cells } = project();
    folder.write('.assay/note', 'there');
    const first = (await assay(...DIFF, '--json')).json();
    const db = new DatabaseSync(cells);
    db.exec("UPDATE refs SET value = replace(value, 'sha256:', 'sha256:0')");
    db.close();
    const { out, err } = await assay(...DIFF, '--json');
    expect(JSON.parse(out)).toEqual({ ...first, cache: { taken: 0, ran: 6, damaged: 0 } });
    expect(err).toContain('STORE_CORRUPT');
  });
});
