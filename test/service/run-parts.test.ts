import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { LIMITS } from '../../src/base/limits.ts';
import type { PlainReaders } from '../../src/engine/port.ts';
import type { Side } from '../../src/matrix/cell.ts';
import { runMatrix } from '../../src/service/run-matrix.ts';
import { inProcess, run } from '../matrix/run.ts';
import { field, side } from '../matrix/schemas.ts';

const SIDES: readonly Side[] = Array.from({ length: 3 }, (_, at) =>
  side(
    at + 1,
    ...Array.from({ length: 6 }, (_, id) => field(id + 1, `f${id + (id < at ? 10 : 0)}`, 'int32')),
  ),
);
const ASK = { writers: SIDES, readers: SIDES, codecs: ['avro', 'json'] } as const;

describe('the parts of a matrix', () => {
  it('are read a batch after another, because a second child costs more than it saves', async () => {
    const sizes: number[] = [];
    let [open, most] = [0, 0];
    const plain: PlainReaders = {
      parquet: inProcess.parquet,
      read: async tasks => {
        most = Math.max(most, ++open);
        sizes.push(tasks.length);
        await new Promise(resolve => setImmediate(resolve));
        const answers = await inProcess.read(tasks);
        open--;
        return answers;
      },
    };
    const { cells } = await run({ ...ASK, plain });
    expect(cells.every(({ kind }) => kind === 'ran')).toBe(true);
    expect(most).toBe(1);
    const batches = sizes.filter(size => size >= LIMITS.matrix_batch_tasks);
    expect(batches.length).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThan(2 * LIMITS.matrix_batch_tasks);
  });

  it('are asked of nobody any more once readers can not be started', async () => {
    const fault = new Fault('PLAIN_READER_UNAVAILABLE', { how: 'a test' });
    let asked = 0;
    const plain: PlainReaders = {
      parquet: inProcess.parquet,
      read: async () => {
        asked++;
        return fault;
      },
    };
    expect(await runMatrix({ ...ASK, plain, seed: 1 })).toBe(fault);
    expect(asked).toBe(1);
  });
});
