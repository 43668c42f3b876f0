import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparedTables } from './two-tables.ts';

const cell = fc.constantFrom(null, '1', '1.0', '2', '-3', '0.5', 'x', 'é', '', '007');
const record = fc.tuple(cell, cell);
const table = fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), record), { minLength: 1, maxLength: 14 });

type Row = readonly [id: number, cells: readonly (string | null)[]];

/** One row an id, the last. */
const unique = (rows: readonly Row[]): ReadonlyMap<number, readonly (string | null)[]> => new Map(rows);

const columnsOf = (rows: ReadonlyMap<number, readonly (string | null)[]>) => ({
  id: [...rows.keys()].map(String),
  a: [...rows.values()].map(cells => cells[0]!),
  b: [...rows.values()].map(cells => cells[1]!),
});

/** What two cells are to a person: numbers as numbers where both are some, and texts as texts. */
const isSame = (one: string | null, other: string | null): boolean => {
  if (one === null || other === null) return one === other;
  const isNumber = (text: string): boolean => /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/.test(text);
  return one === other || (isNumber(one) && isNumber(other) && Number(one) === Number(other));
};

describe('what is counted of two random tables', () => {
  it('is what a count by hand gives, column by column', () => {
    fc.assert(
      fc.property(table, table, (first, second) => {
        const [old, later] = [unique(first), unique(second)];
        const ids = [...old.keys()].filter(id => later.has(id));
        const { columns, comparison } = comparedTables(columnsOf(old), columnsOf(later), {
          key: ['id'],
          slices: [],
        });
        expect(comparison.rows).toMatchObject({
          matched: ids.length,
          missing: old.size - ids.length,
          extra: later.size - ids.length,
        });
        for (const [at, name] of ['a', 'b'].entries()) {
          const { types } = columns[at + 1]!;
          const pairs = ids.map(id => [old.get(id)![at]!, later.get(id)![at]!] as const);
          const found = comparison.fields[at + 1]!;
          expect(found.name).toBe(name);
          // Of two columns of text the spelling counts, too.
          const isText = types.old.kind === 'text' && types.new.kind === 'text';
          const differing = pairs.filter(([one, other]) => (isText ? one !== other : !isSame(one, other)));
          expect(found.differ).toBe(differing.length);
          expect(columns[at + 1]!.toNull).toBe(
            pairs.filter(([one, other]) => one !== null && other === null).length,
          );
          expect(columns[at + 1]!.fromNull).toBe(
            pairs.filter(([one, other]) => one === null && other !== null).length,
          );
        }
      }),
      { numRuns: 150 },
    );
  });
});
