import type { RecordBatch } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { batchOf, rowsOf } from '../../src/contract/batch.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { applyChain, type Chained, chainOf } from '../../src/convert/chain.ts';
import { conversionThreads } from '../../src/engine/conversion-threads.ts';
import { makeField, makeSchema, makeVocabulary, unit } from '../contract/make-field.ts';
import { planOf } from '../convert/converters.ts';

const from = makeSchema([
  makeField('int64', { id: 1, name: 'count', unit: unit('s'), logical: 'quantity', nullable: true }),
  makeField('string', {
    id: 2,
    name: 'sky',
    logical: 'label',
    vocabulary: makeVocabulary('1: sun', '2: rain'),
    unknownPolicy: { kind: 'reject' },
  }),
]);
const to = makeSchema([
  makeField('int64', { id: 1, name: 'count', unit: unit('ms'), logical: 'quantity' }),
  makeField('string', {
    id: 2,
    name: 'sky',
    logical: 'label',
    vocabulary: makeVocabulary('1: dry', '2: wet'),
    unknownPolicy: { kind: 'reject' },
  }),
]);
const chain = chainOf([
  planOf(
    from,
    to,
    [
      '{id: 1, steps: [{kind: reject, what: ["null"]}, {kind: unit, to: ms}]}',
      '{id: 2, steps: [{kind: remap, terms: [{from: sun, to: dry}, {from: rain, to: wet}]}]}',
    ],
    'where: count == null || count != 13\n',
  ),
]);
const ROWS = 200;
const batch = (first: number, rows: number): RecordBatch =>
  batchOf(
    from,
    Array.from({ length: rows }, (_, row) => [
      (first + row) % 7 === 0 ? null : BigInt(first + row),
      (first + row) % 11 === 0 ? 'snow' : 'rain',
    ]),
  );
const cut = (size: number): RecordBatch[] =>
  Array.from({ length: Math.ceil(ROWS / size) }, (_, at) =>
    batch(at * size, Math.min(size, ROWS - at * size)),
  );

async function all(
  run: AsyncGenerator<Chained, Fault | undefined, void>,
): Promise<readonly Chained[] | Fault> {
  const found: Chained[] = [];
  for (;;) {
    const next = await run.next();
    if (next.done === true) return next.value ?? found;
    found.push(next.value);
  }
}

/** What came out, as if it had been one batch. */
function whole(done: readonly Chained[] | Fault) {
  if (done instanceof Fault) throw done;
  let first = 0;
  const at = { records: [] as unknown[], rejects: [] as unknown[], rows: [] as number[] };
  for (const { converted, rows, rejects, counts } of done) {
    at.records.push(...rowsOf(to, converted));
    at.rows.push(...Array.from(rows, row => first + row));
    at.rejects.push(...rejects.map(reject => ({ ...reject, row: first + reject.row })));
    first += counts[0]!.read;
  }
  return at;
}

describe('conversions on threads', () => {
  const expected = whole([applyChain(chain, batch(0, ROWS))]);

  it.each([
    [1, 7],
    [2, 7],
    [3, 1],
    [2, 64],
    [2, 200],
  ])('give with %i workers and batches of %i rows what one batch gives', async (workers, size) => {
    expect(whole(await all(conversionThreads().run(chain, cut(size), { workers })))).toEqual(expected);
  });

  it('leave the batches whole, because whoever gave them may read them again', async () => {
    const batches = cut(20);
    const threads = conversionThreads();
    await all(threads.run(chain, batches, { workers: 2 }));
    expect(whole(await all(threads.run(chain, batches, { workers: 2 })))).toEqual(expected);
  });

  it('stop what runs when nobody asks any more, and close the source', async () => {
    let [given, isClosed] = [0, false];
    async function* endless(): AsyncGenerator<RecordBatch> {
      try {
        for (;;) yield batch(given++, 50);
      } finally {
        isClosed = true;
      }
    }
    for await (const _ of conversionThreads().run(chain, endless(), { workers: 2 })) break;
    expect(isClosed).toBe(true);
    expect(given).toBeLessThan(12);
  });

  it('say what the source threw, and go on for others', async () => {
    async function* broken(): AsyncGenerator<RecordBatch> {
      for (let at = 0; at < 5; at++) yield batch(at, 50);
      throw new RangeError('the source');
    }
    const threads = conversionThreads();
    await expect(all(threads.run(chain, broken(), { workers: 2 }))).rejects.toThrow('the source');
    expect(whole(await all(threads.run(chain, cut(50), { workers: 2 })))).toEqual(expected);
  });

  it('are one fault where a thread ends, because nobody knows what it had done', async () => {
    const refused = Array.from({ length: 600_000 }, (): RecordValues => [1n, 'snow']);
    const batches = Array<RecordBatch>(4).fill(batchOf(from, refused));
    const ended = await all(conversionThreads(16).run(chain, batches, { workers: 2 }));
    expect(ended).toMatchObject({
      code: 'CONVERSION_ENDED',
      facts: { converters: chain.plans[0]!.converter, because: 'ERR_WORKER_OUT_OF_MEMORY' },
    });
  });
});
