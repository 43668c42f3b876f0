import { realpathSync } from 'node:fs';
import path from 'node:path';

/**
 * What a person types in any folder to run this program again: `assay`, where the shell finds this very program under
 * that name and this Node as `node`; else both in full.
 *
 * @param program  the file that runs
 * @param searched  the folders of PATH
 */
export function invocationOf(program: string, searched: readonly string[]): string {
  // What npx puts in front is gone with it.
  const own = searched.filter(folder => !folder.split(path.sep).includes('node_modules'));
  const first = (name: string): string | undefined =>
    own.map(folder => realPath(path.join(folder, name))).find(found => found !== undefined);
  const isKnown = first('assay') === realPath(program) && first('node') === realPath(process.execPath);
  return isKnown ? 'assay' : [process.execPath, program].map(shellWord).join(' ');
}

function realPath(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}

const shellWord = (word: string): string =>
  /^[\w./~+@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
