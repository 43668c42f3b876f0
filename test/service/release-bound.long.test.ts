import { readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import type { Manifest, ShardDescriptor } from '../../src/release/manifest.ts';
import { releaseBuild } from '../../src/service/release-build.ts';
import { PLACES } from '../../src/service/release-folder.ts';
import { releaseVerify, type VerifyReport } from '../../src/service/release-verify.ts';
import { COLUMN } from '../release/sample-release.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { askFor, changeBytes } from './sample-build.ts';
import { Tampered, totalsOf } from './tamper.ts';

const folder = temporaryFolder();
const REVISION = changeBytes({
  step: { kind: 'revision', version: 1, from: 'first', to: 'second' },
  class: 'migrate',
});
const ask = {
  ...askFor(path.join(folder, 'original'), { seed: 8, count: 402 }),
  changeRecords: [
    { bytes: changeBytes(), proposed: false },
    { bytes: REVISION, proposed: true },
  ],
};
beforeAll(async () => {
  const built = await releaseBuild(ask);
  if (built instanceof Fault) throw built;
});

let copies = 0;
const tampered = (): Tampered => new Tampered(ask.dir, path.join(folder, `copy-${copies++}`));

async function report(dir: string, showValues = false): Promise<VerifyReport> {
  const answer = await releaseVerify({ dir, showValues });
  if (answer instanceof Fault) throw answer;
  return answer;
}

const findings = async (copy: Tampered) =>
  (await report(copy.dir)).findings.map(({ code, facts }) => ({ code, facts }));

const resigned = async (edit: (manifest: Manifest) => Manifest) => {
  const copy = tampered();
  copy.sign(edit(copy.manifest));
  return findings(copy);
};

describe('the change records of a release', () => {
  const accepted = sha256(changeBytes());
  const proposed = sha256(REVISION);

  it('are told with what they say, and which of them are only proposed', async () => {
    const { verdict, changes } = await report(ask.dir);
    expect(verdict).toBe('holds');
    expect(changes).toHaveLength(2);
    expect(changes).toContainEqual({
      digest: accepted,
      subject: 'sample.release',
      step: { kind: 'version', from: undefined, to: 1 },
      class: 'identical',
      proposed: false,
    });
    expect(changes).toContainEqual({
      digest: proposed,
      subject: 'sample.release',
      step: { kind: 'revision', version: 1, from: 'first', to: 'second' },
      class: 'migrate',
      proposed: true,
    });
  });

  it('give another root when one of them is no longer only proposed', async () => {
    const changeRecords = ask.changeRecords.map(change => ({ ...change, proposed: false }));
    const again = await releaseBuild({ ...ask, dir: path.join(folder, 'accepted'), changeRecords });
    if (again instanceof Fault) throw again;
    expect(again.manifest.proposed).toEqual([]);
    expect(again.root).not.toBe((await report(ask.dir)).root);
  });

  it('are refused when one is absent, altered, no change record, or of another subject', async () => {
    const name = PLACES.change(proposed);
    const absent = tampered();
    absent.remove(name);
    expect(await findings(absent)).toEqual([{ code: 'SET_INCOMPLETE', facts: { absent: name } }]);

    const altered = tampered();
    altered.write(name, changeBytes({ class: 'compatible' }));
    expect(await findings(altered)).toMatchObject([{ code: 'DIGEST_MISMATCH', facts: { object: name } }]);

    const text = Buffer.from(changeBytes()).toString();
    for (const bytes of [
      Buffer.from('{}'),
      Buffer.from(`${text}\n`),
      Buffer.from(text.replace('{', '{"added":1,')),
      Buffer.from(text.replace('"class"', '"class":"identical","class"')),
      Buffer.from([0xff]),
      changeBytes({ subject: 'another.one' }),
    ]) {
      const copy = tampered();
      const digest = sha256(bytes);
      copy.write(PLACES.change(digest), bytes);
      copy.sign({ ...copy.manifest, changeRecords: [accepted, digest].sort(), proposed: [] });
      expect(await findings(copy)).toMatchObject([{ code: 'BOUND_DOCUMENT_FIELD' }]);
    }
  });

  it('are bound as sets, and only what is bound can be proposed', async () => {
    const broken: ReadonlyArray<readonly [change: Partial<Manifest>, field: string]> = [
      [{ changeRecords: [accepted, accepted] }, 'changeRecords'],
      [{ changeRecords: [accepted, proposed].sort().reverse() }, 'changeRecords'],
      [{ proposed: [proposed, proposed] }, 'proposed'],
      [{ proposed: [sha256('stranger')] }, 'proposed[0]'],
    ];
    for (const [change, field] of broken)
      expect(await resigned(manifest => ({ ...manifest, ...change }))).toMatchObject([
        { code: 'BOUND_DOCUMENT_FIELD', facts: { path: field } },
      ]);
  });

  it('must say who is only proposed, even where nobody is, because silence could mean either', async () => {
    expect(await resigned(({ proposed: _, ...manifest }) => manifest as Manifest)).toMatchObject([
      { code: 'BOUND_DOCUMENT_FIELD', facts: { path: 'proposed', problem: 'is missing' } },
    ]);
  });
});

describe('the documents of a release', () => {
  it('are incomplete without any one of them, and the report names it', async () => {
    const vocabulary = `vocabularies/${readdirSync(path.join(ask.dir, 'vocabularies'))[0]}`;
    const { recordSchema, changeRecords } = tampered().manifest;
    const names = [
      ...[PLACES.manifest, PLACES.pointer, PLACES.snapshot, PLACES.members, vocabulary],
      ...[PLACES.schema(recordSchema), ...changeRecords.map(PLACES.change)],
    ];
    for (const name of names) {
      const copy = tampered();
      copy.remove(name);
      expect(await findings(copy)).toEqual([{ code: 'SET_INCOMPLETE', facts: { absent: name } }]);
    }
  });

  it('are refused with other bytes than their names say', async () => {
    const vocabulary = `vocabularies/${readdirSync(path.join(ask.dir, 'vocabularies'))[0]}`;
    const copy = tampered();
    copy.write(vocabulary, Buffer.from('{"terms":[]}'));
    expect(await findings(copy)).toMatchObject([{ code: 'DIGEST_MISMATCH', facts: { object: vocabulary } }]);
  });
});

describe('the sharding of a release', () => {
  const mismatch = (shard: string) => [{ code: 'SHARDING_MISMATCH', facts: { shard } }];

  it('is refused when two descriptors swap their ids', async () => {
    const answer = await resigned(manifest => {
      const [a, b] = manifest.shards as [ShardDescriptor, ShardDescriptor];
      // Shards 0 and 2 have 100 records each, so that nothing but the order tells them apart.
      const c = manifest.shards[2]!;
      const shards = [{ ...a, id: c.id }, b, { ...c, id: a.id }, manifest.shards[3]!];
      return { ...manifest, shards };
    });
    expect(answer).toMatchObject(mismatch('shard-00001-of-00004'));
  });

  it('holds when descriptors are only listed in another order, because ids say which is which', async () => {
    expect(await resigned(manifest => ({ ...manifest, shards: manifest.shards.toReversed() }))).toEqual([]);
  });

  it('is refused when two records trade shards and everything is signed again', async () => {
    const copy = tampered();
    const [a, b] = [copy.rows(0), copy.rows(1)];
    copy.rewrite(0, a.with(0, b[0]!));
    copy.rewrite(1, b.with(0, a[0]!));
    copy.resealRoot();
    expect(await findings(copy)).toMatchObject(mismatch('shard-00000-of-00004'));
  });

  it('is refused when two records of one shard trade rows', async () => {
    const copy = tampered();
    const rows = copy.rows(1);
    copy.rewrite(1, rows.with(7, rows[8]!).with(8, rows[7]!));
    expect(await findings(copy)).toMatchObject(mismatch('shard-00001-of-00004'));
  });

  it('is refused when a record moves over a cut, though every rank still ascends', async () => {
    const copy = tampered();
    const [a, b] = [copy.rows(0), copy.rows(1)];
    copy.rewrite(0, [...a, b[0]!]);
    copy.rewrite(1, b.slice(1));
    copy.resealRoot();
    expect(await findings(copy)).toMatchObject(mismatch('shard-00000-of-00004'));
  });

  for (const [parameter, value] of [
    ['shardingFunction', 'assay.hash-rank.v2'],
    ['compression', { codec: 'null', level: 6 }],
    ['compression', { codec: 'zstd', level: 3 }],
  ] as const)
    it(`is not believed under ${parameter} ${JSON.stringify(value)}, which this reader can't recompute`, async () => {
      const answer = await resigned(manifest => ({
        ...manifest,
        parameters: { ...manifest.parameters, [parameter]: value },
      }));
      expect(answer).toMatchObject([{ code: 'READER_MISMATCH', facts: { parameter } }]);
    });
});

describe('a manifest from a stranger', () => {
  it('may not have one object read as many shards', async () => {
    const answer = await resigned(manifest => {
      const [first] = manifest.shards as [ShardDescriptor];
      const shards = manifest.shards.map(({ id }) => ({ ...first, id }));
      return { ...manifest, shards, totals: totalsOf(shards) };
    });
    expect(answer).toMatchObject([{ code: 'SHARD_REPEATED', facts: { other: 'shard-00000-of-00004' } }]);
  });

  it('with a long key is answered shortly', async () => {
    const answer = await resigned(manifest => ({ ...manifest, ['k'.repeat(100_000)]: 1 }));
    expect(answer).toMatchObject([{ code: 'BOUND_DOCUMENT_FIELD' }]);
    expect(JSON.stringify(answer).length).toBeLessThan(1_000);
  });

  it('of 50 MB is not read', async () => {
    const copy = tampered();
    copy.write(PLACES.manifest, Buffer.alloc(50_000_000, ' '));
    expect(await findings(copy)).toMatchObject([{ code: 'BOUND_DOCUMENT_SYNTAX' }]);
  });
});

describe('findings about members', () => {
  const idOf = (row: RecordValues): string => String(row[COLUMN.sampleId]);
  /** Each way a finding names samples, and the ids that are then in the report's reach. */
  const wrong: Readonly<Record<string, (copy: Tampered) => readonly string[]>> = {
    MEMBER_MISSING: copy => {
      const rows = copy.rows(0);
      copy.rewrite(0, rows.slice(1));
      return [idOf(rows[0]!)];
    },
    MEMBER_EXTRA: copy => {
      const rows = copy.rows(0);
      copy.rewrite(0, [...rows, rows[0]!.with(COLUMN.sampleId, 'a secret id')]);
      return ['a secret id'];
    },
    MEMBER_DUPLICATE: copy => {
      const rows = copy.rows(0);
      copy.rewrite(0, [...rows, rows[3]!]);
      return [idOf(rows[3]!)];
    },
    CONTENT_REPLACED: copy => {
      const rows = copy.rows(0);
      copy.rewrite(0, rows.with(2, rows[2]!.with(COLUMN.sourceVersion, 'v9')));
      return [idOf(rows[2]!)];
    },
    SPLIT_CONFLICT: copy => {
      const rows = copy.rows(0);
      copy.rewrite(0, rows.with(2, rows[2]!.with(COLUMN.split, 'elsewhere')));
      return [idOf(rows[2]!)];
    },
  };
  for (const [code, tamper] of Object.entries(wrong))
    it(`name samples by place in ${code}, and by id and its digest only to who asks for values`, async () => {
      const copy = tampered();
      const ids = tamper(copy);
      copy.resealRoot();
      const said = async (showValues: boolean): Promise<string> => {
        const { findings: all } = await report(copy.dir, showValues);
        expect(all.map(fault => fault.code)).toContain(code);
        return all.map(fault => `${fault.message} ${fault.remedy} ${JSON.stringify(fault.facts)}`).join('\n');
      };
      const [without, withValues] = [await said(false), await said(true)];
      for (const id of ids) {
        expect(without).not.toContain(id);
        expect(without).not.toContain(sha256(id));
        expect(withValues).toContain(id);
        expect(withValues).toContain(sha256(id));
      }
      expect(without).toMatch(/shard-0000\d-of-00004 row \d+|members\.bin member \d+/);
    });

  it('of a source that repeats a sample name no id either', async () => {
    const repeating = {
      ...ask,
      dir: path.join(folder, 'repeating'),
      source: {
        ...ask.source,
        batches: function* () {
          yield* ask.source.batches() as Iterable<never>;
          yield* ask.source.batches() as Iterable<never>;
        },
      },
    };
    const copy = tampered();
    const ids = [0, 1, 2, 3].flatMap(shard => copy.rows(shard).map(idOf));
    const [quiet, open] = [
      await releaseBuild(repeating),
      await releaseBuild({ ...repeating, showValues: true }),
    ];
    expect(quiet).toMatchObject({ code: 'MEMBER_DUPLICATE', facts: { count: 402 } });
    const shown = (answer: unknown) => ids.filter(id => JSON.stringify(answer).includes(`${id} `)).length;
    expect([shown(quiet), shown(open)]).toEqual([0, 20]);
  });
});
