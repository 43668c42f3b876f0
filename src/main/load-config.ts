import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Fault, type Place } from '../base/fault.ts';
import { type Config, parseConfig } from '../service/config.ts';

const FILE = 'registry.config.ts';

/** A project's settings; a project without a file has the defaults. The file is code of the project and runs as such. */
export async function loadConfig(root: string): Promise<Config | Fault> {
  const file = path.join(root, FILE);
  if (!existsSync(file)) return new Fault('PROJECT_NOT_FOUND', { folder: root });
  try {
    const loaded: { default?: unknown } = await import(pathToFileURL(file).href);
    return parseConfig(FILE, loaded.default);
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim().split('\n')[0]! : 'it threw';
    return new Fault('CONFIG_UNLOADABLE', { file: FILE, reason }, placeIn(error));
  }
}

/** The first line of the file that the stack names. */
function placeIn(error: unknown): Place | undefined {
  const found = /registry\.config\.ts(?:\?[^:]*)?:(\d+)(?::(\d+))?/.exec(
    error instanceof Error ? (error.stack ?? '') : '',
  );
  return found === null ? undefined : { file: FILE, line: Number(found[1]), column: Number(found[2] ?? 1) };
}
