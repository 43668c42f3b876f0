import path from 'node:path';
import type { Project } from './project.ts';

/** The file of the store: what was asked for, from where it was asked, or what the project names. */
export const storeFile = ({ root, config }: Project, asked: string | undefined, folder: string): string =>
  asked === undefined ? path.join(root, config.store) : path.resolve(folder, asked);
