import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { BlobsPlace, KeptBlobs } from '../service/kept-blobs.ts';
import { FileBlobs } from '../store/blobs-fs.ts';
import type { Blobs } from '../store/port.ts';
import { probeFolder } from '../store/probe-folder.ts';
import type { S3Place } from '../store/s3/place.ts';

/**
 * What is kept beside the store. A folder of the project is made with the first blob; one of the machine is there already,
 * or more often than not a misspelling.
 *
 * @faults STORE_UNAVAILABLE
 */
export async function openBlobs(place: BlobsPlace, now_ms: () => number): Promise<KeptBlobs | Fault> {
  if ('s3' in place) return openS3(place.s3, now_ms);
  const { folder, makesFolder } = place;
  if (!makesFolder && !existsSync(folder))
    return new Fault('STORE_UNAVAILABLE', { path: folder, problem: 'the folder does not exist' });
  const objects = new FileBlobs(path.join(folder, 'objects'), now_ms);
  const data = new FileBlobs(path.join(folder, 'data'), now_ms);
  return {
    path: folder,
    objects,
    data,
    probe: async () => probeFolder(folder, randomUUID()) ?? 'a file has its name when it is whole',
    reach: () => answers(objects),
  };
}

/** Its library is read by those who have such a store: it is as large as all of the rest. */
async function openS3(place: S3Place, now_ms: () => number): Promise<KeptBlobs> {
  const [{ connectS3 }, { S3Blobs }, { probeS3 }, { placeText }] = await Promise.all([
    import('../store/s3/connect.ts'),
    import('../store/s3/blobs.ts'),
    import('../store/s3/probe.ts'),
    import('../store/s3/place.ts'),
  ]);
  const client = connectS3(place);
  const below = (name: string): S3Place => ({
    ...place,
    prefix: place.prefix === '' ? name : `${place.prefix}/${name}`,
  });
  const objects = new S3Blobs(client, below('objects'), now_ms);
  return {
    path: placeText(place),
    objects,
    data: new S3Blobs(client, below('data'), now_ms),
    probe: async () => {
      const found = await probeS3(client, place, randomUUID());
      if (found instanceof Fault) return found;
      return found.conditionalCreate
        ? `what stands there is not written over${found.versions ? ', and versions are kept' : ''}`
        : 'versions are kept';
    },
    reach: () => answers(objects),
  };
}

async function answers(blobs: Blobs): Promise<Fault | undefined> {
  const found = await blobs.stat(sha256(''));
  return found instanceof Fault ? found : undefined;
}
