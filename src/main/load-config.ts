import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Fault } from '../base/fault.ts';
import { type Config, parseConfig } from '../service/config.ts';

/** A project's settings; a project without a file has the defaults. The file is code of the project and runs as such. */
export async function loadConfig(root: string): Promise<Config | Fault> {
  const file = path.join(root, 'registry.config.ts');
  if (!existsSync(file)) return new Fault('PROJECT_NOT_FOUND', { folder: root });
  try {
    const loaded: { default?: unknown } = await import(pathToFileURL(file).href);
    return parseConfig('registry.config.ts', loaded.default);
  } catch (error) {
    return new Fault('CONFIG_UNLOADABLE', {
      file: 'registry.config.ts',
      reason: error instanceof Error ? error.message.split('\n')[0]! : 'it threw',
    });
  }
}
