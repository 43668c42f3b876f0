import type { Config } from './config.ts';
import { listFolder } from './read-file.ts';

/** A folder with a `registry.config.ts`. */
export type Project = { readonly root: string; readonly config: Config };

/** Every subject is a folder with a `subject.yaml`; sorted by name. */
export const subjectNames = ({ root, config }: Project): readonly string[] =>
  listFolder(root, config.schemas).filter(name =>
    listFolder(root, `${config.schemas}/${name}`).includes('subject.yaml'),
  );
