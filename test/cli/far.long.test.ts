import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { farRegistry } from '../../src/main/far-registry.ts';
import { MemoryStore } from '../../src/store/memory.ts';
import { type Served, served } from '../client/served.ts';
import { HOME, record } from './adopting.ts';
import { approvers, keyFile } from './approving.ts';
import { copiedProject, type Folder, type Heard, TODAY } from './harness.ts';

const now_ms = () => TODAY;
const V4 = 'training.example@4';
const CHANGES = `${HOME}/changes/v3-v4.yaml`;

/** Two working trees that are the same: one asks a store of its own, the other a server. */
let near: Folder;
let far: Folder;
let server: Served;
let ask: { readonly near: Asking; readonly far: Asking };
type Asking = (...argv: readonly string[]) => Promise<Heard>;

/** Who asked is known from afar alone, and each store has a clock of its own. */
const without = (text: string): string => text.replaceAll(/"by":"token:[0-9a-f]{16}",?/g, '');

/** One command line in both, byte for byte. */
async function both(...argv: readonly string[]): Promise<Heard> {
  const here = await ask.near(...argv);
  const there = await ask.far(...argv);
  const told = ({ out, err, exit }: Heard) => ({ out: without(out), err: without(err), exit });
  expect(told(there), argv.join(' ')).toEqual(told(here));
  return there;
}

/** The same as text and as JSON, where asking twice changes nothing. */
async function shown(...argv: readonly string[]): Promise<Heard> {
  await both(...argv);
  return both(...argv, '--json');
}

function tree(): Folder {
  const folder = copiedProject();
  for (const subject of ['training.example', 'weather.daily'])
    if (folder.has(`schemas/${subject}/ledger.yaml`)) folder.remove(`schemas/${subject}/ledger.yaml`);
  folder.write(CHANGES, record(3, 4));
  approvers(folder, { ada: '', ben: '' });
  return folder;
}

beforeAll(async () => {
  server = await served(new MemoryStore(now_ms), now_ms);
  [near, far] = [tree(), tree()];
  const file = path.join(far.root, 'token');
  writeFileSync(file, `${await server.token()}\n`, { mode: 0o600 });
  ask = {
    near: near.as({ now_ms }),
    far: far.as({
      now_ms,
      far: farRegistry({ ASSAY_URL: server.url, ASSAY_TOKEN_FILE: 'token' }, far.root, '1.2.3'),
    }),
  };
}, 240_000);
afterAll(() => server.close());

const edit = (name: string, text: string): void => {
  for (const folder of [near, far]) folder.write(name, text);
};

