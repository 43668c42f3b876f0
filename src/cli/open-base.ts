import path from 'node:path';
import { Fault } from '../base/fault.ts';
import { type Base, folderBase, gitBase, parseAgainst } from '../service/against.ts';
import type { Project } from '../service/project.ts';
import type { Ask } from './program.ts';

/** The ledgers that a word names: `registry` stands for the store. @faults AGAINST_MALFORMED, and those of reading what it names */
export async function openBase(
  { world }: Ask,
  project: Project,
  where: string,
): Promise<Base | 'registry' | Fault> {
  const against = parseAgainst(where);
  if (against instanceof Fault) return against;
  if (against.kind === 'registry') return 'registry';
  if (against.kind === 'git') return gitBase(project, world.git, against.ref);
  const root = path.resolve(world.folder, against.folder);
  const config = await world.loadConfig(root);
  return config instanceof Fault ? config : folderBase({ root, config }, against.folder);
}
