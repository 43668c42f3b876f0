import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { fuzz } from './campaign.ts';
import { openKinds } from './kinds.ts';

/** `npm run fuzz:documents [-- <inputs> <seed>]`: the campaign at its full size; its last output is in bench/output. */
const [count = 100_000, seed = 1] = process.argv.slice(2).map(Number);

/** An input that never ends is told by another thread, which ends the process. */
const at = new Int32Array(new SharedArrayBuffer(4));
const WATCHER = `
  const { workerData } = require('node:worker_threads');
  const at = new Int32Array(workerData);
  let [last, since] = [-1, 0];
  setInterval(() => {
    const now = Atomics.load(at, 0);
    since = now === last ? since + 1 : 0;
    last = now;
    if (since < 600) return;
    require('node:fs').writeSync(2, 'input ' + now + ' has not ended after ten minutes\\n');
    process.kill(process.pid, 'SIGKILL');
  }, 1000);
`;
const watcher = new Worker(WATCHER, { eval: true, workerData: at.buffer });
watcher.unref();

const { kinds, close } = await openKinds();
try {
  const { inputs, ways, faults, mistakes } = await fuzz(kinds, seed, count, number =>
    Atomics.store(at, 0, number),
  );
  const print = (line: string) => process.stdout.write(`${line}\n`);
  print(`${count} inputs, seed ${seed}, ${mistakes.length} mistakes`);
  print('\nkind           tried    read  slowest, ms of one processor');
  for (const [name, { tried, read, slowest_ms }] of [...inputs].sort())
    print(
      `${name.padEnd(12)} ${String(tried).padStart(7)} ${String(read).padStart(7)} ${slowest_ms.toFixed(0).padStart(8)}`,
    );
  print('\nway                  tried');
  for (const [way, tried] of [...ways].sort()) print(`${way.padEnd(16)} ${String(tried).padStart(9)}`);
  print(`\nrefused with, ${faults.size} codes`);
  for (const [code, times] of [...faults].sort()) print(`${code.padEnd(30)} ${String(times).padStart(7)}`);
  for (const [index, { kind, way, number, problem, bytes }] of mistakes.entries()) {
    const kept = path.join(tmpdir(), `assay-fuzz-${seed}-${number}`);
    if (index < 50) writeFileSync(kept, bytes);
    print(`\n${kind}, ${way}, input ${number}${index < 50 ? `, kept as ${kept}` : ''}: ${problem}`);
  }
  process.exitCode = mistakes.length === 0 ? 0 : 1;
} finally {
  close();
}
