import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { MANIFEST_SCHEMA, manifestBytes, parseManifest } from '../../src/release/manifest.ts';
import { parseShardId, shardId } from '../../src/release/shard-id.ts';
import { descriptorOf, manifestOf } from './fixtures.ts';

type Editable = { [key: string]: unknown };

/** The printed manifest, after an edit of its plain form. */
function edited(edit: (plain: Editable) => void): Uint8Array {
  const plain = JSON.parse(Buffer.from(manifestBytes(manifestOf())).toString()) as Editable;
  edit(plain);
  return Buffer.from(JSON.stringify(plain));
}

const shardIn = (plain: Editable, index = 0): Editable => (plain['shards'] as Editable[])[index]!;
const below = (plain: Editable, key: string): Editable => plain[key] as Editable;

function refusal(bytes: Uint8Array): { code: string; facts: unknown } {
  const answer = parseManifest(bytes);
  if (!(answer instanceof Fault)) throw new Error('the manifest was accepted');
  return { code: answer.code, facts: answer.facts };
}

const at = (path: string, problem: string) => ({
  code: 'BOUND_DOCUMENT_FIELD',
  facts: { document: 'manifest.json', path, problem },
});

describe('the root manifest', () => {
  it('is read as it was written', () => {
    const manifest = manifestOf();
    expect(parseManifest(manifestBytes(manifest))).toEqual(manifest);
  });

  it('has the form of the printed example: its keys, and tokens where a tokenizer is bound', () => {
    const shards = [{ ...descriptorOf(0, 1), tokens: 8_194_421 }];
    const plain = JSON.parse(Buffer.from(manifestBytes(manifestOf({ shards }))).toString()) as Editable;
    expect(plain['schema']).toBe('training.shard.release.v1');
    expect(Object.keys(plain)).toEqual(
      expect.arrayContaining([
        'datasetSnapshot',
        'tombstoneWatermark',
        'benchmarkFence',
        'recordSchema',
        'shards',
        'totals',
        'orderedMemberTupleRoot',
      ]),
    );
    expect(Object.keys(shardIn(plain)).sort()).toEqual(
      [
        'id',
        'mediaType',
        'digest',
        'size',
        'objectVersion',
        'logicalDigest',
        'records',
        'tokens',
        'memberSetDigest',
      ].sort(),
    );
  });

  for (const key of [
    'datasetSnapshot',
    'tombstoneWatermark',
    'benchmarkFence',
    'recordSchema',
    'parameters',
    'changeRecords',
    'shards',
    'totals',
    'orderedMemberTupleRoot',
  ]) {
    it(`is refused without ${key}, by its path`, () => {
      expect(refusal(edited(plain => delete plain[key]))).toEqual(at(key, 'is missing'));
    });
    it(`is refused with ${key} of another type`, () => {
      expect(refusal(edited(plain => (plain[key] = true)))).toMatchObject({
        code: 'BOUND_DOCUMENT_FIELD',
        facts: { path: key },
      });
    });
  }

  for (const key of [
    'id',
    'mediaType',
    'digest',
    'size',
    'objectVersion',
    'logicalDigest',
    'records',
    'memberSetDigest',
  ]) {
    it(`is refused when a shard has no ${key}, by its path`, () => {
      expect(refusal(edited(plain => delete shardIn(plain, 2)[key]))).toEqual(
        at(`shards[2].${key}`, 'is missing'),
      );
    });
    it(`is refused when a shard's ${key} has another type`, () => {
      expect(refusal(edited(plain => (shardIn(plain)[key] = [])))).toMatchObject({
        code: 'BOUND_DOCUMENT_FIELD',
        facts: { path: `shards[0].${key}` },
      });
    });
  }

  for (const key of ['serializer', 'sortSeed', 'shardingFunction', 'compression', 'keyVersion'])
    it(`is refused without the bound parameter ${key}`, () => {
      expect(refusal(edited(plain => delete below(plain, 'parameters')[key]))).toEqual(
        at(`parameters.${key}`, 'is missing'),
      );
    });

  const problems: ReadonlyArray<readonly [string, (plain: Editable) => void, string]> = [
    ['an unknown key', plain => (plain['comment'] = 1), 'comment'],
    ['an unknown key in a shard', plain => (shardIn(plain)['sha1'] = 'x'), 'shards[0].sha1'],
    ['upper-case hex', plain => (shardIn(plain)['digest'] = `sha256:${'A'.repeat(64)}`), 'shards[0].digest'],
    [
      'another algorithm',
      plain => (shardIn(plain)['digest'] = `blake3:${'a'.repeat(64)}`),
      'shards[0].digest',
    ],
    ['a negative size', plain => (shardIn(plain)['size'] = -1), 'shards[0].size'],
    ['a fraction for a size', plain => (shardIn(plain)['size'] = 1.5), 'shards[0].size'],
    ['an empty object version', plain => (shardIn(plain)['objectVersion'] = ''), 'shards[0].objectVersion'],
    [
      'the object version "null"',
      plain => (shardIn(plain)['objectVersion'] = 'null'),
      'shards[0].objectVersion',
    ],
    [
      'the object version "latest"',
      plain => (shardIn(plain)['objectVersion'] = 'latest'),
      'shards[0].objectVersion',
    ],
    ['tokens of another type', plain => (shardIn(plain)['tokens'] = '12'), 'shards[0].tokens'],
  ];
  for (const [what, edit, path] of problems)
    it(`is refused with ${what}, by its path`, () => {
      expect(refusal(edited(edit))).toMatchObject({ code: 'BOUND_DOCUMENT_FIELD', facts: { path } });
    });

  it('is refused under another name before anything else, because its fields may mean something else', () => {
    const other = edited(plain => {
      plain['schema'] = 'training.shard.release.v2';
      delete plain['shards'];
    });
    expect(refusal(other)).toEqual({
      code: 'UNSUPPORTED_MANIFEST',
      facts: { document: 'manifest.json', schema: 'training.shard.release.v2' },
    });
  });

  it('is refused without a name', () => {
    expect(refusal(edited(plain => delete plain['schema']))).toEqual(at('schema', 'is missing'));
  });

  it('is refused with a gap, a repeated index, an index beyond the count or another count in its ids', () => {
    const renamed = (id: string): Uint8Array => edited(plain => (shardIn(plain, 3)['id'] = id));
    for (const id of [shardId(2, 4), shardId(4, 4), shardId(3, 5)])
      expect(refusal(renamed(id))).toMatchObject({ code: 'SHARD_ID_SET', facts: { path: 'shards[3].id' } });
  });

  it('is refused when totals are off by one, and names the total', () => {
    for (const of of ['shards', 'records'])
      for (const step of [-1, 1])
        expect(
          refusal(edited(plain => (below(plain, 'totals')[of] = manifestOf().totals[of as 'shards'] + step))),
        ).toMatchObject({ code: 'TOTALS_MISMATCH', facts: { of } });
  });

  it('is refused when empty, never passed vacuously', () => {
    const none = { ...manifestOf(), shards: [], totals: { shards: 0, records: 0 } };
    expect(refusal(manifestBytes(none))).toMatchObject({ code: 'EMPTY_RELEASE', facts: { what: 'shards' } });
    const hollow = manifestOf({ shards: [{ ...descriptorOf(0, 1), records: 0 }] });
    expect(refusal(manifestBytes(hollow))).toMatchObject({
      code: 'EMPTY_RELEASE',
      facts: { what: 'records' },
    });
  });

  it('is refused without a change record, because then nobody judged the schema', () => {
    expect(refusal(manifestBytes(manifestOf({ changeRecords: [] }))).code).toBe('SCHEMA_REPORT_UNBOUND');
  });

  it('has another root digest when any bound parameter changes', () => {
    const { parameters } = manifestOf();
    const roots = [
      {},
      { serializer: 'other' },
      { sortSeed: 8 },
      { shardingFunction: 'other' },
      { compression: { codec: 'deflate', level: 6 } },
      { keyVersion: '7' },
    ].map(change => sha256(manifestBytes(manifestOf({ parameters: { ...parameters, ...change } }))));
    const schema = sha256(manifestBytes(manifestOf({ recordSchema: sha256('another schema') })));
    expect(new Set([...roots, schema]).size).toBe(7);
  });

  it('has a name that no other manifest of this kind may take', () => {
    expect(MANIFEST_SCHEMA).toBe('training.shard.release.v1');
  });
});

describe('a shard id', () => {
  it('has five digits and more only when it needs them', () => {
    expect(shardId(17, 480)).toBe('shard-00017-of-00480');
    expect(parseShardId('shard-00017-of-00480')).toEqual({ index: 17, of: 480 });
    expect(parseShardId(shardId(123_456, 200_000))).toEqual({ index: 123_456, of: 200_000 });
  });

  it('has one spelling and is no path', () => {
    for (const id of ['../../x', 'shard-17-of-480', 'shard-000017-of-00480', 'shard-00017-of-00480\n', ''])
      expect(parseShardId(id)).toBeUndefined();
  });
});
