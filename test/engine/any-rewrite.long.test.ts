import { writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { FORMS } from '../../src/codec/forms/forms.ts';
import type { RecordForm } from '../../src/codec/forms/record-form.ts';
import { parquetCodec } from '../../src/codec/parquet/parquet-codec.ts';
import { batchOf, rowsOf } from '../../src/contract/batch.ts';
import { readPlan } from '../../src/contract/read-plan.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { applyChain, type Chain, chainOf } from '../../src/convert/chain.ts';
import { conversionThreads } from '../../src/engine/conversion-threads.ts';
import { parquetWasm } from '../../src/engine/parquet-wasm.ts';
import { anyRows, anySchema } from '../codec/any-schema.ts';
import { fileOfGroups } from '../codec/parquet/written-groups.ts';
import { makeField, makeSchema, unit } from '../contract/make-field.ts';
import { planOf } from '../convert/converters.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const library = parquetWasm();
const folder = temporaryFolder();
const conversions = conversionThreads();

const WAIT = 5_000_000;
const wait = (code: string) =>
  makeField('int64', { id: WAIT, name: 'wait_of_all', unit: unit(code), logical: 'quantity' });
const withWait = (schema: Schema, code: string): Schema => makeSchema([...schema.fields, wait(code)]);

/** Any schema beside a field of which a unit is converted; by it some records are passed over, and some rejected. */
const anyCase = anySchema.chain(schema => {
  const [from, to] = [withWait(schema, 's'), withWait(schema, 'ms')];
  const entry = `{id: ${WAIT}, steps: [{kind: range, min: 0, max: 50, outside: reject}, {kind: unit, to: ms}]}`;
  const chain = chainOf([planOf(from, to, [entry], 'where: wait_of_all != 3\n')]);
  const waits = fc.oneof(fc.bigInt({ min: 4n, max: 50n }), fc.constantFrom(3n, 51n));
  const rows = fc
    .array(fc.tuple(anyRows(schema), fc.array(waits, { minLength: 12, maxLength: 12 })), { maxLength: 8 })
    .map(parts => parts.flatMap(([some, its]) => some.map((row, at): RecordValues => [...row, its[at]!])));
  return rows.map(all => ({ from, to, chain, rows: all }));
});

const anySize = fc.integer({ min: 1, max: 30 });
const anyWorkers = fc.constantFrom(1, 2, 3, 4);

const cut = (rows: readonly RecordValues[], size: number): (readonly RecordValues[])[] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => rows.slice(at * size, (at + 1) * size));

/** The digest of what batches of so many records become, in a form, by so many workers. */
async function written(
  chain: Chain,
  form: RecordForm,
  rows: readonly RecordValues[],
  size: number,
  workers: number,
) {
  const [from, { schema, recordSchema }] = [chain.plans[0]!.from.schema, chain.plans[0]!.to];
  const joiner = FORMS[form].joiner({ schema, recordSchema, library });
  const batches = cut(rows, size).map(some => batchOf(from, some));
  const parts = [...joiner.start];
  const run = conversions.write(chain, form, batches, { workers });
  for (;;) {
    const next = await run.next();
    if (next.done === true) return sha256(Buffer.concat([...parts, ...joiner.end()]));
    parts.push(...joiner.add(next.value.piece));
  }
}

/** What becomes of a Parquet file by so many workers. */
async function rewritten(chain: Chain, place: string, workers: number): Promise<Buffer> {
  const [from, { schema, recordSchema }] = [chain.plans[0]!.from.schema, chain.plans[0]!.to];
  const reading = { place, columns: from, plan: readPlan(from, from), reader: from };
  const joiner = FORMS.parquet.joiner({ schema, recordSchema, library });
  const parts = [...joiner.start];
  const run = conversions.rewrite(chain, reading, { workers });
  for (;;) {
    const next = await run.next();
    if (next.done === true) {
      expect(next.value).toBeUndefined();
      return Buffer.concat([...parts, ...joiner.end()]);
    }
    parts.push(...joiner.add({ kind: 'groups', groups: next.value.groups }));
  }
}

describe('a conversion of any records of any schema', () => {
  it('makes the same bytes, however records come in batches and whoever converts them', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyCase,
        fc.constantFrom<RecordForm>('json', 'parquet'),
        anySize,
        anySize,
        anyWorkers,
        async ({ chain, rows }, form, size, otherSize, workers) => {
          const one = await written(chain, form, rows, size, 1);
          expect(await written(chain, form, rows, otherSize, workers)).toBe(one);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('makes of a Parquet file the same bytes with any number of workers, and the records that plans make', async () => {
    let file = 0;
    await fc.assert(
      fc.asyncProperty(anyCase, anySize, anyWorkers, async ({ from, to, chain, rows }, size, workers) => {
        const groups = cut(rows, size).map(some => [batchOf(from, some)]);
        const place = path.join(folder, `${file++}.parquet`);
        const old = fileOfGroups(library, from, groups);
        writeFileSync(place, old);
        const bytes = await rewritten(chain, place, workers);
        expect(sha256(bytes)).toBe(sha256(await rewritten(chain, place, 1)));
        const [before, after] = [
          parquetCodec(library).decode(from, old),
          parquetCodec(library).decode(to, bytes),
        ];
        if (before.kind === 'refused' || after.kind === 'refused') throw new Error('it is not read');
        expect(rowsOf(to, after.batch)).toEqual(rowsOf(to, applyChain(chain, before.batch).converted));
      }),
      { numRuns: 25 },
    );
  });
});
