import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

export type KillLoop = {
  /** How many processes are to be killed alive; one that was done before its moment counts for nothing. */
  readonly kills: number;
  readonly launch: (round: number) => ChildProcess;
  /** When it is killed: so long after its launch, or after its first output, so that a slow start is no shelter. */
  readonly moment: (round: number) => { readonly after: 'launch' | 'output'; readonly delay_ms: number };
  /** What must hold after each process; `output` is all it had written to stdout. */
  readonly inspect: (round: number, output: string) => Promise<void>;
};

/** Starts a process, kills it with SIGKILL, looks at what it left; again. @returns how many it started */
export async function killLoop({ kills, launch, moment, inspect }: KillLoop): Promise<number> {
  let round = 0;
  for (let killed = 0; killed < kills; round++) {
    if (round >= 4 * kills)
      throw new Error(`${round} processes, and only ${killed} were still alive to be killed`);
    const child = launch(round);
    const closed = once(child, 'close');
    let output = '';
    child.stdout?.on('data', chunk => {
      output += String(chunk);
    });
    const { after, delay_ms } = moment(round);
    if (after === 'output' && child.stdout !== null) await Promise.race([once(child.stdout, 'data'), closed]);
    await Promise.race([setTimeout(delay_ms), closed]);
    if (child.exitCode === null && child.kill('SIGKILL')) killed++;
    await closed;
    await inspect(round, output);
  }
  return round;
}
