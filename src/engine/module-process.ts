import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { LIMITS } from '../base/limits.ts';
import { endWithUs } from './end-with-us.ts';
import { eachLine } from './lines.ts';
import { type ModuleRead, type ModuleSaid, SAID_ON } from './module-wire.ts';

/** Beside this file, in the language this file is in: `.ts` from the sources, `.js` from the build. */
const MAIN = new URL(`module-main${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

/**
 * The default export of a module, as data. It runs in a process of its own, where it may print, exit, loop or wait for ever
 * and ends nothing but itself; once it has answered it is ended.
 */
export function readModule(file: string, limit_ms: number = LIMITS.config_ms): Promise<ModuleRead> {
  const child = spawn(process.execPath, [fileURLToPath(MAIN), file], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  endWithUs(child, { isGroup: false });
  return new Promise(resolve => {
    const said = child.stdio[SAID_ON] as Readable;
    const end = (read: ModuleRead): void => {
      clearTimeout(clock);
      child.kill('SIGKILL');
      // A process it left behind may hold the pipe, and must not hold us.
      said.destroy();
      resolve(read);
    };
    const silent = (how: string): void => end({ kind: 'silent', how });
    const clock = setTimeout(silent, limit_ms, `it did not come to an end within ${limit_ms / 1000} s`);
    const limit_bytes = LIMITS.config_bytes_max;
    eachLine(
      said,
      limit_bytes,
      line => end(parseSaid(line) ?? { kind: 'silent', how: 'it wrote where only its export is written' }),
      () => silent(`it exports more than ${limit_bytes} bytes`),
    );
    said.on('error', () => undefined);
    child.on('error', ({ code, name }: NodeJS.ErrnoException) => silent(code ?? name));
    child.on('close', (code, signal) => silent(howItEnded(code, signal)));
  });
}

/** What Node says when nothing is left to run and the module waits still. */
const WAITS_FOR_EVER = 13;

function howItEnded(code: number | null, signal: string | null): string {
  if (code === WAITS_FOR_EVER) return 'it waits for something that never comes';
  return `it ended its process (${signal ?? `exit code ${code}`}) before its export was read`;
}

/** The child's line, or undefined when it is none of ours: a module can write there, too. */
function parseSaid(line: string): ModuleSaid | undefined {
  try {
    return Said.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

const Said: z.ZodType<ModuleSaid> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('exports'), value: z.unknown() }),
  z.strictObject({ kind: z.literal('stray'), path: z.array(z.string()), found: z.string() }),
  z.strictObject({ kind: z.literal('threw'), message: z.string().nullable(), stack: z.string() }),
]);
