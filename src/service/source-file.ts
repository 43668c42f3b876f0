import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { Project } from './project.ts';
import { readFile } from './read-file.ts';

/** A document of the project, and the path a fault in it shows. */
export type SourceFile = { readonly path: string; readonly bytes: Uint8Array };

/** @faults those of `readFile` */
export function source(
  project: Project,
  path: string,
  most_bytes: number = LIMITS.document_bytes_max,
): SourceFile | Fault {
  const bytes = readFile(project.root, path, most_bytes);
  return bytes instanceof Fault ? bytes : { path, bytes };
}
