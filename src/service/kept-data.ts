import { sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { GoldenSet } from '../golden/set.ts';
import type { Blobs } from '../store/port.ts';
import type { Project } from './project.ts';
import { readFile } from './read-file.ts';

/**
 * Keeps the files of a set as blobs: its records, and what they become under later versions. Asked before the set is
 * stored, and once more after it: whoever collects may have come in between, and found nothing that names them.
 *
 * @faults those of `readFile` and the blobs
 */
export async function keepData(
  project: Project,
  { subject, data, expected }: GoldenSet,
  blobs: Blobs,
): Promise<Fault | undefined> {
  for (const { file, sha256: digest } of [data, ...expected]) {
    const there = await blobs.stat(digest);
    if (there instanceof Fault) return there;
    if (there !== undefined && there.age_ms < LIMITS.blob_renewed_ms) continue;
    const path = `${project.config.golden}/${subject}/${file}`;
    const bytes = readFile(project.root, path, LIMITS.golden_file_bytes_max);
    if (bytes instanceof Fault) return bytes;
    // Whoever judged it has said that it is another.
    if (sha256(bytes) !== digest) continue;
    const kept = await blobs.put(bytes);
    if (kept instanceof Fault) return kept;
  }
  return undefined;
}