describe('the same commands, near and far, say the same', () => {
  it('of an empty registry', async () => {
    await shown('show', 'training.example');
    await shown('show', V4);
    await both('log', 'training.example');
    await shown('log', 'training.exampel');
    await shown('gate', V4);
    await shown('consumer', 'list', 'training.example');
    await shown('rollout', V4);
    await shown('check');
    await shown('show', `sha256:${'7'.repeat(64)}`);
  });

  it('of files that are refused', async () => {
    const before = near.read(`${HOME}/v4.yaml`);
    edit(`${HOME}/v4.yaml`, before.replace('unit:', 'unti:'));
    expect((await shown('propose', V4)).exit).toBe(2);
    edit(`${HOME}/v4.yaml`, before);
    const change = near.read(CHANGES);
    edit(CHANGES, change.replace('consumers: [outcome-collator, outcome-trainer]', 'consumers: []'));
    await both('propose', 'training.example@3');
    expect((await shown('propose', V4)).exit).not.toBe(0);
    edit(CHANGES, change);
    await shown('propose', 'training.example@9');
    await shown('propose', 'training.exampel@4');
    await shown('propose', 'weather.daily/9.9');
  });

  it('of what is proposed, repeated and amended', async () => {
    expect((await both('propose', V4)).out).toContain('stored as proposed');
    expect((await both('propose', V4, '--json')).json()).toMatchObject({ kind: 'already' });
    edit(CHANGES, record(3, 4).replace('A test asks for it.', 'A test asks for it twice.'));
    await both('amend', V4, '--change', `sha256:${'7'.repeat(64)}`);
    expect((await both('amend', V4)).out).toContain('replaces');
    await both('amend', 'training.example@3');
    for (const what of ['weather.daily@1', 'weather.daily/1.31.1', 'weather.daily/2.1.0'])
      await both('propose', what);
    await both('withdraw', 'weather.daily/2.1.0', '--json');
    await both('propose', 'weather.daily/2.1.0', '--json');
  });

  it('of approvals, the gate and what becomes active', async () => {
    const { change } = (await both('show', V4, '--json')).json().store;
    await shown('approve', V4, '--change', change);
    await shown('approve', V4, '--change', `sha256:${'7'.repeat(64)}`);
    await both('activate', V4);
    await shown('gate', V4);
    for (const [who, role] of [
      ['ada', 'data-owner'],
      ['ada', 'model-owner'],
      ['ben', 'model-owner'],
    ] as const) {
      for (const folder of [near, far]) keyFile(folder, who);
      await both('approve', V4, '--change', change, '--key', `${who}.pem`, '--role', role);
    }
    await shown('gate', V4);
    const activated = await both('activate', V4, '--change', change, '--json');
    expect(activated.json()).toMatchObject({ state: 'active', ledgerWritten: true });
    await both('activate', V4);
    await both('withdraw', V4);
    await both('retire', 'training.example@3');
    await both('retire', 'training.example@4');
    await both('approve', 'training.example@9', '--change', change);
  });

  it('of evidence, registrations and rollouts', async () => {
    edit('notes.json', '{"no": "report"}');
    await shown('attach', 'weather.daily/2.1.0', '--golden', 'notes.json');
    await both('attach', 'weather.daily/9.9', '--shadow', 'notes.json');
    await both(
      ...['consumer', 'add', 'training.example', 'eval-job', '--kind', 'other'],
      ...['--reads', '4..', '--purpose', 'scores checkpoints'],
    );
    await both('producer', 'add', 'training.example', 'gateway-2', '--writes', '4', '--json');
    await shown('consumer', 'list', 'training.example');
    await shown('producer', 'list', 'training.example');
    await both('consumer', 'retire', 'training.example', 'eval-job', '--json');
    await both('consumer', 'retire', 'training.example', 'eval-job');
    await both('consumer', 'retire', 'training.example', 'nobody');
    await both(
      'consumer',
      'add',
      'training.exampel',
      'x',
      '--kind',
      'other',
      '--reads',
      '1',
      '--purpose',
      'p',
    );
    await shown('rollout', V4);
    await both('rollout', V4, 'advance', 'readers-ready');
  });

  it('of what is stored, compared and judged', async () => {
    for (const what of ['training.example', V4, 'weather.daily', 'weather.daily/2.1.0'])
      await shown('show', what);
    const { change } = (await both('show', V4, '--json')).json().store;
    await shown('show', change);
    await shown('check');
    await shown('check', '--against', 'registry');
    await shown('diff', 'training.example@3', V4);
    await shown('lint', 'training.example');
    await both('matrix', 'training.example');
    const [here, there] = [
      await ask.near('log', 'training.example', '--json'),
      await ask.far('log', 'training.example', '--json'),
    ];
    const entries = (heard: Heard) =>
      heard
        .json()
        .entries.map(({ seq, kind, answer: { by: _, ...answer } }: Entry) => ({ seq, kind, answer }));
    expect(entries(there)).toEqual(entries(here));
    expect(near.read(`${HOME}/ledger.yaml`)).toBe(far.read(`${HOME}/ledger.yaml`));
    const built = await both('release', 'build', 'weather.daily/1.31.1', '--shards', '2', '--out', 'release');
    expect([built.exit, built.err]).toEqual([0, '']);
  });

  it('of tokens', async () => {
    const argv = ['token', 'new', '--name', 'ci', '--role', 'reader', '--expires', '2026-03-01'];
    for (const asking of [ask.near, ask.far]) {
      const issued = await asking(...argv, '--json');
      const { id, token, by: _, ...rest } = issued.json();
      expect(token).toMatch(new RegExp(`^assay_${id}_`));
      expect(rest).toEqual({
        expires: '2026-03-01',
        grants: [{ role: 'reader', subjects: 'all' }],
        name: 'ci',
        seq: expect.any(Number),
      });
      const list = (await asking('token', 'list', '--json')).json();
      expect(list.tokens.find((one: { id: string }) => one.id === id)).toMatchObject({ state: 'holds' });
      expect((await asking('token', 'revoke', id)).out).toBe(`ci  token ${id} is revoked\n`);
    }
    await both('token', 'revoke', '0'.repeat(16));
    await both('token', 'new', '--name', 'ci', '--role', 'reader', '--expires', '2001-01-01');
  });
});

type Entry = { readonly seq: number; readonly kind: string; readonly answer: { readonly by?: string } };

describe('a token', () => {
  it('with too little leave is told which roles may, and exits 2', async () => {
    const file = path.join(far.root, 'reader.token');
    writeFileSync(file, await server.token(['reader']), { mode: 0o600 });
    const asking = far.as({
      now_ms,
      far: farRegistry({ ASSAY_URL: server.url, ASSAY_TOKEN_FILE: file }, far.root, '1.2.3'),
    });
    const heard = await asking('propose', V4, '--json');
    expect([heard.exit, heard.json().code]).toEqual([2, 'FORBIDDEN']);
    chmodSync(file, 0o640);
    const open = await asking('show', V4, '--json');
    expect([open.exit, open.json().code]).toEqual([2, 'TOKEN_FILE_UNFIT']);
  });
});
