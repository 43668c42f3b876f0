import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { placeOf } from '../contract/yaml-document.ts';
import type { Converter } from '../convert/converter.ts';
import type { FunctionDeclared } from '../convert/converter-shape.ts';
import type { FunctionBundle } from '../convert/function-plan.ts';
import type { FunctionBundler } from '../engine/port.ts';
import type { Project } from './project.ts';
import { readFile } from './read-file.ts';

export type FunctionBundles = ReadonlyMap<Digest, FunctionBundle>;

/**
 * What the functions of a converter are, with all that they import, by their digests; or why what would run is not what the
 * converter binds. Nothing of it is run.
 *
 * @param folder  that of the converter, wherever it lies
 * @faults FUNCTION_DIGEST_DIFFERS PATH_OUTSIDE FILE_UNREADABLE, and those of `FunctionBundler`
 */
export async function bundleFunctions(
  { root }: Pick<Project, 'root'>,
  { functions, document }: Converter,
  folder: string,
  bundler: FunctionBundler,
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
    const bundle = await bundler.bundle({ root, module, exported, isolation });
    if (!('text' in bundle)) faults.push(...bundle);
    else if (bundle.digest === digest) bundles.set(digest, bundle);
    else {
      const facts = { function: name, found: bundle.digest, written: digest ?? 'none' };
      faults.push(
        new Fault('FUNCTION_DIGEST_DIFFERS', facts, at(digest === undefined ? 'name' : 'digest')) as unknown as Fault,
      );
    }
  }
  return faults.length > 0 ? faults : bundles;
}

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
