import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { LIMITS } from '../../../src/base/limits.ts';
import { batchOf } from '../../../src/contract/batch.ts';
import type { Value } from '../../../src/contract/value.ts';
import { isWithheld, WITHHELD } from '../../../src/contract/withheld.ts';
import { compare } from '../../../src/golden/compare.ts';
import { plotBatches, plotFields } from '../../../src/golden/plots/plot-fields.ts';
import { plotDocument, plotsDocument } from '../../../src/golden/plots/report.ts';
import { tellComparison } from '../../../src/golden/tell.ts';
import { field, schemaOf } from '../weather.ts';

const schema = schemaOf([
  field(1, 'id', 'int32'),
  field(2, 'wind', 'float64'),
  field(3, 'pay', 'int64'),
  field(4, 'note', 'string'),
]);

function compared(
  before: readonly (readonly Value[])[],
  after: readonly (readonly Value[])[],
  withheld: readonly number[] = [],
) {
  const batches = { before: batchOf(schema, before), after: batchOf(schema, after) };
  const comparison = compare(schema, batches.before, batches.after);
  if (comparison instanceof Fault) throw comparison;
  return { batches, told: tellComparison(schema, comparison, withheld) };
}

const ROWS = [
  [1, 1.5, 10n, 'a'],
  [2, 2.5, 20n, 'b'],
] as const;
const OTHERS = [
  [1, 1.5, 11n, 'aa'],
  [2, 2.5, 21n, 'b'],
] as const;

describe('the fields that are drawn', () => {
  it('are those that differ, the most first', () => {
    const { batches, told } = compared(ROWS, OTHERS);
    expect(plotBatches(schema, told, batches).map(({ name, of }) => [name, of])).toEqual([
      ['pay', 'value'],
      ['note', 'length'],
    ]);
  });

  it('are the others too where samples came or went, because what is the same in all may lie otherwise in the rest', () => {
    const { batches, told } = compared(ROWS, [...OTHERS, [3, 900, 30n, 'c']]);
    expect(plotBatches(schema, told, batches).map(({ name }) => name)).toEqual(['pay', 'note', 'id', 'wind']);
  });

  it('are none where nothing differs', () => {
    const { batches, told } = compared(ROWS, ROWS);
    expect(plotBatches(schema, told, batches)).toEqual([]);
  });

  it('are named and never read where their values are withheld', () => {
    const { told } = compared(ROWS, OTHERS, [3]);
    const read: string[] = [];
    const plots = plotFields(schema, told, ({ name }) => {
      read.push(name);
      return { rows: 1, at: () => 'a' };
    });
    expect(read).toEqual(['note', 'note']);
    expect(plots.map(({ shape }) => isWithheld(shape))).toEqual([true, false]);
    expect(plotsDocument(plots)).toMatchObject([{ name: 'pay', shape: WITHHELD }, { name: 'note' }]);
  });

  it('are as many as a page has room for', () => {
    const many = LIMITS.plot_fields_max + 3;
    const wide = schemaOf(Array.from({ length: many + 1 }, (_, at) => field(at + 1, `f${at}`, 'int32')));
    const row = (value: number) => [1, ...new Array<number>(many).fill(value)];
    const [before, after] = [batchOf(wide, [row(1)]), batchOf(wide, [row(2)])];
    const comparison = compare(wide, before, after, { explain: false });
    if (comparison instanceof Fault) throw comparison;
    const plots = plotBatches(wide, tellComparison(wide, comparison, []), { before, after });
    expect(plots).toHaveLength(LIMITS.plot_fields_max);
  });

  it('leave out what no record wrote, where a default stands for that', () => {
    const { batches, told } = compared(ROWS, OTHERS);
    const [pay] = plotBatches(schema, told, batches, { after: new Map([[3, new Set([0])]]) });
    expect(pay?.shape).toMatchObject({ drawn: { before: 2, after: 1 }, leftOut: { before: 0, after: 1 } });
  });
});

describe('the document of what is drawn', () => {
  it('has every edge and quantile as the field writes it, and null where a side has none', () => {
    const { told } = compared(ROWS, OTHERS);
    const [pay] = plotFields(schema, told, (_, __, side) => ({
      rows: 2,
      at: row => (side === 'before' ? [10n, 2n ** 60n][row]! : null),
    }));
    const { shape } = plotDocument(pay!, { before: 'old', after: 'new', leftOut: 'left_out' }) as {
      // biome-ignore lint/suspicious/noExplicitAny: what it holds is what the test asserts.
      shape: any;
    };
    expect([shape.drawn, shape.left_out]).toEqual([
      { old: 2, new: 0 },
      { old: 0, new: 2 },
    ]);
    expect(shape.quantiles.at(-1)).toEqual({ thousandths: 1000, old: 2n ** 60n, new: null });
    expect(shape.bins[0]).toEqual({ from: expect.any(BigInt), to: expect.any(BigInt), old: 1, new: 0 });
  });
});
