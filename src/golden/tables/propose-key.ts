import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import type { Value } from '../../contract/value.ts';
import type { UnifiedColumn } from './unify.ts';

/** Columns that identify a row, found in the data and not declared. */
export type ProposedKey = { readonly columns: readonly string[]; readonly matched: number };

/**
 * The smallest set of columns that is unique and has no null on both sides; among such sets the one that matches most
 * rows, and then the one that is called like a key. Floats and labels tell rows apart by accident, and are never in it.
 *
 * @faults KEY_NOT_FOUND
 */
export function proposeKey(
  columns: readonly UnifiedColumn[],
  label: string | undefined,
): ProposedKey | Fault<'KEY_NOT_FOUND'> {
  const fit = columns.filter(column => column.name !== label && isFit(column));
  const single = best(fit.flatMap(column => uniquely([column]) ?? []));
  if (single !== undefined) return single;
  const coded = fit
    .map(column => ({ column, coded: codesOf(column) }))
    .sort((a, b) => b.coded.distinct - a.coded.distinct)
    .slice(0, LIMITS.compared_key_candidates_max);
  for (let size = 2; size <= LIMITS.compared_key_columns_max; size++) {
    const sets = subsets(coded, size).flatMap(
      set =>
        uniquelyCoded(
          set.map(({ column }) => column.name),
          set.map(each => each.coded),
        ) ?? [],
    );
    const found = best(sets);
    if (found !== undefined) return found;
  }
  const [nearest] = coded;
  return new Fault('KEY_NOT_FOUND', {
    tried: fit.length,
    nearest: nearest?.column.name ?? '',
    repeats: nearest?.coded.repeats ?? 0,
  });
}

/** The first column, in their order, that makes a key which repeats one that is unique on both sides. */
export function missingInKey(
  columns: readonly UnifiedColumn[],
  key: readonly string[],
  label: string | undefined,
): string | undefined {
  const given = columns.filter(({ name }) => key.includes(name)).map(codesOf);
  return columns
    .filter(column => !key.includes(column.name) && column.name !== label && isFit(column))
    .slice(0, LIMITS.compared_key_candidates_max)
    .find(column => uniquelyCoded([column.name], [...given, codesOf(column)]) !== undefined)?.name;
}

const KEY_KINDS: ReadonlySet<string> = new Set([
  'int',
  'text',
  'date',
  'timestamp',
  'time',
  'duration',
  'bool',
  'bytes',
]);

const isFit = ({ types, read }: UnifiedColumn): boolean =>
  KEY_KINDS.has(types.old.kind) &&
  KEY_KINDS.has(types.new.kind) &&
  !read.old.includes(null) &&
  !read.new.includes(null);

function uniquely([column]: readonly [UnifiedColumn]): ProposedKey | undefined {
  const [old, later] = [distinctIn(column.old), distinctIn(column.new)];
  if (old === undefined || later === undefined) return undefined;
  let matched = 0;
  for (const value of old) if (later.has(value)) matched++;
  return { columns: [column.name], matched };
}

/** Undefined at the first value that stands there twice. */
function distinctIn<T>(values: readonly T[]): ReadonlySet<T> | undefined {
  const seen = new Set<T>();
  for (const value of values) {
    if (seen.has(value)) return undefined;
    seen.add(value);
  }
  return seen;
}

/** A number for each value, the same on both sides. */
type Codes = {
  readonly old: Uint32Array;
  readonly new: Uint32Array;
  readonly distinct: number;
  /** Rows, of both sides, whose value stood there before. */
  readonly repeats: number;
};

function codesOf({ old, new: later }: UnifiedColumn): Codes {
  const codes = new Map<Value, number>();
  const coded = (values: readonly Value[]): Uint32Array =>
    Uint32Array.from(values, value => {
      const known = codes.get(value);
      if (known !== undefined) return known;
      codes.set(value, codes.size);
      return codes.size - 1;
    });
  const sides = { old: coded(old), new: coded(later) };
  const repeats = old.length - new Set(sides.old).size + later.length - new Set(sides.new).size;
  return { ...sides, distinct: codes.size, repeats };
}

function uniquelyCoded(names: readonly string[], codes: readonly Codes[]): ProposedKey | undefined {
  const product = codes.reduce((size, { distinct }) => size * distinct, 1);
  // Larger than what a number tells apart is larger than any file.
  if (product > Number.MAX_SAFE_INTEGER) return undefined;
  const [old, later] = [distinctCodes(codes, 'old'), distinctCodes(codes, 'new')];
  if (old === undefined || later === undefined) return undefined;
  let matched = 0;
  for (const value of old) if (later.has(value)) matched++;
  return { columns: names, matched };
}

function distinctCodes(codes: readonly Codes[], side: 'old' | 'new'): ReadonlySet<number> | undefined {
  const seen = new Set<number>();
  const rows = codes[0]![side].length;
  for (let row = 0; row < rows; row++) {
    let code = 0;
    for (const each of codes) code = code * each.distinct + each[side][row]!;
    if (seen.has(code)) return undefined;
    seen.add(code);
  }
  return seen;
}

function subsets<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  if (size === 0) return [[]];
  return items.flatMap((item, index) =>
    subsets(items.slice(index + 1), size - 1).map(rest => [item, ...rest]),
  );
}

/** Of what matches no row nothing could be compared. */
function best(found: readonly ProposedKey[]): ProposedKey | undefined {
  return found
    .filter(({ matched }) => matched > 0)
    .reduce<ProposedKey | undefined>(
      (most, one) =>
        most === undefined ||
        one.matched > most.matched ||
        (one.matched === most.matched && named(one) > named(most))
          ? one
          : most,
      undefined,
    );
}

const CALLED: readonly RegExp[] = [
  /date|time/i,
  /(?:^|[^a-z])(?:key|code|name)$/i,
  /(?:^id|[^a-z]id|[a-z]Id|uuid|guid)$/i,
];

/** How much like a key a set is called. */
const named = ({ columns }: ProposedKey): number =>
  Math.max(...columns.map(name => CALLED.findLastIndex(pattern => pattern.test(name))));
