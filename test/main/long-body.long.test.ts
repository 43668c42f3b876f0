import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import registryConfig from '../../registry.config.ts';
import { Fault } from '../../src/base/fault.ts';
import { readSent } from '../../src/http/read-sent.ts';
import { type Listening, serveApp } from '../../src/http/serve.ts';
import { openStore } from '../../src/main/open-store.ts';
import { sentChanges } from '../../src/main/sent-changes.ts';
import { parseConfig } from '../../src/service/config.ts';
import type { Store } from '../../src/store/port.ts';
import { cpuTime_ms } from '../cpu-time.ts';
import { sentFiles } from '../http/changed-here.ts';
import { NOW_MS } from '../http/fill-store.ts';
import { ANY_RATE, type Guarded, guardedApp } from '../http/guarded.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const SUBJECT = 'training.example';
const root = temporaryFolder();
let store: Store;
let guarded: Guarded;
let changes: ReturnType<typeof sentChanges>;
let listening: Listening;
let producer: Record<string, string>;

beforeAll(async () => {
  const config = parseConfig('registry.config.ts', registryConfig);
  if (config instanceof Fault) throw config;
  const place = { file: path.join(root, 'registry.sqlite'), makesFolder: true };
  const now_ms = () => NOW_MS;
  const opened = await openStore(place, now_ms, 'make');
  if (opened instanceof Fault) throw opened;
  store = opened;
  changes = sentChanges({ store, place, project: { root, config } }, now_ms);
  guarded = guardedApp(store, { rates: ANY_RATE }, NOW_MS, changes);
  producer = (await guarded.token('producer', 'all', '2027-03-01')).headers;
  const served = await serveApp(guarded.app, '127.0.0.1', 0);
  if (served instanceof Fault) throw served;
  listening = served;
});

afterAll(async () => {
  await listening.close();
  changes.close();
  await store.close();
});

// biome-ignore lint/suspicious/noExplicitAny: what a test reads of an answer is what it expects there.
type Body = any;

