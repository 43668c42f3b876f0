import { existsSync } from 'node:fs';
import path from 'node:path';
import { Fault, type Place } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { readModule } from '../engine/module-process.ts';
import { type Config, exportKey, parseConfig } from '../service/config.ts';
import { literalPlaces } from '../service/literal-places.ts';
import { readFile, startOf } from '../service/read-file.ts';

const FILE = 'registry.config.ts';

/**
 * A project's settings. The file is code of the project and runs as such, in a process of its own; whatever it does
 * there, only what it exports comes back.
 *
 * @faults PROJECT_NOT_FOUND CONFIG_UNLOADABLE CONFIG_INVALID, and those of `parseConfig`
 */
export async function loadConfig(root: string, limit_ms: number = LIMITS.config_ms): Promise<Config | Fault> {
  const file = path.join(root, FILE);
  if (!existsSync(file)) return new Fault('PROJECT_NOT_FOUND', { folder: root, where: 'in' });
  const read = await readModule(file, limit_ms);
  switch (read.kind) {
    case 'exports':
      return parseConfig(FILE, read.value, sourceOf(root));
    case 'stray': {
      const problem = `it must be data, as JSON has it, and is ${read.found}`;
      const place = literalPlaces(FILE, sourceOf(root))(read.path);
      return new Fault('CONFIG_INVALID', { key: exportKey(read.path), problem }, place);
    }
    case 'threw': {
      const reason = read.message?.trim().split('\n')[0] || 'it threw, and not an error that says why';
      return new Fault('CONFIG_UNLOADABLE', { reason }, placeIn(read.stack));
    }
    case 'silent':
      return new Fault('CONFIG_UNLOADABLE', { reason: read.how }, startOf(FILE));
  }
}

/** The text as it is, or none where it is too large to be looked through. */
function sourceOf(root: string): string {
  const bytes = readFile(root, FILE, LIMITS.document_bytes_max);
  return bytes instanceof Fault ? '' : Buffer.from(bytes).toString('utf8');
}

/** The first line of the file that the stack names; the first of all where it names none. */
function placeIn(stack: string): Place {
  const found = /registry\.config\.ts(?:\?[^:]*)?:(\d+)(?::(\d+))?/.exec(stack);
  return found === null
    ? startOf(FILE)
    : { file: FILE, line: Number(found[1]), column: Number(found[2] ?? 1) };
}
