import { cpSync } from 'node:fs';
import path from 'node:path';
import registryConfig from '../../registry.config.ts';
import { Fault } from '../../src/base/fault.ts';
import { conversionThreads } from '../../src/engine/conversion-threads.ts';
import { plainProcess } from '../../src/engine/plain-process.ts';
import { parseConfig } from '../../src/service/config.ts';
import { propose } from '../../src/service/propose.ts';
import type { Store } from '../../src/store/port.ts';
import { temporaryFolder } from '../temporary-folder.ts';

type What = Parameters<typeof propose>[0]['what'];

export const NOW_MS = Date.UTC(2026, 11, 1);

const VERSIONS: readonly What[] = [
  { kind: 'version', subject: 'training.example', version: 3 },
  { kind: 'version', subject: 'training.example', version: 4 },
];
const DATA: readonly What[] = [
  { kind: 'version', subject: 'weather.daily', version: 1 },
  { kind: 'revision', subject: 'weather.daily', revision: '1.31.1' },
  { kind: 'revision', subject: 'weather.daily', revision: '2.1.0' },
];

const FILLINGS = {
  versions: VERSIONS,
  'versions of two': [...VERSIONS, DATA[0]!],
  all: [...VERSIONS, ...DATA],
};

/** Proposes what this repository, as a project, holds: a store as `assay propose` leaves it. */
export async function fillStore(store: Store, how: keyof typeof FILLINGS = 'all'): Promise<void> {
  const root = temporaryFolder();
  for (const folder of ['schemas', 'golden'])
    cpSync(path.join(import.meta.dirname, '..', '..', folder), path.join(root, folder), { recursive: true });
  const config = parseConfig('registry.config.ts', registryConfig);
  if (config instanceof Fault) throw config;
  const plain = plainProcess();
  const conversions = conversionThreads();
  for (const what of FILLINGS[how]) {
    const opId = Object.values(what).join(' ');
    const answer = await propose({
      project: { root, config },
      what,
      store,
      plain,
      tried: { conversions, functions: 'never' },
      now_ms: NOW_MS,
      opId: opId.replaceAll(' ', '-'),
    });
    if (answer instanceof Fault) throw answer;
  }
}
