import { describe, expect, it } from 'vitest';
import { comparedTables } from './two-tables.ts';

const rows = Array.from({ length: 40 }, (_, at) => at);
const id = rows.map(at => `r${at}`);
const price = rows.map(at => (at % 7 === 0 ? null : String(at * 3)));

describe('a column that one file lacks and one that it has besides', () => {
  it('are proposed as one where they hold the same, and stay removed and added', () => {
    const { renamed, added, removed } = comparedTables(
      { id, price, color: rows.map(at => (at % 2 === 0 ? 'red' : 'blue')) },
      {
        id: id.toReversed(),
        colour: rows.map(at => (at % 2 === 0 ? 'red' : 'blue')).toReversed(),
        amount: price.map((value, at) => (at === 3 ? '1' : value)).toReversed(),
      },
      { key: ['id'] },
    );
    expect(renamed).toEqual([
      { from: 'color', to: 'colour', agree: 40, of: 40 },
      { from: 'price', to: 'amount', agree: 33, of: 34 },
    ]);
    expect([removed.length, added.length]).toEqual([2, 2]);
  });

  it('are not where columns of nearly one value agree by accident', () => {
    const { renamed } = comparedTables(
      { id, is_new: rows.map(() => 'false') },
      { id, is_paid: rows.map(() => 'false') },
      { key: ['id'] },
    );
    expect(renamed).toEqual([]);
  });

  it('are not where they hold something else', () => {
    const { renamed } = comparedTables({ id, a: price }, { id, b: price.toReversed() }, { key: ['id'] });
    expect(renamed).toEqual([]);
  });
});
