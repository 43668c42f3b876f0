import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { Fault } from '../base/fault.ts';
import { endBegunWrites } from '../service/begun-writes.ts';
import { blobsPlace, type KeptBlobs } from '../service/kept-blobs.ts';
import type { KeptCells } from '../service/kept-cells.ts';
import { storePlace } from '../service/open-store.ts';
import type { Project } from '../service/project.ts';
import type { ReadStore, Store } from '../store/port.ts';
import type { Ask } from './program.ts';
import type { IfAbsent } from './world.ts';

/**
 * The project a command line means: `--root`, or the nearest folder upwards that has a `registry.config.ts`. What a command that was
 * killed left half written is whole afterwards.
 */
export async function openProject({ world, settings }: Ask): Promise<Project | Fault> {
  const root = rootOf({ world, settings });
  if (root === undefined)
    return new Fault('PROJECT_NOT_FOUND', { folder: path.resolve(world.folder), where: 'in or above' });
  const config = await world.loadConfig(root);
  if (config instanceof Fault) return config;
  return endBegunWrites(root) ?? { root, config };
}

/** Its folder; undefined where none is named and there is none. */
export const rootOf = ({ world, settings }: Pick<Ask, 'world' | 'settings'>): string | undefined =>
  settings.root === undefined
    ? upwards(path.resolve(world.folder))
    : path.resolve(world.folder, settings.root);

/** Opens the project's store, hands it over, and closes it whatever happens. */
export async function withStore<T>(
  { world, settings }: Ask,
  project: Project,
  use: (store: Store) => Promise<T | Fault>,
  ifAbsent: Exclude<IfAbsent, 'refuse'> = 'make',
): Promise<T | Fault> {
  return closing(await world.openStore(storePlace(project, settings.store, world.folder), ifAbsent), use);
}

/** What the project keeps beside its store; undefined where it names no place for it. */
export async function openKept({ world }: Ask, project: Project): Promise<KeptBlobs | undefined | Fault> {
  const place = blobsPlace(project);
  return place && world.openBlobs(place);
}

/**
 * Hands over what was kept of cells, unless `--no-cache` asks for all of them to be run; what is kept and can't be read
 * costs the time of running them, and is told.
 */
export async function withCells<T>(
  { world, options }: Ask,
  project: Project,
  use: (kept: KeptCells | undefined) => Promise<T | Fault>,
): Promise<T | Fault> {
  const opened = options['cache'] === false ? undefined : await world.openCells(project.root);
  if (opened instanceof Fault) world.output.writeError(`${unkeptText(opened)}\n`);
  if (opened === undefined || opened instanceof Fault) return use(undefined);
  try {
    return await use(opened.kept);
  } finally {
    await opened.close();
    const { problem } = opened.kept.use;
    if (problem !== undefined) world.output.writeError(`${unkeptText(problem)}\n`);
  }
}

const unkeptText = ({ code, message }: Fault): string =>
  `what was found of cells could not all be kept or read: ${code}, ${message}; they were run`;

/** The option of every command that runs cells. */
export const noCache = (command: Command): Command =>
  command.option('--no-cache', 'run every cell, whatever was kept of it');

/** The same for a command that only reads. */
export async function withReadStore<T>(
  { world, settings }: Ask,
  project: Project,
  use: (store: ReadStore) => Promise<T | Fault>,
  ifAbsent: Exclude<IfAbsent, 'make'> = 'empty',
): Promise<T | Fault> {
  return closing(await world.readStore(storePlace(project, settings.store, world.folder), ifAbsent), use);
}

async function closing<S extends ReadStore, T>(
  store: S | Fault,
  use: (store: S) => Promise<T | Fault>,
): Promise<T | Fault> {
  if (store instanceof Fault) return store;
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

function upwards(folder: string): string | undefined {
  if (existsSync(path.join(folder, 'registry.config.ts'))) return folder;
  const above = path.dirname(folder);
  return above === folder ? undefined : upwards(above);
}
