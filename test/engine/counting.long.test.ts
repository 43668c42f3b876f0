import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RecordBatch } from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { LIMITS } from '../../src/base/limits.ts';
import { batchOf } from '../../src/contract/batch.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { duckdbProcess } from '../../src/engine/duckdb-process.ts';
import { parquetFiles } from '../../src/engine/parquet-thread.ts';
import type { Counting, CountingSession } from '../../src/engine/port.ts';
import { fileSchema } from '../../src/service/file-schema.ts';
import { nativeFiles } from '../../src/service/native-parquet.ts';
import { runSurvey } from '../../src/service/run-survey.ts';
import { type ShadowInput, shadowInputs } from '../../src/service/shadow-inputs.ts';
import { surveyFiles } from '../../src/service/survey-files.ts';
import { compareSummaries } from '../../src/shadow/compare.ts';
import { countUpTo, type Ranks, rankError, sizeOfRanks } from '../../src/shadow/ranks.ts';
import {
  type DataSummary,
  type FieldSummary,
  mergedSummaries,
  summaryOf,
  valuesIn,
} from '../../src/shadow/summary.ts';
import { distinctOf } from '../../src/shadow/value-counts.ts';
import { makeField, makeList, makeSchema } from '../contract/make-field.ts';
import { chance } from '../golden/chance.ts';
import { vocabularyOf } from '../golden/weather.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { parquetOfSql } from './parquet-of-sql.ts';

const folder = temporaryFolder();
const whole = <T>(made: T | Fault): T => {
  if (made instanceof Fault) throw made;
  return made;
};

async function started(): Promise<CountingSession> {
  const session = await duckdbProcess().start();
  if ('trouble' in session) throw new Error(session.what);
  return session;
}

/** The rows of each side, as whoever counts finds them. */
async function surveyOf(
  schema: Schema,
  ...sides: readonly (readonly RecordValues[])[]
): Promise<readonly DataSummary[]> {
  const session = await started();
  try {
    for (const [side, rows] of sides.entries()) {
      expect(await session.open(side, schema, [])).toBeUndefined();
      if (rows.length > 0) expect(await session.append(side, batchOf(schema, rows))).toBeUndefined();
    }
    const summaries = await runSurvey(
      session,
      sides.map(() => schema),
    );
    if (!Array.isArray(summaries)) throw new Error(JSON.stringify(summaries));
    return summaries as readonly DataSummary[];
  } finally {
    await session.close();
  }
}

/** Whoever counts every value by itself comes to the same, within what is stated. */
function agrees(found: FieldSummary, own: FieldSummary): void {
  const counts = ({ nulls, notFinite, unknown, rows }: FieldSummary) => ({ nulls, notFinite, unknown, rows });
  expect(counts(found)).toEqual(counts(own));
  const { count, error } = distinctOf(found.counts);
  expect(Math.abs(count - own.counts.counted.length)).toBeLessThanOrEqual(error);
  if (found.counts.level === 0) {
    const sorted = (all: FieldSummary['counts']['counted']) =>
      all.map(each => each.count).sort((a, b) => a - b);
    expect(sorted(found.counts.counted)).toEqual(sorted(own.counts.counted));
  }
  for (const of of ['numbers', 'lengths'] as const) {
    expect(found[of] === undefined).toBe(own[of] === undefined);
    if (own[of] !== undefined) agreesAt(found[of]!, own[of]);
  }
}

function agreesAt(found: Ranks, own: Ranks): void {
  expect(sizeOfRanks(found)).toBe(sizeOfRanks(own));
  if (sizeOfRanks(own) === 0) return;
  expect([found.at[0], found.at.at(-1)]).toEqual([own.at[0], own.at.at(-1)]);
  const error = rankError(found);
  const off = own.at.filter(number => Math.abs(countUpTo(found, number) - countUpTo(own, number)) > error);
  expect(off).toEqual([]);
}

const SCHEMA = makeSchema(
  [
    makeField('int64', { id: 1, name: 'id', nullable: true }),
    makeField('float64', { id: 2, name: 'real', nullable: true }),
    makeField('string', { id: 3, name: 'kind', logical: 'category', nullable: true }),
    makeField('string', { id: 4, name: 'note', nullable: true }),
    makeField('uint64', { id: 5, name: 'large', nullable: true }),
    makeField('bytes', { id: 6, name: 'raw', nullable: true }),
    makeField('date', { id: 7, name: 'day', nullable: true }),
    makeField('bool', { id: 8, name: 'flag', logical: 'flag', nullable: true }),
    makeList(makeField('int32', { id: 10, name: 'token', nullable: true }), 0, 50, {
      id: 9,
      name: 'tokens',
      nullable: true,
    }),
    makeField('int32', {
      id: 11,
      name: 'score',
      nullable: true,
      sentinels: [{ value: -999, means: 'unknown' }],
    }),
  ],
  {
    slices: [
      { name: 'kind', field: 3, by: 'value' },
      { name: 'day', field: 7, by: 'month' },
    ],
  },
);

