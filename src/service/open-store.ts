import path from 'node:path';
import { Fault } from '../base/fault.ts';
import { isPostgresUrl } from '../store/postgres/address.ts';
import { exportKey } from './config.ts';
import type { Project } from './project.ts';
import { type PostgresSettings, postgresAt } from './store-settings.ts';

/** Where the store is, and whether its folder is the project's own and may be made with it. */
export type FilePlace = { readonly file: string; readonly makesFolder: boolean };

export type PostgresPlace = {
  readonly postgres: PostgresSettings;
  /** Where files that the address names are looked for. */
  readonly folder: string;
  /** What is wrong with the address, said where it was given. */
  readonly refuse: (problem: string) => Fault;
};

export type StorePlace = FilePlace | PostgresPlace;

/** The file or the database that was asked for, from where it was asked, or what the project names. */
export function storePlace(
  { root, config: { store, placeOf } }: Project,
  asked: string | undefined,
  folder: string,
): StorePlace {
  if (asked !== undefined)
    return isPostgresUrl(asked)
      ? { postgres: postgresAt(asked), folder, refuse: problem => usage(`--store: ${problem}`) }
      : { file: path.resolve(folder, asked), makesFolder: false };
  if (typeof store === 'string') return { file: path.join(root, store), makesFolder: true };
  const { postgres } = store;
  const key = ['store', 'postgres', postgres.url === undefined ? 'urlFrom' : 'url'];
  const refuse = (problem: string) =>
    new Fault('CONFIG_INVALID', { key: exportKey(key), problem }, placeOf(key));
  return { postgres, folder: root, refuse };
}

const usage = (problem: string): Fault => new Fault('USAGE', { problem, command: '' });
