import type { Digest } from '../../src/base/digest.ts';
import { parseConverter } from '../../src/convert/converter.ts';
import { bytesOf, must } from '../contract/small-subject.ts';
import type { Folder } from './harness.ts';

/** Writes a converter between two versions of a subject, and says what a change record calls it. */
export function writeConverter(
  folder: Folder,
  subject: string,
  [from, to]: readonly [number, number],
  entries = ' []',
): Digest {
  const path = `schemas/${subject}/converters/v${from}-v${to}.yaml`;
  folder.write(path, `subject: ${subject}\nfrom: ${from}\nto: ${to}\nfields:${entries}\n`);
  return convertersDigest(folder, path);
}

/** The digest of one that is there. */
export const convertersDigest = (folder: Folder, path: string): Digest =>
  must(parseConverter(path, bytesOf(folder.read(path)))).digest;
