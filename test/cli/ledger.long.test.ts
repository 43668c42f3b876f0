import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { copiedProject, type Folder, newProject, unacceptedProject } from './harness.ts';
import { REPOSITORY } from './repository.ts';

const TRAINING = 'schemas/training.example/ledger.yaml';
const WEATHER = 'schemas/weather.daily/ledger.yaml';
const OTHER = `sha256:${'e'.repeat(64)}`;

/** The line of a ledger of this repository that has the text, as it is before a test edits it. */
const lineOf = (ledger: string, text: string): number =>
  readFileSync(path.join(REPOSITORY, ledger), 'utf8')
    .split('\n')
    .findIndex(line => line.includes(text)) + 1;
const ID_17 = lineOf(TRAINING, 'id: 17');
const REVISION = lineOf(WEATHER, '"1.31.1"');
const VERSION_LINES = lineOf(WEATHER, 'revisions:') - lineOf(WEATHER, '- version: 1');

const told = async (folder: Folder, ...argv: readonly string[]) => {
  const { exit, json } = await folder.assay(...argv, '--json');
  const document = json();
  // `check` tells of every bad file; here there is one.
  return { exit, ...document, ...document.faults?.[0] };
};

/** What `assay check` answers to an edit, and where. */
async function checked(folder: Folder) {
  const { exit, code, at, facts } = await told(folder, 'check');
  return { exit, code, place: `${at?.file}:${at?.line}`, facts };
}

