import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { canonicalJson } from '../src/base/canonical-json.ts';
import { sha256 } from '../src/base/digest.ts';
import { Fault } from '../src/base/fault.ts';
import { subjectScope } from '../src/change/subject-state.ts';
import { schemaDocument } from '../src/contract/schema-document.ts';
import { openSqliteStore } from '../src/store/sqlite.ts';
import { schemaOf } from '../test/compat/schema-of.ts';
import type { BenchRow } from './measure.ts';

const HERE = import.meta.dirname;
const ROOT = path.join(HERE, '..');
const AUTOCANNON = path.join(ROOT, 'node_modules', 'autocannon', 'autocannon.js');
const BIN = path.join(ROOT, 'dist', 'main', 'bin.js');
const ROUNDS = 3;
const SECONDS = 3;
const CONNECTIONS = 16;
const SUBJECTS = 100;
const VERSIONS = 1_000;

type Served = { readonly child: ChildProcess; readonly url: string; readonly started_ms: number };
type Load = {
  readonly method?: string;
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
};
/** As autocannon says it. */
type Loaded = {
  readonly requests: { readonly average: number };
  readonly latency: { readonly p99: number };
  readonly non2xx: number;
};

/**
 * What a release verifier asks, a schema by its digest, with a token, metrics and a log, and a comparison of two schemas of 100 fields.
 * Each beside a bare route that answers the same bytes, in a process of the same kind, under the load of a third. Then the
 * same of a store of 100,000 versions.
 */
export async function runServerBench(): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-bench-'));
  const running: Served[] = [];
  const start = async (words: readonly string[]): Promise<Served> => {
    const served = await started(words);
    running.push(served);
    return served;
  };
  try {
    project(folder);
    assay(folder, 'propose', 'training.example@3');
    const { token } = JSON.parse(
      assay(
        folder,
        'token',
        'new',
        '--name',
        'bench',
        '--role',
        'reader',
        '--expires',
        nextMonth(),
        '--json',
      ),
    ) as { token: string };
    const headers = { authorization: `Bearer ${token}` };
    const ours = await start([BIN, 'serve', '--root', folder, '--port', '0', '--json']);
    const { recordSchema } = (await (
      await fetch(`${ours.url}/subjects/training.example/versions/3`, { headers })
    ).json()) as { recordSchema: string };
    const address = `/schemas/${recordSchema}`;
    const bytes = new Uint8Array(await (await fetch(ours.url + address, { headers })).arrayBuffer());
    const file = path.join(folder, 'schema.json');
    writeFileSync(file, bytes);
    const bare = await start([path.join(HERE, 'server-peer.ts'), file]);
    const rows: BenchRow[] = [];

    const schema = await pair(ours.url + address, bare.url + address, { headers });
    rows.push(
      row('GET /schemas/{digest}, token, metrics and log', schema.ours, 'bare Hono route', schema.bare),
    );
    const { latency } = await load(ours.url + address, { headers }, Math.floor(schema.ours * 0.8));
    rows.push({
      name: 'GET /schemas/{digest}, p99 at 80 % of the peak',
      value: latency.p99,
      unit: 'ms',
      peer: 'asked for at most',
      peerValue: 20,
      ratio: latency.p99 / 20,
    });

    const body = `{"older":{"document":${BEFORE}},"newer":{"document":${AFTER}}}`;
    const posted: Load = {
      method: 'POST',
      body,
      headers: { ...headers, 'content-type': 'application/json' },
    };
    const compared = await pair(`${ours.url}/compatibility`, `${bare.url}/compatibility`, posted);
    rows.push(
      row('POST /compatibility, 100 fields', compared.ours, 'bare Hono route that compares', compared.bare),
    );

    const digest = await fillMany(folder);
    const many = await start([
      BIN,
      'serve',
      '--root',
      folder,
      '--port',
      '0',
      '--json',
      '--store',
      manyOf(folder),
    ]);
    rows.push({
      name: `start with ${SUBJECTS * VERSIONS} versions stored`,
      value: many.started_ms,
      unit: 'ms',
      peer: 'with one',
      peerValue: ours.started_ms,
      ratio: many.started_ms / ours.started_ms,
    });
    const found = await pair(`${many.url}/objects/${digest}`, `${ours.url}/objects/${recordSchema}`, {
      headers,
    });
    rows.push(
      row(
        `GET /objects/{digest} of ${SUBJECTS * VERSIONS} versions`,
        found.ours,
        'of one version',
        found.bare,
      ),
    );
    rows.push({
      name: `memory with ${SUBJECTS * VERSIONS} versions, after that load`,
      value: residentMib(many.child),
      unit: 'MiB',
      peer: 'asked for at most',
      peerValue: 512,
      ratio: residentMib(many.child) / 512,
    });
    return rows;
  } finally {
    for (const { child } of running) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

const row = (name: string, value: number, peer: string, peerValue: number): BenchRow => ({
  name,
  value,
  unit: 'requests/s',
  peer,
  peerValue,
  ratio: value / peerValue,
});

function project(folder: string): void {
  cpSync(path.join(ROOT, 'schemas'), path.join(folder, 'schemas'), { recursive: true });
  cpSync(path.join(ROOT, 'golden'), path.join(folder, 'golden'), { recursive: true });
  const any = '{ atOnce: 1_000_000, perSecond: 1_000_000 }';
  const rates = ['requests', 'changes', 'anyone', 'refused'].map(name => `${name}: ${any}`).join(', ');
  writeFileSync(
    path.join(folder, 'registry.config.ts'),
    `export default { auth: { rates: { ${rates} } } };\n`,
  );
}

function assay(folder: string, ...words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...words, '--root', folder], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
  return stdout;
}

