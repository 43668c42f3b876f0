import { readdirSync, readFileSync } from 'node:fs';
import { type Digest, sha256 } from '../../base/digest.ts';

/** One step from an older layout to a newer; what has been run somewhere is never edited. */
export type Migration = { readonly name: string; readonly sql: string; readonly digest: Digest };

/** Those beside this file, in the order of their numbers: the first is 1, and none is left out. */
export function ownMigrations(): readonly Migration[] {
  const folder = new URL('./migrations/', import.meta.url);
  const names = readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .sort();
  for (const [index, name] of names.entries())
    if (Number(name.slice(0, 3)) !== index + 1)
      throw new TypeError(`${name} should have the number ${index + 1}`);
  return names.map(name => {
    const sql = readFileSync(new URL(name, folder), 'utf8');
    return { name: name.slice(0, -'.sql'.length), sql, digest: sha256(sql) };
  });
}
