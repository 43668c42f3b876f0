import { Fault } from '../../base/fault.ts';
import { type Join, joinByKey } from '../key.ts';
import { type ColumnSet, schemaOf } from './column-set.ts';
import type { UnifiedColumn } from './unify.ts';

/**
 * Rows of one key, side by side.
 *
 * @param key  places of columns
 * @faults KEY_NOT_UNIQUE
 */
export function joinRows(set: ColumnSet, key: readonly number[]): Join | Fault {
  const [old, later] = codedRows(key.map(at => set.columns[at]!));
  const pairs = old === undefined || later === undefined ? undefined : joined(old, later);
  if (pairs !== undefined) return pairs;
  const schema = schemaOf(set, key);
  const join = joinByKey(schema.schema, schema.schema.key, schema.old(), schema.new());
  if (!(join instanceof Fault) || join.code !== 'KEY_NOT_UNIQUE') return join;
  const { facts } = join as Fault<'KEY_NOT_UNIQUE'>;
  return new Fault('KEY_NOT_UNIQUE', { ...facts, side: facts.side === 'before' ? 'old' : 'new' });
}

type Coded = readonly unknown[];

/** One value a row that is equal where the keys are; undefined where numbers can't be that many. */
function codedRows(columns: readonly UnifiedColumn[]): readonly [Coded | undefined, Coded | undefined] {
  const [only, ...more] = columns;
  if (only === undefined) return [undefined, undefined];
  if (more.length === 0) return [only.old, only.new];
  const sizes: number[] = [];
  const codes = columns.map(({ old, new: later }) => {
    const seen = new Map<unknown, number>();
    const coded = (values: readonly unknown[]): Uint32Array =>
      Uint32Array.from(values, value => {
        const known = seen.get(value) ?? seen.size;
        if (known === seen.size) seen.set(value, known);
        return known;
      });
    const sides = { old: coded(old), new: coded(later) };
    sizes.push(seen.size);
    return sides;
  });
  if (sizes.reduce((product, size) => product * size, 1) > Number.MAX_SAFE_INTEGER)
    return [undefined, undefined];
  const combined = (side: 'old' | 'new'): Coded =>
    Array.from({ length: columns[0]![side].length }, (_, row) =>
      codes.reduce((code, each, at) => code * sizes[at]! + each[side][row]!, 0),
    );
  return [combined('old'), combined('new')];
}

/** Undefined where a key stands there twice: who tells of that looks closer. */
function joined(old: Coded, later: Coded): Join | undefined {
  const rowOf = new Map<unknown, number>();
  for (let row = 0; row < later.length; row++) rowOf.set(later[row], row);
  if (rowOf.size < later.length || new Set(old).size < old.length) return undefined;
  const [before, after] = [new Uint32Array(old.length), new Uint32Array(old.length)];
  const missing: number[] = [];
  const isMatched = new Uint8Array(later.length);
  let pairs = 0;
  for (let row = 0; row < old.length; row++) {
    const other = rowOf.get(old[row]);
    if (other === undefined) missing.push(row);
    else {
      before[pairs] = row;
      after[pairs++] = other;
      isMatched[other] = 1;
    }
  }
  const extra: number[] = [];
  for (let row = 0; row < later.length; row++) if (isMatched[row] === 0) extra.push(row);
  return { before: before.subarray(0, pairs), after: after.subarray(0, pairs), missing, extra, refused: [] };
}

/** Rows as they stand, on equal counts. */
export function inOrder(rows: number): Join {
  const places = Uint32Array.from({ length: rows }, (_, row) => row);
  return { before: places, after: places, missing: [], extra: [], refused: [] };
}
