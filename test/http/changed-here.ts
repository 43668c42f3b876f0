import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import registryConfig from '../../registry.config.ts';
import { Fault } from '../../src/base/fault.ts';
import { conversionThreads } from '../../src/engine/conversion-threads.ts';
import { plainProcess } from '../../src/engine/plain-process.ts';
import { parseConfig } from '../../src/service/config.ts';
import { proposeSent } from '../../src/service/propose-sent.ts';
import type { SentChanges } from '../../src/service/sent-changes.ts';
import { stepSent } from '../../src/service/step-sent.ts';
import type { Store } from '../../src/store/port.ts';
import { REPOSITORY } from '../cli/repository.ts';
import { NOW_MS } from './fill-store.ts';

/** How a store is changed from afar, judged in this process: a process of its own costs a second. */
export function changedHere(store: Store): SentChanges {
  const config = parseConfig('registry.config.ts', registryConfig);
  if (config instanceof Fault) throw config;
  const [plain, conversions] = [plainProcess(), conversionThreads()];
  const foreign = { read: async () => ({ kind: 'missing' }) as const };
  return {
    propose: proposal =>
      proposeSent(
        { root: REPOSITORY, config, store, plain, foreign, conversions, kept: undefined, now_ms: NOW_MS },
        proposal,
      ),
    step: step => stepSent({ root: REPOSITORY, config, store, now_ms: NOW_MS }, step),
  };
}

export type Sent = { readonly path: string; readonly text?: string; readonly base64?: string };

/** All that a subject of this repository reads, as it is sent. */
export function sentFiles(subject: string): readonly Sent[] {
  const below = ['schemas/vocabularies', 'schemas/normalizers', `schemas/${subject}`, `golden/${subject}`];
  return below.flatMap(folder => filesBelow(folder)).map(sentFile);
}

const sentFile = (name: string): Sent => {
  const bytes = readFileSync(path.join(REPOSITORY, name));
  return name.endsWith('.yaml')
    ? { path: name, text: bytes.toString('utf8') }
    : { path: name, base64: bytes.toString('base64') };
};

function filesBelow(folder: string): readonly string[] {
  let entries: readonly string[];
  try {
    entries = readdirSync(path.join(REPOSITORY, folder), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => path.relative(REPOSITORY, path.join(entry.parentPath, entry.name)));
  } catch {
    return [];
  }
  return [...entries].sort();
}
