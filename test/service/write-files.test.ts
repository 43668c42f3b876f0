import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { writeFiles } from '../../src/service/write-files.ts';
import { temporaryFolder } from '../temporary-folder.ts';

function folder(): string {
  const root = temporaryFolder();
  mkdirSync(path.join(root, 'a'));
  writeFileSync(path.join(root, 'a', 'old'), 'before');
  return root;
}
const read = (root: string, name: string): string => readFileSync(path.join(root, name), 'utf8');

it('writes every file whole, and leaves no draft', () => {
  const root = folder();
  const files = [
    { name: 'a/new', text: 'fresh', mode: 'new' },
    { name: 'a/old', text: 'after', mode: 'replace' },
  ] as const;
  expect(writeFiles(root, files, 'op')).toBeUndefined();
  expect([read(root, 'a/new'), read(root, 'a/old')]).toEqual(['fresh', 'after']);
  expect(readdirSync(path.join(root, '.assay'))).toEqual(['writing.lock']);
});

it('takes back what it wrote when a later file can not be written', () => {
  const root = folder();
  const files = [
    { name: 'a/new', text: 'fresh', mode: 'new' },
    { name: 'a/old', text: 'after', mode: 'replace' },
    { name: 'b/made/new', text: 'fresh', mode: 'new' },
    { name: 'a/old/below', text: 'x', mode: 'new' },
  ] as const;
  const fault = writeFiles(root, files, 'op');
  expect(fault).toBeInstanceOf(Fault);
  expect(fault).toMatchObject({ code: 'FILE_UNWRITABLE', facts: { path: 'a/old/below' } });
  expect(existsSync(path.join(root, 'a', 'new'))).toBe(false);
  expect(existsSync(path.join(root, 'b'))).toBe(false);
  expect(read(root, 'a/old')).toBe('before');
  expect(readdirSync(path.join(root, '.assay'))).toEqual(['writing.lock']);
});

it('never writes a new file over one that is in the way', () => {
  const root = folder();
  expect(writeFiles(root, [{ name: 'a/old', text: 'x', mode: 'new' }], 'op')).toMatchObject({
    code: 'FILE_UNWRITABLE',
  });
  expect(read(root, 'a/old')).toBe('before');
});

it('writes nothing over a file that is no longer what the new text was made from', () => {
  const root = folder();
  const files = [
    { name: 'a/new', text: 'fresh', mode: 'new' },
    { name: 'a/old', text: 'after', mode: 'replace', from: sha256('earlier') },
  ] as const;
  expect(writeFiles(root, files, 'op')).toMatchObject({ code: 'FILE_OVERTAKEN', facts: { path: 'a/old' } });
  expect([existsSync(path.join(root, 'a/new')), read(root, 'a/old')]).toEqual([false, 'before']);
  expect(readdirSync(path.join(root, '.assay'))).toEqual(['writing.lock']);
});
