import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import registryConfig from '../../registry.config.ts';
import { Fault } from '../../src/base/fault.ts';
import { conversionThreads } from '../../src/engine/conversion-threads.ts';
import { plainProcess } from '../../src/engine/plain-process.ts';
import { type Config, parseConfig } from '../../src/service/config.ts';
import { proposeSent } from '../../src/service/propose-sent.ts';
import type { SentChanges } from '../../src/service/sent-changes.ts';
import { sentHere } from '../../src/service/sent-here.ts';
import { type StandingQueries, standingQueries } from '../../src/service/standing-queries.ts';
import type { ReadStore, Store } from '../../src/store/port.ts';
import { REPOSITORY } from '../cli/repository.ts';
import { NOW_MS } from './fill-store.ts';

/** How a store is changed from afar, judged in this process: a process of its own costs a second. */
export function changedHere(
  store: Store,
  more: object = {},
  now_ms: () => number = () => NOW_MS,
): SentChanges {
  const config = configured(more);
  const [plain, conversions] = [plainProcess(), conversionThreads()];
  const foreign = { read: async () => ({ kind: 'missing' }) as const };
  const judging = {
    root: REPOSITORY,
    config,
    store,
    data: undefined,
    plain,
    foreign,
    conversions,
    kept: undefined,
  };
  return {
    propose: proposal => proposeSent({ ...judging, now_ms: now_ms() }, proposal),
    // No test sends a long body but those with judges in processes of their own.
    apart: async () => new Fault('JUDGE_ENDED', { how: 'there is none here' }),
    ...sentHere(() => ({ root: REPOSITORY, config, store, now_ms: now_ms() })),
  };
}

/** What is asked of changes that wait, as of the same moment. */
export const standingHere = (
  store: ReadStore,
  more: object = {},
  now_ms: () => number = () => NOW_MS,
): StandingQueries => standingQueries(store, { root: REPOSITORY, config: configured(more) }, now_ms);

/** The configuration of this repository, and what a test adds to it. */
function configured(more: object): Config {
  const config = parseConfig('registry.config.ts', { ...registryConfig, ...more });
  if (config instanceof Fault) throw config;
  return config;
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
