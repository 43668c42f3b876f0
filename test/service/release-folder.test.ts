import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { type Built, type ReleaseAsk, releaseBuild } from '../../src/service/release-build.ts';
import { PLACES, readFileOf } from '../../src/service/release-folder.ts';
import { releaseVerify } from '../../src/service/release-verify.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { askFor, changeBytes } from './sample-build.ts';

const folder = temporaryFolder();
let folders = 0;
const next = (): string => path.join(folder, `release-${folders++}`);
const ask = (dir: string, change: Partial<ReleaseAsk> = {}): ReleaseAsk => ({
  ...askFor(dir, { seed: 5, count: 60 }),
  ...change,
});

/** Every file below a folder with its bytes, to be compared with itself later. */
const everything = (dir: string): readonly (readonly [string, string])[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .map(entry => {
      const file = path.join(entry.parentPath, entry.name);
      return [file, entry.isFile() ? readFileSync(file).toString('base64') : ''] as const;
    })
    .sort();

const codeOf = (answer: Built | Fault): string => (answer instanceof Fault ? answer.code : 'built');

async function interrupted(one: ReleaseAsk): Promise<void> {
  const progress = (done: number): void => {
    if (done === 2) throw new Error('killed');
  };
  await expect(releaseBuild({ ...one, progress })).rejects.toThrow('killed');
}

describe('a build is refused and changes nothing', () => {
  const foreign: ReadonlyArray<readonly [what: string, put: (dir: string) => void]> = [
    ['a file of somebody else', dir => writeFileSync(path.join(dir, 'notes.txt'), 'mine')],
    ['a hidden file', dir => writeFileSync(path.join(dir, '.env'), 'mine')],
    ['a folder of somebody else', dir => mkdirSync(path.join(dir, 'photos'))],
    [
      'a file among the shards that no build names so',
      dir => {
        mkdirSync(path.join(dir, 'shards'));
        writeFileSync(path.join(dir, 'shards/part-1.avro'), 'mine');
      },
    ],
    ['a folder that is a link', dir => symlinkSync(folder, path.join(dir, 'shards'))],
    ['a document that is a folder', dir => mkdirSync(path.join(dir, 'snapshot.json'))],
  ];
  for (const [what, put] of foreign)
    it(`in a folder with ${what}`, async () => {
      const dir = next();
      mkdirSync(dir);
      put(dir);
      const before = readdirSync(dir, { recursive: true });
      expect(codeOf(await releaseBuild(ask(dir)))).toBe('RELEASE_FOLDER_FOREIGN');
      expect(readdirSync(dir, { recursive: true })).toEqual(before);
    });

  it('where a file stands', async () => {
    const dir = next();
    writeFileSync(dir, 'a file');
    expect(codeOf(await releaseBuild(ask(dir)))).toBe('RELEASE_ASK');
    expect(readFileSync(dir, 'utf8')).toBe('a file');
  });

  it('where the system lets nobody make a folder, and does not ask it for ever', async () => {
    const answer = await releaseBuild(ask('/proc/assay/release'));
    expect(answer).toMatchObject({ code: 'RELEASE_FOLDER_UNUSABLE', exit: 4 });
  });

  const other: ReadonlyArray<readonly [what: string, change: Partial<ReleaseAsk>]> = [
    ['sort seed', { sortSeed: 12 }],
    ['number of shards', { shards: 3 }],
    ['compression', { compression: 'deflate' }],
    ['watermark', { tombstoneWatermark: 1 }],
    ['change record', { changeRecords: [{ bytes: changeBytes({ reason: 'another' }), proposed: false }] }],
    ['acceptance', { changeRecords: [{ bytes: changeBytes(), proposed: true }] }],
  ];
  for (const [what, change] of other)
    it(`over a release, or an unfinished one, with another ${what}`, async () => {
      const done = ask(next());
      expect(codeOf(await releaseBuild(done))).toBe('built');
      const finished = everything(done.dir);
      expect(await releaseBuild({ ...done, ...change })).toMatchObject({ code: 'ALREADY_EXISTS', exit: 3 });
      expect(everything(done.dir)).toEqual(finished);

      const begun = ask(next());
      await interrupted(begun);
      const half = everything(begun.dir);
      expect(await releaseBuild({ ...begun, ...change })).toMatchObject({
        code: 'RELEASE_UNFINISHED',
        exit: 3,
      });
      expect(everything(begun.dir)).toEqual(half);
      expect(codeOf(await releaseBuild(begun))).toBe('built');
      expect(everything(begun.dir).map(([, bytes]) => bytes)).toEqual(finished.map(([, bytes]) => bytes));
    });

  it('where a snapshot of another build stands without its claim', async () => {
    const begun = ask(next());
    await interrupted(begun);
    rmSync(path.join(begun.dir, '.staging'), { recursive: true });
    const answer = await releaseBuild({ ...begun, tombstoneWatermark: 1 });
    expect(codeOf(answer)).toBe('RELEASE_UNFINISHED');
    expect(existsSync(path.join(begun.dir, '.staging'))).toBe(false);
  });
});

describe('builds at the same time into one folder', () => {
  it('give one release, and every other is refused', async () => {
    const dir = next();
    const answers = await Promise.all([11, 12, 13].map(sortSeed => releaseBuild(ask(dir, { sortSeed }))));
    const codes = answers.map(codeOf).sort();
    expect(codes).toContain('built');
    expect(codes.filter(code => code === 'built')).toHaveLength(1);
    for (const code of codes) expect(['built', 'RELEASE_UNFINISHED', 'ALREADY_EXISTS']).toContain(code);
    const verified = await releaseVerify({ dir });
    expect(verified).toMatchObject({ verdict: 'holds', undeclared: [] });
  });

  it('of the same release all have it', async () => {
    const dir = next();
    const answers = await Promise.all([1, 2, 3].map(() => releaseBuild(ask(dir))));
    expect(answers.map(codeOf)).toEqual(['built', 'built', 'built']);
    expect(await releaseVerify({ dir })).toMatchObject({ verdict: 'holds', undeclared: [] });
  });
});

describe('a build that was killed', () => {
  it('leaves no half-written file behind once it is asked for again', async () => {
    const one = ask(next());
    await interrupted(one);
    const id = '00000000-0000-4000-8000-000000000000';
    writeFileSync(path.join(one.dir, '.staging', `members.bin.${id}`), 'half');
    expect(codeOf(await releaseBuild(one))).toBe('built');
    expect(readdirSync(one.dir)).not.toContain('.staging');
  });

  it('leaves nothing that verifies', async () => {
    const one = ask(next());
    await interrupted(one);
    expect(await releaseVerify({ dir: one.dir })).toMatchObject({
      verdict: 'refused',
      findings: [{ code: 'SET_INCOMPLETE', facts: { absent: PLACES.manifest } }],
    });
  });
});

describe('a file of a release', () => {
  it('is read only where it is a regular file of the folder', async () => {
    const dir = next();
    mkdirSync(path.join(dir, 'inside'), { recursive: true });
    writeFileSync(path.join(dir, 'file'), 'bytes');
    symlinkSync('file', path.join(dir, 'link'));
    symlinkSync('nowhere', path.join(dir, 'dangling'));
    symlinkSync('inside', path.join(dir, 'linked'));
    writeFileSync(path.join(dir, 'inside/file'), 'bytes');
    execFileSync('mkfifo', [path.join(dir, 'pipe')]);
    const of = async (name: string) => {
      const found = await readFileOf(dir, name, () => true);
      return found.kind === 'irregular' ? found.what : found.kind;
    };
    expect(await of('file')).toBe('read');
    expect(await of('inside/file')).toBe('read');
    expect(await of('absent')).toBe('absent');
    expect(await of('nowhere/file')).toBe('absent');
    expect(await of('link')).toBe('a symbolic link');
    expect(await of('dangling')).toBe('a symbolic link');
    expect(await of('linked/file')).toContain('a symbolic link');
    expect(await of('inside')).toBe('a folder');
    expect(await of('pipe')).toBe('a pipe');
  });

  it('that nothing names is reported, wherever it lies', async () => {
    const one = ask(next());
    await releaseBuild(one);
    const dir = next();
    cpSync(one.dir, dir, { recursive: true });
    for (const name of ['extra.txt', 'changes/extra.json', 'vocabularies/extra.json'])
      writeFileSync(path.join(dir, name), '{}');
    mkdirSync(path.join(dir, 'more'));
    expect(await releaseVerify({ dir })).toMatchObject({
      verdict: 'holds',
      undeclared: ['changes/extra.json', 'extra.txt', 'more/', 'vocabularies/extra.json'],
    });
  });
});
