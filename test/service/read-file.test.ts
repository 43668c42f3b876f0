import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/base/limits.ts';
import { listFolder, listFolders, readFile } from '../../src/service/read-file.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const top = temporaryFolder();
const root = path.join(top, 'project');

beforeAll(() => {
  mkdirSync(path.join(root, 'folder/below'), { recursive: true });
  writeFileSync(path.join(top, 'outside.yaml'), 'secret: 1\n');
  writeFileSync(path.join(root, 'folder/b.yaml'), 'b');
  writeFileSync(path.join(root, 'folder/a.yaml'), 'a');
  writeFileSync(path.join(root, 'folder/.hidden'), '');
  symlinkSync('../../outside.yaml', path.join(root, 'folder/out.yaml'));
  symlinkSync('a.yaml', path.join(root, 'folder/in.yaml'));
  symlinkSync('round.yaml', path.join(root, 'folder/round.yaml'));
  symlinkSync('..', path.join(root, 'up'));
});

const read = (name: string, most = 100) => readFile(root, name, most);

describe('reading a file of the project', () => {
  it('gives its bytes', () => expect(read('folder/a.yaml')).toEqual(Buffer.from('a')));

  it('follows a link inside the project and none out of it', () => {
    expect(read('folder/in.yaml')).toEqual(Buffer.from('a'));
    for (const name of ['folder/out.yaml', 'up/outside.yaml', '../outside.yaml'])
      expect(read(name), name).toMatchObject({ code: 'PATH_OUTSIDE', exit: 2 });
  });

  it('refuses what is no file, what is not there, and what never ends', () => {
    for (const name of ['folder', 'folder/none.yaml', 'folder/a.yaml/below', 'folder/round.yaml'])
      expect(read(name), name).toMatchObject({ code: 'FILE_UNREADABLE', facts: { path: name } });
    execFileSync('mkfifo', [path.join(root, 'pipe')]);
    expect(read('pipe')).toMatchObject({ code: 'FILE_UNREADABLE' });
  });

  it('refuses a file by its size, before it is read', () =>
    expect(read('folder/a.yaml', 0)).toMatchObject({
      code: 'DOCUMENT_TOO_LARGE',
      facts: { bytes: 1, limit_bytes: 0 },
      at: { file: 'folder/a.yaml', line: 1, column: 1 },
    }));
});

describe('listing a folder of the project', () => {
  it('sorts its names and leaves hidden ones alone', () =>
    expect(listFolder(root, 'folder')).toEqual([
      'a.yaml',
      'b.yaml',
      'below',
      'in.yaml',
      'out.yaml',
      'round.yaml',
    ]));

  it('takes a folder that is not there for empty, and a file for none', () => {
    expect(listFolder(root, 'nowhere')).toEqual([]);
    expect(listFolder(root, 'folder/a.yaml')).toMatchObject({ code: 'FOLDER_UNREADABLE' });
  });

  it('goes nowhere outside', () => expect(listFolder(root, 'up')).toMatchObject({ code: 'PATH_OUTSIDE' }));

  it('tells folders from files', () => expect(listFolders(root, 'folder')).toEqual(['below']));

  it('refuses a folder with more files than a subject has', () => {
    const full = path.join(root, 'full');
    mkdirSync(full);
    for (let n = 0; n <= LIMITS.folder_files_max; n++) writeFileSync(path.join(full, `${n}`), '');
    expect(listFolder(root, 'full')).toMatchObject({
      code: 'FOLDER_TOO_FULL',
      facts: { files: LIMITS.folder_files_max + 1 },
    });
  });
});
