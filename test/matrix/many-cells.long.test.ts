import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlainReaders } from '../../src/engine/port.ts';
import type { Side } from '../../src/matrix/cell.ts';
import type { CellReport } from '../../src/matrix/cell-report.ts';
import { PLAIN_CODECS } from '../../src/matrix/plain-lane.ts';
import { anyPair } from './any-pair.ts';
import { inProcess, run, runCell } from './run.ts';
import { field, side, unit } from './schemas.ts';

/** What a cell is judged by, and what it says of each field that changed. */
function said(cell: CellReport) {
  if (cell.kind === 'blank') return cell;
  const { encoding, meaning, broken, disagreements, fields, unread } = cell;
  return {
    encoding,
    meaning,
    broken,
    disagreements: disagreements.map(({ kind, field: of, code }) => `${kind} ${of} ${code}`).sort(),
    changed: fields.flatMap(({ field: of, alone, rules }) => (alone === null ? [] : [[of, rules]])),
    // In the order of the parts they were found in.
    unread: unread.map(({ field: of, code }) => `${of} ${code}`).sort(),
  };
}

/** The changed fields that an ordinary reader is seen to change in silence. */
const silent = (cell: CellReport): readonly number[] =>
  cell.kind === 'blank'
    ? []
    : cell.fields.flatMap(({ field: of, alone, sample }) => (alone === null || sample === null ? [] : [of]));

describe('a matrix of very many cells', () => {
  it('says of each cell what the cell says by itself, though it is run in parts', () =>
    fc.assert(
      fc.asyncProperty(fc.array(anyPair, { minLength: 3, maxLength: 3 }), async pairs => {
        const sides = pairs.flatMap(([writer, reader], index): Side[] => [
          { ...writer, version: 2 * index + 1 },
          { ...reader, version: 2 * index + 2 },
        ]);
        const { cells } = await run({ writers: sides, readers: sides, codecs: PLAIN_CODECS, seed: 1 });
        expect(cells).toHaveLength(36 * PLAIN_CODECS.length);
        for (const cell of cells) {
          const { writer, reader, codec } = cell.cell;
          const alone = await runCell(sides[writer - 1]!, sides[reader - 1]!, codec);
          // Where the whole is refused for one field, a part may still show what is done to another.
          expect(silent(cell)).toEqual(expect.arrayContaining([...silent(alone)]));
          expect({ writer, reader, codec, ...said(cell) }).toEqual({ writer, reader, codec, ...said(alone) });
        }
      }),
      { numRuns: 3 },
    ));

  // Ordinary readers stop at the change, and would stop at a long beyond 2 ** 53 after it.
  it('names each field that is not read, whether the record or the field by itself is asked', async () => {
    const kept = field(2, 'stamped_at', { kind: 'timestamp', zone: 'instant' }, { unit: unit('ns') });
    const changed = [field(3, 'rain', 'int32'), field(3, 'rain', 'string')];
    const sides = Array.from({ length: 9 }, (_, at) => side(at + 1, changed[at % 2]!, kept));
    const { cells } = await run({ writers: sides, readers: sides });
    const alone = await runCell(sides[0]!, sides[1]!, 'avro');
    const [, among] = cells;
    expect(said(among!)).toEqual(said(alone));
    expect(said(alone)).toMatchObject({ unread: ['2 PRECISION_LOSS', '3 TYPE_MISMATCH'] });
  });

  it('costs what its versions changed and not what they have in common', async () => {
    const twenty = Array.from({ length: 20 }, (_, index) => field(index + 1, `field_${index + 1}`, 'int32'));
    const versions = (count: number): readonly Side[] =>
      Array.from({ length: count }, (_, version) =>
        side(
          version + 1,
          ...twenty.map((one, at) => (at < version % 20 ? { ...one, aliases: [`old_${one.id}`] } : one)),
        ),
      );
    const asked = async (count: number): Promise<number> => {
      let tasks = 0;
      const plain: PlainReaders = {
        parquet: inProcess.parquet,
        read: all => {
          tasks += all.length;
          return inProcess.read(all);
        },
      };
      const sides = versions(count);
      await run({ writers: sides, readers: sides, proposed: count, plain });
      return tasks;
    };
    const [some, more] = [await asked(40), await asked(80)];
    // Each cell more costs its whole records, which are thirteen, and a little; twenty fields by themselves cost 300.
    expect((more - some) / 80).toBeLessThan(40);
  });
});
