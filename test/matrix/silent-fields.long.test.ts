import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CodecName, PLAIN_CODECS } from '../../src/matrix/plain-lane.ts';
import { silentFields } from '../../src/matrix/silent-fields.ts';
import { anyPair } from './any-pair.ts';
import { runCell } from './run.ts';
import { field, side, unit, V3, V4 } from './schemas.ts';

const SAFE = 2n ** 52n;
const id = (over = {}) => field(1, 'ticket', 'int64', over);
const latency = (version: 'second' | 'millisecond') =>
  field(2, 'latency', 'int32', { logical: 'duration', unit: unit(version) });

describe('the fields that a cell changes in silence', () => {
  it.each(PLAIN_CODECS)('are there exactly where ordinary records ended so, in %s', codec =>
    fc.assert(
      fc.asyncProperty(anyPair, async ([writer, reader, seed]) => {
        const cell = await runCell(writer, reader, codec, seed);
        expect(silentFields(cell).length > 0).toBe(cell.ordinary.plain === 'silent-change');
        const silent = new Set(silentFields(cell).map(one => one.field));
        expect(cell.edges.filter(one => silent.has(one.field))).toEqual([]);
      }),
      { numRuns: 3 },
    ),
  );

  it('are not those whose spoiled bytes are read, beside one that does change', async () => {
    const before = side(1, field(1, 'note', 'string'), latency('second'));
    const after = side(2, field(1, 'note', 'string', { nullable: true }), latency('millisecond'));
    const cell = await runCell(before, after, 'json');
    expect(cell.fields).toMatchObject([
      { name: 'note', sample: { record: 'unlawful', truth: 'spoiled' } },
      { name: 'latency', sample: { record: 'ordinary', truth: 'written' } },
    ]);
    expect(silentFields(cell).map(({ name }) => name)).toEqual(['latency']);
  });
});

describe('a lawful value beyond 2^53 in a field that stays as it is', () => {
  const edgesIn = async (codec: CodecName, over = {}) => {
    const cell = await runCell(
      side(1, id(over)),
      side(2, id(over), {
        ...latency('second'),
        nullable: true,
        default: { kind: 'value', value: null, means: 'unknown' },
      }),
      codec,
    );
    return { cell, ends: cell.edges.map(({ name, ends, code }) => [name, ends, code]) };
  };

  it('is told of JSON, whose readers round it, with what was written and what is read, and fails nothing', async () => {
    const { cell, ends } = await edgesIn('json');
    expect(ends).toEqual([['ticket', 'silent-change', null]]);
    expect(cell.edges[0]!.sample).toMatchObject({
      record: 'lawful',
      written: { value: '9223372036854775807' },
      read: { value: '9223372036854775808' },
    });
    const alone = await runCell(side(1, id()), side(1, id()), 'json');
    expect(alone).toMatchObject({ encoding: 'passes', meaning: 'passes', disagreements: [] });
  });

  it('is told of Avro, whose readers refuse it by the same rule, and of Arrow and Parquet not at all', async () => {
    expect((await edgesIn('avro')).ends).toEqual([['ticket', 'refused', 'PRECISION_LOSS']]);
    for (const codec of ['arrow', 'parquet'] as const) expect((await edgesIn(codec)).ends).toEqual([]);
  });

  it('is none where a range leaves it out', async () => {
    for (const codec of ['json', 'avro'] as const)
      expect((await edgesIn(codec, { range: { min: -SAFE, max: SAFE } })).ends).toEqual([]);
  });

  it('is read with the other sign by an Avro reader that folds 64 bits into a double, and that is told', async () => {
    const low = side(1, id({ range: { min: -SAFE - 1n, max: SAFE } }));
    const cell = await runCell(low, low, 'avro');
    expect(cell.edges.map(({ ends }) => ends)).toEqual(['silent-change']);
    expect(cell.edges[0]!.sample).toMatchObject({ written: { value: -4503599627370497 } });
    expect(Number(cell.edges[0]!.sample!.read.value)).toBeGreaterThan(0);
  });

  it('is told of a decimal, too', async () => {
    const amount = side(1, field(1, 'amount', { kind: 'decimal', precision: 30, scale: 2 }));
    const cell = await runCell(amount, amount, 'json');
    expect([cell.meaning, cell.edges.map(({ ends }) => ends)]).toEqual(['passes', ['silent-change']]);
  });

  it('is not said to be an edge of what is changed every day', async () => {
    const cell = await runCell(V3, V4, 'json');
    expect(cell.edges.filter(one => one.field === 17)).toEqual([]);
  });
});
