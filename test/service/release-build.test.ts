import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { batchOf, rowsOf } from '../../src/contract/batch.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { parseSnapshot, type Snapshot } from '../../src/release/snapshot.ts';
import { generateRecords } from '../../src/service/generate-records.ts';
import { type Built, type ReleaseAsk, releaseBuild } from '../../src/service/release-build.ts';
import { releaseVerify } from '../../src/service/release-verify.ts';
import { CARRIAGE, COLUMN, MEMBERS } from '../release/sample-release.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { askFor } from './sample-build.ts';

const folder = temporaryFolder();
let folders = 0;
const next = (): string => path.join(folder, `release-${folders++}`);

const GENERATE = { seed: 3, count: 120 };
const ROWS: readonly RecordValues[] = [...generateRecords(CARRIAGE, GENERATE)].flatMap(batch =>
  rowsOf(CARRIAGE.columns, batch),
);

/** An ask for just these rows, in batches of 50. */
function askOf(rows: readonly RecordValues[], change: Partial<ReleaseAsk> = {}): ReleaseAsk {
  const ask = askFor(next(), GENERATE);
  const batches = function* () {
    for (let first = 0; first < rows.length; first += 50)
      yield batchOf(CARRIAGE.columns, rows.slice(first, first + 50));
  };
  return { ...ask, source: { ...ask.source, batches }, ...change };
}

async function built(ask: ReleaseAsk): Promise<Built> {
  const answer = await releaseBuild(ask);
  if (answer instanceof Fault) throw answer;
  return answer;
}

async function refusal(ask: ReleaseAsk): Promise<{ code: string; facts: unknown; exit: number }> {
  const answer = await releaseBuild(ask);
  if (!(answer instanceof Fault)) throw new Error('the release was built');
  expect(existsSync(path.join(ask.dir, 'manifest.json')), 'no manifest').toBe(false);
  return { code: answer.code, facts: answer.facts, exit: answer.exit };
}

describe('a release is built', () => {
  it('to the same root in another folder, whatever order the source gives its records in', async () => {
    const one = await built(askOf(ROWS));
    expect((await built(askOf(ROWS))).root).toBe(one.root);
    expect((await built(askOf(ROWS.toReversed()))).root).toBe(one.root);
  });

  it('to another layout and the same tuple root under another sort seed', async () => {
    const [one, other] = [await built(askOf(ROWS)), await built(askOf(ROWS, { sortSeed: 12 }))];
    expect(other.root).not.toBe(one.root);
    expect(other.manifest.orderedMemberTupleRoot).toBe(one.manifest.orderedMemberTupleRoot);
    expect(other.manifest.shards.map(shard => shard.memberSetDigest)).not.toEqual(
      one.manifest.shards.map(shard => shard.memberSetDigest),
    );
  });

  it('bound to the tokenizer of its contract through the snapshot, and verified without counting tokens', async () => {
    const tokenizer = sha256('a tokenizer');
    const [none, bound] = [await built(askOf(ROWS)), await built(askOf(ROWS, { tokenizer }))];
    const snapshotOf = ({ dir }: Built) =>
      parseSnapshot(readFileSync(path.join(dir, 'snapshot.json'))) as Snapshot;
    expect([snapshotOf(none).tokenizer, snapshotOf(bound).tokenizer]).toEqual(['none', tokenizer]);
    expect(bound.manifest.recordSchema).toBe(none.manifest.recordSchema);
    expect(bound.root).not.toBe(none.root);
    expect(await releaseVerify({ dir: bound.dir, expectedRoot: bound.root })).not.toBeInstanceOf(Fault);
  });

  it('compressed to other objects with the same logical digests', async () => {
    const [plain, packed] = [await built(askOf(ROWS)), await built(askOf(ROWS, { compression: 'deflate' }))];
    const of = ({ manifest }: Built, key: 'digest' | 'logicalDigest' | 'memberSetDigest') =>
      manifest.shards.map(shard => shard[key]);
    expect(of(packed, 'logicalDigest')).toEqual(of(plain, 'logicalDigest'));
    expect(of(packed, 'memberSetDigest')).toEqual(of(plain, 'memberSetDigest'));
    for (const [index, digest] of of(packed, 'digest').entries())
      expect(digest).not.toBe(of(plain, 'digest')[index]);
    expect(await releaseVerify({ dir: packed.dir, expectedRoot: packed.root })).toMatchObject({
      verdict: 'holds',
    });
  });

  it('into shards whose sizes differ by at most one', async () => {
    const { manifest } = await built(askOf(ROWS.slice(0, 10)));
    expect(manifest.shards.map(shard => shard.records).sort()).toEqual([2, 2, 3, 3]);
  });

  it('again into its own folder without a change, and leaves no half-written files', async () => {
    const ask = askOf(ROWS);
    const one = await built(ask);
    expect((await built(ask)).root).toBe(one.root);
    expect(readdirSync(ask.dir).sort()).toEqual([
      'changes',
      'manifest.json',
      'members.bin',
      'release.json',
      'schemas',
      'shards',
      'snapshot.json',
      'vocabularies',
    ]);
  });

  it('after it was interrupted at any shard, to the root it would have had', async () => {
    const { root } = await built(askOf(ROWS));
    for (const shard of [1, 2, 3, 4]) {
      const ask = askOf(ROWS);
      const progress = (done: number): void => {
        if (done === shard) throw new Error('killed');
      };
      await expect(releaseBuild({ ...ask, progress })).rejects.toThrow('killed');
      expect(existsSync(path.join(ask.dir, 'manifest.json'))).toBe(false);
      expect((await built(ask)).root).toBe(root);
    }
  });

  it('with member parts from fields and constants as well as from the envelope', async () => {
    const ask = askOf(ROWS, {
      members: { ...MEMBERS, sourceId: { kind: 'constant', value: 'one source' } },
    });
    const columns = CARRIAGE.columns.fields;
    const source = columns.findIndex(field => field.name === 'sourceId');
    const without = { ...CARRIAGE.columns, fields: columns.filter((_, index) => index !== source) };
    const rows = ROWS.map(row => row.filter((_, index) => index !== source));
    const batches = () => [batchOf(without, rows)];
    const one = await built({ ...ask, source: { ...ask.source, batches } });
    expect(await releaseVerify({ dir: one.dir })).toMatchObject({ verdict: 'holds' });
  });
});

