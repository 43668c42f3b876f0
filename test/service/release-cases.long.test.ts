import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { type Manifest, manifestBytes, type ShardDescriptor } from '../../src/release/manifest.ts';
import { encodeTuple } from '../../src/release/member-tuple.ts';
import { rootPointerBytes } from '../../src/release/root-pointer.ts';
import type { ShardPacking } from '../../src/release/shard-file.ts';
import { releaseBuild } from '../../src/service/release-build.ts';
import { createFile, PLACES } from '../../src/service/release-folder.ts';
import { releaseVerify, type VerifyReport } from '../../src/service/release-verify.ts';
import { tupleOf } from '../release/fixtures.ts';
import { CARRIAGE, COLUMN } from '../release/sample-release.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { askFor } from './sample-build.ts';
import { Tampered, totalsOf } from './tamper.ts';

type Case = { readonly id: string; readonly title: string; readonly code: string | null };

const CASES: readonly Case[] = readFileSync(
  path.join(import.meta.dirname, '../release/cases/faults.jsonl'),
  'utf8',
)
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as Case);

const folder = temporaryFolder();
const ask = askFor(path.join(folder, 'original'), { seed: 9, count: 400 });
beforeAll(async () => {
  const built = await releaseBuild(ask);
  if (built instanceof Fault) throw built;
});

let copies = 0;
const next = (): string => path.join(folder, `copy-${copies++}`);

async function report(dir: string, expectedRoot?: `sha256:${string}`): Promise<VerifyReport> {
  const answer = await releaseVerify(expectedRoot === undefined ? { dir } : { dir, expectedRoot });
  if (answer instanceof Fault) throw answer;
  return answer;
}

/** What is done to a copy of a good release; the codes of all that is then found, or what else came of it. */
type Run = (copy: Tampered) => Promise<readonly string[]>;

const found =
  (tamper: (copy: Tampered) => void): Run =>
  async copy => {
    tamper(copy);
    return (await report(copy.dir)).findings.map(({ code }) => code);
  };

const resigned = (edit: (manifest: Manifest) => Manifest): Run =>
  found(copy => copy.sign(edit(copy.manifest)));

const withShard = (manifest: Manifest, index: number, change: Partial<ShardDescriptor>): Manifest => {
  const shards = manifest.shards.with(index, { ...manifest.shards[index]!, ...change });
  return { ...manifest, shards, totals: totalsOf(shards) };
};

/** Replaces a piece of the manifest's text, and signs whatever that makes. */
const spelled = (from: RegExp, to: string): Run =>
  found(copy => {
    const text = Buffer.from(copy.read(PLACES.manifest)).toString().replace(from, to);
    copy.write(PLACES.manifest, Buffer.from(text));
    copy.write(PLACES.pointer, rootPointerBytes(sha256(text)));
  });

const rebuilt = (
  copy: Tampered,
  index: number,
  edit: (rows: ReturnType<Tampered['rows']>) => ReturnType<Tampered['rows']>,
): void => {
  copy.rewrite(index, edit(copy.rows(index)));
  copy.resealRoot();
};

const swapped = (copy: Tampered, exchange: (shard: ShardDescriptor) => Partial<ShardDescriptor>): void => {
  const { manifest } = copy;
  const [a, b] = [manifest.shards[2]!, manifest.shards[3]!];
  copy.sign(withShard(withShard(manifest, 2, exchange(b)), 3, exchange(a)));
};

