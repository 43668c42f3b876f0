import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { packOf, readPack } from '../../src/matrix/cell-pack.ts';
import type { RanCell } from '../../src/matrix/cell-report.ts';
import { runCell } from './run.ts';
import { V3, V4 } from './schemas.ts';

let cells: readonly RanCell[];
beforeAll(async () => {
  cells = [await runCell(V3, V4, 'avro'), await runCell(V3, V4, 'json'), await runCell(V4, V4, 'avro')];
});

const findingsOf = ({ cell, ...findings }: RanCell) => findings;
const textOf = (bytes: Uint8Array): string => zstdDecompressSync(bytes).toString('utf8');

describe('a pack of findings', () => {
  it('has of each cell what it found, by its key', () => {
    expect(cells.map(({ fields, refusals }) => [fields.length > 0, refusals.length > 0])).toContainEqual([
      true,
      true,
    ]);
    const read = readPack(packOf(cells, 7)!);
    expect(read).toEqual(new Map(cells.map(cell => [cell.key, findingsOf(cell)])));
  });

  it('has a row that many cells share once, because most rows of a reader are such', () => {
    const [cell] = cells as readonly [RanCell];
    const again = { ...cell, fields: structuredClone(cell.fields), key: cells[2]!.key };
    const rowsOf = (...packed: RanCell[]): unknown => JSON.parse(textOf(packOf(packed, 7)!)).rows;
    expect(rowsOf(cell, again)).toEqual(rowsOf(cell));
    expect(rowsOf(cell, cells[1]!)).not.toEqual(rowsOf(cell));
    expect(readPack(packOf([cell, again], 7)!)?.get(again.key)).toEqual(findingsOf(again));
  });

  it.each([
    ['a row that it has not', /"refusals":\[0\b/, '"refusals":[9999'],
    ['no rows', '"rows":', '"row":'],
    ['another form', 'assay.cells/2', 'assay.cells/1'],
    ['a cell without a key', /"key":"[^"]+"/, '"key":null'],
  ])('is none with %s', (_, from, to) => {
    const text = textOf(packOf(cells, 7)!);
    const edited = text.replace(from, to);
    expect(edited).not.toBe(text);
    expect(readPack(zstdCompressSync(Buffer.from(edited)))).toBeUndefined();
  });
});
