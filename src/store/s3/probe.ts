import {
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Fault } from '../../base/fault.ts';
import { placeText, type S3Place } from './place.ts';
import { isStatus, s3Fault } from './trouble.ts';

/** What an object store was seen to do, which is not what it is said to. */
export type S3Finding = {
  /** Of two puts that may only create, the second was refused. */
  readonly conditionalCreate: boolean;
  /** What was written first could still be read by its version after it was written over. */
  readonly versions: boolean;
};

/**
 * Writes a small object twice, and looks at what came of the first: a store that neither refuses the second nor keeps
 * the first lets anyone who may write change bytes under a digest.
 *
 * @param name  of the object, nobody else's
 * @faults BLOB_STORE_UNFIT, STORE_UNAVAILABLE
 */
export async function probeS3(client: S3Client, place: S3Place, name: string): Promise<S3Finding | Fault> {
  const at = { Bucket: place.bucket, Key: `${place.prefix === '' ? '' : `${place.prefix}/`}probe/${name}` };
  try {
    const first = await client.send(new PutObjectCommand({ ...at, Body: FIRST, IfNoneMatch: '*' }));
    const second = await putAgain(client, at);
    const versions =
      second.version !== undefined &&
      first.VersionId !== undefined &&
      first.VersionId !== second.version &&
      (await readsAs(client, { ...at, VersionId: first.VersionId }, FIRST));
    const finding = {
      conditionalCreate: second.kind === 'refused',
      versions: versions || (await isVersioned(client, place)),
    };
    await removeProbe(client, at, [first.VersionId, second.version]);
    if (finding.conditionalCreate || finding.versions) return finding;
    return new Fault('BLOB_STORE_UNFIT', { path: placeText(place) });
  } catch (error) {
    return s3Fault(place, error);
  }
}

const [FIRST, SECOND] = [Buffer.from('first'), Buffer.from('second')];

type At = { readonly Bucket: string; readonly Key: string };
type Again = { readonly kind: 'refused' | 'written'; readonly version: string | undefined };

async function putAgain(client: S3Client, at: At): Promise<Again> {
  try {
    const { VersionId } = await client.send(new PutObjectCommand({ ...at, Body: SECOND, IfNoneMatch: '*' }));
    return { kind: 'written', version: VersionId };
  } catch (error) {
    if (isStatus(error, 412, 409)) return { kind: 'refused', version: undefined };
    throw error;
  }
}

async function readsAs(
  client: S3Client,
  at: At & { readonly VersionId: string },
  bytes: Buffer,
): Promise<boolean> {
  const answer = await client.send(new GetObjectCommand(at));
  return bytes.equals((await answer.Body?.transformToByteArray()) ?? new Uint8Array());
}

/** Where the second was refused, nothing was written over, and the bucket itself is asked. */
async function isVersioned(client: S3Client, { bucket }: S3Place): Promise<boolean> {
  try {
    const { Status } = await client.send(new GetBucketVersioningCommand({ Bucket: bucket }));
    return Status === 'Enabled';
  } catch (error) {
    // Some may write and not ask; it is then as if it kept none.
    if (isStatus(error, 403, 405, 501)) return false;
    throw error;
  }
}

/** Without a version where the bucket keeps none: with one, a marker would be left in its place. */
async function removeProbe(client: S3Client, at: At, seen: readonly (string | undefined)[]): Promise<void> {
  const versions = seen.filter(version => version !== undefined);
  for (const VersionId of versions.length === 0 ? [undefined] : versions) {
    try {
      await client.send(
        new DeleteObjectCommand({ ...at, ...(VersionId === undefined ? {} : { VersionId }) }),
      );
    } catch (error) {
      // Whoever may not remove leaves a few bytes there, which is no reason not to serve.
      if (!isStatus(error, 403, 404, 405)) throw error;
    }
  }
}
