import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparedTables } from './two-tables.ts';

const LONG = 9007199254740993n;
const found = (old: readonly string[], later: readonly string[]) => {
  const id = old.map((_, at) => String(at + 1));
  const compared = comparedTables({ id, x: old }, { id, x: later }, { key: ['id'] });
  const at = compared.columns.findIndex(({ name }) => name === 'x');
  return { number: compared.comparison.fields[at]!.number, pattern: compared.columns[at]!.pattern };
};
const texts = (values: readonly bigint[]) => values.map(String);

describe('long integers in a column in which NaN or an infinity stands', () => {
  it('have a greatest change and a rule like those of other columns, to the last digit', () =>
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.bigInt(LONG, 10n ** 25n), { minLength: 4, maxLength: 8 }),
        fc.bigInt(2n, 1000n),
        fc.constantFrom('NaN', 'Infinity', '-Infinity'),
        (values, factor, beside) => {
          const scaled = found(
            [...texts(values), beside],
            [...texts(values.map(each => each * factor)), beside],
          );
          const most = values.toSorted((a, b) => Number(a - b)).at(-1)! * (factor - 1n);
          expect(scaled.number).toMatchObject({ compared: values.length, differ: values.length });
          expect(BigInt(scaled.number!.absolute as bigint)).toBe(most);
          expect(scaled.pattern?.rule).toMatchObject({ kind: 'scaled', factor: Number(factor) });
          const moved = found(
            [...texts(values), beside],
            [...texts(values.map(each => each + factor)), beside],
          );
          expect(moved.pattern?.rule).toMatchObject({ kind: 'offset' });
          expect(moved.number).toMatchObject({ differ: values.length });
        },
      ),
      { numRuns: 30 },
    ));

  it('have no rule where one of the cells that differ is no number', () => {
    const old = texts([LONG, LONG + 5n, LONG + 9n]);
    const later = texts([LONG * 2n, (LONG + 5n) * 2n, (LONG + 9n) * 2n]);
    expect(found([...old, 'NaN'], [...later, 'NaN']).pattern?.rule.kind).toBe('scaled');
    expect(found([...old, 'NaN'], [...later, '5']).pattern).toBeUndefined();
  });

  it('have an infinite change where one infinity became the other', () => {
    expect(found([String(LONG), 'Infinity', '1'], [String(LONG), '-Infinity', '2']).number).toMatchObject({
      absolute: Number.POSITIVE_INFINITY,
    });
  });

  it('are no such column where texts stand beside them', () => {
    expect(found([String(LONG), 'a', 'b'], [String(LONG + 1n), 'a', 'c']).number).toBeUndefined();
  });
});