const RUNS: Readonly<Record<string, Run>> = {
  'F-001': found(copy => copy.remove(copy.shardName(3))),
  'F-004': async copy => {
    copy.write('shards/part-100.avro', Buffer.from('undeclared'));
    const { verdict, undeclared } = await report(copy.dir);
    expect(undeclared).toEqual(['shards/part-100.avro']);
    return [verdict];
  },
  'F-005': found(copy => {
    const { manifest } = copy;
    const shards = manifest.shards
      .slice(0, 3)
      .map((shard, index) => ({ ...shard, id: `shard-0000${index}-of-00003` }));
    copy.sign({ ...manifest, shards, totals: totalsOf(shards) });
    copy.resealRoot();
  }),
  'F-007': resigned(manifest => withShard(manifest, 1, { id: manifest.shards[0]!.id })),
  'F-008': resigned(manifest => ({ ...manifest, shards: [], totals: { shards: 0, records: 0 } })),
  'F-010': found(copy => copy.write(copy.shardName(0), copy.read(copy.shardName(0)).subarray(0, -1))),
  'F-011': found(copy => {
    const bytes = Buffer.from(copy.read(copy.shardName(0)));
    bytes[1_000]! ^= 4;
    copy.write(copy.shardName(0), bytes);
  }),
  'F-013': found(copy => {
    const [a, b] = [copy.shardName(2), copy.shardName(3)];
    const [bytesA, bytesB] = [copy.read(a), copy.read(b)];
    copy.write(a, bytesB);
    copy.write(b, bytesA);
  }),
  'F-014': found(copy =>
    swapped(copy, ({ digest, size, objectVersion, logicalDigest }) => ({
      digest,
      size,
      objectVersion,
      logicalDigest,
    })),
  ),
  'F-016': async copy => {
    const again = await releaseBuild({
      ...ask,
      dir: next(),
      compression: 'deflate' satisfies ShardPacking,
    });
    if (again instanceof Fault) throw again;
    const before = copy.manifest.shards.map(shard => shard.logicalDigest);
    expect(again.manifest.shards.map(shard => shard.logicalDigest)).toEqual(before);
    return [sha256(manifestBytes(copy.manifest)) === again.root ? 'the same root' : 'another root'];
  },
  'F-017': found(copy => {
    const { logicalDigest } = copy.manifest.shards[0]!;
    copy.rewrite(0, copy.rows(0).toReversed(), { logicalDigest });
  }),
  'F-020': resigned(manifest => withShard(manifest, 0, { records: manifest.shards[0]!.records + 1 })),
  'F-022': resigned(manifest => withShard(manifest, 0, { mediaType: 'application/jsonl+zstd' })),
  'F-029': found(copy => rebuilt(copy, 0, rows => rows.slice(1))),
  'F-031': found(copy => rebuilt(copy, 0, rows => rows.with(0, rows[1]!))),
  'F-032': found(copy => rebuilt(copy, 2, rows => [...rows, copy.rows(0)[0]!])),
  'F-034': found(copy => rebuilt(copy, 0, rows => rows.with(0, rows[0]!.with(COLUMN.sourceVersion, 'v4')))),
  'F-035': found(copy => rebuilt(copy, 0, rows => rows.with(0, rows[0]!.with(COLUMN.split, 'val')))),
  'F-037': found(copy => {
    const other = new Tampered(copy.dir, next(), { ...CARRIAGE, recordSchema: sha256('another schema') });
    other.rewrite(0, copy.rows(0));
    copy.write(other.shardName(0), other.read(other.shardName(0)));
    copy.sign(other.manifest);
  }),
  'F-038': async () => {
    const split = encodeTuple(tupleOf({ sampleId: 'a\u001fb', sourceId: '' }));
    const other = encodeTuple(tupleOf({ sampleId: 'a', sourceId: 'b' }));
    return [sha256(split) === sha256(other) ? 'the same digest' : 'another digest'];
  },
  'F-040': found(copy => {
    const [a, b] = [copy.rows(0), copy.rows(1)];
    const [{ memberSetDigest: keptA }, { memberSetDigest: keptB }] = copy.manifest.shards as [
      ShardDescriptor,
      ShardDescriptor,
    ];
    const before = copy.manifest.orderedMemberTupleRoot;
    copy.rewrite(0, a.with(0, b[0]!), { memberSetDigest: keptA });
    copy.rewrite(1, b.with(0, a[0]!), { memberSetDigest: keptB });
    copy.resealRoot();
    expect(copy.manifest.orderedMemberTupleRoot).toBe(before);
  }),
  'F-041': resigned(manifest => ({ ...manifest, datasetSnapshot: sha256('another snapshot') })),
  'F-043': resigned(manifest => ({ ...manifest, benchmarkFence: manifest.benchmarkFence + 1 })),
  'F-044': async copy => {
    const approved = sha256(copy.read(PLACES.manifest));
    const { parameters } = copy.manifest;
    copy.sign({ ...copy.manifest, parameters: { ...parameters, sortSeed: parameters.sortSeed + 1 } });
    return (await report(copy.dir, approved)).findings.map(({ code }) => code);
  },
  'F-046': spelled(/"tombstoneWatermark":\d+/, '"tombstoneWatermark":41,"tombstoneWatermark":44192'),
  'F-047': spelled(/"records":\d+/, '"records":9007199254740993'),
  'F-049': resigned(manifest => withShard(manifest, 0, { id: '../../x' })),
  'F-050': resigned(manifest => ({ ...manifest, parameters: { ...manifest.parameters, keyVersion: '7' } })),
  'F-053': resigned(manifest => ({
    ...manifest,
    parameters: { ...manifest.parameters, serializer: 'assay.avro-container.v2' },
  })),
  'F-055': async copy => {
    const first = copy.read(PLACES.snapshot);
    const answer = await createFile(copy.dir, PLACES.snapshot, Buffer.from('other bytes'));
    expect(Buffer.compare(copy.read(PLACES.snapshot), first)).toBe(0);
    return [answer instanceof Fault ? answer.code : answer];
  },
  'F-056': async copy => {
    const dir = next();
    await createFile(dir, copy.shardName(0), Buffer.from('wrong bytes'));
    const answer = await releaseBuild({ ...ask, dir });
    return [answer instanceof Fault ? answer.code : 'built'];
  },
  'F-059': async () => {
    const dir = next();
    const killed = (done: number): void => {
      if (done === 2) throw new Error('killed');
    };
    await expect(releaseBuild({ ...ask, dir, progress: killed })).rejects.toThrow('killed');
    const { findings } = await report(dir);
    const again = await releaseBuild({ ...ask, dir });
    if (again instanceof Fault) throw again;
    expect((await report(dir, again.root)).verdict).toBe('holds');
    return findings.map(({ code }) => code);
  },
};

/** What comes of a case that is no refusal. */
const WITHOUT_CODE: Readonly<Record<string, string>> = {
  'F-004': 'holds',
  'F-016': 'another root',
  'F-038': 'another digest',
};

describe('the known faults of a release', () => {
  it('are each run, and nothing else is', () => {
    expect(Object.keys(RUNS).sort()).toEqual(CASES.map(({ id }) => id).sort());
  });

  for (const { id, title, code } of CASES)
    it(`${id} ${title}: ${code ?? WITHOUT_CODE[id]}`, async () => {
      const codes = await RUNS[id]!(new Tampered(ask.dir, next()));
      expect(codes).toContain(code ?? WITHOUT_CODE[id]);
    });
});