const record: fc.Arbitrary<RecordValues> = fc.tuple(
  fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
  fc.option(fc.double()),
  fc.option(fc.constantFrom('a', 'b', "it's", 'ä\u0000b', '')),
  fc.option(fc.string({ unit: 'grapheme', maxLength: 9 })),
  fc.option(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })),
  fc.option(fc.uint8Array({ maxLength: 5 })),
  fc.option(fc.integer({ min: -200_000, max: 200_000 })),
  fc.option(fc.boolean()),
  fc.option(fc.array(fc.option(fc.integer({ min: -5, max: 5 })), { maxLength: 4 })),
  fc.option(fc.constantFrom(-999, 0, 7, 2 ** 31 - 1)),
) as fc.Arbitrary<RecordValues>;

describe('whoever counts whole data sets', () => {
  it(
    'comes to what is counted value by value, of every type, whatever the values',
    { timeout: 600_000 },
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(record, { maxLength: 40 }),
          fc.array(record, { maxLength: 40 }),
          async (before, after) => {
            const found = await surveyOf(SCHEMA, before, after);
            for (const [side, rows] of [before, after].entries()) {
              const own = summaryOf(SCHEMA, batchOf(SCHEMA, rows));
              expect(found[side]!.rows).toBe(rows.length);
              for (const [at, field] of own.fields.entries()) agrees(found[side]!.fields[at]!, field);
              expect(found[side]!.slices.map(({ parts }) => new Map([...parts!].sort()))).toEqual(
                own.slices.map(({ parts }) => new Map([...parts!].sort())),
              );
            }
          },
        ),
        { numRuns: 12 },
      ),
  );

  const draw = chance(17);
  const many = (count: number, of: (at: number) => RecordValues) =>
    Array.from({ length: count }, (_, at) => of(at));

  it('is within what it states of more values than it counts one by one', { timeout: 600_000 }, async () => {
    const schema = makeSchema([
      makeField('float64', { id: 1, name: 'half', nullable: true }),
      makeField('int64', { id: 2, name: 'id' }),
      makeField('string', { id: 3, name: 'user', logical: 'category' }),
      makeField('string', { id: 4, name: 'text' }),
    ]);
    const rows = many(40_000, at => [
      at % 10 < 4 ? 0 : draw() ** 4 * 1e6,
      BigInt(at) * 1_000_003n,
      at % 3 === 0 ? 'everyone' : `user ${Math.floor(draw() * 30_000)}`,
      'x'.repeat(at % 11_000),
    ]);
    const own = summaryOf(schema, batchOf(schema, rows));
    const [found] = await surveyOf(schema, rows);
    for (const [at, field] of own.fields.entries()) {
      agrees(found!.fields[at]!, field);
      const { numbers, lengths } = found!.fields[at]!;
      for (const ranks of [numbers, lengths])
        if (ranks !== undefined) expect(rankError(ranks) / rows.length).toBeLessThan(0.006);
    }
    expect(found!.fields[2]!.counts).toMatchObject({ level: expect.any(Number) });
    expect(found!.fields[2]!.counts.heavy).toContainEqual(
      expect.objectContaining({ value: 'everyone', count: Math.ceil(40_000 / 3) }),
    );
    expect(found!.fields[2]!.counts.level).toBeGreaterThan(0);
  });

  it('finds the share of unseen users within the error it states, though it counts one in several', {
    timeout: 600_000,
  }, async () => {
    const schema = makeSchema([makeField('string', { id: 1, name: 'user', logical: 'category' })]);
    const side = (from: number) =>
      many(60_000, at => [at % 2 === 0 ? 'everyone' : `user ${from + (at % 40_000)}`]);
    const [before, after] = await surveyOf(schema, side(0), side(10_000));
    const { measurements } = compareSummaries(before!, after!);
    const unseen = measurements.find(({ measure }) => measure === 'shadow.unseen')!;
    const truth =
      side(10_000).filter(([user]) => user !== 'everyone' && Number(String(user).slice(5)) >= 40_000).length /
      60_000;
    expect(unseen.error).toBeGreaterThan(0);
    expect(Math.abs(unseen.effect! - truth)).toBeLessThanOrEqual(unseen.error);
  });

  it('counts the terms of a vocabulary each, however many other values there are', {
    timeout: 600_000,
  }, async () => {
    const schema = makeSchema([
      makeField('string', {
        id: 1,
        name: 'finding',
        logical: 'label',
        vocabulary: vocabularyOf('benign', 'malign'),
        unknownPolicy: { kind: 'reject' },
      }),
    ]);
    const rows = many(30_000, at => [
      at % 100 === 0 ? 'malign' : at % 2 === 0 ? 'benign' : `free text ${at}`,
    ]);
    const [found] = await surveyOf(schema, rows);
    expect(found!.fields[0]).toMatchObject({ unknown: 15_000 });
    expect(found!.fields[0]!.counts.heavy).toContainEqual(
      expect.objectContaining({ value: 'malign', count: 300 }),
    );
  });

  it('adds parts up to what the whole gives, within the errors', { timeout: 600_000 }, async () => {
    const parts = [1, 2, 3].map(part =>
      many(15_000, at => [
        BigInt(at) * 7_919n * BigInt(part),
        draw() * part,
        at % 2 === 0 ? 'a' : 'b',
        `${at} ${part}`,
        null,
        null,
        Math.floor(draw() * 900),
        true,
        null,
        5,
      ]),
    );
    const surveyed: DataSummary[] = [];
    for (const rows of parts) surveyed.push((await surveyOf(SCHEMA, rows))[0]!);
    const merged = mergedSummaries(surveyed as [DataSummary, ...DataSummary[]]);
    const own = summaryOf(SCHEMA, batchOf(SCHEMA, parts.flat()));
    for (const [at, field] of own.fields.entries()) agrees(merged.fields[at]!, field);
    const [whole_] = await surveyOf(SCHEMA, parts.flat());
    expect(merged.fields[0]!.counts.counted).toEqual(whole_!.fields[0]!.counts.counted);
    expect(valuesIn(merged.fields[0]!)).toBe(45_000);
  });

  it('gives the same answer every time', { timeout: 600_000 }, async () => {
    const schema = makeSchema([makeField('float64', { id: 1, name: 'x' })]);
    const rows = many(30_000, () => [draw()]);
    expect(await surveyOf(schema, rows)).toEqual(await surveyOf(schema, rows));
  });
});

