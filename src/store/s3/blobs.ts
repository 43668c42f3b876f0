import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { type Digest, isDigest, sha256 } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import type { BlobStat, Blobs } from '../port.ts';
import { digestAt, keyOf, type S3Place, topOf } from './place.ts';
import { isStatus, s3Fault } from './trouble.ts';

/**
 * Blobs in an object store that speaks S3, each under its digest.
 *
 * A put is asked to create and never to replace; what stands there already is taken only after its bytes were looked at.
 * Where a store keeps versions, the newest is no better than the others: the one whose bytes have the digest is the blob.
 */
export class S3Blobs implements Blobs {
  readonly #client: S3Client;
  readonly #place: S3Place;
  readonly #now_ms: () => number;

  constructor(client: S3Client, place: S3Place, now_ms: () => number) {
    [this.#client, this.#place, this.#now_ms] = [client, place, now_ms];
  }

  /** @faults BLOB_TOO_LARGE, STORE_UNAVAILABLE */
  async put(bytes: Uint8Array): Promise<Digest | Fault> {
    const most = LIMITS.s3_put_bytes_max;
    if (bytes.byteLength > most) return new Fault('BLOB_TOO_LARGE', { bytes: bytes.byteLength, most });
    const digest = sha256(bytes);
    const held = await this.get(digest);
    if (!(held instanceof Fault)) {
      const found = await this.stat(digest);
      if (found instanceof Fault) return found;
      const isYoung = found !== undefined && found.age_ms < LIMITS.blob_renewed_ms;
      // Written once more, it is as young as what is put now: there is no other way to say that it is wanted.
      return (isYoung ? undefined : await this.#write(digest, bytes, false)) ?? digest;
    }
    if (held.code !== 'BLOB_UNKNOWN' && held.code !== 'BLOB_CORRUPT') return held;
    const fault = await this.#write(digest, bytes, held.code === 'BLOB_UNKNOWN');
    return fault ?? digest;
  }

  async get(digest: Digest): Promise<Uint8Array | Fault> {
    return this.#try(async () => {
      const newest = await this.#read(this.#key(digest), undefined);
      if (newest === undefined) return new Fault('BLOB_UNKNOWN', { digest });
      const found = sha256(newest);
      if (found === digest) return newest;
      return (await this.#shadowed(digest)) ?? new Fault('BLOB_CORRUPT', { digest, found });
    });
  }

  async stat(digest: Digest): Promise<BlobStat | undefined | Fault> {
    return this.#try(
      async () => {
        const found = await this.#client.send(
          new HeadObjectCommand({ Bucket: this.#place.bucket, Key: this.#key(digest) }),
        );
        return this.#statOf(digest, found.ContentLength, found.LastModified);
      },
      error => (isMissing(error) ? NOTHING : undefined),
    ).then(found => (found === NOTHING ? undefined : found));
  }

  async *list(): AsyncIterable<BlobStat | Fault> {
    const top = topOf(this.#place);
    for (let token: string | undefined; ; ) {
      const page = await this.#try(() =>
        this.#client.send(
          new ListObjectsV2Command({
            Bucket: this.#place.bucket,
            Prefix: top,
            ...(token === undefined ? {} : { ContinuationToken: token }),
          }),
        ),
      );
      if (page instanceof Fault) return yield page;
      for (const { Key = '', Size, LastModified } of page.Contents ?? []) {
        const digest = digestAt(this.#place, Key);
        if (digest !== undefined) yield this.#statOf(digest, Size, LastModified);
      }
      token = page.NextContinuationToken;
      if (token === undefined) return;
    }
  }

  /** In a bucket with versions the older ones stay until its own rules remove them. */
  async remove(digest: Digest): Promise<Fault | undefined> {
    return this.#try(async () => {
      await this.#client.send(
        new DeleteObjectCommand({ Bucket: this.#place.bucket, Key: this.#key(digest) }),
      );
      return undefined;
    });
  }

  /** A put is there whole or not at all. */
  async removeLeftovers(): Promise<number> {
    return 0;
  }

  /** What says nothing of when it was put is as young as can be. */
  #statOf(digest: Digest, bytes: number | undefined, put: Date | undefined): BlobStat {
    return { digest, bytes: bytes ?? 0, age_ms: put === undefined ? 0 : this.#now_ms() - put.getTime() };
  }

  /** @param isNew  nobody was seen to hold the name: whoever took it meanwhile brought the same bytes, or is told */
  async #write(digest: Digest, bytes: Uint8Array, isNew: boolean): Promise<Fault | undefined> {
    const written = await this.#try(async () => {
      await this.#client.send(
        new PutObjectCommand({
          Bucket: this.#place.bucket,
          Key: this.#key(digest),
          Body: bytes,
          ContentLength: bytes.byteLength,
          ContentType: 'application/octet-stream',
          ContentMD5: createHash('md5').update(bytes).digest('base64'),
          ...(isNew ? { IfNoneMatch: '*' } : {}),
        }),
      );
      return undefined;
    }, isTaken);
    if (written !== 'taken') return written;
    const other = await this.get(digest);
    return other instanceof Fault ? other : undefined;
  }

  /** An older version that has the digest, behind one that has not. */
  async #shadowed(digest: Digest): Promise<Uint8Array | undefined> {
    const key = this.#key(digest);
    const listed = await this.#client.send(
      new ListObjectVersionsCommand({
        Bucket: this.#place.bucket,
        Prefix: key,
        MaxKeys: LIMITS.s3_versions_max,
      }),
    );
    for (const { Key, VersionId, Size } of listed.Versions ?? []) {
      if (Key !== key || VersionId === undefined || (Size ?? 0) > LIMITS.s3_put_bytes_max) continue;
      const bytes = await this.#read(key, VersionId);
      if (bytes !== undefined && sha256(bytes) === digest) return bytes;
    }
    return undefined;
  }

  async #read(key: string, version: string | undefined): Promise<Uint8Array | undefined> {
    try {
      const answer = await this.#client.send(
        new GetObjectCommand({
          Bucket: this.#place.bucket,
          Key: key,
          ...(version === undefined ? {} : { VersionId: version }),
        }),
      );
      if ((answer.ContentLength ?? 0) > LIMITS.s3_put_bytes_max) {
        // None of ours: a digest of what is not read is not told.
        if (answer.Body instanceof Readable) answer.Body.destroy();
        return undefined;
      }
      return (await answer.Body?.transformToByteArray()) ?? new Uint8Array();
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** A digest is a key here, so that its shape is looked at once more. */
  #key(digest: Digest): string {
    if (!isDigest(digest)) throw new TypeError('a blob is named by a digest');
    return keyOf(this.#place, digest.slice('sha256:'.length));
  }

  async #try<T>(work: () => Promise<T>): Promise<T | Fault>;
  async #try<T, O>(
    work: () => Promise<T>,
    expected: (error: unknown) => O | undefined,
  ): Promise<T | O | Fault>;
  async #try<T, O>(
    work: () => Promise<T>,
    expected?: (error: unknown) => O | undefined,
  ): Promise<T | O | Fault> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof TypeError) throw error;
      return expected?.(error) ?? s3Fault(this.#place, error);
    }
  }
}

const NOTHING = Symbol('no blob');

/** A bucket that is not there is no blob that is not there. */
const isMissing = (error: unknown): boolean =>
  isStatus(error, 404) && (error as Error).name !== 'NoSuchBucket';

/** Somebody was first, or is at it now. */
const isTaken = (error: unknown): 'taken' | undefined => (isStatus(error, 412, 409) ? 'taken' : undefined);
