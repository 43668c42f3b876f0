import path from 'node:path';
import { Fault } from '../base/fault.ts';
import type { Far } from '../cli/world.ts';
import { openFarRegistry } from '../client/far-registry.ts';
import { RegistryClient } from '../client/registry-client.ts';
import { parseRegistryUrl, shownUrl } from '../client/registry-url.ts';
import { readTokenFile } from '../client/token-file.ts';

/**
 * The registry that the environment names: `ASSAY_URL`, and `ASSAY_TOKEN_FILE` for who asks it. A token itself stands neither
 * in the environment, which every process that is started has, nor on a command line, which every user of a machine may read.
 */
export function farRegistry(
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
  version: string,
): Far | undefined {
  const { ASSAY_URL: url, ASSAY_TOKEN_FILE: file } = env;
  if (url === undefined || url === '') return undefined;
  const parsed = parseRegistryUrl(url);
  return {
    url: parsed instanceof Fault ? 'ASSAY_URL' : shownUrl(parsed),
    open: () => {
      if (parsed instanceof Fault) return parsed;
      const isNamed = file !== undefined && file !== '';
      const token = isNamed ? readTokenFile(path.resolve(folder, file), file) : undefined;
      if (token instanceof Fault) return token;
      const client = RegistryClient.at({ url, token, version });
      return client instanceof Fault ? client : openFarRegistry(client);
    },
  };
}