/** From its first moment to the line that says where it listens. Its log goes nowhere, and is written all the same. */
function started(words: readonly string[]): Promise<Served> {
  const from = performance.now();
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((resolve, reject) => {
    let said = '';
    child.once('exit', code => reject(new Error(`${words.join(' ')} ended with ${code}`)));
    child.stdout.on('data', chunk => {
      said += String(chunk);
      const [line] = said.split('\n').filter(each => each.includes('"url"'));
      if (line === undefined || !said.includes('\n')) return;
      const { url } = JSON.parse(line) as { url: string };
      resolve({ child, url, started_ms: performance.now() - from });
    });
  });
}

/** By turns, so that what else the machine does falls on both; the median of each. */
async function pair(ours: string, bare: string, how: Load): Promise<{ ours: number; bare: number }> {
  const found: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, url] of [ours, bare].entries()) {
      const { requests, non2xx } = await load(url, how);
      if (non2xx > 0) throw new Error(`${url} refused ${non2xx} requests`);
      found[index]!.push(requests.average);
    }
  return { ours: median(found[0]), bare: median(found[1]) };
}

/** From a process of its own, so that what sends takes nothing from what is measured but the machine's time. */
function load(url: string, { method = 'GET', body, headers }: Load, rate?: number): Promise<Loaded> {
  const words = ['-j', '-c', String(CONNECTIONS), '-d', String(SECONDS), '-m', method];
  for (const [name, value] of Object.entries(headers)) words.push('-H', `${name}=${value}`);
  if (body !== undefined) words.push('-b', body);
  if (rate !== undefined) words.push('-R', String(rate));
  return new Promise((resolve, reject) =>
    execFile(process.execPath, [AUTOCANNON, ...words, url], { maxBuffer: 1 << 24 }, (error, stdout) =>
      error === null ? resolve(JSON.parse(stdout) as Loaded) : reject(error),
    ),
  );
}

/** A hundred fields, of which every tenth has another unit in the second. */
const wide = (unit: string): string =>
  canonicalJson(
    schemaDocument(
      schemaOf({
        fields: Array.from({ length: FIELDS }, (_, place) => ({
          id: place + 1,
          name: `field_${place}`,
          type: 'int64',
          logical: 'duration',
          unit: place % 10 === 0 ? unit : 's',
          range: [0, 600],
        })),
      }),
    ),
  );

const FIELDS = 100;
const BEFORE = wide('s');
const AFTER = wide('ms');

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

const manyOf = (folder: string): string => path.join(folder, 'many.sqlite');

/** The refs and schemas of many versions, as proposals leave them; the tokens as well. */
async function fillMany(folder: string): Promise<string> {
  const store = await openSqliteStore({ path: manyOf(folder), now_ms: () => Date.now() });
  const from = await openSqliteStore({
    path: path.join(folder, '.assay', 'registry.sqlite'),
    now_ms: () => Date.now(),
  });
  if (store instanceof Fault) throw store;
  if (from instanceof Fault) throw from;
  const access = await from.readScope('access');
  if (access instanceof Fault) throw access;
  const tokens = new Map([...access.refs].map(([name, { value }]) => [name, value]));
  await store.transact('access', 'tokens', { kind: 'copy' }, () => ({
    answer: { kind: 'copied' },
    refs: tokens,
    objects: [],
  }));
  let last = '';
  for (let subject = 0; subject < SUBJECTS; subject++) {
    const objects = Array.from({ length: VERSIONS }, (_, version) =>
      Buffer.from(`${BEFORE.slice(0, -1)},"bench":"${subject}.${version}"}`, 'utf8'),
    );
    const digests = objects.map(sha256);
    last = digests.at(-1)!;
    const refs = new Map(
      digests.map((recordSchema, index) => [
        `version/${index + 1}`,
        {
          state: 'active',
          recordSchema,
          change: recordSchema,
          class: 'compatible',
          ids: [1],
          unmet: [],
          against: 0,
          objects: [recordSchema],
          seq: 1,
        },
      ]),
    );
    const done = await store.transact(subjectScope(`bench.s${subject}`), 'fill', { kind: 'fill' }, () => ({
      answer: { kind: 'filled' },
      refs,
      objects,
    }));
    if (done instanceof Fault) throw done;
  }
  await store.close();
  await from.close();
  return last;
}

function residentMib({ pid }: ChildProcess): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(stdout) / 1024;
}

const nextMonth = (): string => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
