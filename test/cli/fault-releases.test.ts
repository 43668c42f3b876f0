import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import type { Manifest, ShardDescriptor } from '../../src/release/manifest.ts';
import { releaseBuild } from '../../src/service/release-build.ts';
import { PLACES } from '../../src/service/release-folder.ts';
import { CARRIAGE, COLUMN } from '../release/sample-release.ts';
import { askFor } from '../service/sample-build.ts';
import { Tampered, totalsOf } from '../service/tamper.ts';
import { emptyFolder } from './harness.ts';

const folder = emptyFolder();
const ORIGINAL = path.join(folder.root, 'original');
beforeAll(async () => {
  const built = await releaseBuild(askFor(ORIGINAL, { seed: 3, count: 40 }));
  if (built instanceof Fault) throw built;
});

type Tamper = (copy: Tampered) => void;

const withShard = (manifest: Manifest, index: number, change: Partial<ShardDescriptor>): Manifest => ({
  ...manifest,
  shards: manifest.shards.with(index, { ...manifest.shards[index]!, ...change }),
});
const signed =
  (edit: (manifest: Manifest) => Manifest): Tamper =>
  copy =>
    copy.sign(edit(copy.manifest));
const shard0 = (change: Partial<ShardDescriptor>): Tamper =>
  signed(manifest => withShard(manifest, 0, change));
const parameters = (change: Partial<Manifest['parameters']>): Tamper =>
  signed(manifest => ({ ...manifest, parameters: { ...manifest.parameters, ...change } }));

/** Other records in the first shard, everything but the snapshot in agreement with them. */
const records =
  (edit: (rows: readonly RecordValues[], copy: Tampered) => readonly RecordValues[]): Tamper =>
  copy => {
    copy.rewrite(0, edit(copy.rows(0), copy));
    copy.resealRoot();
  };

/** Other bytes in the first shard, which its descriptor names. */
const bytes =
  (edit: (was: Buffer) => Uint8Array): Tamper =>
  copy => {
    const made = edit(Buffer.from(copy.read(copy.shardName(0))));
    const digest = sha256(made);
    copy.write(PLACES.shard(digest), made);
    copy.sign(withShard(copy.manifest, 0, { digest, size: made.length, objectVersion: digest }));
  };
const spelled = (from: string, to: string): Tamper =>
  bytes(was => Buffer.from(was.toString('latin1').replace(from, to), 'latin1'));
const flipped = (at: number): Tamper =>
  bytes(was => {
    was[at < 0 ? was.length + at : at]! ^= 0x80;
    return was;
  });