describe('a Parquet file that is counted where it lies', () => {
  const inputsOf = async (...names: readonly string[]): Promise<readonly ShadowInput[]> =>
    whole(await shadowInputs(folder, names, undefined));
  const tools = { counting: duckdbProcess(), parquet: parquetFiles() };

  const QUERY = `SELECT range AS id, (range / 3.0)::DOUBLE AS real, 'c' || range % 5 AS kind, (range * 1.25)::DECIMAL(20, 3) AS price,
    DATE '2012-01-01' + (range % 900)::INTEGER AS day, TIMESTAMP '2012-01-01 00:00:00.123456' + INTERVAL (range) SECOND AS moment,
    TIMESTAMPTZ '1960-01-01 00:00:00.5+00' + INTERVAL (range) SECOND AS instant, [range, NULL, range % 7] AS tokens,
    CASE WHEN range % 9 = 0 THEN NULL ELSE range % 2 = 0 END AS flag, range::UINTEGER AS small, range::UBIGINT AS large,
    (range / 7)::FLOAT AS single, encode('b' || range) AS raw FROM range(3000)`;

  it('gives what our own reader gives', { timeout: 600_000 }, async () => {
    await parquetOfSql(path.join(folder, 'all.parquet'), QUERY);
    const inputs = await inputsOf('all.parquet');
    const schema = whole(fileSchema('parquet', inputs[0]!));
    expect(nativeFiles(schema, inputs).others).toEqual([]);
    const side = { schema, inputs, lexical: new Map(), held: undefined };
    const [native] = whole(await surveyFiles([side], tools));
    const rows: RecordBatch[] = [];
    for await (const batch of parquetFiles().read(inputs[0]!.place, schema)) rows.push(batch);
    const [own] = whole(await surveyFiles([{ ...side, held: () => rows }], tools));
    expect(native).toEqual(own);
  });

  it('is read by our own reader where the other would cut a value', { timeout: 600_000 }, async () => {
    await parquetOfSql(
      path.join(folder, 'ns.parquet'),
      "SELECT TIMESTAMP_NS '2012-01-01 00:00:00.123456789' AS moment, TIME '10:00:00' AS clock",
    );
    const inputs = await inputsOf('ns.parquet');
    const schema = whole(fileSchema('parquet', inputs[0]!));
    expect(nativeFiles(schema, inputs).native).toEqual([]);
    const [found] = whole(
      await surveyFiles([{ schema, inputs, lexical: new Map(), held: undefined }], tools),
    );
    expect(found!.fields[0]!.numbers!.at).toEqual([1_325_376_000_123_456_789n]);
  });

  it('that is broken is one fault that names it, whatever the reader makes of it', {
    timeout: 600_000,
  }, async () => {
    await parquetOfSql(path.join(folder, 'sound.parquet'), QUERY);
    const { readFileSync } = await import('node:fs');
    const bytes = readFileSync(path.join(folder, 'sound.parquet'));
    const cut = Buffer.from(bytes);
    cut.fill(0xff, 200, 6_000);
    writeFileSync(path.join(folder, 'broken.parquet'), cut);
    const inputs = await inputsOf('sound.parquet', 'broken.parquet');
    const schema = whole(fileSchema('parquet', inputs[0]!));
    const found = await surveyFiles([{ schema, inputs, lexical: new Map(), held: undefined }], tools);
    expect(found).toBeInstanceOf(Fault);
    expect((found as Fault).message).toContain('broken.parquet');
    expect((found as Fault).exit).toBe(2);
  });

  it('that has a null where there is none is refused with its row', { timeout: 600_000 }, async () => {
    await parquetOfSql(
      path.join(folder, 'null.parquet'),
      'SELECT CASE WHEN range = 70 THEN NULL ELSE range END AS id FROM range(100)',
    );
    const inputs = await inputsOf('null.parquet');
    const schema = makeSchema([makeField('int64', { id: 1, name: 'id' })]);
    const found = await surveyFiles([{ schema, inputs, lexical: new Map(), held: undefined }], tools);
    expect(found).toMatchObject({ code: 'TABLE_REFUSED', exit: 2 });
    expect((found as Fault).message).toContain('record 70');
  });

  it('that changes while it is counted is told, and nothing of it', { timeout: 600_000 }, async () => {
    await parquetOfSql(path.join(folder, 'moving.parquet'), QUERY);
    const inputs = await inputsOf('moving.parquet');
    const schema = whole(fileSchema('parquet', inputs[0]!));
    const counting: Counting = {
      async start() {
        const session = await started();
        const ask = session.ask.bind(session);
        session.ask = async (side, wanted) => {
          if (wanted.kind === 'counts')
            await parquetOfSql(path.join(folder, 'moving.parquet'), `${QUERY} WHERE range > 5`);
          return ask(side, wanted);
        };
        return session;
      },
    };
    const found = await surveyFiles([{ schema, inputs, lexical: new Map(), held: undefined }], {
      ...tools,
      counting,
    });
    expect(found).toMatchObject({ code: 'FILE_CHANGED' });
  });
});

