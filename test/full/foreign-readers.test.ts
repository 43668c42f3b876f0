import { describe, expect, it } from 'vitest';
import { avroJavaReader, fastavroReader, pyarrowReader } from '../../bench/foreign-peer.ts';
import { foreignProcess } from '../../src/engine/foreign-process.ts';
import type { Side } from '../../src/matrix/cell.ts';
import { inProcess, run } from '../matrix/run.ts';
import { field, side, V3, V4 } from '../matrix/schemas.ts';

/** What is of another kind in Avro than in JSON: whole numbers of 64 bits, bytes, text, lists, and a float that is none. */
const sides: readonly Side[] = [
  side(
    1,
    field(1, 'count', 'int64'),
    field(2, 'ratio', 'float64', { logical: 'number' }),
    field(3, 'note', 'string', { nullable: true, default: { kind: 'value', value: null, means: 'unknown' } }),
    field(4, 'raw', 'bytes'),
  ),
  side(
    2,
    field(1, 'count', 'int64'),
    field(2, 'ratio', 'float64', { logical: 'number' }),
    field(3, 'note', 'string', { nullable: true, default: { kind: 'value', value: null, means: 'unknown' } }),
    field(4, 'raw', 'bytes'),
    field(5, 'added', 'int64', { nullable: true, default: { kind: 'value', value: null, means: 'unknown' } }),
  ),
];

describe.each([
  ['fastavro, in Python', fastavroReader],
  ['Avro Java', avroJavaReader],
] as const)('%s as a reader of another make', (name, reader) => {
  const made = reader();
  const command = () => {
    if ('missing' in made) throw new Error(made.missing);
    return { exec: made.exec, limit_ms: 120_000, memory_mib: 2_048 };
  };
  const image = (version: number) => ({
    name: 'it',
    subject: 's',
    version,
    until: undefined,
    codecs: ['avro'] as const,
    command: command(),
  });
  const asked = (all: readonly Side[], version: number) =>
    run({
      writers: all,
      readers: all,
      codecs: ['avro'],
      plain: inProcess,
      foreign: {
        images: [image(version)],
        readers: foreignProcess(),
        root: import.meta.dirname,
        sides: all,
        newest: version,
      },
    });

  it('reads what both versions of an ordinary schema wrote, exactly, and refuses bytes that are cut', async () => {
    const { foreign } = await asked(sides, 2);
    expect(foreign.map(one => one.kind === 'ran' && [one.cell.writer, one.encoding, one.meaning])).toEqual([
      [1, 'passes', 'passes'],
      [2, 'passes', 'passes'],
    ]);
    const [first, second] = foreign;
    if (first?.kind !== 'ran' || second?.kind !== 'ran') throw new Error('it ran');
    expect(first.troubles).toEqual([]);
    expect(first.lane.outcomes.refused).toBeGreaterThan(0);
    // What fills the field it adds is a default, so no record is the same.
    expect(first.lane.outcomes.converted).toBeGreaterThan(20);
    expect(second.lane.outcomes.same).toBeGreaterThan(20);
  });

  it(`does not read training.example 3 as version 4, which is told as ${name} refuses it`, async () => {
    const { foreign, conditions } = await asked([V3, V4], 4);
    expect(conditions).toEqual([]);
    const [backward, itself] = foreign;
    expect(backward).toMatchObject({ kind: 'ran', encoding: 'fails', troubles: [] });
    expect(itself).toMatchObject({ kind: 'ran', encoding: 'passes', meaning: 'passes' });
  });
});

describe('pyarrow as a reader of another make', () => {
  const made = pyarrowReader();
  const asked = (all: readonly Side[], version: number, codec: 'arrow' | 'parquet') => {
    if ('missing' in made) throw new Error(made.missing);
    const command = { exec: made.exec, limit_ms: 120_000, memory_mib: 4_096 };
    const images = [{ name: 'it', subject: 's', version, until: undefined, codecs: [codec], command }];
    const foreign = {
      images,
      readers: foreignProcess(),
      root: import.meta.dirname,
      sides: all,
      newest: version,
    };
    return run({ writers: all, readers: all, codecs: [codec], plain: inProcess, foreign });
  };

  it.each(['arrow', 'parquet'] as const)('reads what both versions wrote, exactly, in %s', async codec => {
    const { foreign } = await asked(sides, 2, codec);
    expect(foreign.map(one => one.kind === 'ran' && [one.cell.writer, one.encoding, one.meaning])).toEqual([
      [1, 'passes', 'passes'],
      [2, 'passes', 'passes'],
    ]);
    const [first, second] = foreign;
    if (first?.kind !== 'ran' || second?.kind !== 'ran') throw new Error('it ran');
    expect(first.troubles).toEqual([]);
    expect(first.lane.outcomes.refused).toBeGreaterThan(0);
    expect(second.lane.outcomes.same).toBeGreaterThan(20);
  });

  it.each(['arrow', 'parquet'] as const)(
    'takes seconds of training.example 3 for milliseconds, in %s',
    async codec => {
      const { foreign } = await asked([V3, V4], 4, codec);
      expect(foreign[0]).toMatchObject({
        kind: 'ran',
        encoding: 'passes',
        meaning: 'fails',
        troubles: [],
        samples: [
          { name: 'response_latency_ms', sample: { written: { unit: 's' }, read: { unit: 'ms' } } },
          {},
        ],
      });
      expect(foreign[1]).toMatchObject({ encoding: 'passes', meaning: 'passes' });
    },
  );
});