const TAMPERED: ReadonlyArray<readonly [code: string, what: string, tamper: Tamper]> = [
  // The set of shards.
  ['EMPTY_RELEASE', 'no shard', signed(manifest => ({ ...manifest, shards: [], totals: totalsOf([]) }))],
  ['TOTALS_MISMATCH', 'other totals', signed(m => ({ ...m, totals: { shards: 5, records: 40 } }))],
  ['SHARD_ID_FORMAT', 'a shard named like a path', shard0({ id: '../../x' })],
  ['SHARD_ID_SET', 'two shards of one id', shard0({ id: 'shard-00001-of-00004' })],
  ['SHARD_REPEATED', 'one shard twice', copy => shard0({ digest: copy.manifest.shards[1]!.digest })(copy)],
  ['SCHEMA_REPORT_UNBOUND', 'no change record', signed(manifest => ({ ...manifest, changeRecords: [] }))],
  ['SHARDING_MISMATCH', 'another seed of the order', parameters({ sortSeed: 12 })],
  ['READER_MISMATCH', 'another serializer', parameters({ serializer: 'assay.avro-container.v2' })],
  ['KEY_MISMATCH', 'another version of the key', parameters({ keyVersion: '7' })],
  ['MEDIA_TYPE_MISMATCH', 'another media type', shard0({ mediaType: 'application/jsonl+zstd' })],
  ['OBJECT_VERSION_MISMATCH', 'another object version', shard0({ objectVersion: 'gen-9021' })],
  ['TOKENS_UNPROVEN', 'a count of tokens that nobody counted', shard0({ tokens: 12 })],
  // What stands in them.
  [
    'SIZE_MISMATCH',
    'a byte less',
    copy => copy.write(copy.shardName(0), copy.read(copy.shardName(0)).slice(1)),
  ],
  [
    'OBJECT_IRREGULAR',
    'a folder in the place of a shard',
    copy => {
      const name = copy.shardName(0);
      copy.remove(name);
      mkdirSync(path.join(copy.dir, name));
    },
  ],
  ['RECORD_COUNT', 'a record more in the count', copy => counted(copy)],
  [
    'LOGICAL_DIGEST_MISMATCH',
    'its records in another order',
    copy => {
      const { logicalDigest } = copy.manifest.shards[0]!;
      copy.rewrite(0, copy.rows(0).toReversed(), { logicalDigest });
    },
  ],
  [
    'SCHEMA_MIXED',
    'records of another schema',
    copy => {
      const other = new Tampered(copy.dir, `${copy.dir}-mixed`, {
        ...CARRIAGE,
        recordSchema: sha256('another schema'),
      });
      other.rewrite(0, copy.rows(0));
      copy.write(other.shardName(0), other.read(other.shardName(0)));
      copy.sign(other.manifest);
    },
  ],
  ['MEMBER_SET_MISMATCH', 'other members than it says', shard0({ memberSetDigest: sha256('others') })],
  ['TUPLE_ROOT_MISMATCH', 'a raised fence', signed(m => ({ ...m, benchmarkFence: m.benchmarkFence + 1 }))],
  ['SNAPSHOT_MISMATCH', 'another snapshot', copy => copy.resealRoot({ datasetSnapshot: sha256('another') })],
  ['MEMBER_MISSING', 'a record less', records(rows => rows.slice(1))],
  ['MEMBER_EXTRA', 'a stranger', records(rows => [...rows, rows[0]!.with(COLUMN.sampleId, 'stranger')])],
  ['MEMBER_DUPLICATE', 'a record of another shard', records((rows, copy) => [...rows, copy.rows(1)[0]!])],
  ['CONTENT_REPLACED', 'another source', records(rows => rows.with(0, rows[0]!.with(COLUMN.sourceId, 'z')))],
  [
    'SPLIT_CONFLICT',
    'another split',
    records(rows => rows.with(0, rows[0]!.with(COLUMN.split, 'elsewhere'))),
  ],
];

const counted: Tamper = copy => {
  const { manifest } = copy;
  const { shards } = withShard(manifest, 0, { records: manifest.shards[0]!.records + 1 });
  copy.sign({ ...manifest, shards, totals: totalsOf(shards) });
};

/** Shards whose declared bytes are no container of the bound schema: told as one that can't be read, and why. */
const UNREADABLE: ReadonlyArray<readonly [code: string, what: string, tamper: Tamper]> = [
  ['CONTAINER_MAGIC', 'no container file', bytes(() => Buffer.from('Parquet, perhaps'))],
  ['CONTAINER_TRUNCATED', 'the first half', bytes(was => was.subarray(0, was.length >> 1))],
  ['CONTAINER_HEADER', 'a header without a schema', spelled('avro.schema', 'avro.schemq')],
  ['CONTAINER_CODEC_UNKNOWN', 'a codec that nobody knows', spelled('null', 'nulL')],
  [
    'CONTAINER_BLOCK',
    'a block of fewer records than none',
    bytes(was => {
      const header = was.indexOf(was.subarray(-16)) + 16;
      was[header]! |= 1;
      return was;
    }),
  ],
  ['CONTAINER_SYNC', 'another marker at the end', flipped(-1)],
  ['CONTAINER_RECORD', 'text that is no UTF-8', spelled('source-', 'source\u00ff')],
];

let copies = 0;
const verified = async (tamper: Tamper) => {
  const name = `copy-${copies++}`;
  tamper(new Tampered(ORIGINAL, path.join(folder.root, name)));
  const { exit, json } = await folder.assay('release', 'verify', name, '--json');
  return { exit, findings: json().findings as { code: string; facts: { reason: string } }[] };
};

describe('assay release verify', () => {
  it('holds of what nobody touched', async () =>
    expect(await verified(() => undefined)).toEqual({ exit: 0, findings: [] }));

  it.each(TAMPERED)('tells %s of a release with %s', async (code, _, tamper) => {
    const { exit, findings } = await verified(tamper);
    expect(findings.map(found => found.code)).toContain(code);
    expect(exit).toBe(1);
  });

  it.each(UNREADABLE)('tells %s of a shard that is %s', async (code, _, tamper) => {
    const { exit, findings } = await verified(tamper);
    expect(findings).toMatchObject([{ code: 'SHARD_UNREADABLE' }]);
    expect(findings[0]!.facts.reason.split(',')[0]).toBe(code);
    expect(exit).toBe(1);
  });
});
