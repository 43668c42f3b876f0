import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { openFarRegistry } from '../../src/client/far-registry.ts';
import { RegistryClient } from '../../src/client/registry-client.ts';
import { createApp } from '../../src/http/app.ts';
import { serveApp } from '../../src/http/serve.ts';
import { farRegistry } from '../../src/main/far-registry.ts';
import { registryQueries } from '../../src/service/registry-queries.ts';
import { MemoryStore } from '../../src/store/memory.ts';
import { operationOf } from '../http/operation.ts';
import { copiedProject, type Folder } from './harness.ts';

const TOKEN = `assay_0123456789abcdef_${'s'.repeat(43)}`;
let folder: Folder;
let server: { readonly url: string; readonly close: () => Promise<void> };

beforeAll(async () => {
  folder = copiedProject();
  const store = new MemoryStore(() => 7);
  const listening = await serveApp(createApp(registryQueries(store), operationOf(store)), '127.0.0.1', 0);
  if (listening instanceof Fault) throw listening;
  server = listening;
});
afterAll(() => server.close());

/** One command with this environment. */
const assayWith = (env: Record<string, string>) => folder.as({ far: farRegistry(env, folder.root, '1.2.3') });
const codeOf = async (heard: Promise<{ exit: number; json: () => { code: string } }>) => {
  const { exit, json } = await heard;
  return [exit, json().code];
};

describe('a registry that ASSAY_URL names', () => {
  it('is asked by commands that read, and makes no store of its own', async () => {
    const heard = await assayWith({ ASSAY_URL: server.url })('log', 'training.example');
    expect(heard).toMatchObject({ exit: 0, out: 'training.example  the store has no entry from 1 on\n' });
    expect(folder.has('.assay/registry.sqlite')).toBe(false);
  });

  it('is not asked where a store is named on the command line', async () => {
    const assay = assayWith({ ASSAY_URL: 'https://127.0.0.1:1/' });
    expect(await assay('--store', 'other.sqlite', 'log', 'training.example')).toMatchObject({ exit: 0 });
  });

  it('takes no change where it asks nobody who they are', async () => {
    const assay = assayWith({ ASSAY_URL: server.url });
    expect(await codeOf(assay('propose', 'training.example@3', '--json'))).toEqual([2, 'REGISTRY_READ_ONLY']);
  });

  it('is said to be away where nothing listens, with exit 4', async () => {
    const gone = await serveApp(createApp(registryQueries(new MemoryStore(() => 7))), '127.0.0.1', 0);
    if (gone instanceof Fault) throw gone;
    await gone.close();
    const client = RegistryClient.at({ url: gone.url, version: '1', pause: async () => undefined });
    if (client instanceof Fault) throw client;
    const assay = folder.as({ far: { url: gone.url, open: () => openFarRegistry(client) } });
    expect(await codeOf(assay('show', 'training.example', '--json'))).toEqual([4, 'REGISTRY_UNREACHABLE']);
  });

  it('is said to be none where something else answers', async () => {
    const client = RegistryClient.at({
      url: 'https://portal.example',
      version: '1',
      fetch: async () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    });
    if (client instanceof Fault) throw client;
    const assay = folder.as({ far: { url: client.url, open: () => openFarRegistry(client) } });
    expect(await codeOf(assay('show', 'training.example', '--json'))).toEqual([4, 'REGISTRY_STRANGE']);
  });

  it('has an address, or is refused by the commands that ask it, and by no other', async () => {
    const assay = assayWith({ ASSAY_URL: 'registry.example' });
    expect(await codeOf(assay('show', 'training.example', '--json'))).toEqual([2, 'REGISTRY_URL_INVALID']);
    expect(await assay('rules')).toMatchObject({ exit: 0 });
  });

  it('is no store that could be backed up, restored, served or collected here', async () => {
    const assay = assayWith({ ASSAY_URL: server.url });
    for (const argv of [['backup', 'all.jsonl'], ['restore', 'all.jsonl'], ['serve']]) {
      const { exit, out } = await assay(...argv, '--json');
      expect([argv[0], exit, JSON.parse(out).code]).toEqual([argv[0], 2, 'STORE_ELSEWHERE']);
    }
  });
});

describe('the file of a token', () => {
  const write = (name: string, text: string, mode = 0o600): string => {
    writeFileSync(path.join(folder.root, name), text, { mode });
    return name;
  };
  const asked = (file: string) =>
    assayWith({ ASSAY_URL: server.url, ASSAY_TOKEN_FILE: file })('log', 'training.example', '--json');

  it('is read where its owner alone may read it, through a link too', async () => {
    expect((await asked(write('good', `${TOKEN}\n`))).exit).toBe(0);
    symlinkSync('good', path.join(folder.root, 'link'));
    expect((await asked('link')).exit).toBe(0);
  });

  it.each<[string, () => string]>([
    ['that others may read', () => write('group', TOKEN, 0o640)],
    ['that is not there', () => 'absent'],
    ['that is empty', () => write('empty', '')],
    ['of two lines', () => write('lines', `${TOKEN}\n${TOKEN}\n`)],
    ['that is a whole header', () => write('header', `Bearer ${TOKEN}`)],
    ['that is far too large', () => write('large', 'a'.repeat(20_000))],
    [
      'that is a folder',
      () => {
        mkdirSync(path.join(folder.root, 'folder'), { mode: 0o700 });
        return 'folder';
      },
    ],
    ['that is the token itself, which is not repeated', () => TOKEN],
  ])('%s is refused', async (_, make) => {
    const heard = await asked(make());
    expect([heard.exit, heard.json().code]).toEqual([2, 'TOKEN_FILE_UNFIT']);
    expect(heard.out + heard.err).not.toContain('s'.repeat(43));
  });
});
