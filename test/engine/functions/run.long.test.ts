import { afterAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../../src/base/fault.ts';
import { RunningFunction } from '../../../src/engine/functions/run.ts';
import { bundleOf, column, planOf, TAKEN, valuesIn } from './running.ts';

const TIMES_1000 = `
  const { values, valid } = batch.columns.seconds;
  for (let row = 0; row < batch.rows; row++) if (values[row] < 0n) reject(row, 'NEGATIVE');
  return { ms: { values: values.map(each => each * 1000n), valid } };`;

describe.each(['process', 'quickjs'] as const)('a function in %s', isolation => {
  const running: RunningFunction[] = [];
  afterAll(() => {
    for (const each of running) each.end();
  });
  const open = async (body: string, before?: string) => {
    const bundle = await bundleOf(body, isolation, before);
    const plan = planOf(bundle, isolation);
    const run = new RunningFunction(plan, bundle);
    running.push(run);
    return { plan, run };
  };

  it('makes columns of columns, leaves records out with a code of its own, and is asked again', async () => {
    const { plan, run } = await open(TIMES_1000);
    const made = await run.make([column(TAKEN, [1n, null, -1n, 2n ** 53n + 1n])], 4);
    expect(valuesIn(plan, made)).toEqual([1_000n, null, 'NEGATIVE', (2n ** 53n + 1n) * 1_000n]);
    expect(valuesIn(plan, await run.make([column(TAKEN, [3n])], 1))).toEqual([3_000n]);
  });

  it('is told by the line on which it threw, and never by what it said', async () => {
    const { plan, run } = await open(
      '\n  return boom(batch);',
      "const boom = (b: any) => { throw new RangeError('secret ' + b.rows); };",
    );
    const fault = valuesIn(plan, await run.make([column(TAKEN, [1n])], 1));
    expect(fault).toMatchObject({
      code: 'FUNCTION_THREW',
      facts: { function: 'f', error: 'RangeError' },
      at: { file: 'f.ts', line: 1 },
    });
    expect(JSON.stringify(fault) + (fault as Fault).message).not.toContain('secret');
    // It isn't asked any more.
    expect(await run.make([column(TAKEN, [1n])], 1)).toBe(fault);
  });
});
