import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import type { RecordValues, Value } from '../../src/contract/value.ts';
import { membersBlob, readMembersBlob } from '../../src/release/member-list.ts';
import { parseSnapshot, snapshotBytes } from '../../src/release/snapshot.ts';
import { type Built, releaseBuild } from '../../src/service/release-build.ts';
import { PLACES } from '../../src/service/release-folder.ts';
import { releaseVerify, type VerifyReport } from '../../src/service/release-verify.ts';
import { CARRIAGE, COLUMN } from '../release/sample-release.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { askFor } from './sample-build.ts';
import { Tampered, totalsOf } from './tamper.ts';

const folder = temporaryFolder();

/** One of the size that is promised, and a small one for the many ways of being wrong. */
const full = askFor(path.join(folder, 'full'), { seed: 7, count: 10_000 });
const small = askFor(path.join(folder, 'small'), { seed: 8, count: 400 });

let built: Built;
beforeAll(async () => {
  const [large, little] = [await releaseBuild(full), await releaseBuild(small)];
  if (large instanceof Fault) throw large;
  if (little instanceof Fault) throw little;
  built = large;
});

let copies = 0;
const tampered = (original = small): Tampered =>
  new Tampered(original.dir, path.join(folder, `copy-${copies++}`));

async function report(dir: string, expectedRoot?: `sha256:${string}`): Promise<VerifyReport> {
  const answer = await releaseVerify(expectedRoot === undefined ? { dir } : { dir, expectedRoot });
  if (answer instanceof Fault) throw answer;
  return answer;
}

const codes = ({ findings }: VerifyReport): string[] => findings.map(({ code }) => code);

const changed = (rows: readonly RecordValues[], row: number, column: number, value: Value): RecordValues[] =>
  rows.with(row, rows[row]!.with(column, value));

const otherLabel = (label: Value): string => (label === 'accepted' ? 'rejected' : 'accepted');

describe('an untouched release of 10,000 records in 4 shards', () => {
  it('holds, and every record was read', async () => {
    const answer = await report(full.dir, built.root);
    expect(codes(answer)).toEqual([]);
    expect(answer.verdict).toBe('holds');
    expect(answer.root).toBe(built.root);
    expect(answer.records).toEqual({ read: 10_000, declared: 10_000 });
    expect(answer.shards).toHaveLength(4);
    expect(answer.members).toEqual({
      missing: 0,
      extra: 0,
      duplicate: 0,
      contentReplaced: 0,
      splitConflict: 0,
      schemaMixed: 0,
    });
  });

  it('has a root that is the digest of the manifest as stored', () => {
    expect(sha256(readFileSync(path.join(full.dir, PLACES.manifest)))).toBe(built.root);
  });

  it('keeps its verdict beside an object nobody declared, and reports the object', async () => {
    const copy = tampered();
    copy.write('shards/part-100.avro', Buffer.from('undeclared'));
    const answer = await report(copy.dir);
    expect(answer.verdict).toBe('holds');
    expect(answer.undeclared).toEqual(['shards/part-100.avro']);
  });
});

