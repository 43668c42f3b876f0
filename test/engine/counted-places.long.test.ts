import { describe, expect, it } from 'vitest';
import { batchOf } from '../../src/contract/batch.ts';
import type { Field, Type } from '../../src/contract/field.ts';
import { duckdbProcess } from '../../src/engine/duckdb-process.ts';
import { runSurvey } from '../../src/service/run-survey.ts';
import { compareSummaries } from '../../src/shadow/compare.ts';
import { countUpTo, rankError } from '../../src/shadow/ranks.ts';
import { type DataSummary, summaryOf } from '../../src/shadow/summary.ts';
import { makeField, makeSchema } from '../contract/make-field.ts';

const plain = makeField('int64', { id: 1, name: 'x' });
const KINDS: readonly (readonly [Type, bigint])[] = [
  [{ kind: 'int64' }, 2n ** 60n],
  [{ kind: 'int64' }, -(2n ** 63n)],
  [{ kind: 'uint64' }, 2n ** 64n - 60_000n],
  [{ kind: 'decimal', precision: 38, scale: 2 }, 10n ** 37n],
  [{ kind: 'decimal', precision: 38, scale: 38 }, -15_000n],
  [{ kind: 'decimal', precision: 76, scale: 10 }, -(10n ** 75n)],
  [{ kind: 'decimal', precision: 76, scale: 0 }, -15_000n],
];

describe('numbers of more values than are counted one by one, beyond what a double tells apart', () => {
  it.each(KINDS)(
    'are counted by their exact places: %j from %s',
    { timeout: 300_000 },
    async (type, base) => {
      const field: Field = { ...plain, type };
      const schema = makeSchema([field]);
      // Half of the values after lie above all values before.
      const sides = [0n, 15_000n].map(from =>
        batchOf(
          schema,
          Array.from({ length: 30_000 }, (_, at) => [base + from + BigInt(at)]),
        ),
      );
      const session = await duckdbProcess().start();
      if ('trouble' in session) throw new Error(session.what);
      try {
        for (const [side, batch] of sides.entries()) {
          expect(await session.open(side, schema, [])).toBeUndefined();
          expect(await session.append(side, batch)).toBeUndefined();
        }
        const found = (await runSurvey(session, [schema, schema])) as readonly DataSummary[];
        for (const [side, batch] of sides.entries()) {
          const [own, ranks] = [
            summaryOf(schema, batch).fields[0]!.numbers!,
            found[side]!.fields[0]!.numbers!,
          ];
          expect(found[side]!.fields[0]!.counts.level).toBeGreaterThan(0);
          expect([ranks.at[0], ranks.at.at(-1)]).toEqual([own.at[0], own.at.at(-1)]);
          expect(rankError(ranks)).toBeLessThan(300);
          const off = own.at.filter(
            place => Math.abs(countUpTo(ranks, place) - countUpTo(own, place)) > rankError(ranks),
          );
          expect(off).toEqual([]);
        }
        const { measurements } = compareSummaries(found[0]!, found[1]!);
        const distance = measurements.find(({ measure }) => measure === 'shadow.distance');
        expect(Math.abs((distance!.effect as number) - 0.5)).toBeLessThan(0.01);
      } finally {
        await session.close();
      }
    },
  );
});
