import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { copiedProject } from './harness.ts';

const WHAT = ['release', 'build', 'training.example@4'] as const;
const BUILD = [...WHAT, '--proposed', '--generate', '10000', '--shards', '4'] as const;

describe('assay release', () => {
  const folder = copiedProject();
  const shards = () => readdirSync(path.join(folder.root, 'release/shards')).sort();

  it('refuses to build what nobody proposed, and makes no store by asking', async () => {
    const { exit, json } = await folder.assay(...BUILD, '--out', 'release', '--json');
    expect({ exit, code: json().code }).toEqual({ exit: 2, code: 'PROPOSAL_UNKNOWN' });
    expect(readdirSync(folder.root)).not.toContain('.assay');
    expect(readdirSync(folder.root)).not.toContain('release');
  });

  it('refuses to build what is only proposed, by its change record, and writes nothing', async () => {
    const changes: string[] = [];
    for (const what of ['training.example@3', 'training.example@4'])
      changes.push((await folder.assay('propose', what, '--json')).json().change);
    const { exit, json } = await folder.assay(...WHAT, '--out', 'release', '--json');
    expect({ exit, code: json().code }).toEqual({ exit: 2, code: 'RELEASE_NOT_ACCEPTED' });
    expect(json().facts).toMatchObject({ what: 'training.example@4', state: 'proposed', change: changes[1] });
    expect(readdirSync(folder.root)).not.toContain('release');
  });

  it('builds what is active without a word of proposals', async () => {
    const argv = ['release', 'build', 'training.example@3', '--generate', '20', '--shards', '2'];
    const built = await folder.assay(...argv, '--out', 'accepted', '--json');
    expect({ exit: built.exit, proposed: built.json().proposed }).toEqual({ exit: 0, proposed: [] });
    const { out, exit } = await folder.assay('release', 'verify', 'accepted');
    expect({ exit, told: out.includes('proposed') }).toEqual({ exit: 0, told: false });
  });

  it('leaves alone a folder in which something else was begun, or planted, and one that can not be made', async () => {
    const argv = ['release', 'build', 'training.example@3', '--generate', '20', '--shards', '2'];
    const refused = async (out: string) => {
      const { exit, json } = await folder.assay(...argv, '--out', out, '--json');
      return { exit, code: json().code };
    };
    folder.write('begun/snapshot.json', '{}');
    expect(await refused('begun')).toEqual({ exit: 3, code: 'RELEASE_UNFINISHED' });
    const [shard] = readdirSync(path.join(folder.root, 'accepted/shards'));
    folder.write(`planted/shards/${shard}`, 'other bytes');
    expect(await refused('planted')).toEqual({ exit: 1, code: 'STAGING_CONFLICT' });
    expect(await refused('/proc/assay/release')).toEqual({ exit: 4, code: 'RELEASE_FOLDER_UNUSABLE' });
  });

  it('builds 10,000 records in 4 shards, and verifies them from their bytes', async () => {
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
    const { out } = await folder.assay('release', 'verify', 'release');
    expect(out).toContain('holds');

    const [change] = verified.json().changes;
    expect(change).toMatchObject({ subject: 'training.example', class: 'migrate', proposed: true });
    expect(verified.json().proposed).toEqual([change.digest]);
    expect(built.json()).toMatchObject({ proposed: [change.digest], changes: [change] });
    expect(out).toContain(`proposed only: training.example@4, by the change record ${change.digest}`);
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
    [[...BUILD, '--out', ''], 'USAGE'],
    [['release', 'build', 'weather.daily/1.31.1', '--out', 'x', '--generate', '5'], 'USAGE'],
    [['release', 'build', 'weather.daily/1.31.1', '--out', 'x', '--seed', '5'], 'USAGE'],
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

  const COUNTED = ['shards', 'generate', 'seed', 'sort-seed', 'tombstone-watermark', 'benchmark-fence'];
  it.each(COUNTED)(
    'takes for --%s a whole number in its bounds, and names the option otherwise',
    async name => {
      const odd = [
        '',
        ' ',
        '-1',
        '1.5',
        '1e9',
        'NaN',
        'Infinity',
        '0x4',
        '+1',
        '01',
        '9007199254740992',
        '٤',
      ];
      if (name === 'shards' || name === 'generate') odd.push('0', '5000001');
      for (const value of odd) {
        const { exit, json } = await folder.assay(...WHAT, '--out', 'x', `--${name}=${value}`, '--json');
        expect({ value, exit, code: json().code }).toEqual({ value, exit: 2, code: 'USAGE' });
        expect(json().title).toContain(`--${name}`);
      }
      expect(readdirSync(folder.root)).not.toContain('x');
    },
  );

  it('builds the data that was accepted, what is only proposed on demand, and none that is unknown', async () => {
    for (const what of ['weather.daily@1', 'weather.daily/1.31.1']) await folder.assay('propose', what);
    const build = (revision: string, ...more: string[]) =>
      folder.assay(
        'release',
        'build',
        `weather.daily/${revision}`,
        '--shards',
        '2',
        '--out',
        revision,
        '--json',
        ...more,
      );
    const { exit, json } = await build('1.31.1');
    expect({ exit, records: json().totals?.records }).toEqual({ exit: 0, records: 1461 });
    expect((await folder.assay('release', 'verify', '1.31.1')).exit).toBe(0);
    expect((await build('2.1.0')).json().code).toBe('PROPOSAL_UNKNOWN');

    await folder.assay('propose', 'weather.daily/2.1.0');
    expect((await build('2.1.0')).json().code).toBe('RELEASE_NOT_ACCEPTED');
    expect((await build('2.1.0', '--proposed')).exit).toBe(0);
    const { changes } = (await folder.assay('release', 'verify', '2.1.0', '--json')).json();
    const told = (change: { step: string; proposed: boolean }) => [change.step, change.proposed];
    expect(changes.map(told).sort()).toEqual([
      ['1.31.1 → 2.1.0', true],
      ['none → 1', false],
    ]);

    const { change } = (await folder.assay('propose', 'weather.daily/2.1.0', '--json')).json();
    await folder.assay('approve', 'weather.daily/2.1.0', '--change', change);
    const approved = (await build('2.1.0', '--proposed')).json();
    expect(approved).toMatchObject({ code: 'RELEASE_NOT_ACCEPTED', facts: { state: 'approved' } });
    expect(approved.remedy).toContain('assay activate weather.daily/2.1.0');

    await folder.assay('activate', 'weather.daily/2.1.0');
    expect((await build('2.1.0')).json().code).toBe('ALREADY_EXISTS');
    rmSync(path.join(folder.root, '2.1.0'), { recursive: true });
    expect((await build('2.1.0')).json()).toMatchObject({ proposed: [] });
  });
});
