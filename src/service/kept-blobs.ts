import path from 'node:path';
import type { Fault } from '../base/fault.ts';
import type { Blobs } from '../store/port.ts';
import type { S3Place } from '../store/s3/place.ts';
import type { Project } from './project.ts';

/** Where blobs lie, and whether the folder is the project's own and may be made with the first of them. */
export type BlobsPlace =
  | { readonly folder: string; readonly makesFolder: boolean }
  | { readonly s3: S3Place };

/** What a registry keeps beside its store. */
export type KeptBlobs = {
  /** What faults and reports call the place. */
  readonly path: string;
  /** Objects that are too large for a database. */
  readonly objects: Blobs;
  /** Files of golden sets. They have values of every field, so that nothing gives them out but what asks for them here. */
  readonly data: Blobs;
  /** Writes there and removes it again, and says what the place does. */
  readonly probe: () => Promise<string | Fault>;
  /** That it answers; nothing is written. */
  readonly reach: () => Promise<Fault | undefined>;
};

/** Where the project has them; undefined where it names no place. */
export function blobsPlace({ root, config: { blobs } }: Project): BlobsPlace | undefined {
  if (blobs === undefined) return undefined;
  if ('folder' in blobs) {
    const { folder } = blobs;
    return { folder: path.resolve(root, folder), makesFolder: !path.isAbsolute(folder) };
  }
  const { bucket, prefix = '', region, endpoint, pathStyle = endpoint !== undefined } = blobs.s3;
  return { s3: { bucket, prefix, region, endpoint, pathStyle } };
}
