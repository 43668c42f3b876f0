import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { gitProcess } from '../../src/engine/git-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const top = temporaryFolder();

const git = (...words: string[]) =>
  execFileSync('git', ['-C', top, '-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { stdio: 'pipe' });
const write = (name: string, text: string): void => {
  mkdirSync(path.dirname(path.join(top, name)), { recursive: true });
  writeFileSync(path.join(top, name), text);
};
const read = (ref: string, root = path.join(top, 'project')) =>
  gitProcess().filesNamed({ root, ref, folder: 'schemas', name: 'ledger.yaml', most_bytes: 100 });

beforeAll(() => {
  git('init', '-q', '-b', 'main');
  write('project/schemas/a.b/ledger.yaml', 'first');
  write('project/schemas/a.b/deeper/ledger.yaml', 'not read');
  write('project/schemas/ledger.yaml', 'not read');
  write('schemas/x.y/ledger.yaml', 'of another project');
  symlinkSync('/etc/hostname', path.join(top, 'project/schemas/link'));
  git('add', '-A');
  git('commit', '-q', '-m', 'one');
  git('tag', 'v1');
  write('project/schemas/a.b/ledger.yaml', 'second');
  write('project/schemas/ä "b"/ledger.yaml', 'named');
  git('add', '-A');
  git('commit', '-q', '-m', 'two');
  write('project/schemas/a.b/ledger.yaml', 'not committed');
});

const texts = async (ref: string) => {
  const files = await read(ref);
  if (files instanceof Fault) throw files;
  return [...files].map(([name, bytes]) => `${name}: ${Buffer.from(bytes).toString()}`);
};

describe('the files of a commit', () => {
  it('are those of the project, as they were committed', async () => {
    expect(await texts('v1')).toEqual(['schemas/a.b/ledger.yaml: first']);
    expect(await texts('HEAD~1')).toEqual(['schemas/a.b/ledger.yaml: first']);
    expect(await texts('main')).toEqual([
      'schemas/a.b/ledger.yaml: second',
      'schemas/ä "b"/ledger.yaml: named',
    ]);
  });

  it('are told to be missing where there is no such commit', async () =>
    expect(await read('nowhere')).toMatchObject({ code: 'GIT_UNREADABLE', exit: 2 }));

  it('are told to be missing where there is no repository', async () => {
    const folder = temporaryFolder();
    const found = await read('main', folder);
    rmSync(folder, { recursive: true });
    expect(found).toMatchObject({ code: 'GIT_UNREADABLE' });
    expect((found as Fault<'GIT_UNREADABLE'>).facts.reason).toContain('not a git repository');
  });

  it('are read with no option that a ref smuggles in', async () => {
    const written = path.join(top, 'written');
    expect(await read(`--output=${written}`)).toMatchObject({ code: 'GIT_UNREADABLE' });
    expect(existsSync(written)).toBe(false);
  });

  it('are read from this repository, whatever a hook that runs us has set', async () => {
    process.env['GIT_DIR'] = '/nowhere';
    const found = await texts('v1');
    delete process.env['GIT_DIR'];
    expect(found).toHaveLength(1);
  });

  it('are bounded', async () => {
    write('project/schemas/a.b/ledger.yaml', 'x'.repeat(101));
    git('commit', '-q', '-a', '-m', 'large');
    expect(await read('main')).toMatchObject({ code: 'DOCUMENT_TOO_LARGE' });
    git('reset', '-q', '--hard', 'HEAD~1');
  });
});
