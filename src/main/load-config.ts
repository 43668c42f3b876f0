import { existsSync } from 'node:fs';
import path from 'node:path';
import { Fault, type Place } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { readModule } from '../engine/module-process.ts';
import { type Config, exportKey, parseConfig } from '../service/config.ts';

const FILE = 'registry.config.ts';

/**
 * A project's settings. The file is code of the project and runs as such, in a process of its own; whatever it does
 * there, only what it exports comes back.
 *
 * @faults PROJECT_NOT_FOUND CONFIG_UNLOADABLE CONFIG_INVALID, and those of `parseConfig`
 */
export async function loadConfig(root: string, limit_ms: number = LIMITS.config_ms): Promise<Config | Fault> {
  const file = path.join(root, FILE);
  if (!existsSync(file)) return new Fault('PROJECT_NOT_FOUND', { folder: root });
  const read = await readModule(file, limit_ms);
  switch (read.kind) {
    case 'exports':
      return parseConfig(FILE, read.value);
    case 'stray': {
      const problem = `it must be data, as JSON has it, and is ${read.found}`;
      return new Fault('CONFIG_INVALID', { file: FILE, key: exportKey(read.path), problem });
    }
    case 'threw': {
      const reason = read.message?.trim().split('\n')[0] || 'it threw, and not an error that says why';
      return new Fault('CONFIG_UNLOADABLE', { file: FILE, reason }, placeIn(read.stack));
    }
    case 'silent':
      return new Fault('CONFIG_UNLOADABLE', { file: FILE, reason: read.how });
  }
}

/** The first line of the file that the stack names. */
function placeIn(stack: string): Place | undefined {
  const found = /registry\.config\.ts(?:\?[^:]*)?:(\d+)(?::(\d+))?/.exec(stack);
  return found === null ? undefined : { file: FILE, line: Number(found[1]), column: Number(found[2] ?? 1) };
}
