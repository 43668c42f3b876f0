import { existsSync } from 'node:fs';
import path from 'node:path';
import { Fault, type Place } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { invalidUtf8Offset } from '../base/utf8.ts';
import { placeAt } from '../contract/text-document.ts';
import { readModule } from '../engine/module-process.ts';
import { type Config, exportKey, parseConfig } from '../service/config.ts';
import { literalPlaces } from '../service/literal-places.ts';
import { readFile, startOf } from '../service/read-file.ts';

const FILE = 'registry.config.ts';

/**
 * A project's settings. The file is code of the project and runs as such, in a process of its own; whatever it does
 * there, only what it exports comes back.
 *
 * @faults PROJECT_NOT_FOUND CONFIG_UNLOADABLE CONFIG_INVALID, and those of `sourceOf` and `parseConfig`
 */
export async function loadConfig(root: string, limit_ms: number = LIMITS.config_ms): Promise<Config | Fault> {
  const file = path.join(root, FILE);
  if (!existsSync(file)) return new Fault('PROJECT_NOT_FOUND', { folder: root, where: 'in' });
  const source = sourceOf(root);
  if (source instanceof Fault) return source;
  const read = await readModule(file, limit_ms);
  switch (read.kind) {
    case 'exports':
      return parseConfig(FILE, read.value, source);
    case 'stray': {
      const problem = `it must be data, as JSON has it, and is ${read.found}`;
      const place = literalPlaces(FILE, source)(read.path);
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

/** @faults those of `readFile`, and INVALID_UTF8: Node would read U+FFFD there */
function sourceOf(root: string): string | Fault {
  const bytes = readFile(root, FILE, LIMITS.document_bytes_max);
  if (bytes instanceof Fault) return bytes;
  const offset = invalidUtf8Offset(bytes);
  const text = Buffer.from(bytes.subarray(0, offset)).toString('utf8');
  return offset === undefined
    ? text
    : new Fault('INVALID_UTF8', { offset }, placeAt({ file: FILE, text }, text.length));
}

/** The first line of the file that the stack names; the first of all where it names none. */
function placeIn(stack: string): Place {
  const found = /registry\.config\.ts(?:\?[^:]*)?:(\d+)(?::(\d+))?/.exec(stack);
  return found === null
    ? startOf(FILE)
    : { file: FILE, line: Number(found[1]), column: Number(found[2] ?? 1) };
}
