import { statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemoryStore } from '../../src/store/memory.ts';
import { emptyFolder, type Folder } from './harness.ts';

function project(config = 'export default {};\n'): Folder {
  const folder = emptyFolder();
  folder.write('registry.config.ts', config);
  return folder;
}

const NEW = ['token', 'new', '--name', 'ci', '--role', 'producer', '--expires', '2026-12-31'] as const;
const TOKEN = /assay_[0-9a-f]{16}_[A-Za-z0-9_-]{43}/;

const told = async (folder: Folder, ...argv: readonly string[]) => {
  const { exit, json } = await folder.assay(...argv, '--json');
  const { code, facts } = json();
  return { exit, code, facts };
};

describe('assay token', () => {
  it('makes a token, prints it once, lists it without its secret, and revokes it', async () => {
    const folder = project();
    const made = (await folder.assay(...NEW, '--subject', 'a.b', 'c', '--json')).json();
    expect(made).toMatchObject({
      name: 'ci',
      expires: '2026-12-31',
      grants: [{ role: 'producer', subjects: ['a.b', 'c'] }],
      token: expect.stringMatching(TOKEN),
      seq: 1,
    });
    expect(made.token).toContain(`assay_${made.id}_`);
    const list = await folder.assay('token', 'list', '--json');
    expect(list.json().tokens).toMatchObject([{ id: made.id, name: 'ci', state: 'holds' }]);
    expect(list.out).not.toContain(made.token.slice(-43));
    expect((await folder.assay('token', 'revoke', made.id, '--json')).json()).toMatchObject({
      kind: 'revoked',
      token: made.id,
    });
    expect((await folder.assay('token', 'revoke', made.id, '--json')).json().kind).toBe('already');
    expect((await folder.assay('token', 'list')).out).toMatch(/ci +revoked +2026-12-31 +producer of a\.b, c/);
  });

  it('writes it to a new file of its owner alone, and prints it nowhere', async () => {
    const folder = project();
    const { out } = await folder.assay(...NEW, '--out', 'ci.token');
    expect(out).not.toMatch(TOKEN);
    expect(folder.read('ci.token')).toMatch(new RegExp(`^${TOKEN.source}\n$`));
    expect(statSync(path.join(folder.root, 'ci.token')).mode & 0o777).toBe(0o600);
    const before = folder.read('ci.token');
    expect(await told(folder, ...NEW, '--name', 'other', '--out', 'ci.token')).toMatchObject({
      code: 'FILE_UNWRITABLE',
    });
    expect(folder.read('ci.token')).toBe(before);
    expect((await folder.assay('token', 'list', '--json')).json().tokens).toHaveLength(1);
    expect(await told(folder, ...NEW, '--out', 'again.token')).toMatchObject({ code: 'TOKEN_NAME_TAKEN' });
    expect(folder.has('again.token')).toBe(false);
  });

  it('gives several roles, each over all subjects where none is named', async () => {
    const { out } = await project().assay(...NEW, '--role', 'reader', 'admin');
    expect(out.match(TOKEN)).not.toBeNull();
    for (const role of ['producer', 'reader', 'admin']) expect(out).toContain(`  ${role} of all subjects\n`);
  });

  it('says that there is none where there is no store, and makes none', async () => {
    const folder = project();
    expect((await folder.assay('token', 'list')).out).toBe('there is no token\n');
    expect(await told(folder, 'token', 'revoke', '0'.repeat(16))).toMatchObject({
      exit: 2,
      code: 'TOKEN_UNKNOWN',
    });
    expect(folder.has('.assay')).toBe(false);
  });

  it.each<[string, readonly string[], string]>([
    ['a role that is none', ['--role', 'owner'], 'USAGE'],
    ['a day that is none', ['--expires', '2026-02-30'], 'USAGE'],
    ['a day that is gone', ['--expires', '2026-01-14'], 'TOKEN_EXPIRY'],
    ['a day too far', ['--expires', '2028-01-01'], 'TOKEN_EXPIRY'],
    ['a subject that is none', ['--subject', 'A B'], 'USAGE'],
    ['a name of two lines', ['--name', 'a\nb'], 'USAGE'],
    ['an admin of one subject', ['--role', 'admin', '--subject', 'a.b'], 'ROLE_SUBJECTS'],
  ])('refuses %s, and makes nothing', async (_, more, code) => {
    const folder = project();
    expect(await told(folder, ...NEW, ...more)).toMatchObject({ exit: 2, code });
    expect(folder.has('.assay')).toBe(false);
  });

  it('refuses a name that another token has', async () => {
    const folder = project();
    await folder.assay(...NEW);
    expect(await told(folder, ...NEW)).toMatchObject({
      exit: 2,
      code: 'TOKEN_NAME_TAKEN',
      facts: { name: 'ci' },
    });
  });

  it('never repeats what was typed in place of an id, because it may be the token', async () => {
    const folder = project();
    const [text] = (await folder.assay(...NEW)).out.match(TOKEN)!;
    const { exit, out, err } = await folder.assay('token', 'revoke', text);
    expect(exit).toBe(2);
    expect(out + err).not.toContain(text.slice(-43));
  });
});

describe('assay serve', () => {
  it('listens elsewhere than on the loopback only where it asks who is there', async () => {
    const hosts: string[] = [];
    const serving = (folder: Folder) =>
      folder.as({
        readStore: async () => new MemoryStore(() => 7),
        listen: async (_store, _config, { host }) => {
          hosts.push(host);
          return { url: 'http://x', close: async () => undefined };
        },
        untilStopped: async () => undefined,
      });
    const open = serving(project());
    for (const host of ['0.0.0.0', '::', '10.0.0.1', 'example.org']) {
      const { exit, json } = await open('serve', '--host', host, '--json');
      expect([exit, json().code, json().facts]).toEqual([2, 'HOST_UNGUARDED', { host }]);
    }
    expect(hosts).toEqual([]);
    for (const host of ['127.0.0.1', 'localhost', '::1'])
      expect((await open('serve', '--host', host)).exit).toBe(0);
    const guarded = serving(project('export default { auth: {} };\n'));
    expect((await guarded('serve', '--host', '0.0.0.0')).exit).toBe(0);
    expect(hosts).toEqual(['127.0.0.1', 'localhost', '::1', '0.0.0.0']);
  });
});
