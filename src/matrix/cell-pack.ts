import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { canonicalJson } from '../base/canonical-json.ts';
import type { Digest } from '../base/digest.ts';
import { LIMITS } from '../base/limits.ts';
import type { RanCell } from './cell-report.ts';

/** What a cell found, whichever versions it was asked of. */
export type Findings = Omit<RanCell, 'cell'>;

const FORMAT = 'assay.cells/1';

type Pack = { readonly format: string; readonly made_ms: number; readonly cells: readonly Findings[] };

/**
 * Findings of some cells in one object. When they were made is in it, so that what replaces a damaged object is another.
 *
 * @returns undefined where they are too large to be kept
 */
export function packOf(cells: readonly RanCell[], made_ms: number): Uint8Array | undefined {
  const pack: Pack = { format: FORMAT, made_ms, cells: cells.map(({ cell, ...findings }) => findings) };
  const text = Buffer.from(canonicalJson(pack));
  if (text.length > LIMITS.cells_pack_bytes_max) return undefined;
  const packed = zstdCompressSync(text, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
  return packed.length > LIMITS.object_bytes_max ? undefined : packed;
}

/** By their keys; undefined where the bytes are no pack of ours. */
export function readPack(bytes: Uint8Array): ReadonlyMap<Digest, Findings> | undefined {
  try {
    const text = zstdDecompressSync(bytes, { maxOutputLength: LIMITS.cells_pack_bytes_max });
    const pack = JSON.parse(text.toString('utf8')) as Partial<Pack> | null;
    if (pack?.format !== FORMAT || !Array.isArray(pack.cells)) return undefined;
    const cells = pack.cells as readonly Findings[];
    return cells.every(isFindings) ? new Map(cells.map(found => [found.key, found])) : undefined;
  } catch {
    return undefined;
  }
}

const isFindings = (found: Findings | null): boolean =>
  found?.kind === 'ran' && typeof found.key === 'string' && typeof found.evidence === 'string';