/** Sent by another process, whose work is not ours. */
function sent(route: string, text: string, key: string): Promise<{ status: number; body: Body }> {
  const file = path.join(root, 'body.json');
  writeFileSync(file, text);
  const program = `
    const { readFileSync } = require('node:fs');
    const [url, file, headers] = process.argv.slice(1);
    fetch(url, { method: 'POST', body: readFileSync(file), headers: JSON.parse(headers) }).then(async answer =>
      console.log(JSON.stringify({ status: answer.status, body: await answer.json() })));`;
  const headers = { 'content-type': 'application/json', 'idempotency-key': key, ...producer };
  const child = spawn(
    process.execPath,
    ['-e', program, `${listening.url}${route}`, file, JSON.stringify(headers)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let said = '';
  child.stdout.on('data', chunk => {
    said += chunk;
  });
  return new Promise(resolve => child.once('exit', () => resolve(JSON.parse(said))));
}

/** What this thread works, in all and in one go, until something is done: other threads and processes are not counted. */
async function worked<T>(
  done: Promise<T>,
): Promise<{ value: T; all_ms: number; most_ms: number; turns: number }> {
  const now = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  const begun = now();
  let [before, most, turns, isDone] = [begun, 0, 0, false];
  const finished = done.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await new Promise(turn => setTimeout(turn, 1));
    const at = now();
    most = Math.max(most, at - before);
    before = at;
    turns += 1;
  }
  return { value: await finished, all_ms: now() - begun, most_ms: most, turns };
}

/** Golden data that nobody asked for, as large as a body may be. */
const large = (bytes: number, more = '') => {
  const files = [...sentFiles(SUBJECT)];
  const row = { path: `golden/${SUBJECT}/large.csv`, text: 'a,b,c\n'.repeat(Math.floor(bytes / 7)) };
  return JSON.stringify({ of: { version: 3 }, files: [...files, row], ...(more && { more }) });
};

const PROPOSALS = `/subjects/${SUBJECT}/proposals`;

describe('a body of 60 MiB', () => {
  it('is read and judged while others are answered: no turn of the server takes as long as it takes to read', async () => {
    const text = large(60 << 20);
    const principal = { id: 'token:0', grants: [] };
    const route = { method: 'POST', path: PROPOSALS };
    const asking = {
      opId: 'a',
      seq: undefined,
      of: { kind: 'subject', subject: SUBJECT },
      principal,
      route,
    } as const;
    const read_ms = cpuTime_ms(() => {
      expect(readSent({ kind: 'proposal', asking, bytes: Buffer.from(text) })).toMatchObject({
        kind: 'proposal',
      });
    });
    const { value, all_ms, most_ms, turns } = await worked(sent(PROPOSALS, text, 'large'));
    // That it was judged; what becomes of such data is the business of whoever judges it.
    expect([200, 422], JSON.stringify(value.body)).toContain(value.status);
    expect(turns).toBeGreaterThan(50);
    expect(read_ms).toBeGreaterThan(500);
    expect(most_ms, `to read it takes ${read_ms}`).toBeLessThan(read_ms / 3);
    expect(all_ms).toBeLessThan(read_ms * 1.5);
  });
});

describe('a body of more than is read where everybody is answered', () => {
  const SMALL = 2 << 20;
  const code = async (route: string, text: string, key: string) => {
    const { status, body } = await sent(route, text, key);
    return [status, body.code];
  };

  it('is answered as a short one: what is wrong with it by its place, and the same again under its key', async () => {
    const text = large(SMALL);
    const cut = await sent(PROPOSALS, text.slice(0, -1), 'cut');
    expect([cut.status, cut.body]).toMatchObject([
      400,
      { code: 'BODY_MALFORMED', facts: { kind: 'syntax', line: 1, offset: text.length - 1 } },
    ]);
    expect(await code(PROPOSALS, large(SMALL, 'x'), 'unknown')).toEqual([422, 'UNKNOWN_KEY']);
    const twice = JSON.parse(text);
    twice.files.push(twice.files[0]);
    expect(await code(PROPOSALS, JSON.stringify(twice), 'twice')).toEqual([422, 'SENT_FILE_REFUSED']);
    const whole = JSON.parse(text);
    // Under a name that no subject reads nothing of it is data.
    whole.files = whole.files.map((file: { path: string }) =>
      file.path.endsWith('large.csv') ? { ...file, path: `golden/other.subject/large.csv` } : file,
    );
    const first = await sent(PROPOSALS, JSON.stringify(whole), 'whole');
    expect([first.status, first.body.answer?.kind ?? first.body.code]).toEqual([200, 'stored']);
    const again = await sent(PROPOSALS, JSON.stringify(whole), 'whole');
    expect(again.body.answer).toEqual(first.body.answer);
    whole.of = { version: 4 };
    expect(await code(PROPOSALS, JSON.stringify(whole), 'whole')).toEqual([409, 'OP_ID_REUSED']);
  });

  it('is read apart of evidence and of rollouts, too', async () => {
    const text = `{"format":"${'x'.repeat(SMALL)}"}`;
    const evidence = JSON.stringify({ reports: [{ name: 'large.json', text }] });
    const path = `/subjects/${SUBJECT}/versions/3`;
    expect(await code(`${path}/evidence`, evidence, 'evidence')).toEqual([422, 'EVIDENCE_PARSE']);
    const step = JSON.stringify({ target: 'cut-over', reconciliation: { name: 'halves.json', text } });
    producer = (await guarded.token('releaser', 'all', '2027-03-01')).headers;
    expect(await code(`${path}/rollout`, step, 'rollout')).toEqual([422, 'RECONCILIATION_SHAPE']);
    const back = JSON.stringify({ target: 'rolled-back', reconciliation: { name: 'halves.json', text } });
    expect(await code(`${path}/rollout`, back, 'back')).toEqual([422, 'SHAPE']);
    producer = (await guarded.token('model-owner', 'all', '2027-03-01')).headers;
    expect(await code(`${path}/rollout`, step, 'owner')).toEqual([403, 'FORBIDDEN']);
  });
});
