import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchOf, rowsOf } from '../../src/contract/batch.ts';
import type { Type } from '../../src/contract/field.ts';
import type { Schema } from '../../src/contract/schema.ts';
import { gate } from '../../src/convert/gates.ts';
import { chance } from '../../src/matrix/chance.ts';
import { isOrdinary } from '../../src/matrix/ordinary.ts';
import { pieceOf, recordOf, varintPiece } from '../../src/matrix/pieces.ts';
import { PLAIN_CODECS } from '../../src/matrix/plain-lane.ts';
import type { Probes } from '../../src/matrix/probes.ts';
import { anyPair } from './any-pair.ts';
import { CODECS, probesOfAll } from './run.ts';
import { field, listOf, schemaOf, V3, V4, vocabulary } from './schemas.ts';

const codecs = fc.constantFrom(...PLAIN_CODECS);

const LABEL = field(2, 'element', 'string', {
  vocabulary: vocabulary('sun', 'rain', 'fog', 'snow'),
  unknownPolicy: { kind: 'reject' },
  logical: 'label',
});

/** What is ordinary, and yet nothing that its own writer may write. */
const brokenBy = ({ fields }: Schema, { probes }: Probes) =>
  probes.flatMap(probe => {
    if (!isOrdinary({ probe }) || probe.truth.kind !== 'record') return [];
    const { values } = probe.truth;
    return fields.flatMap((one, at) => {
      const code = gate(one, values[at]!);
      return code === undefined ? [] : [{ probe: probe.id, field: one.id, code }];
    });
  });

