import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { publicKeyText } from '../../src/change/approval/key.ts';
import { DESCRIBED_ROUTES } from '../../src/http/openapi/described-routes.ts';
import { serveApp } from '../../src/http/serve.ts';
import { ROLES, type Role } from '../../src/service/access/roles.ts';
import { MemoryStore } from '../../src/store/memory.ts';
import { privateKey } from '../change/approval/sample-keys.ts';
import { REPOSITORY } from '../cli/repository.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { get } from './ask.ts';
import { changedHere } from './changed-here.ts';
import { fillStore, NOW_MS } from './fill-store.ts';
import { ANY_RATE, guardedApp } from './guarded.ts';

const FUZZER = 'schemathesis==4.32.5';
const INSTALLED = path.join(REPOSITORY, 'node_modules', '.cache', 'assay-foreign', 'schemathesis');
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
  'negative_data_rejection',
  'unsupported_method',
  'ignored_auth',
];

/** Installed once by the machine's own pip; the folder gets its name when it is full. */
function installed(): string {
  if (existsSync(INSTALLED)) return INSTALLED;
  const half = `${INSTALLED}.${process.pid}`;
  mkdirSync(half, { recursive: true });
  const { status, stderr } = spawnSync('pip', ['install', '-q', '--target', half, FUZZER], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  if (existsSync(INSTALLED)) rmSync(half, { recursive: true });
  else renameSync(half, INSTALLED);
  return INSTALLED;
}

/** Between them they may do all that anybody may. */
const ASKING: readonly (readonly Role[])[] = [ROLES.filter(role => role !== 'admin'), ['admin']];

/** Signatures count, so that an envelope is looked at. */
const SIGNED = {
  approvals: {
    keys: [
      {
        id: 'ada',
        person: 'ada',
        roles: ['data-owner', 'model-owner'],
        publicKey: publicKeyText(privateKey('ada')),
      },
    ],
    required: [],
  },
};

/** Whether what was asked is of a route as docs/http.md has it. */
const isOf = (route: string): ((asked: string) => boolean) => {
  const pattern = new RegExp(`^${route.replaceAll('.', '\\.').replaceAll(/\{[a-z]+\}/g, '[^/]+')}$`);
  return asked => pattern.test(asked);
};

// biome-ignore lint/suspicious/noExplicitAny: a description of any shape.
type Description = any;

/** The description, in which every parameter knows some values that are there: chance alone finds no digest. */
function withKnown(
  description: Description,
  known: Readonly<Record<string, readonly unknown[]>>,
): Description {
  for (const methods of Object.values(description.paths) as Description[])
    for (const { parameters } of Object.values(methods) as Description[])
      for (const parameter of parameters)
        if (parameter.in === 'path' && parameter.name in known)
          parameter.schema = { anyOf: [{ enum: known[parameter.name] }, parameter.schema] };
  return description;
}

describe('a server that is asked whatever its description lets one think of', () => {
  it('answers as it is described, and never with an error of its own', async () => {
    const store = new MemoryStore(() => NOW_MS);
    await fillStore(store);
    const troubles: unknown[] = [];
    const guarded = guardedApp(store, { rates: ANY_RATE }, NOW_MS, changedHere(store, SIGNED), SIGNED);
    const bearers = await Promise.all(ASKING.map(roles => guarded.token(roles, 'all', '2027-03-01')));
    const known = await knownValues(guarded.app, bearers[0]!.headers);
    const asked = new Set<string>();
    const front: Hono = Object.assign(Object.create(guarded.app), {
      fetch: (...words: Parameters<Hono['fetch']>) => {
        asked.add(`${words[0].method} ${new URL(words[0].url).pathname}`);
        return guarded.app.fetch(...words);
      },
    });
    const listening = await serveApp(front, '127.0.0.1', 0);
    if (listening instanceof Fault) throw listening;
    const folder = temporaryFolder();
    const { body } = await get(guarded.app, '/openapi.json');
    const file = path.join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(withKnown(body, known)));
    try {
      for (const { headers, id } of bearers) {
        const { isPassed, said } = await fuzz(file, listening.url, headers['authorization']!, folder);
        expect(isPassed, `${id}\n${said}`).toBe(true);
        // It was asked for a good while, and not turned away at the door.
        expect(said).toMatch(/[1-9][0-9]{2,} generated/);
      }
    } finally {
      await listening.close();
    }
    expect(Object.keys(DESCRIBED_ROUTES).filter(route => ![...asked].some(isOf(route)))).toEqual([]);
    expect([...troubles, ...guarded.troubles]).toEqual([]);
    expect(await store.checkIntegrity()).toBeUndefined();
  });
});

async function knownValues(app: Parameters<typeof get>[0], headers: Record<string, string>) {
  const text = JSON.stringify([
    (await get(app, '/subjects/training.example/state', { headers })).body,
    (await get(app, '/subjects/weather.daily/state', { headers })).body,
  ]);
  const digest = [...new Set(text.match(/sha256:[0-9a-f]{64}/g))];
  return {
    digest,
    subject: ['training.example', 'weather.daily'],
    version: [1, 3, 4],
    revision: ['1.31.1', '2.1.0'],
    code: ['SHAPE'],
    name: ['contract'],
    consumer: ['outcome-trainer', 'eval-job'],
    producer: ['gateway-export', 'gateway-2'],
  };
}

function fuzz(file: string, url: string, authorization: string, folder: string) {
  const words = [
    '-m',
    'schemathesis.cli',
    'run',
    file,
    '--url',
    url,
    '-H',
    `Authorization: ${authorization}`,
  ];
  const how = ['-c', CHECKS.join(','), '-n', '12', '--seed', '1', '--phases', 'examples,coverage,fuzzing'];
  return new Promise<{ readonly isPassed: boolean; readonly said: string }>(resolve =>
    execFile(
      'python3',
      [...words, ...how, '--generation-database', 'none', '--no-color'],
      {
        cwd: folder,
        env: { ...process.env, PYTHONPATH: installed() },
        maxBuffer: 1 << 28,
      },
      (error, stdout, stderr) => resolve({ isPassed: error === null, said: `${stdout}${stderr}` }),
    ),
  );
}
