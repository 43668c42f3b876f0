import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';

/**
 * Where a project lies in its repository: the names of the folders from the top of the git work tree, none where that is the
 * project itself or where there is none. Whoever shows findings in a repository looks for their files from its top.
 */
export function repositoryPath(root: string): readonly string[] {
  if (!existsSync(root)) return [];
  const real = realpathSync(root);
  const top = workTreeOf(real);
  return top === undefined || top === real ? [] : path.relative(top, real).split(path.sep);
}

/** The nearest folder upwards that has a `.git`: a folder, or the file that a linked work tree and a submodule have. */
function workTreeOf(folder: string): string | undefined {
  if (existsSync(path.join(folder, '.git'))) return folder;
  const above = path.dirname(folder);
  return above === folder ? undefined : workTreeOf(above);
}
