import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { placeOf } from '../contract/yaml-document.ts';
import type { ConversionPlan } from '../convert/conversion-plan.ts';
import type { Converter } from '../convert/converter.ts';
import type { FunctionDeclared } from '../convert/converter-shape.ts';
import type { FunctionBundle } from '../convert/function-plan.ts';
import { bundleFunction } from '../engine/functions/bundle.ts';
import type { LoadedSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import { readFile } from './read-file.ts';

export type FunctionBundles = ReadonlyMap<Digest, FunctionBundle>;

/**
 * What the functions of a converter are, with all that they import, by their digests; or why what would run is not what the
 * converter binds. Nothing of it is run.
 *
 * @param folder  that of the converter, wherever it lies
 * @faults FUNCTION_DIGEST_DIFFERS PATH_OUTSIDE FILE_UNREADABLE, and those of `bundleFunction`
 */
export async function bundleFunctions(
  { root }: Pick<Project, 'root'>,
  { functions, document }: Converter,
  folder: string,
): Promise<FunctionBundles | readonly Fault[]> {
  const bundles = new Map<Digest, FunctionBundle>();
  const faults: Fault[] = [];
  for (const [index, declared] of functions.entries()) {
    const at = (key: string) => placeOf(document, ['functions', index, key]);
    const module = moduleOf(root, folder, declared);
    if (module instanceof Fault) {
      faults.push(new Fault(module.code, module.facts, at('module')) as unknown as Fault);
      continue;
    }
    const { name, digest, isolation = 'process', export: exported = 'default' } = declared;
    const bundle = await bundleFunction({ root, module, exported, isolation });
    if (!('text' in bundle)) faults.push(...bundle);
    else if (bundle.digest === digest) bundles.set(digest, bundle);
    else {
      const facts = { function: name, found: bundle.digest, written: digest ?? 'none' };
      faults.push(
        new Fault(
          'FUNCTION_DIGEST_DIFFERS',
          facts,
          at(digest === undefined ? 'name' : 'digest'),
        ) as unknown as Fault,
      );
    }
  }
  return faults.length > 0 ? faults : bundles;
}

/** The functions of converters of the project, of those that plans were made of. @faults those of `bundleFunctions` */
export async function bundlesOf(
  project: Pick<Project, 'root'>,
  { converters }: Pick<LoadedSubject, 'converters'>,
  plans: readonly ConversionPlan[],
): Promise<FunctionBundles | Fault> {
  const all = new Map<Digest, FunctionBundle>();
  for (const plan of plans) {
    if (plan.functions.length === 0) continue;
    const found = converters.find(({ converter }) => converter.digest === plan.converter)!;
    const bundles = await bundleFunctions(project, found.converter, folderOf(project, found.path));
    if (!(bundles instanceof Map)) return (bundles as readonly Fault[])[0]!;
    for (const [digest, bundle] of bundles) all.set(digest, bundle);
  }
  return all;
}

/**
 * Of converters whose step was not accepted yet, what is wrong with their functions. One of an accepted step is as it was
 * approved, or can't be run; that is told to whoever runs it.
 */
export async function proposedFunctionFaults(
  project: Pick<Project, 'root'>,
  { converters, ledger }: Pick<LoadedSubject, 'converters' | 'ledger'>,
): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  for (const { converter, path: name } of converters) {
    if (converter.functions.length === 0 || ledger.versions.some(({ version }) => version === converter.to))
      continue;
    const bundles = await bundleFunctions(project, converter, folderOf(project, name));
    if (!(bundles instanceof Map)) faults.push(...(bundles as readonly Fault[]));
  }
  return faults;
}

/** What is wrong with the functions of the converter that a change record names. */
export async function namedFunctionFault(
  project: Pick<Project, 'root'>,
  { converters }: Pick<LoadedSubject, 'converters'>,
  digest: Digest | undefined,
): Promise<Fault | undefined> {
  const named = converters.find(({ converter }) => converter.digest === digest);
  if (named === undefined || named.converter.functions.length === 0) return undefined;
  const bundles = await bundleFunctions(project, named.converter, folderOf(project, named.path));
  return bundles instanceof Map ? undefined : (bundles as readonly Fault[])[0];
}

const folderOf = ({ root }: Pick<Project, 'root'>, name: string): string =>
  path.join(root, ...path.posix.dirname(name).split('/'));

/** The module below the project, which must be there. */
function moduleOf(root: string, folder: string, { module }: FunctionDeclared): string | Fault {
  const top = realpathSync.native(root);
  const below = path
    .relative(top, path.join(realpathSync.native(folder), ...module.split('/')))
    .split(path.sep)
    .join('/');
  if (below === '..' || below.startsWith('../') || path.isAbsolute(below))
    return new Fault('PATH_OUTSIDE', { path: module, root }) as unknown as Fault;
  const found = readFile(top, below, LIMITS.function_bundle_bytes_max);
  return found instanceof Fault ? (found as unknown as Fault) : below;
}
