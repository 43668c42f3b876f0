import path from 'node:path';
import type { Project } from './project.ts';

/** Where the store is, and whether its folder is the project's own and may be made with it. */
export type StorePlace = { readonly file: string; readonly makesFolder: boolean };

/** The file that was asked for, from where it was asked, or what the project names. */
export const storePlace = (
  { root, config }: Project,
  asked: string | undefined,
  folder: string,
): StorePlace =>
  asked === undefined
    ? { file: path.join(root, config.store), makesFolder: true }
    : { file: path.resolve(folder, asked), makesFolder: false };
