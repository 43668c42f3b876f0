import path from 'node:path';
import type { Place } from '../base/fault.ts';
import { isPostgresUrl } from '../store/postgres/address.ts';
import { exportKey } from './config.ts';
import { type BlobsPlace, blobsPlace } from './kept-blobs.ts';
import type { Project } from './project.ts';
import { type PostgresSettings, postgresAt } from './store-settings.ts';

/** Where the store is, and whether its folder is the project's own and may be made with it. */
export type FilePlace = Beside & { readonly file: string; readonly makesFolder: boolean };

export type PostgresPlace = Beside & {
  readonly postgres: PostgresSettings;
  /** Where files that the address names are looked for. */
  readonly folder: string;
  /** Where the address was given: what is wrong with it is said there. */
  readonly given: 'option' | { readonly key: string; readonly at: Place };
};

/** Where blobs lie, if anywhere. */
type Beside = { readonly blobs?: BlobsPlace };

export type StorePlace = FilePlace | PostgresPlace;

/** The file or the database that was asked for, from where it was asked, or what the project names. */
export function storePlace(project: Project, asked: string | undefined, folder: string): StorePlace {
  const {
    root,
    config: { store, placeOf },
  } = project;
  const blobs = blobsPlace(project);
  const beside = blobs && { blobs };
  if (asked !== undefined)
    return isPostgresUrl(asked)
      ? { postgres: postgresAt(asked), folder, given: 'option', ...beside }
      : { file: path.resolve(folder, asked), makesFolder: false, ...beside };
  if (typeof store === 'string') return { file: path.join(root, store), makesFolder: true, ...beside };
  const { postgres } = store;
  const key = ['store', 'postgres', postgres.url === undefined ? 'urlFrom' : 'url'];
  return { postgres, folder: root, given: { key: exportKey(key), at: placeOf(key) }, ...beside };
}
