import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { copiedProject, type Folder } from './harness.ts';

const blobs = (project: Folder, settings: string): void =>
  project.edit('registry.config.ts', 'export default {', `export default {\n  blobs: ${settings},`);

/** Digests of the files below a folder of blobs. */
const kept = (root: string): readonly string[] =>
  existsSync(path.join(root, 'sha256'))
    ? readdirSync(path.join(root, 'sha256'), { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => `sha256:${entry.name}`)
        .sort()
    : [];

describe('blobs', () => {
  it('are where registry.config.ts says, and have the files of each revision that is proposed', async () => {
    const project = copiedProject();
    blobs(project, "{ folder: 'kept' }");
    project.remove('schemas/weather.daily/ledger.yaml');
    expect(await project.assay('propose', 'weather.daily@1')).toMatchObject({ exit: 0 });
    expect(project.has('kept'), 'nothing was large').toBe(false);
    const [manifest] = readdirSync(path.join(project.root, 'golden/weather.daily')).filter(name =>
      name.endsWith('.yaml'),
    );
    const revision = manifest!.replace(/\.yaml$/, '');
    const file = /file: (\S+)/.exec(project.read(`golden/weather.daily/${manifest}`))![1]!;
    expect(await project.assay('propose', `weather.daily/${revision}`)).toMatchObject({ exit: 0 });
    const digest = sha256(readFileSync(path.join(project.root, 'golden/weather.daily', file)));
    expect(kept(path.join(project.root, 'kept/data'))).toEqual([digest]);
  });

  it.each([
    ["{ folder: '../elsewhere' }", 'blobs.folder'],
    ["{ folder: 'a', s3: { bucket: 'abc' } }", 'blobs'],
    ["{ s3: { bucket: 'A' } }", 'blobs.s3.bucket'],
    ["{ s3: { bucket: 'abc', prefix: '/a' } }", 'blobs.s3.prefix'],
    ["{ s3: { bucket: 'abc', endpoint: 'http://u:p@host' } }", 'blobs.s3.endpoint'],
    ["{ s3: { bucket: 'abc', secretAccessKey: 'x' } }", 'blobs.s3'],
  ])('are refused in a place that is none, %s', async (settings, key) => {
    const project = copiedProject();
    blobs(project, settings);
    const refused = await project.assay('log', 'weather.daily', '--json');
    expect(refused.exit).toBe(2);
    const { code, facts, at } = refused.json();
    expect(code).toBe('CONFIG_INVALID');
    expect(String(facts.key)).toMatch(new RegExp(`^${key.split('.')[0]}`));
    expect(at.file).toBe('registry.config.ts');
  });

  it('are refused in a folder of the machine that is not there, because nobody makes what may be misspelled', async () => {
    const project = copiedProject();
    blobs(project, `{ folder: '${path.join(project.root, 'absent')}' }`);
    const refused = await project.assay('log', 'weather.daily', '--json');
    expect([refused.exit, refused.json().code]).toEqual([4, 'STORE_UNAVAILABLE']);
    expect(project.has('absent')).toBe(false);
  });
});
