import { createServer, type Server } from 'node:http';
import {
  CreateBucketCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Digest, sha256 } from '../../../src/base/digest.ts';
import type { Fault } from '../../../src/base/fault.ts';
import { LIMITS } from '../../../src/base/limits.ts';
import type { BlobStat } from '../../../src/store/port.ts';
import { S3Blobs } from '../../../src/store/s3/blobs.ts';
import { connectS3 } from '../../../src/store/s3/connect.ts';
import { keyOf, type S3Place } from '../../../src/store/s3/place.ts';
import { probeS3 } from '../../../src/store/s3/probe.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { blobsSuite } from '../blobs.suite.ts';
import { type Rgw, startRgw } from './rgw-server.ts';

const folder = temporaryFolder();
let rgw: Rgw;
let client: S3Client;
let count = 0;

const placeIn = (bucket: string): S3Place => ({
  bucket,
  prefix: `p${++count}`,
  region: 'default',
  endpoint: rgw.endpoint,
  pathStyle: true,
});
const hexOf = (digest: string): string => digest.slice('sha256:'.length);

beforeAll(async () => {
  rgw = await startRgw(folder);
  client = connectS3(
    { bucket: '', prefix: '', region: 'default', pathStyle: true, endpoint: rgw.endpoint },
    rgw.credentials,
  );
  for (const Bucket of ['plain', 'versioned']) await client.send(new CreateBucketCommand({ Bucket }));
  await client.send(
    new PutBucketVersioningCommand({ Bucket: 'versioned', VersioningConfiguration: { Status: 'Enabled' } }),
  );
}, 180_000);

afterAll(async () => {
  client?.destroy();
  await rgw?.stop();
});

blobsSuite('S3, without versions,', () => new S3Blobs(client, placeIn('plain'), () => Date.now()));
blobsSuite('S3, with versions,', () => new S3Blobs(client, placeIn('versioned'), () => Date.now()));

describe('the probe of an object store', () => {
  it('finds that a bucket without versions refuses the second of two that may only create', async () => {
    expect(await probeS3(client, placeIn('plain'), 'a')).toEqual({
      conditionalCreate: true,
      versions: false,
    });
  });

  it('finds that this store forgets that on a bucket with versions, and keeps the first', async () => {
    expect(await probeS3(client, placeIn('versioned'), 'a')).toEqual({
      conditionalCreate: false,
      versions: true,
    });
  });

  it('leaves nothing behind', async () => {
    for (const bucket of ['plain', 'versioned']) {
      const place = placeIn(bucket);
      await probeS3(client, place, 'a');
      const left = await client.send(
        new ListObjectVersionsCommand({ Bucket: bucket, Prefix: `${place.prefix}/` }),
      );
      expect([left.Versions ?? [], left.DeleteMarkers ?? []]).toEqual([[], []]);
    }
  });

  it('refuses a store that does neither, because anyone could change bytes under a digest there', async () => {
    const { server, endpoint } = await forgetful();
    try {
      const place = { bucket: 'b', prefix: '', region: 'default', pathStyle: true, endpoint };
      const found = await probeS3(connectS3(place, rgw.credentials), place, 'a');
      expect(found).toMatchObject({ code: 'BLOB_STORE_UNFIT', exit: 4, facts: { path: 's3://b' } });
    } finally {
      server.close();
    }
  });

  it('tells a bucket that is not there, and credentials that are wrong, without them', async () => {
    expect(await probeS3(client, placeIn('nowhere'), 'a')).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      facts: { problem: 'NoSuchBucket, status 404' },
    });
    const place = placeIn('plain');
    const stranger = connectS3(place, { accessKeyId: 'assay', secretAccessKey: 'planted-secret' });
    const found = (await probeS3(stranger, place, 'a')) as Fault;
    expect(found).toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(`${found.message} ${JSON.stringify(found.facts)}`).not.toContain('planted-secret');
  });
});

describe.each(['plain', 'versioned'])('S3 blobs in the bucket %s', bucket => {
  it('refuse bytes that somebody else put under their name, and are whole again when put', async () => {
    const place = placeIn(bucket);
    const blobs = new S3Blobs(client, place, () => Date.now());
    const digest = sha256('right');
    await client.send(
      new PutObjectCommand({ Bucket: bucket, Key: keyOf(place, hexOf(digest)), Body: 'wrong' }),
    );
    expect(await blobs.get(digest)).toMatchObject({
      code: 'BLOB_CORRUPT',
      facts: { digest, found: sha256('wrong') },
    });
    expect(await blobs.put(Buffer.from('right'))).toBe(digest);
    expect(Buffer.from((await blobs.get(digest)) as Uint8Array).toString()).toBe('right');
  });

  it('put nothing where the bytes stand already', async () => {
    const place = placeIn(bucket);
    const blobs = new S3Blobs(client, place, () => Date.now());
    const digest = (await blobs.put(Buffer.from('once'))) as Digest;
    const at = { Bucket: bucket, Key: keyOf(place, hexOf(digest)) };
    const first = await client.send(new GetObjectCommand(at));
    await blobs.put(Buffer.from('once'));
    const second = await client.send(new GetObjectCommand(at));
    expect([second.VersionId, second.LastModified]).toEqual([first.VersionId, first.LastModified]);
    await Promise.all([first.Body?.transformToByteArray(), second.Body?.transformToByteArray()]);
  });
});

