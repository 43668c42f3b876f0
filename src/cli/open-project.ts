import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { Fault } from '../base/fault.ts';
import { endBegunWrites } from '../service/begun-writes.ts';
import { blobsPlace, type KeptBlobs } from '../service/kept-blobs.ts';
import type { KeptCells } from '../service/kept-cells.ts';
import { nearReading, nearRegistry } from '../service/near-registry.ts';
import { storePlace } from '../service/open-store.ts';
import type { Project } from '../service/project.ts';
import type { ReadRegistry, Registry } from '../service/registry.ts';
import type { ReadStore, Store } from '../store/port.ts';
import type { Ask } from './program.ts';
import type { Far, IfAbsent } from './world.ts';

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

/**
 * Opens the project's store, hands it over, and closes it whatever happens: for what is done with a store itself, and to no
 * registry from afar. @faults STORE_ELSEWHERE
 */
export async function withStore<T>(
  ask: Ask,
  project: Project,
  use: (store: Store) => Promise<T | Fault>,
  ifAbsent: Exclude<IfAbsent, 'refuse'> = 'make',
): Promise<T | Fault> {
  return elsewhereFault(ask) ?? closing(await opened(ask, project, ifAbsent), use);
}

const opened = ({ world, settings }: Ask, project: Project, ifAbsent: Exclude<IfAbsent, 'refuse'>) =>
  world.openStore(storePlace(project, settings.store, world.folder), ifAbsent);

/** The registry that is asked from afar; a store that is named on the command line goes before it. */
export const farOf = ({ world, settings }: Ask): Far | undefined =>
  settings.store === undefined ? world.far : undefined;

/** That a command that needs the store itself would not reach the registry that is meant. */
export function elsewhereFault(ask: Ask): Fault<'STORE_ELSEWHERE'> | undefined {
  const far = farOf(ask);
  return far && new Fault('STORE_ELSEWHERE', { command: ask.name, url: far.url });
}

/** Hands over the registry that is to be changed, wherever it is. */
export async function withRegistry<T>(
  ask: Ask,
  project: Project,
  use: (registry: Registry) => Promise<T | Fault>,
  ifAbsent: Exclude<IfAbsent, 'refuse'> = 'make',
): Promise<T | Fault> {
  const far = farOf(ask);
  if (far === undefined) {
    const { world } = ask;
    const openData = async () => {
      const beside = await openKept(ask, project);
      return beside instanceof Fault ? beside : beside?.data;
    };
    const near = { ...world, plain: world.plainReaders, foreign: world.foreignReaders, openData };
    return closing(await opened(ask, project, ifAbsent), store => use(nearRegistry(store, near)));
  }
  const registry = far.open();
  return registry instanceof Fault ? registry : use(registry);
}

/** The same for a command that only reads. */
export async function withReadRegistry<T>(
  ask: Ask,
  project: Project,
  use: (registry: ReadRegistry) => Promise<T | Fault>,
  ifAbsent: Exclude<IfAbsent, 'make'> = 'empty',
): Promise<T | Fault> {
  const { world, settings } = ask;
  const far = farOf(ask);
  if (far === undefined) {
    const place = storePlace(project, settings.store, world.folder);
    return closing(await world.readStore(place, ifAbsent), store => use(nearReading(store, world.now_ms)));
  }
  const registry = far.open();
  return registry instanceof Fault ? registry : use(registry);
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

/** The store alone, for a command that only reads it. */
export const withReadStore = <T>(
  ask: Ask,
  project: Project,
  use: (store: ReadStore) => Promise<T | Fault>,
  ifAbsent: Exclude<IfAbsent, 'make'> = 'empty',
): Promise<T | Fault> => withReadRegistry(ask, project, ({ store }) => use(store), ifAbsent);

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