describe('a release is refused', () => {
  it('when a shard is missing, by the name of the shard', async () => {
    const copy = tampered(full);
    copy.remove(copy.shardName(2));
    const answer = await report(copy.dir);
    expect(codes(answer)).toEqual(['SET_INCOMPLETE']);
    expect(answer.findings[0]!.facts).toEqual({ absent: 'shard-00002-of-00004' });
    expect(answer.members).toBeUndefined();
    expect(answer.records.read).toBe(7_500);
  });

  it('when a shard is a link to the same bytes, because a link can be led elsewhere later', async () => {
    const copy = tampered();
    const name = copy.shardName(2);
    copy.remove(name);
    symlinkSync(path.join(small.dir, name), path.join(copy.dir, name));
    expect((await report(copy.dir)).findings).toMatchObject([
      { code: 'OBJECT_IRREGULAR', facts: { object: 'shard-00002-of-00004', found: 'a symbolic link' } },
    ]);
  });

  it('when its shards lie behind a link to a folder, or a shard or document is a folder', async () => {
    const linked = tampered();
    rmSync(path.join(linked.dir, 'shards'), { recursive: true });
    symlinkSync(path.join(small.dir, 'shards'), path.join(linked.dir, 'shards'));
    expect(codes(await report(linked.dir))).toEqual(Array(4).fill('OBJECT_IRREGULAR'));

    for (const name of [tampered().shardName(0), PLACES.snapshot, PLACES.pointer]) {
      const copy = tampered();
      copy.remove(name);
      mkdirSync(path.join(copy.dir, name));
      expect((await report(copy.dir)).findings).toMatchObject([
        { code: 'OBJECT_IRREGULAR', facts: { found: 'a folder' } },
      ]);
    }
  });

  it('when a shard lacks its last byte', async () => {
    const copy = tampered(full);
    copy.write(copy.shardName(1), copy.read(copy.shardName(1)).subarray(0, -1));
    expect(codes(await report(copy.dir))).toEqual(['SIZE_MISMATCH']);
  });

  it('when one bit of a shard is flipped', async () => {
    const copy = tampered();
    const bytes = Buffer.from(copy.read(copy.shardName(3)));
    bytes[bytes.length >> 1]! ^= 1;
    copy.write(copy.shardName(3), bytes);
    expect(codes(await report(copy.dir))).toEqual(['DIGEST_MISMATCH']);
  });

  it('when two shards are swapped: twice, each by what it holds', async () => {
    const copy = tampered(full);
    const [first, second] = [copy.shardName(0), copy.shardName(1)];
    const [one, two] = [copy.read(first), copy.read(second)];
    copy.write(first, two);
    copy.write(second, one);
    const answer = await report(copy.dir);
    expect(codes(answer)).toEqual(['DIGEST_MISMATCH', 'DIGEST_MISMATCH']);
    expect(answer.findings.map(({ facts }) => facts)).toMatchObject([
      { object: 'shard-00000-of-00004', holds: 'shard-00001-of-00004' },
      { object: 'shard-00001-of-00004', holds: 'shard-00000-of-00004' },
    ]);
  });

  it('when two shards are swapped in the descriptors too, by their members', async () => {
    const copy = tampered();
    const { manifest } = copy;
    const [a, b] = manifest.shards;
    const objectOf = ({ digest, size, objectVersion, logicalDigest }: typeof a & object) => ({
      digest,
      size,
      objectVersion,
      logicalDigest,
    });
    const shards = manifest.shards.with(0, { ...a!, ...objectOf(b!) }).with(1, { ...b!, ...objectOf(a!) });
    copy.sign({ ...manifest, shards });
    const answer = await report(copy.dir);
    expect(codes(answer)).toEqual(['MEMBER_SET_MISMATCH', 'MEMBER_SET_MISMATCH']);
    expect(answer.members).toMatchObject({ missing: 0, extra: 0 });
  });

  it('when one label is changed and everything is signed again, because the snapshot knows the content', async () => {
    const copy = tampered(full);
    const rows = copy.rows(2);
    copy.rewrite(2, changed(rows, 100, COLUMN.outcome, otherLabel(rows[100]![COLUMN.outcome]!)));
    copy.resealRoot();
    const answer = await report(copy.dir);
    expect(codes(answer)).toEqual(['CONTENT_REPLACED']);
    expect(answer.findings[0]!.facts).toEqual({
      count: 1,
      samples: 'shard-00002-of-00004 row 100',
    });
    expect(answer.members).toMatchObject({ contentReplaced: 1, missing: 0, extra: 0 });
  });

  it('when one label is changed and only its shard is described again, by the sample and by the root', async () => {
    const copy = tampered();
    const rows = copy.rows(2);
    copy.rewrite(2, changed(rows, 50, COLUMN.outcome, otherLabel(rows[50]![COLUMN.outcome]!)));
    expect(codes(await report(copy.dir))).toEqual(['CONTENT_REPLACED', 'TUPLE_ROOT_MISMATCH']);
  });

  it('when a record is repeated and another dropped: one missing, one duplicate, though the counts agree', async () => {
    const copy = tampered(full);
    const rows = copy.rows(1);
    copy.rewrite(1, rows.with(5, rows[6]!));
    copy.resealRoot();
    const answer = await report(copy.dir);
    expect(codes(answer)).toEqual(['MEMBER_MISSING', 'MEMBER_DUPLICATE']);
    expect(answer.members).toMatchObject({ missing: 1, duplicate: 1, extra: 0 });
    expect(answer.findings.map(({ facts }) => facts)).toEqual([
      { count: 1, samples: expect.stringMatching(/^members\.bin member \d+$/) },
      { count: 1, samples: 'shard-00001-of-00004 row 5; shard-00001-of-00004 row 6' },
    ]);
  });

  it('when a record stands in two shards', async () => {
    const copy = tampered();
    copy.rewrite(3, [...copy.rows(3), copy.rows(0)[0]!]);
    copy.resealRoot();
    const answer = await report(copy.dir);
    expect(codes(answer)).toEqual(['MEMBER_DUPLICATE']);
    expect(answer.members).toMatchObject({ duplicate: 1, missing: 0 });
  });

  it('when a record is dropped and the counts are mended', async () => {
    const copy = tampered();
    copy.rewrite(0, copy.rows(0).slice(1));
    copy.resealRoot();
    expect(codes(await report(copy.dir))).toEqual(['MEMBER_MISSING']);
  });

  it('when a whole descriptor is omitted and the totals are mended', async () => {
    const copy = tampered();
    const { manifest } = copy;
    const shards = manifest.shards
      .slice(0, 3)
      .map((shard, index) => ({ ...shard, id: `shard-0000${index}-of-00003` }));
    copy.sign({ ...manifest, shards, totals: totalsOf(shards) });
    copy.resealRoot();
    const answer = await report(copy.dir);
    expect(codes(answer)).toEqual(['MEMBER_MISSING']);
    expect(answer.members).toMatchObject({ missing: 100 });
    expect(answer.undeclared).toHaveLength(1);
  });

  it('when a sample nobody knows is added', async () => {
    const copy = tampered();
    const rows = copy.rows(0);
    copy.rewrite(0, [...rows, rows[0]!.with(COLUMN.sampleId, 'stranger')]);
    copy.resealRoot();
    const answer = await report(copy.dir);
    expect(codes(answer)).toEqual(['MEMBER_EXTRA']);
    expect(answer.findings[0]!.facts).toEqual({
      count: 1,
      samples: 'shard-00000-of-00004 row 100',
    });
  });

  for (const [part, column, value, code] of [
    ['sourceId', COLUMN.sourceId, 'source-z', 'CONTENT_REPLACED'],
    ['sourceVersion', COLUMN.sourceVersion, 'v2', 'CONTENT_REPLACED'],
    ['split', COLUMN.split, 'elsewhere', 'SPLIT_CONFLICT'],
  ] as const)
    it(`when one sample has another ${part}, its content being equal`, async () => {
      const copy = tampered();
      copy.rewrite(0, changed(copy.rows(0), 0, column, value));
      copy.resealRoot();
      expect(codes(await report(copy.dir))).toEqual([code]);
    });

  it('when two records trade shards and only the member sets are left as they were', async () => {
    const copy = tampered();
    const [a, b] = [copy.rows(0), copy.rows(1)];
    const kept = copy.manifest.shards;
    copy.rewrite(0, a.with(0, b[0]!), { memberSetDigest: kept[0]!.memberSetDigest });
    copy.rewrite(1, b.with(0, a[0]!), { memberSetDigest: kept[1]!.memberSetDigest });
    const answer = await report(copy.dir);
    expect(codes(answer)).toEqual(['MEMBER_SET_MISMATCH', 'MEMBER_SET_MISMATCH']);
    expect(answer.members).toMatchObject({ missing: 0, extra: 0, duplicate: 0 });
  });

  it('when the count of a shard and the totals are off by one together', async () => {
    const copy = tampered();
    const { manifest } = copy;
    const shards = manifest.shards.with(0, {
      ...manifest.shards[0]!,
      records: manifest.shards[0]!.records + 1,
    });
    copy.sign({ ...manifest, shards, totals: totalsOf(shards) });
    expect(codes(await report(copy.dir))).toEqual(['RECORD_COUNT']);
  });

  it('when the records are others than the logical digest says, though the bytes are the declared ones', async () => {
    const copy = tampered();
    const { logicalDigest } = copy.manifest.shards[0]!;
    const rows = copy.rows(0);
    copy.rewrite(0, [rows[1]!, rows[0]!, ...rows.slice(2)], { logicalDigest });
    expect(codes(await report(copy.dir))).toEqual(['LOGICAL_DIGEST_MISMATCH']);
  });

  it('when a shard was written under another schema', async () => {
    const copy = tampered();
    const rows = copy.rows(0);
    const mixed = new Tampered(copy.dir, path.join(folder, `mixed-${copies++}`), {
      ...CARRIAGE,
      recordSchema: sha256('another schema'),
    });
    mixed.rewrite(0, rows);
    const answer = await report(mixed.dir);
    expect(codes(answer)).toEqual(['SCHEMA_MIXED']);
    expect(answer.findings[0]!.facts).toMatchObject({ where: 'shard-00000-of-00004' });
  });

  it('when a shard holds bytes that are declared and do not decode', async () => {
    const copy = tampered();
    const bytes = Buffer.from('Parquet, perhaps');
    const digest = sha256(bytes);
    copy.write(PLACES.shard(digest), bytes);
    const { manifest } = copy;
    const shards = manifest.shards.with(0, {
      ...manifest.shards[0]!,
      digest,
      size: bytes.length,
      objectVersion: digest,
    });
    copy.sign({ ...manifest, shards });
    expect(codes(await report(copy.dir))).toEqual(['SHARD_UNREADABLE']);
  });

  for (const [what, change, code] of [
    ['media type', { mediaType: 'application/jsonl+zstd' }, 'MEDIA_TYPE_MISMATCH'],
    ['object version', { objectVersion: 'gen-9021' }, 'OBJECT_VERSION_MISMATCH'],
    ['token count without a tokenizer', { tokens: 12 }, 'TOKENS_UNPROVEN'],
  ] as const)
    it(`when a descriptor has another ${what}`, async () => {
      const copy = tampered();
      const { manifest } = copy;
      copy.sign({ ...manifest, shards: manifest.shards.with(0, { ...manifest.shards[0]!, ...change }) });
      expect(codes(await report(copy.dir))).toEqual([code]);
    });

  for (const key of ['tombstoneWatermark', 'benchmarkFence'] as const) {
    it(`when ${key} is raised, because the tuple root binds it`, async () => {
      const copy = tampered();
      copy.sign({ ...copy.manifest, [key]: copy.manifest[key] + 1 });
      expect(codes(await report(copy.dir))).toEqual(['TUPLE_ROOT_MISMATCH']);
    });
    it(`when ${key} is raised and the root sealed again, because the snapshot has the other one`, async () => {
      const copy = tampered();
      copy.resealRoot({ [key]: copy.manifest[key] + 1 });
      expect(codes(await report(copy.dir))).toEqual(['SNAPSHOT_MISMATCH']);
    });
  }

  it('when another snapshot is bound', async () => {
    const copy = tampered();
    copy.resealRoot({ datasetSnapshot: sha256('another') });
    expect(codes(await report(copy.dir))).toEqual(['SNAPSHOT_MISMATCH']);
  });

  it('when the members of the snapshot are fewer than it counts, out of order, or others', async () => {
    const original = readMembersBlob(tampered().read(PLACES.members));
    if ('brokenAt' in original) throw new Error('the blob did not read');
    const first = original.encoded(0);
    const blob = Buffer.from(membersBlob(original));
    const reordered = Buffer.concat([blob.subarray(first.length), first]);
    const other = Buffer.from(blob);
    other[blob.indexOf('train')]! ^= 1;
    for (const bytes of [blob.subarray(first.length), reordered, other, blob.subarray(0, -1)]) {
      const copy = tampered();
      copy.write(PLACES.members, bytes);
      expect(codes(await report(copy.dir))).toEqual(['SNAPSHOT_MISMATCH']);
    }
  });

  it('when its snapshot takes members from a field that is not there', async () => {
    const copy = tampered();
    const snapshot = parseSnapshot(copy.read(PLACES.snapshot));
    if (snapshot instanceof Fault) throw snapshot;
    const bytes = snapshotBytes({
      ...snapshot,
      members: { ...snapshot.members, split: { kind: 'field', field: 999 } },
    });
    copy.write(PLACES.snapshot, bytes);
    copy.sign({ ...copy.manifest, datasetSnapshot: sha256(bytes) });
    expect((await report(copy.dir)).findings).toMatchObject([
      { code: 'BOUND_DOCUMENT_FIELD', facts: { path: 'members.split.field' } },
    ]);
  });

  for (const [parameter, value, code] of [
    ['serializer', 'assay.avro-container.v2', 'READER_MISMATCH'],
    ['keyVersion', '7', 'KEY_MISMATCH'],
  ] as const)
    it(`when it is bound to another ${parameter}, before any record is read`, async () => {
      const copy = tampered();
      const { manifest } = copy;
      copy.sign({ ...manifest, parameters: { ...manifest.parameters, [parameter]: value } });
      const answer = await report(copy.dir);
      expect(codes(answer)).toEqual([code]);
      expect(answer.records.read).toBe(0);
    });

  it('when any byte of the manifest is changed, though nobody was told the root', async () => {
    const copy = tampered(full);
    const bytes = copy.read(PLACES.manifest);
    for (const at of [0, bytes.length >> 1, bytes.length - 1]) {
      const altered = Buffer.from(bytes);
      altered[at]! ^= 1;
      copy.write(PLACES.manifest, altered);
      expect(codes(await report(copy.dir))).toEqual(['ROOT_DIGEST_MISMATCH']);
    }
  });

  it('when the manifest is only printed in another way, because a root is of bytes', async () => {
    const copy = tampered();
    const pretty = JSON.stringify(JSON.parse(Buffer.from(copy.read(PLACES.manifest)).toString()), null, 2);
    copy.write(PLACES.manifest, Buffer.from(pretty));
    expect(codes(await report(copy.dir))).toEqual(['ROOT_DIGEST_MISMATCH']);
  });

  it('when the sort seed is edited and signed again: by the order of its records, and by who was told the root', async () => {
    const copy = tampered();
    const { manifest } = copy;
    const root = sha256(copy.read(PLACES.manifest));
    copy.sign({ ...manifest, parameters: { ...manifest.parameters, sortSeed: 12 } });
    expect(codes(await report(copy.dir))).toEqual(['SHARDING_MISMATCH']);
    expect(codes(await report(copy.dir, root))).toEqual(['ROOT_DIGEST_MISMATCH']);
  });

  for (const [name, document] of Object.entries({
    manifest: PLACES.manifest,
    pointer: PLACES.pointer,
    snapshot: PLACES.snapshot,
    members: PLACES.members,
  }))
    it(`when its ${name} is absent`, async () => {
      const copy = tampered();
      copy.remove(document);
      expect((await report(copy.dir)).findings).toMatchObject([
        { code: 'SET_INCOMPLETE', facts: { absent: document } },
      ]);
    });

  it('when its schema is absent or has other bytes', async () => {
    const copy = tampered();
    const name = PLACES.schema(copy.manifest.recordSchema);
    copy.write(name, Buffer.from('{}'));
    expect(codes(await report(copy.dir))).toEqual(['DIGEST_MISMATCH']);
    copy.remove(name);
    expect(codes(await report(copy.dir))).toEqual(['SET_INCOMPLETE']);
  });

  it('with all its faulty shards, not only the first', async () => {
    const copy = tampered();
    const short = copy.read(copy.shardName(0)).subarray(1);
    const [first, third] = [copy.shardName(0), copy.shardName(2)];
    copy.write(first, short);
    copy.remove(third);
    const answer = await report(copy.dir);
    expect(answer.shards.map(({ code }) => code)).toEqual([
      'SIZE_MISMATCH',
      undefined,
      'SET_INCOMPLETE',
      undefined,
    ]);
    expect(answer.records.read).toBe(200);
  });

  it('without one value of a record in what it says', async () => {
    const copy = tampered();
    const rows = copy.rows(2);
    copy.rewrite(2, changed(rows, 0, COLUMN.latency, 123_454n));
    const { findings } = await report(copy.dir);
    const said = findings
      .map(fault => `${fault.message} ${fault.remedy} ${JSON.stringify(fault.facts)}`)
      .join();
    expect(findings.length).toBeGreaterThan(0);
    expect(said).not.toContain('123454');
  });
});

describe('what is no release', () => {
  it('is a wrong ask when it is no folder', async () => {
    const file = path.join(folder, 'a-file');
    writeFileSync(file, '');
    for (const dir of [file, path.join(folder, 'nowhere')])
      expect(await releaseVerify({ dir })).toMatchObject({ code: 'FOLDER_UNREADABLE', exit: 2 });
  });

  it('is incomplete when it is an empty folder', async () => {
    const answer = await report(temporaryFolder());
    expect(codes(answer)).toEqual(['SET_INCOMPLETE']);
    expect(answer.findings[0]!.exit).toBe(1);
  });
});

describe('the folder', () => {
  it('has files that nobody may write, named by the digest of what they hold', () => {
    for (const name of readdirSync(path.join(small.dir, 'shards'))) {
      const file = path.join(small.dir, 'shards', name);
      expect(statSync(file).mode & 0o222).toBe(0);
      expect(name).toMatch(/^[0-9a-f]{64}\.avro$/);
    }
  });
});
