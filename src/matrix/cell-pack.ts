import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { canonicalJson, type Json } from '../base/canonical-json.ts';
import type { Digest } from '../base/digest.ts';
import { LIMITS } from '../base/limits.ts';
import type { RanCell } from './cell-report.ts';

/** What a cell found, whichever versions it was asked of. */
export type Findings = Omit<RanCell, 'cell'>;

const FORMAT = 'assay.cells/2';

/** What cells of one reader mostly have in common, row by row: in a pack each row stands once. */
type Rows = Pick<Findings, 'fields' | 'refusals' | 'gaps'>;

/** In the place of a row, its number among those of the pack. */
type Packed = Omit<Findings, keyof Rows> & { readonly [K in keyof Rows]: readonly number[] };

type Pack = {
  readonly format: string;
  readonly made_ms: number;
  readonly rows: Rows;
  readonly cells: readonly Packed[];
};

/**
 * Findings of some cells in one object. When they were made is in it, so that what replaces a damaged object is another.
 *
 * @returns undefined where they are too large to be kept
 */
export function packOf(cells: readonly RanCell[], made_ms: number): Uint8Array | undefined {
  const rows = { fields: new RowNumbers(), refusals: new RowNumbers(), gaps: new RowNumbers() };
  const packed = cells.map(({ cell, fields, refusals, gaps, ...findings }) => ({
    ...findings,
    fields: rows.fields.of(fields),
    refusals: rows.refusals.of(refusals),
    gaps: rows.gaps.of(gaps),
  }));
  const { fields, refusals, gaps } = rows;
  const pack = {
    format: FORMAT,
    made_ms,
    rows: { fields: fields.rows, refusals: refusals.rows, gaps: gaps.rows },
    cells: packed,
  };
  const text = Buffer.from(canonicalJson(pack));
  if (text.length > LIMITS.cells_pack_bytes_max) return undefined;
  const bytes = zstdCompressSync(text, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
  return bytes.length > LIMITS.object_bytes_max ? undefined : bytes;
}

/** Numbers rows so that two that say the same have one number. */
class RowNumbers {
  readonly rows: Json[] = [];
  readonly #byText = new Map<string, number>();
  /** Cells that were run together mostly have the very same rows. */
  readonly #known = new Map<object, number>();

  of(rows: readonly (Json & object)[]): readonly number[] {
    return rows.map(row => {
      const number = this.#known.get(row) ?? this.#numberOf(row);
      this.#known.set(row, number);
      return number;
    });
  }

  #numberOf(row: Json): number {
    const text = canonicalJson(row);
    const number = this.#byText.get(text) ?? this.rows.push(row) - 1;
    this.#byText.set(text, number);
    return number;
  }
}

/** By their keys; undefined where the bytes are no pack of ours. */
export function readPack(bytes: Uint8Array): ReadonlyMap<Digest, Findings> | undefined {
  try {
    const text = zstdDecompressSync(bytes, { maxOutputLength: LIMITS.cells_pack_bytes_max });
    const pack = JSON.parse(text.toString('utf8')) as Partial<Pack> | null;
    if (pack?.format !== FORMAT || !Array.isArray(pack.cells)) return undefined;
    const { rows, cells } = pack as Pack;
    const found = cells.map(
      (cell): Findings => ({
        ...cell,
        fields: rowsAt(rows.fields, cell.fields),
        refusals: rowsAt(rows.refusals, cell.refusals),
        gaps: rowsAt(rows.gaps, cell.gaps),
      }),
    );
    return found.every(isFindings) ? new Map(found.map(one => [one.key, one])) : undefined;
  } catch {
    return undefined;
  }
}

/** @throws RangeError */
const rowsAt = <T>(rows: readonly T[], numbers: readonly number[]): readonly T[] =>
  numbers.map(number => {
    const row = rows[number];
    if (row === undefined) throw new RangeError('a row is not in the pack');
    return row;
  });

const isFindings = (found: Findings): boolean =>
  found.kind === 'ran' && typeof found.key === 'string' && typeof found.evidence === 'string';
