import { writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { LIMITS } from '../base/limits.ts';
import { type ModuleSaid, SAID_ON } from './module-wire.ts';
import { strayIn } from './stray.ts';

/** The child process of module-process: one module is imported, and one line is said of it. */
const exit = process.exit.bind(process);

function say(said: ModuleSaid): never {
  const line = Buffer.from(`${JSON.stringify(said)}\n`);
  for (let written = 0; written < line.length; ) written += writeSync(SAID_ON, line, written);
  return exit(0);
}

function threw(error: unknown): never {
  if (!(error instanceof Error)) return say({ kind: 'threw', message: null, stack: '' });
  const short = (text: unknown): string => String(text ?? '').slice(0, LIMITS.reason_chars_max);
  return say({ kind: 'threw', message: short(error.message), stack: short(error.stack) });
}

process.on('uncaughtException', threw);
process.on('unhandledRejection', threw);
try {
  const { default: value }: { default?: unknown } = await import(pathToFileURL(process.argv[2]!).href);
  // What it left behind is heard first: a promise that was refused, and that nobody waits for.
  await new Promise(resolve => setImmediate(resolve));
  const stray = strayIn(value);
  say(stray === undefined ? { kind: 'exports', value } : { kind: 'stray', ...stray });
} catch (error) {
  threw(error);
}
