import { createHash } from 'node:crypto';
import { canonicalJson } from '../../base/canonical-json.ts';
import { Fault } from '../../base/fault.ts';
import type { ReadStore } from '../../store/port.ts';
import { NewFile } from '../new-file.ts';
import { BACKUP_FORMAT, type BackupLine } from './backup-line.ts';
import { referredObjects } from './referred.ts';
import { storedScopes } from './stored-scopes.ts';

export type BackedUp = {
  readonly objects: number;
  readonly scopes: number;
  readonly entries: number;
  readonly bytes: number;
};

export type BackupAsk = {
  readonly store: ReadStore;
  readonly place: string;
  /** What faults call the file. */
  readonly name: string;
  /** A word that nobody else uses. */
  readonly part: string;
};

/**
 * Writes all that a store holds into one file, which is there when it is whole. Others may write meanwhile.
 *
 * @faults FILE_UNWRITABLE, and those of `storedScopes` and `referredObjects`
 */
export async function writeBackup({ store, place, name, part }: BackupAsk): Promise<BackedUp | Fault> {
  const file = NewFile.open(place, name, part);
  if (file instanceof Fault) return file;
  const done = await writeLines(store, file);
  if (done instanceof Fault) {
    file.discard();
    return done;
  }
  return file.keep() ?? done;
}

async function writeLines(store: ReadStore, file: NewFile): Promise<BackedUp | Fault> {
  const lines = createHash('sha256');
  let bytes = 0;
  const write = (line: BackupLine): Fault | undefined => {
    const text = Buffer.from(`${canonicalJson(line)}\n`);
    lines.update(text);
    bytes += text.length;
    return file.write(text);
  };
  // First what changes, then what never does: what these name was there before them.
  const scopes = await storedScopes(store);
  if (scopes instanceof Fault) return scopes;
  const head = write({ what: 'backup', format: BACKUP_FORMAT });
  if (head !== undefined) return head;
  let [objects, entries] = [0, 0];
  for await (const found of referredObjects(store, scopes)) {
    if (found instanceof Fault) return found;
    const base64 = Buffer.from(found.bytes).toString('base64');
    const fault = write({ what: 'object', digest: found.digest, base64 });
    if (fault !== undefined) return fault;
    objects += 1;
  }
  for (const scope of scopes) {
    const { seq, refs } = scope;
    const rows: BackupLine[] = [{ what: 'scope', scope: scope.scope, seq, refs: refs.size }];
    for (const [name, ref] of refs) rows.push({ what: 'ref', name, ...ref });
    for (const entry of scope.entries) rows.push({ what: 'entry', ...entry });
    entries += scope.entries.length;
    for (const row of rows) {
      const fault = write(row);
      if (fault !== undefined) return fault;
    }
  }
  const digest = `sha256:${lines.copy().digest('hex')}` as const;
  return (
    write({ what: 'end', objects, scopes: scopes.length, lines: digest }) ?? {
      objects,
      scopes: scopes.length,
      entries,
      bytes,
    }
  );
}