describe('a ledger in a fresh clone, which has no store', () => {
  const edits: ReadonlyArray<
    readonly [what: string, edit: (folder: Folder) => void, code: string, place: string]
  > = [
    [
      'an id of another kind',
      folder => folder.edit(TRAINING, 'kind: int64', 'kind: int32'),
      'LEDGER_IDS',
      `${TRAINING}:${ID_17}`,
    ],
    [
      'an id of another name',
      folder => folder.edit(TRAINING, 'name: outcome', 'name: result'),
      'LEDGER_IDS',
      `${TRAINING}:${ID_17 + 1}`,
    ],
    ['a lost id', folder => folder.edit(TRAINING, /.*id: 17.*\n/, ''), 'LEDGER_IDS', `${TRAINING}:5`],
    [
      'an id nobody used',
      folder => folder.edit(TRAINING, /( *- \{id: 23.*\n)/, '$1      - {id: 99, name: x, kind: bool}\n'),
      'LEDGER_IDS',
      `${TRAINING}:${ID_17 + 2}`,
    ],
    [
      'an id twice',
      folder => folder.edit(TRAINING, /( *- \{id: 17.*\n)/, '$1$1'),
      'LEDGER_IDS',
      `${TRAINING}:${ID_17 + 1}`,
    ],
    [
      'ids in another order',
      folder => folder.edit(TRAINING, /( *- \{id: 17.*\n)( *- \{id: 23.*\n)/, '$2$1'),
      'LEDGER_IDS',
      `${TRAINING}:${ID_17}`,
    ],
    [
      'another digest of a version',
      folder => folder.edit(TRAINING, /sha256:[0-9a-f]{64}/, OTHER),
      'ACCEPTED_EDITED',
      'schemas/training.example/v3.yaml:1',
    ],
    [
      'a contract edited after it was accepted',
      folder => folder.edit('schemas/training.example/v3.yaml', '[0, 600]', '[0, 601]'),
      'ACCEPTED_EDITED',
      'schemas/training.example/v3.yaml:1',
    ],
    [
      'the defaults of its subject edited after it was accepted, and the contract as it was',
      folder => folder.edit('schemas/training.example/subject.yaml', 'ignoreValue: -100', 'ignoreValue: -99'),
      'ACCEPTED_EDITED',
      'schemas/training.example/subject.yaml:3',
    ],
    [
      'a version of no contract',
      folder => folder.edit(TRAINING, 'version: 3', 'version: 2'),
      'ACCEPTED_MISSING',
      `${TRAINING}:5`,
    ],
    [
      'its first version lost, while a later one stands',
      folder => {
        const v4 = folder.read('schemas/training.example/v4.yaml').replace('name: outcome', 'name: result');
        folder.write('schemas/training.example/v2.yaml', v4.replace('example.v4', 'example.v2'));
      },
      'LEDGER_LOST',
      `${TRAINING}:5`,
    ],
    [
      'all versions lost, while a change begins with one',
      folder => folder.write(TRAINING, 'ledger: training.example\nversions: []\nrevisions: []\n'),
      'LEDGER_LOST',
      'schemas/training.example/changes/v3-v4.yaml:3',
    ],
    [
      'another digest of a revision',
      folder => folder.edit(WEATHER, /data: sha256:[0-9a-f]{64}/, `data: ${OTHER}`),
      'REVISION_EDITED',
      'golden/weather.daily/1.31.1.yaml:1',
    ],
    [
      'a revision of no manifest',
      folder => folder.edit(WEATHER, '"1.31.1"', '"1.31.2"'),
      'REVISION_MISSING',
      `${WEATHER}:${REVISION}`,
    ],
    [
      'a revision under a version it never lay under',
      folder => {
        for (const [name, to] of [
          ['v1.yaml', 'v2.yaml'],
          ['ledger.yaml', 'ledger.yaml'],
        ] as const) {
          const text = folder.read(`schemas/weather.daily/${name}`);
          if (to === 'v2.yaml')
            folder.write(`schemas/weather.daily/${to}`, text.replace('daily.v1', 'daily.v2'));
          else {
            const entry = /( {2}- version: 1\n[\s\S]*)revisions/.exec(text)![1]!;
            const second = entry.replace('version: 1', 'version: 2');
            folder.write(
              `schemas/weather.daily/${to}`,
              text.replace(entry, entry + second).replace('    version: 1\n', '    version: 2\n'),
            );
          }
        }
      },
      'LEDGER_REVISION',
      `${WEATHER}:${REVISION + VERSION_LINES}`,
    ],
  ];
  it.each(edits)('is refused with %s, by check and by propose', async (_, edit, code, place) => {
    const folder = copiedProject();
    edit(folder);
    expect(await checked(folder)).toMatchObject({ exit: 2, code, place });
    const what = place.includes('weather') ? 'weather.daily@1' : 'training.example@3';
    const before = folder.stored();
    expect(await told(folder, 'propose', what)).toMatchObject({ exit: 2, code });
    expect(folder.stored()).toEqual(before);
  });

  it('is read beyond the size of other documents as the registry writes it, and is placed where it is not', async () => {
    const folder = copiedProject();
    const text = folder.read(TRAINING);
    folder.write(TRAINING, `# ${'x'.repeat(99)}\n`.repeat(50_000) + text);
    expect(await told(folder, 'check', 'training.example')).toMatchObject({ exit: 1, faults: [] });
    folder.edit(TRAINING, 'revisions: []', 'revisions: [ ]');
    const { code, at } = await told(folder, 'check', 'training.example');
    const lines = folder.read(TRAINING).split('\n').length - 1;
    expect({ code, line: at?.line }).toEqual({ code: 'LEDGER_FORM', line: lines });
  });

  it('keeps of parsed contracts those alone that a ledger names', async () => {
    const folder = copiedProject();
    await folder.assay('propose', 'training.example@3');
    await folder.assay('check');
    const kept = () =>
      readdirSync(path.join(folder.root, '.assay/contracts')).filter(name => name !== '.gitignore');
    const before = kept();
    expect(before).toHaveLength(2);
    folder.edit('schemas/training.example/v3.yaml', 'fields:', '# A remark.\nfields:');
    expect(await told(folder, 'propose', 'training.example@3')).toMatchObject({ ledgerWritten: true });
    await folder.assay('check');
    expect(kept()).toHaveLength(2);
    expect(kept()).not.toEqual(before);
  });

  it('is refused with a revision lost that one it has came after, unless another record tells what did', async () => {
    const folder = copiedProject();
    await folder.assay('propose', 'weather.daily@1');
    await folder.assay('propose', 'weather.daily/1.31.1');
    await folder.assay('propose', 'weather.daily/2.1.0');
    const { digest } = await told(folder, 'show', 'weather.daily/2.1.0');
    folder.remove('.assay');
    const entry = (name: string, data: string) =>
      `revisions:\n  - name: "${name}"\n    version: 1\n    data: ${data}\n`;
    folder.edit(WEATHER, /revisions:[\s\S]*$/, entry('2.1.0', digest));
    const RECORD = 'schemas/weather.daily/changes/1.31.1-2.1.0.yaml';
    expect(await checked(folder)).toMatchObject({ exit: 2, code: 'LEDGER_LOST', place: `${RECORD}:4` });
    expect(await told(folder, 'propose', 'weather.daily@1')).toMatchObject({ exit: 2, code: 'LEDGER_LOST' });
  });

  it('may lack what records begin with, as they may be written ahead: each is then judged by what its record says', async () => {
    const folder = copiedProject();
    folder.edit(WEATHER, /revisions:[\s\S]*$/, 'revisions: []\n');
    const pairs = [
      { from: null, to: '1.31.1', holds: true },
      { from: '1.31.1', to: '2.1.0', meaning: 'fails', holds: false },
    ];
    const one = await told(folder, 'check', 'weather.daily');
    expect(one).toMatchObject({ exit: 1, subjects: [{ versions: [], revisions: pairs }] });
    folder.remove(WEATHER);
    folder.remove(TRAINING);
    const none = await told(folder, 'check');
    expect(none).toMatchObject({
      exit: 1,
      subjects: [
        {
          versions: [
            { from: null, to: 3 },
            { from: 3, to: 4 },
          ],
        },
        { revisions: pairs },
      ],
    });
  });

  it('may be missing of a subject that has accepted nothing', async () => {
    expect(await told(unacceptedProject(), 'check', 'training.example')).toMatchObject({ exit: 1 });
    expect(await checked(await newProject())).toMatchObject({ exit: 0 });
  });

  it('may end before versions that are proposed one upon the other', async () => {
    const folder = copiedProject();
    const [v5, changes] = ['schemas/training.example/v5.yaml', 'schemas/training.example/changes'];
    folder.write(v5, folder.read('schemas/training.example/v4.yaml').replace('example.v4', 'example.v5'));
    folder.edit(v5, 'name: response_latency_ms', 'name: response_latency_ms\n    aliases: [latency]');
    const record = folder.read(`${changes}/v3-v4.yaml`).replace('from: 3', 'from: 4');
    folder.write(`${changes}/v4-v5.yaml`, record.replace('to: 4', 'to: 5'));
    expect(await told(folder, 'check', 'training.example')).toMatchObject({ exit: 1, holds: false });
  });
});

describe('a ledger beside the store that wrote it', () => {
  async function proposed(): Promise<Folder> {
    const folder = copiedProject();
    for (const what of ['training.example@3', 'weather.daily@1', 'weather.daily/1.31.1'])
      expect(await folder.assay('propose', what)).toMatchObject({ exit: 0 });
    return folder;
  }
  /** Whoever shows the two beside each other tells that they disagree, and shows neither. */
  async function refused(folder: Folder, subject: string, code: string): Promise<void> {
    for (const command of ['show', 'log'])
      expect(await told(folder, command, subject)).toMatchObject({ exit: 2, code });
    const { exit, faults } = await told(folder, 'check', subject, '--against', 'registry');
    expect(exit).toBeGreaterThanOrEqual(2);
    expect(faults).not.toEqual([]);
  }
  const forget = (folder: Folder): void => {
    for (const name of ['training.example', 'weather.daily']) folder.remove(`schemas/${name}/changes`);
  };

  it('is missed when it is gone, and written again by the same proposal', async () => {
    const folder = await proposed();
    const before = folder.read(TRAINING);
    forget(folder);
    folder.remove(TRAINING);
    expect(await checked(folder)).toMatchObject({
      exit: 2,
      code: 'LEDGER_MISSING',
      place: `${TRAINING}:1`,
      facts: { because: 'the store has accepted training.example@3' },
    });
    await refused(folder, 'training.example', 'LEDGER_MISSING');
    expect(await told(folder, 'propose', 'training.example@3')).toMatchObject({ ledgerWritten: true });
    expect(folder.read(TRAINING)).toBe(before);
  });

  it('is missed an entry of, though no change begins with it', async () => {
    const folder = await proposed();
    forget(folder);
    folder.edit(WEATHER, /revisions:[\s\S]*$/, 'revisions: []\n');
    expect(await checked(folder)).toMatchObject({
      exit: 2,
      code: 'LEDGER_BEHIND',
      place: `${WEATHER}:1`,
      facts: { missing: 'weather.daily/1.31.1' },
    });
    await refused(folder, 'weather.daily', 'LEDGER_BEHIND');
    const release = ['release', 'build', 'weather.daily/1.31.1', '--out', 'release'];
    expect(await told(folder, ...release)).toMatchObject({ exit: 2, code: 'LEDGER_BEHIND' });
  });

  it('is refused when it was edited together with its contract, because the store remembers', async () => {
    const folder = await proposed();
    folder.edit('schemas/training.example/v3.yaml', '[0, 600]', '[0, 601]');
    const { facts } = await told(folder, 'check', 'training.example');
    folder.edit(TRAINING, facts.accepted, facts.found);
    const answer = { exit: 2, code: 'LEDGER_DIFFERS' };
    expect(await checked(folder)).toMatchObject({ ...answer, place: `${TRAINING}:5` });
    await refused(folder, 'training.example', 'LEDGER_DIFFERS');
    expect(await told(folder, 'propose', 'training.example@4')).toMatchObject(answer);
  });

  it('is refused when it accepts what waits', async () => {
    const folder = await proposed();
    await folder.assay('propose', 'weather.daily/2.1.0');
    const { digest } = await told(folder, 'show', 'weather.daily/2.1.0');
    folder.edit(WEATHER, /$/, `  - name: "2.1.0"\n    version: 1\n    data: ${digest}\n`);
    expect(await checked(folder)).toMatchObject({
      exit: 2,
      code: 'LEDGER_DIFFERS',
      place: `${WEATHER}:${REVISION + 3}`,
      facts: { entry: 'revision 2.1.0' },
    });
    await refused(folder, 'weather.daily', 'LEDGER_DIFFERS');
  });
});