describe('probes', () => {
  it('are the same bytes for the same seed, because a report must be made again by whoever doubts it', () =>
    fc.assert(
      fc.property(anyPair, codecs, fc.integer(), ([writer, reader], name, seed) => {
        const form = CODECS[name].probes;
        const make = () => probesOfAll(writer.schema, reader.schema, form, seed);
        expect(make()).toEqual(make());
      }),
      { numRuns: 20 },
    ));

  it('leave out a sentinel of the reader that the writer has no such number for', () => {
    const sentinels = [327, 256].map(value => ({ value, means: 'unknown' as const }));
    const [before, after] = [
      schemaOf(field(1, 'a', 'bfloat16')),
      schemaOf(field(1, 'a', 'int32', { sentinels })),
    ];
    const { probes } = probesOfAll(before, after, CODECS.avro.probes, 1);
    const written = probes.flatMap(({ kind, truth }) =>
      kind === 'sentinel' && truth.kind === 'record' ? truth.values : [],
    );
    expect(written).toEqual([256]);
  });

  it('differ for another seed', () => {
    const { probes: form } = CODECS.avro;
    const bytes = (seed: number) =>
      Buffer.concat(probesOfAll(V3.schema, V4.schema, form, seed).probes.map(p => p.bytes));
    expect(bytes(1).equals(bytes(2))).toBe(false);
  });

  it('have each an id of its own', () =>
    fc.assert(
      fc.property(anyPair, codecs, ([writer, reader], name) => {
        const ids = probesOfAll(writer.schema, reader.schema, CODECS[name].probes, 1).probes.map(
          ({ id }) => id,
        );
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: 20 },
    ));

  it('put together field by field are what the codec writes of the whole record', () =>
    fc.assert(
      fc.property(anyPair, fc.constantFrom('avro' as const, 'json' as const), ([{ schema }], name) => {
        const { codec, probes: form } = CODECS[name];
        for (const { kind, truth } of probesOfAll(schema, schema, form, 3).probes) {
          if (kind !== 'typical' || truth.kind !== 'record') continue;
          const bytes = recordOf(
            codec,
            schema.fields.map((one, at) => pieceOf(codec, one, truth.values[at]!)!),
          );
          const whole = codec.encode(schema, batchOf(schema, [truth.values]));
          if (whole instanceof Error) throw whole;
          // A line of JSON Lines ends in a line feed. Of Avro, a last byte that looks like one is data.
          const record = name === 'json' ? whole.subarray(0, -1) : whole;
          expect(Buffer.from(bytes).toString('hex')).toBe(Buffer.from(record).toString('hex'));
        }
      }),
      { numRuns: 20 },
    ));

  it('such as producers write every day keep the writer’s contract', () =>
    fc.assert(
      fc.property(anyPair, codecs, ([writer, reader], name) => {
        expect(
          brokenBy(writer.schema, probesOfAll(writer.schema, reader.schema, CODECS[name].probes, 1)),
        ).toEqual([]);
      }),
      { numRuns: 50 },
    ));

  it.each<[string, Type]>([
    ['a list that is always empty', listOf(LABEL, 0, 0)],
    ['a map that is always empty', { kind: 'map', key: field(5, 'key', 'int32'), value: LABEL, entries: 0 }],
    ['a set of at least all terms but one', { ...listOf(LABEL, 3, 4), order: 'set' } as Type],
    ['a set of all terms', { ...listOf(LABEL, 4, 4), order: 'set' } as Type],
  ])('of %s keep the contract too, though a term of its own stands in them', (_, type) => {
    const schema = schemaOf(field(1, 'labels', type));
    for (let seed = 0; seed < 20; seed++)
      expect(brokenBy(schema, probesOfAll(schema, schema, CODECS.json.probes, seed))).toEqual([]);
  });

  it('whose truth is known decode to it', () =>
    fc.assert(
      fc.property(anyPair, codecs, ([{ schema }], name) => {
        const { codec, probes: form } = CODECS[name];
        for (const { kind, truth, bytes, row = 0 } of probesOfAll(schema, schema, form, 3).probes) {
          if (
            !['typical', 'term', 'extreme', 'infinity', 'unknown-term'].includes(kind) ||
            truth.kind !== 'record'
          )
            continue;
          if (truth.spoiled !== undefined) continue;
          const decoded = codec.decode(schema, bytes);
          // A list longer than its longest is refused while it is decoded.
          if (decoded.kind === 'refused') expect(decoded.code).toBe('ARRAY_TOO_LONG');
          else expect(rowsOf(schema, decoded.batch)[row]).toEqual(truth.values);
        }
      }),
      { numRuns: 20 },
    ));

  it('try the terms that only the reader has, because a producer writes a new one a day early', () => {
    const early = (kind: 'string' | 'int32', ...labels: string[]) =>
      schemaOf(
        field(1, 'labels', listOf(field(2, 'element', kind, { vocabulary: vocabulary(...labels) }), 0, 3)),
      );
    const made = (kind: 'string' | 'int32', read: string[]) =>
      probesOfAll(early(kind, 'sun', 'rain'), early(kind, ...read), CODECS.json.probes, 1)
        .probes.filter(({ id }) => id.includes("reader's"))
        .map(({ truth }) => truth.kind === 'record' && truth.values[0]);
    expect(made('string', ['sun', 'rain', 'fog'])).toEqual([['fog']]);
    expect(made('int32', ['sun', 'rain', 'fog'])).toEqual([[2]]);
    expect(made('string', ['rain', 'sun'])).toEqual([]);
  });

  it('try the new names of a term that the writer has, because it may have been stored as unknown', () => {
    const [, rain] = vocabulary('sun', 'rain').terms;
    const read = { ...vocabulary('rain'), terms: [{ ...rain!, aliases: ['sun', 'drizzle', 'shower'] }] };
    const [writer, reader] = [vocabulary('sun', 'rain'), read].map(terms =>
      schemaOf(field(1, 'label', 'string', { vocabulary: terms })),
    );
    const { probes } = probesOfAll(writer!, reader!, CODECS.json.probes, 1);
    const tried = probes.filter(({ id }) => id.includes("reader's"));
    expect(tried.map(({ truth }) => truth.kind === 'record' && truth.values[0])).toEqual(['drizzle']);
  });

  it('say which of them could not be made, because what was not run is no evidence', () => {
    const schema = schemaOf(
      field(1, 'ids', listOf(field(2, 'element', 'int32'), 0, 1 << 20)),
      field(3, 'x', 'float64'),
    );
    const { gaps, probes } = probesOfAll(schema, schema, CODECS.json.probes, 1);
    expect(gaps).toContainEqual({ kind: 'over-long', field: 1, reason: 'size' });
    expect(gaps).toContainEqual({ kind: 'infinity', field: 3, reason: 'codec' });
    expect(probes.some(({ kind }) => kind === 'over-long')).toBe(false);
  });
});

describe('a varint', () => {
  it.each([
    [0n, '00'],
    [-1n, '01'],
    [1n, '02'],
    [64n, '8001'],
    [-64n, '7f'],
    [2n ** 31n, '8080808010'],
  ])('of %d is %s, as the Avro specification writes it', (value, hex) =>
    expect(Buffer.from(varintPiece(value)).toString('hex')).toBe(hex),
  );
});

describe('chance', () => {
  it('lies from 0 up to 1, and is spread', () =>
    fc.assert(
      fc.property(fc.integer(), fc.string(), (seed, name) => {
        const next = chance(seed, name);
        const drawn = Array.from({ length: 256 }, next);
        for (const value of drawn) expect(value >= 0 && value < 1).toBe(true);
        const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length;
        expect(Math.abs(mean - 0.5)).toBeLessThan(0.15);
      }),
    ));
});
