import type { Join } from './key.ts';

/** The values of one column of a key, a row each. */
export type KeyColumn = { readonly before: readonly unknown[]; readonly after: readonly unknown[] };

/**
 * Rows side by side whose values are the same in every column: equal as a Map has it, where -0 is 0 and NaN is NaN.
 * Undefined where two rows of a side are, or where numbers can't be as many as the keys could: who tells of that looks closer.
 */
export function joinCoded(columns: readonly KeyColumn[]): Join | undefined {
  const coded = codedRows(columns);
  return coded && joined(coded.before, coded.after);
}

/** One value a row that is equal where the keys are. */
function codedRows(columns: readonly KeyColumn[]): KeyColumn | undefined {
  const [only, ...more] = columns;
  if (only === undefined) return undefined;
  if (more.length === 0) return only;
  const sizes: number[] = [];
  const codes = columns.map(({ before, after }) => {
    const seen = new Map<unknown, number>();
    const coded = (values: readonly unknown[]): Uint32Array =>
      Uint32Array.from(values, value => {
        const known = seen.get(value) ?? seen.size;
        if (known === seen.size) seen.set(value, known);
        return known;
      });
    const sides = { before: coded(before), after: coded(after) };
    sizes.push(seen.size);
    return sides;
  });
  if (sizes.reduce((product, size) => product * size, 1) > Number.MAX_SAFE_INTEGER) return undefined;
  const combined = (side: keyof KeyColumn): readonly unknown[] =>
    Array.from({ length: only[side].length }, (_, row) =>
      codes.reduce((code, each, at) => code * sizes[at]! + each[side][row]!, 0),
    );
  return { before: combined('before'), after: combined('after') };
}

function joined(before: readonly unknown[], after: readonly unknown[]): Join | undefined {
  const rowOf = new Map<unknown, number>();
  for (let row = 0; row < after.length; row++) rowOf.set(after[row], row);
  if (rowOf.size < after.length || new Set(before).size < before.length) return undefined;
  const [pairsBefore, pairsAfter] = [new Uint32Array(before.length), new Uint32Array(before.length)];
  const missing: number[] = [];
  const isMatched = new Uint8Array(after.length);
  let pairs = 0;
  for (let row = 0; row < before.length; row++) {
    const other = rowOf.get(before[row]);
    if (other === undefined) missing.push(row);
    else {
      pairsBefore[pairs] = row;
      pairsAfter[pairs++] = other;
      isMatched[other] = 1;
    }
  }
  const extra: number[] = [];
  for (let row = 0; row < after.length; row++) if (isMatched[row] === 0) extra.push(row);
  return {
    before: pairsBefore.subarray(0, pairs),
    after: pairsAfter.subarray(0, pairs),
    missing,
    extra,
    refused: [],
  };
}
