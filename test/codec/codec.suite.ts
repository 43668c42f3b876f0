import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { contentDigests, logicalDigest } from '../../src/codec/canonical-record.ts';
import type { Codec, DecodeResult } from '../../src/codec/codec.ts';
import { batchOf, rowsOf } from '../../src/contract/batch.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { makeField, makeList, makeSchema } from '../contract/make-field.ts';
import { schemaAndRows } from './any-schema.ts';

export function encoded(codec: Codec, schema: Schema, rows: readonly RecordValues[]): Uint8Array {
  const bytes = codec.encode(schema, batchOf(schema, rows));
  if (bytes instanceof Fault) throw bytes;
  return bytes;
}

export function decodedRows(schema: Schema, result: DecodeResult): RecordValues[] {
  if (result.kind === 'refused') throw new Error(`refused: ${result.code} at ${result.offset}`);
  return rowsOf(schema, result.batch);
}

const EXTREMES: readonly (readonly [
  Parameters<typeof makeField>[0],
  readonly (number | bigint | string | boolean)[],
])[] = [
  ['bool', [true, false]],
  ['int8', [0, -128, 127]],
  ['int16', [0, -32_768, 32_767]],
  ['uint8', [0, 255]],
  ['uint16', [0, 65_535]],
  ['uint32', [0, 2 ** 31, 2 ** 32 - 1]],
  ['uint64', [0n, 2n ** 53n + 1n, 2n ** 63n, 2n ** 64n - 1n]],
  ['float16', [0, -0, 65_504, 2 ** -24, Math.f16round(0.1)]],
  ['bfloat16', [0, -0, (2 - 2 ** -7) * 2 ** 127, 2 ** -133, 0.10009765625]],
  ['decimal', [0n, 1n, -1n, 127n, 128n, -128n, -129n, 999_999_999n, -999_999_999n]],
  ['time', [0n, 86_399_999n]],
  ['timestamp', [0n, -1n, -62_167_219_200_000n, 253_402_300_799_999n]],
  ['duration', [0n, 2n ** 63n - 1n, -(2n ** 63n)]],
  ['int32', [0, -1, 2 ** 31 - 1, -(2 ** 31)]],
  ['int64', [0n, -1n, 9007199254740993n, -9007199254740993n, 2n ** 63n - 1n, -(2n ** 63n)]],
  [
    'float32',
    [0, -0, 1.401298464324817e-45, 3.4028234663852886e38, Math.fround(0.1), 16777216, Math.fround(1e20)],
  ],
  ['float64', [0, -0, 5e-324, Number.MAX_VALUE, 0.1, 1e21, -1e-7]],
  ['string', ['', '0', '\ufeff', '\u0000', '\u{10ffff}', '\ufffd', '"\\/\b\f\n\r\t']],
  ['date', [0, -719_528, 2_932_896, 11_016]],
];

/** What every codec owes, unedited. */
export const codecSuite = (codec: Codec, other: Codec, { hasHeader = false, runs = 100 } = {}) =>
  describe(`the ${codec.name} codec`, () => {
    it('carries any record to the same canonical digest', () =>
      fc.assert(
        fc.property(schemaAndRows, ([schema, rows]) => {
          const batch = batchOf(schema, rows);
          const result = codec.decode(schema, encoded(codec, schema, rows));
          expect(result.kind).toBe('decoded');
          if (result.kind === 'refused') return;
          expect(result.rows).toBe(rows.length);
          expect(contentDigests(schema, result.batch)).toEqual(contentDigests(schema, batch));
        }),
        { numRuns: runs },
      ));

    it(`carries any record to the digest that ${other.name} carries it to`, () =>
      fc.assert(
        fc.property(schemaAndRows, ([schema, rows]) => {
          const [mine, theirs] = [codec, other].map(one => one.decode(schema, encoded(one, schema, rows)));
          if (mine?.kind !== 'decoded' || theirs?.kind !== 'decoded') throw new Error('refused');
          expect(logicalDigest(schema, [mine.batch])).toBe(logicalDigest(schema, [theirs.batch]));
        }),
        { numRuns: runs },
      ));

    it.each(EXTREMES)('carries the extremes of %s exactly', (kind, values) => {
      const schema = makeSchema([makeField(kind)]);
      const rows = values.map(value => [value]);
      expect(decodedRows(schema, codec.decode(schema, encoded(codec, schema, rows)))).toEqual(rows);
    });

    it('carries a slice as the rows it is', () => {
      const schema = makeSchema([
        makeField('bool', { id: 1, name: 'a', nullable: true }),
        makeList(makeField('int32', { id: 3 }), 0, 9, { id: 2, name: 'b' }),
      ]);
      const rows: RecordValues[] = [
        [true, [1]],
        [null, [2, 3]],
        [false, []],
        [true, [4]],
      ];
      const bytes = codec.encode(schema, batchOf(schema, rows).slice(1, 3));
      expect(decodedRows(schema, codec.decode(schema, bytes as Uint8Array))).toEqual(rows.slice(1, 3));
    });

    it(
      hasHeader ? 'refuses no bytes, because there is a header at least' : 'decodes no bytes to no rows',
      () => {
        const result = codec.decode(makeSchema([makeField('bool')]), new Uint8Array());
        expect(result).toMatchObject(hasHeader ? { code: 'TRUNCATED' } : { kind: 'decoded', rows: 0 });
      },
    );

    it('decodes what it refuses to nothing, and never throws or hangs, whatever byte is changed, cut or added', () =>
      fc.assert(
        fc.property(
          schemaAndRows,
          fc.array(mutation, { minLength: 1, maxLength: 4 }),
          ([schema, rows], mutations) => {
            const bytes = mutations.reduce(mutate, encoded(codec, schema, rows));
            const result = codec.decode(schema, bytes);
            if (result.kind === 'refused') {
              expect(result.row).toBeGreaterThanOrEqual(0);
              // Of two that are one there is no first byte that is wrong.
              if (!result.code.startsWith('DUPLICATE_'))
                expect(result.offset).toBeLessThanOrEqual(bytes.length);
              return;
            }
            // What was taken is a lawful batch: it has a canonical form, and survives its own round trip.
            const again = codec.decode(schema, codec.encode(schema, result.batch) as Uint8Array);
            expect(decodedRows(schema, again)).toEqual(rowsOf(schema, result.batch));
          },
        ),
        { numRuns: 4 * runs },
      ));

    it('never throws at bytes of no origin', () =>
      fc.assert(
        fc.property(schemaAndRows, fc.uint8Array({ maxLength: 200 }), ([schema], bytes) => {
          expect(['decoded', 'refused']).toContain(codec.decode(schema, bytes).kind);
        }),
        { numRuns: runs },
      ));
  });

type Mutation = { readonly kind: 'set' | 'cut' | 'insert'; readonly at: number; readonly byte: number };
const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom('set', 'cut', 'insert'),
  at: fc.nat(2 ** 20),
  byte: fc.nat(255),
});

function mutate(bytes: Uint8Array, { kind, at, byte }: Mutation): Uint8Array {
  const place = bytes.length === 0 ? 0 : at % bytes.length;
  if (kind === 'cut') return bytes.slice(0, place);
  const [before, after] = [bytes.slice(0, place), bytes.slice(kind === 'set' ? place + 1 : place)];
  return Uint8Array.from([...before, byte, ...after]);
}
