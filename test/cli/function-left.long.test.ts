import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { batchOf } from '../../src/contract/batch.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { conversionThreads } from '../../src/engine/conversion-threads.ts';
import { loadConfig } from '../../src/main/load-config.ts';
import { planFiles } from '../../src/service/plan-files.ts';
import { bind, bodied, CONVERTER, functionProject } from './function-project.ts';

/** Processes that this one has started and that still run functions. */
const functionsRunning = (): number =>
  execFileSync('ps', ['-eo', 'ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter(line => line.trim().startsWith(`${process.pid} `) && line.includes('functions/main')).length;

it('ends a function that loops when nobody waits for its records any more', async () => {
  const folder = functionProject(
    bodied(
      'if (batch.rows === 7) for (;;); return { response_latency_ms: batch.columns.response_latency_ms.values.map((each: bigint) => each * 1000n) };',
    ),
  );
  folder.edit(CONVERTER, 'fields:', '    limit_ms: 60000\nfields:');
  await bind(folder);
  const config = await loadConfig(folder.root);
  if (config instanceof Fault) throw config;
  const files = [{ place: path.join(folder.root, CONVERTER), path: CONVERTER }] as const;
  const planned = await planFiles({ root: folder.root, config }, files);
  if (!('chain' in planned)) throw planned;
  const { schema } = planned.chain.plans[0]!.from;
  const batch = (rows: number) =>
    batchOf(
      schema,
      Array.from({ length: rows }, (): RecordValues => [2n, 1]),
    );
  const batches = [batch(10), batch(10), batch(7), batch(7), batch(10)];
  const run = conversionThreads().run(planned.chain, batches, { workers: 2 });
  await run.next();
  await pause(500);
  expect(functionsRunning()).toBeGreaterThan(0);
  await run.return(undefined);
  await pause(200);
  expect(functionsRunning()).toBe(0);
});