describe('the process that counts', () => {
  it('can be ended from outside, and what was asked of it is answered', { timeout: 600_000 }, async () => {
    const session = await started();
    await session.open(0, SCHEMA, []);
    const asked = session.ask(0, { kind: 'scan' });
    await session.close();
    expect(await asked).toMatchObject({ trouble: 'ended' });
    expect(await session.ask(0, { kind: 'scan' })).toMatchObject({ trouble: 'ended' });
  });

  it('that has no room for anything refuses, and is told by nothing a record holds', {
    timeout: 600_000,
  }, async () => {
    const tight = await duckdbProcess({
      memory_mib: 1,
      heap_mib: 256,
      threads: 1,
      start_ms: LIMITS.shadow_start_ms,
    }).start();
    if ('trouble' in tight) return;
    const schema = makeSchema([makeField('string', { id: 1, name: 'note' })]);
    await tight.open(0, schema, []);
    const rows = Array.from({ length: 50_000 }, (_, at): RecordValues => [`secret ${at} `.repeat(30)]);
    const trouble = (await tight.append(0, batchOf(schema, rows))) ?? (await runSurvey(tight, [schema]));
    expect(trouble).toMatchObject({ trouble: 'refused' });
    expect(JSON.stringify(trouble)).not.toContain('secret');
    await tight.close();
  });

  it('that can not start is told', { timeout: 600_000 }, async () =>
    expect(
      await duckdbProcess({ memory_mib: 100, heap_mib: 256, threads: 1, start_ms: 1 }).start(),
    ).toMatchObject({
      trouble: 'ended',
    }),
  );
});
