import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { invocationOf } from '../../src/main/invocation.ts';
import { emptyFolder } from './harness.ts';

/** A folder of PATH with links of these names. */
function folderWith(links: Readonly<Record<string, string>>, name = 'bin'): string {
  const folder = path.join(emptyFolder().root, name);
  mkdirSync(folder, { recursive: true });
  for (const [link, to] of Object.entries(links)) symlinkSync(to, path.join(folder, link));
  return folder;
}

const { root, write } = emptyFolder();
const program = path.join(root, 'bin.js');
write('bin.js', '');
write('other.js', '');
const full = `${process.execPath} ${program}`;

it('is `assay` where the shell finds this program and this Node', () => {
  const own = folderWith({ assay: program, node: process.execPath });
  expect(invocationOf(program, ['/nowhere', own])).toBe('assay');
});

it('is both in full where another program has the name, or another Node runs it', () => {
  const other = folderWith({ assay: path.join(root, 'other.js'), node: process.execPath });
  const own = folderWith({ assay: program, node: process.execPath });
  expect(invocationOf(program, [other, own])).toBe(full);
  expect(invocationOf(program, [folderWith({ assay: program, node: program })])).toBe(full);
  expect(invocationOf(program, [])).toBe(full);
});

it('does not count on what npx puts in front, because it is gone with npx', () => {
  const bin = folderWith({ assay: program, node: process.execPath }, 'node_modules/.bin');
  expect(invocationOf(program, [bin])).toBe(full);
});

it('is quoted as a shell needs it', () => {
  expect(invocationOf(`/it's here/bin.js`, [])).toBe(`${process.execPath} '/it'\\''s here/bin.js'`);
});
