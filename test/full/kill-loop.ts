import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

export type KillLoop = {
  readonly kills: number;
  readonly launch: (round: number) => ChildProcess;
  /** When it is killed: so long after its launch, or after its first output, so that a slow start is no shelter. */
  readonly moment: (round: number) => { readonly after: 'launch' | 'output'; readonly delay_ms: number };
  /** What must hold after each kill; `output` is all the process had written to stdout. */
  readonly inspect: (round: number, output: string) => Promise<void>;
};

/** Starts a process, kills it with SIGKILL, looks at what it left; again. @returns how many it killed alive */
export async function killLoop({ kills, launch, moment, inspect }: KillLoop): Promise<number> {
  let alive = 0;
  for (let round = 0; round < kills; round++) {
    const child = launch(round);
    const closed = once(child, 'close');
    let output = '';
    child.stdout?.on('data', chunk => {
      output += String(chunk);
    });
    const { after, delay_ms } = moment(round);
    if (after === 'output' && child.stdout !== null) await Promise.race([once(child.stdout, 'data'), closed]);
    await Promise.race([setTimeout(delay_ms), closed]);
    if (child.exitCode === null && child.kill('SIGKILL')) alive++;
    await closed;
    await inspect(round, output);
  }
  return alive;
}
