import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { conversionThreads } from '../../src/engine/conversion-threads.ts';
import { plainProcess } from '../../src/engine/plain-process.ts';
import { loadConfig } from '../../src/main/load-config.ts';
import { openStore } from '../../src/main/open-store.ts';
import { moveProposal } from '../../src/service/move-proposal.ts';
import type { Project } from '../../src/service/project.ts';
import { propose } from '../../src/service/propose.ts';
import type { Store } from '../../src/store/port.ts';
import { copiedProject, type Folder, TODAY } from './harness.ts';

const ADA = 'token:00000000000000ad';
const BOB = 'oidc:https://id.example.org#bob';
const what = (version: number) => ({ kind: 'version', subject: 'training.example', version }) as const;

let folder: Folder;
let project: Project;
let store: Store;
let operations = 0;

const proposed = async (version: number, by: string | undefined) => {
  const opId = `propose-${operations++}`;
  return propose({
    project,
    what: what(version),
    store,
    plain: plainProcess(),
    tried: { conversions: conversionThreads(), functions: 'never' },
    now_ms: TODAY,
    opId,
    by,
  });
};
const withdrawn = (version: number, by: string | undefined) =>
  moveProposal({
    project,
    what: what(version),
    event: 'withdraw',
    now_ms: TODAY,
    change: undefined,
    store,
    opId: `withdraw-${operations++}`,
    by,
    onlyOwn: true,
  });

beforeAll(async () => {
  folder = copiedProject();
  const config = await loadConfig(folder.root);
  if (config instanceof Fault) throw config;
  project = { root: folder.root, config };
  const file = path.join(folder.root, '.assay', 'registry.sqlite');
  const opened = await openStore({ file, makesFolder: true }, () => TODAY, 'make');
  if (opened instanceof Fault) throw opened;
  store = opened;
});
afterAll(() => store.close());

describe('whoever changes something', () => {
  it('stands in the answer, in the journal, and in what assay log shows', async () => {
    expect(await proposed(3, undefined)).not.toHaveProperty('answer.by');
    expect(await proposed(4, ADA)).toMatchObject({ answer: { by: ADA, kind: 'stored' } });
    const entries = await store.journal('subject/training.example', 1, 10);
    expect(entries).toMatchObject([{ seq: 1 }, { seq: 2, answer: { by: ADA } }]);
    const log = await folder.assay('log', 'training.example');
    expect(log.out).toMatch(/seq +at +asked +by +answered/);
    expect(log.out).toContain(ADA);
    expect((await folder.assay('log', 'training.example', '--json')).json().entries[1].answer.by).toBe(ADA);
  });

  it('withdraws what it proposed itself, and nothing of another or of nobody', async () => {
    for (const by of [BOB, undefined])
      expect(await withdrawn(4, by)).toMatchObject({
        code: 'NOT_THE_PROPOSER',
        facts: { what: 'version 4 of training.example' },
      });
    expect(await withdrawn(4, ADA)).toMatchObject({ answer: { kind: 'moved', state: 'withdrawn', by: ADA } });
  });
});