describe('S3 blobs', () => {
  it('are written once more when they are put long after, so that whoever collects sees that they are wanted', async () => {
    const place = placeIn('plain');
    let late_ms = 0;
    const blobs = new S3Blobs(client, place, () => Date.now() + late_ms);
    const digest = (await blobs.put(Buffer.from('again'))) as Digest;
    await new Promise(resolve => setTimeout(resolve, 1_100)); // what an object store tells of time are seconds
    const before = (await blobs.stat(digest)) as BlobStat;
    expect(before.age_ms).toBeGreaterThan(900);
    late_ms = LIMITS.blob_renewed_ms;
    await blobs.put(Buffer.from('again'));
    late_ms = 0;
    expect(((await blobs.stat(digest)) as BlobStat).age_ms).toBeLessThan(before.age_ms);
  });

  it('are listed past what one page of the protocol has, and nothing of others is among them', async () => {
    const place = placeIn('plain');
    const blobs = new S3Blobs(client, place, () => Date.now());
    const digest = (await blobs.put(Buffer.from('mine'))) as Digest;
    for (const key of ['sha256/ab/none', `sha256/00/${hexOf(digest)}`, 'other'])
      await client.send(new PutObjectCommand({ Bucket: 'plain', Key: `${place.prefix}/${key}`, Body: 'x' }));
    const listed: unknown[] = [];
    for await (const found of blobs.list()) listed.push(found);
    expect(listed).toMatchObject([{ digest, bytes: 4 }]);
  });

  it('find the version that has the digest behind a newer one that has not', async () => {
    const place = placeIn('versioned');
    const blobs = new S3Blobs(client, place, () => Date.now());
    const digest = (await blobs.put(Buffer.from('right'))) as Digest;
    await client.send(
      new PutObjectCommand({ Bucket: 'versioned', Key: keyOf(place, hexOf(digest)), Body: 'newer' }),
    );
    expect(Buffer.from((await blobs.get(digest)) as Uint8Array).toString()).toBe('right');
  });

  it('answer with a fault that may be tried again where nobody listens', async () => {
    const place = {
      bucket: 'b',
      prefix: '',
      region: 'default',
      pathStyle: true,
      endpoint: 'http://127.0.0.1:1',
    };
    const blobs = new S3Blobs(connectS3(place, rgw.credentials), place, () => Date.now());
    const found = { code: 'STORE_UNAVAILABLE', exit: 4, facts: { path: 's3://b', problem: 'ECONNREFUSED' } };
    expect(await blobs.put(Buffer.from('a'))).toMatchObject(found);
    expect(await blobs.get(sha256('a'))).toMatchObject(found);
  });

  it('answer with a fault where what answers is no object store', async () => {
    const server = createServer((_, answer) => answer.writeHead(500).end('<html>no'));
    const endpoint = await listening(server);
    try {
      const place = { bucket: 'b', prefix: '', region: 'default', pathStyle: true, endpoint };
      const blobs = new S3Blobs(connectS3(place, rgw.credentials), place, () => Date.now());
      expect(await blobs.get(sha256('a'))).toMatchObject({ code: 'STORE_UNAVAILABLE' });
    } finally {
      server.close();
    }
  });

  it('never take a path for a digest', async () => {
    const blobs = new S3Blobs(client, placeIn('plain'), () => Date.now());
    await expect(blobs.get('sha256:../../etc/passwd')).rejects.toThrow(TypeError);
  });
});

/** What some stores are: it takes every put, and keeps the last. */
async function forgetful(): Promise<{ readonly server: Server; readonly endpoint: string }> {
  const held = new Map<string, Buffer>();
  const server = createServer(async (request, answer) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const name = request.url?.split('?')[0] ?? '';
    if (request.url?.includes('versioning'))
      return void answer.writeHead(200).end('<VersioningConfiguration/>');
    if (request.method === 'PUT') held.set(name, Buffer.concat(chunks));
    if (request.method === 'DELETE') held.delete(name);
    answer.writeHead(200, { etag: '"x"' }).end(request.method === 'GET' ? held.get(name) : undefined);
  });
  return { server, endpoint: await listening(server) };
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return `http://127.0.0.1:${address.port}`;
}