describe('a release is not built', () => {
  it('over another one in the same folder', async () => {
    const ask = askOf(ROWS);
    const { root } = await built(ask);
    const answer = await releaseBuild({ ...ask, sortSeed: 12 });
    expect(answer).toMatchObject({ code: 'ALREADY_EXISTS', exit: 3 });
    expect(await releaseVerify({ dir: ask.dir, expectedRoot: root })).toMatchObject({ verdict: 'holds' });
  });

  it('from a record that is not lawful, and says which field of which record', async () => {
    const rows = ROWS.with(70, ROWS[70]!.with(COLUMN.latency, 600_001n));
    expect(await refusal(askOf(rows))).toEqual({
      code: 'RECORDS_UNLAWFUL',
      facts: { row: 70, field: 'response_latency_ms (17)', problem: 'RANGE' },
      exit: 2,
    });
    const unknown = ROWS.with(3, ROWS[3]!.with(COLUMN.outcome, 'unheard of'));
    expect(await refusal(askOf(unknown))).toMatchObject({
      code: 'RECORDS_UNLAWFUL',
      facts: { row: 3, field: 'outcome (23)', problem: 'UNKNOWN_ENUM' },
    });
  });

  it('from a record without a sample id', async () => {
    const rows = ROWS.with(60, ROWS[60]!.with(COLUMN.sampleId, ''));
    expect(await refusal(askOf(rows))).toMatchObject({
      code: 'MEMBER_PART_UNUSABLE',
      facts: { part: 'sampleId', row: 60 },
    });
  });

  it('from a source that repeats a sample', async () => {
    expect(await refusal(askOf([...ROWS, ROWS[0]!]))).toMatchObject({
      code: 'MEMBER_DUPLICATE',
      facts: { count: 1 },
    });
  });

  it('from nothing', async () => {
    expect(await refusal(askOf([]))).toMatchObject({ code: 'EMPTY_RELEASE' });
  });

  it('into more shards than there are records', async () => {
    expect(await refusal(askOf(ROWS, { shards: 121 }))).toMatchObject({
      code: 'SHARDS_UNFILLED',
      facts: { records: 120, shards: 121 },
    });
  });

  it('into no shards, or with a count that is none', async () => {
    for (const change of [
      { shards: 0 },
      { sortSeed: -1 },
      { benchmarkFence: 1.5 },
      { tombstoneWatermark: 2 ** 53 },
    ])
      expect(await refusal(askOf(ROWS, change))).toMatchObject({ code: 'RELEASE_ASK', exit: 2 });
  });

  it('without a change record', async () => {
    expect(await refusal(askOf(ROWS, { changeRecords: [] }))).toMatchObject({
      code: 'SCHEMA_REPORT_UNBOUND',
    });
  });

  it('from a source that gives other records, or fewer, when it is read again', async () => {
    for (const again of [ROWS.with(5, ROWS[5]!.with(COLUMN.latency, 1n)), ROWS.slice(1)]) {
      let readings = 0;
      const ask = askOf(ROWS);
      const batches = () => [batchOf(CARRIAGE.columns, readings++ === 0 ? ROWS : again)];
      expect(await refusal({ ...ask, source: { ...ask.source, batches } })).toMatchObject({
        code: 'RELEASE_ASK',
      });
    }
  });
});
