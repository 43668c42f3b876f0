import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { copiedProject } from './harness.ts';

const BUILD = ['release', 'build', 'training.example@4', '--generate', '10000', '--shards', '4'] as const;

describe('assay release', () => {
  const folder = copiedProject();
  const shards = () => readdirSync(path.join(folder.root, 'release/shards')).sort();

  it('refuses to build what nobody proposed, and makes no store by asking', async () => {
    const { exit, json } = await folder.assay(...BUILD, '--out', 'release', '--json');
    expect({ exit, code: json().code }).toEqual({ exit: 2, code: 'PROPOSAL_UNKNOWN' });
    expect(readdirSync(folder.root)).not.toContain('.assay');
    expect(readdirSync(folder.root)).not.toContain('release');
  });

  it('builds 10,000 records in 4 shards, and verifies them from their bytes', async () => {
    for (const what of ['training.example@3', 'training.example@4'])
      expect((await folder.assay('propose', what)).exit).toBe(0);
    const built = await folder.assay(...BUILD, '--out', 'release', '--json');
    expect(built.exit).toBe(0);
    expect(built.json().totals).toMatchObject({ records: 10_000, shards: 4 });
    expect(shards()).toHaveLength(4);

    const { root } = built.json();
    const verified = await folder.assay('release', 'verify', 'release', '--root-digest', root, '--json');
    expect(verified.exit).toBe(0);
    expect(verified.json()).toMatchObject({
      verdict: 'holds',
      root,
      records: { declared: 10_000, read: 10_000 },
      findings: [],
    });
    expect((await folder.assay('release', 'verify', 'release')).out).toContain('holds');
  });

  it('refuses a root that somebody else was told', async () => {
    const other = `sha256:${'0'.repeat(64)}`;
    const { exit, json } = await folder.assay(
      'release',
      'verify',
      'release',
      '--root-digest',
      other,
      '--json',
    );
    expect(exit).toBe(1);
    expect(json().findings.map((one: { code: string }) => one.code)).toContain('ROOT_DIGEST_MISMATCH');
  });

  it('refuses a release without one of its shards, and exits 1', async () => {
    rmSync(path.join(folder.root, 'release/shards', shards()[2]!));
    const { exit, json } = await folder.assay('release', 'verify', 'release', '--json');
    expect(exit).toBe(1);
    expect(json().verdict).toBe('refused');
    expect(json().findings.map((one: { code: string }) => one.code)).toContain('SET_INCOMPLETE');
    const { out } = await folder.assay('release', 'verify', 'release');
    expect(out).toContain('SET_INCOMPLETE');
    expect(out).toContain('remedy');
  });

  const wrong: ReadonlyArray<readonly [argv: readonly string[], code: string]> = [
    [[...BUILD], 'USAGE'],
    [[...BUILD, '--out', 'x', '--shards', '0x4'], 'USAGE'],
    [[...BUILD, '--out', 'x', '--generate', '-1'], 'USAGE'],
    [[...BUILD, '--out', 'x', '--compression', 'snappy'], 'USAGE'],
    [['release', 'build', 'training.example', '--out', 'x'], 'REFERENCE_MALFORMED'],
    [['release', 'build', 'training.example@9', '--out', 'x'], 'VERSION_UNKNOWN'],
    [['release', 'build', 'weather.daily/9', '--out', 'x'], 'REVISION_UNKNOWN'],
    [['release', 'verify', 'release', '--root-digest', 'sha256:1'], 'DIGEST_MALFORMED'],
    [['release'], 'USAGE'],
  ];
  for (const [argv, code] of wrong)
    it(`refuses \`${argv.join(' ')}\` as ${code}`, async () => {
      const { exit, json } = await folder.assay(...argv, '--json');
      expect({ exit, code: json().code }).toEqual({ exit: 2, code });
    });

  it('builds the data that was proposed, and none that was not', async () => {
    for (const what of ['weather.daily@1', 'weather.daily/1.31.1']) await folder.assay('propose', what);
    const build = (revision: string) =>
      folder.assay(
        'release',
        'build',
        `weather.daily/${revision}`,
        '--shards',
        '2',
        '--out',
        revision,
        '--json',
      );
    const { exit, json } = await build('1.31.1');
    expect({ exit, records: json().totals?.records }).toEqual({ exit: 0, records: 1461 });
    expect((await folder.assay('release', 'verify', '1.31.1')).exit).toBe(0);
    expect((await build('2.1.0')).json().code).toBe('PROPOSAL_UNKNOWN');
  });
});
