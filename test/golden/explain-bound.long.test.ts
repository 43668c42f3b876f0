import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/base/limits.ts';
import { conditionText } from '../../src/golden/condition.ts';
import { type Explanation, explainRows } from '../../src/golden/explain.ts';
import { chance } from './chance.ts';
import { field, schemaOf } from './weather.ts';

/** Numbers that know nothing of each other; rows differ where the first two columns say so. */
function explained(columns: number, rows: number): Explanation {
  const next = chance(7);
  const schema = schemaOf(Array.from({ length: columns }, (_, at) => field(at + 1, `x${at}`, 'float64')));
  const cells = schema.fields.map(() => Float64Array.from({ length: rows }, () => Math.floor(next() * 1000)));
  const differs = Uint8Array.from({ length: rows }, (_, row) =>
    Number(cells[0]![row]! > 300 && cells[1]![row]! <= 600),
  );
  return explainRows(
    schema,
    index => row => cells[index]![row]!,
    Uint32Array.from({ length: rows }, (_, row) => row),
    differs,
  );
}

describe('the bound of a search for two terms', () => {
  it('leaves a narrow table alone, and says nothing of itself', () => {
    const found = explained(6, 400);
    expect(found.pairsAmong).toBeUndefined();
    expect(conditionText(found.best!.condition)).toMatch(/^x0 > \d+ and x1 <= \d+$/);
  });

  it('takes the likeliest columns of a wide one, says how many, and finds the same condition', () => {
    const found = explained(150, 400);
    expect(found.pairsAmong).toEqual({ columns: expect.any(Number), of: expect.any(Number) });
    expect(found.pairsAmong!.columns).toBeLessThan(found.pairsAmong!.of);
    expect(found.pairsAmong!.columns).toBeLessThanOrEqual(LIMITS.explain_columns_max);
    expect(conditionText(found.best!.condition)).toMatch(/^x0 > \d+ and x1 <= \d+$/);
  });
});
