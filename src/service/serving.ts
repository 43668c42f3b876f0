import { Fault } from '../base/fault.ts';
import { subjectScope, subjectState } from '../change/subject-state.ts';
import type { ReadStore, Store } from '../store/port.ts';
import type { Config } from './config.ts';
import { storedGround } from './live-ground.ts';
import type { Project } from './project.ts';
import type { Reference } from './reference.ts';

/** A registry without a working tree. */
export type Serving = {
  readonly root: string;
  readonly config: Config;
  readonly store: Store;
  readonly now_ms: number;
};

/**
 * The project as a server has it: which versions count is said by the store alone.
 *
 * @faults those of the store
 */
export async function servedProject(
  { root, config }: Pick<Serving, 'root' | 'config'>,
  store: ReadStore,
  what: Exclude<Reference, { kind: 'subject' }>,
): Promise<Project | Fault> {
  const scope = await store.readScope(subjectScope(what.subject));
  if (scope instanceof Fault) return scope;
  const version = what.kind === 'version' ? what.version : undefined;
  return { root, config, ground: storedGround(subjectState(scope), config, version) };
}
