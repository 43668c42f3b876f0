import { describe, expect, it } from 'vitest';
import { copiedProject, type Folder } from './harness.ts';
import { convertersDigest } from './written-converter.ts';

const RECORD = 'schemas/training.example/changes/v3-v4.yaml';
const CONVERTER = 'schemas/training.example/converters/v3-v4.yaml';
const V4 = 'training.example@4';

/** A copy whose store has version 3 of the training example, and version 4 waiting. */
async function waiting(): Promise<Folder & { readonly change: string }> {
  const folder = copiedProject();
  await told(folder, 'propose', 'training.example@3');
  const { change, state } = await told(folder, 'propose', V4);
  expect(state).toBe('proposed');
  return { ...folder, change };
}

const told = async (folder: Folder, ...argv: readonly string[]) => {
  const { exit, json } = await folder.assay(...argv, '--json');
  return { exit, ...json() };
};

const reword = (folder: Folder, word: string): void => folder.edit(RECORD, /reason: \w+/, `reason: ${word}`);

/** Writes version 5: version 4 with one more alias, and its change record. */
function fifth(folder: Folder): void {
  const v5 = 'schemas/training.example/v5.yaml';
  folder.write(v5, folder.read('schemas/training.example/v4.yaml').replace('example.v4', 'example.v5'));
  folder.edit(v5, 'name: response_latency_ms', 'name: response_latency_ms\n    aliases: [latency]');
  folder.write(
    'schemas/training.example/changes/v4-v5.yaml',
    folder
      .read(RECORD)
      .replace('from: 3', 'from: 4')
      .replace('to: 4', 'to: 5')
      .replace('class: migrate', 'class: compatible')
      .replace(/converter: .*\n/, '')
      .replace('outcome-collator, outcome-trainer', 'outcome-collator'),
  );
}

describe('assay withdraw', () => {
  it('gives up what waits, once, so that its number is free for other content', async () => {
    const folder = await waiting();
    reword(folder, 'Perhaps');
    expect(await told(folder, 'propose', V4)).toMatchObject({ exit: 3, code: 'VERSION_TAKEN' });
    expect(await told(folder, 'withdraw', V4)).toMatchObject({
      exit: 0,
      kind: 'moved',
      version: 4,
      from: 'proposed',
      state: 'withdrawn',
      change: folder.change,
      signed: false,
    });
    expect(await told(folder, 'withdraw', V4)).toMatchObject({ exit: 0, kind: 'already' });
    const again = await told(folder, 'propose', V4);
    expect(again).toMatchObject({ exit: 0, kind: 'stored', state: 'proposed', storedAt: 5 });
    expect(again.change).not.toBe(folder.change);
  });

  it('lets the same content be proposed again, and holds its deadline against today', async () => {
    const folder = await waiting();
    await folder.assay('withdraw', V4);
    const late = folder.as({ now_ms: () => Date.UTC(2040, 0, 1) });
    expect((await late('propose', V4, '--json')).json()).toMatchObject({ code: 'DEADLINE_PASSED' });
    expect(await told(folder, 'propose', V4)).toMatchObject({ kind: 'stored', change: folder.change });
  });

  it('shows in the log, with what it was and what it became', async () => {
    const folder = await waiting();
    const { exit, out } = await folder.assay('withdraw', V4);
    expect({ exit, signed: out.includes('signed   no') }).toEqual({ exit: 0, signed: true });
    const { entries } = await told(folder, 'log', 'training.example');
    expect(entries.at(-1)).toMatchObject({ kind: 'withdraw', answer: { from: 'proposed', version: 4 } });
    expect((await folder.assay('log', 'training.example')).out).toContain(
      'moved version 4, proposed → withdrawn',
    );
  });

  it('is refused of what is active, of what nobody proposed, and of a record that no longer stands', async () => {
    const folder = await waiting();
    const none = `sha256:${'0'.repeat(64)}`;
    for (const [argv, exit, code] of [
      [['training.example@3'], 2, 'CHANGE_OUT_OF_TURN'],
      [['training.example@9'], 2, 'PROPOSAL_UNKNOWN'],
      [['weather.daily/2.1.0'], 2, 'PROPOSAL_UNKNOWN'],
      [['training.example'], 2, 'REFERENCE_MALFORMED'],
      [[V4, '--change', none], 3, 'EVIDENCE_CHANGED'],
      [[V4, '--change', 'v4'], 2, 'DIGEST_MALFORMED'],
    ] as const) {
      const before = folder.stored();
      expect(await told(folder, 'withdraw', ...argv)).toMatchObject({ exit, code });
      expect(folder.stored()).toEqual(before);
    }
  });

  it('makes no store where none is', async () => {
    const folder = copiedProject();
    expect(await told(folder, 'withdraw', V4)).toMatchObject({ exit: 2, code: 'PROPOSAL_UNKNOWN' });
    expect(() => folder.read('.assay/registry.sqlite')).toThrow();
  });
});

describe('assay amend', () => {
  it('replaces what waits by what the working tree says now, and voids its approval', async () => {
    const folder = await waiting();
    const converter = `converter: ${convertersDigest(folder, CONVERTER)}\n`;
    folder.edit(RECORD, /$/, converter);
    const amended = await told(folder, 'amend', V4, '--change', folder.change);
    expect(amended).toMatchObject({
      exit: 0,
      kind: 'amended',
      replaced: folder.change,
      state: 'proposed',
      seq: 3,
    });
    expect(await told(folder, 'approve', V4, '--change', amended.change)).toMatchObject({
      exit: 0,
      from: 'proposed',
      state: 'approved',
    });
    reword(folder, 'Perhaps');
    const again = await told(folder, 'amend', V4);
    expect(again).toMatchObject({ kind: 'amended', replaced: amended.change, state: 'proposed' });
    expect(await told(folder, 'activate', V4)).toMatchObject({ exit: 2, code: 'CHANGE_OUT_OF_TURN' });
    expect(await told(folder, 'approve', V4, '--change', amended.change)).toMatchObject({
      exit: 3,
      code: 'EVIDENCE_CHANGED',
    });
    const { entries } = await told(folder, 'log', 'training.example');
    expect(entries.map(({ kind }: { kind: string }) => kind)).toEqual([
      'propose',
      'propose',
      'amend',
      'approve',
      'amend',
    ]);
  });

  it('of the same content adds nothing, and is refused of what never waited', async () => {
    const folder = await waiting();
    const { objects, refs } = folder.stored();
    expect(await told(folder, 'amend', V4)).toMatchObject({ exit: 0, kind: 'already' });
    expect(folder.stored()).toMatchObject({ objects, refs });
    expect(await told(folder, 'amend', 'training.example@3')).toMatchObject({ code: 'CHANGE_OUT_OF_TURN' });
    expect(await told(folder, 'amend', 'weather.daily@1')).toMatchObject({ code: 'PROPOSAL_UNKNOWN' });
  });

  it('is refused with a wrong change record, and changes nothing', async () => {
    const folder = await waiting();
    const before = folder.stored();
    folder.edit(RECORD, 'class: migrate', 'class: compatible');
    expect(await told(folder, 'amend', V4)).toMatchObject({ exit: 2, code: 'CLASS_MISMATCH' });
    expect(folder.stored()).toEqual(before);
  });
});

describe('assay approve and assay activate', () => {
  it('take a proposal to its ledger entry, and free the next version', async () => {
    const folder = await waiting();
    expect(await told(folder, 'approve', V4, '--change', folder.change)).toMatchObject({
      exit: 1,
      code: 'CONVERTER_MISSING',
    });
    folder.edit(RECORD, /$/, `converter: ${convertersDigest(folder, CONVERTER)}\n`);
    const { change } = await told(folder, 'amend', V4);
    expect(await told(folder, 'activate', V4)).toMatchObject({ code: 'CHANGE_OUT_OF_TURN' });
    await told(folder, 'approve', V4, '--change', change);
    expect(await told(folder, 'activate', V4)).toMatchObject({
      exit: 0,
      state: 'active',
      ledgerWritten: true,
    });
    expect(folder.read('schemas/training.example/ledger.yaml')).toContain('- version: 4');
    fifth(folder);
    expect(await told(folder, 'propose', 'training.example@5')).toMatchObject({ exit: 0, kind: 'stored' });
  });

  it('take data that means something else', async () => {
    const folder = copiedProject();
    for (const what of ['weather.daily@1', 'weather.daily/1.31.1']) await folder.assay('propose', what);
    const { change } = await told(folder, 'propose', 'weather.daily/2.1.0');
    await told(folder, 'approve', 'weather.daily/2.1.0', '--change', change);
    folder.edit('golden/weather.daily/2.1.0.yaml', 'yyyy-MM-dd', 'yyyy/MM/dd');
    expect(await told(folder, 'activate', 'weather.daily/2.1.0')).toMatchObject({ code: 'REVISION_EDITED' });
    folder.edit('golden/weather.daily/2.1.0.yaml', 'yyyy/MM/dd', 'yyyy-MM-dd');
    const done = await told(folder, 'activate', 'weather.daily/2.1.0');
    expect(done).toMatchObject({ exit: 0, state: 'active', ledgerWritten: true });
  });

  it('ask for the digest that was read, because an approval is of evidence', async () => {
    const folder = await waiting();
    expect(await told(folder, 'approve', V4)).toMatchObject({ exit: 2, code: 'USAGE' });
  });
});

describe('a version above one that waits', () => {
  it('is refused for that by propose, and by check before anything is proposed', async () => {
    const folder = await waiting();
    fifth(folder);
    expect(await told(folder, 'propose', 'training.example@5')).toMatchObject({
      exit: 2,
      code: 'VERSION_WAITS',
      facts: { version: 5, before: 4, state: 'proposed' },
    });
    const { exit, subjects } = await told(folder, 'check', 'training.example');
    expect(exit).toBe(1);
    expect(subjects[0].versions).toMatchObject([
      { to: 4, holds: false, waits: null },
      {
        to: 5,
        holds: false,
        encoding: 'passes',
        meaning: 'passes',
        waits: { code: 'VERSION_WAITS', facts: { before: 4 } },
      },
    ]);
    expect((await folder.assay('check', 'training.example')).out).toContain('VERSION_WAITS');
  });
});

describe('a revision above one that waits', () => {
  it('is judged after that one, by its record, and told to wait, while nothing is said to be lost', async () => {
    const folder = copiedProject();
    for (const what of ['weather.daily@1', 'weather.daily/1.31.1', 'weather.daily/2.1.0'])
      await folder.assay('propose', what);
    const [golden, changes] = ['golden/weather.daily', 'schemas/weather.daily/changes'];
    folder.write(
      `${golden}/2.2.0.yaml`,
      folder.read(`${golden}/2.1.0.yaml`).replace('revision: "2.1.0"', 'revision: "2.2.0"'),
    );
    const record = folder.read(`${changes}/1.31.1-2.1.0.yaml`);
    folder.write(
      `${changes}/2.1.0-2.2.0.yaml`,
      record.replace('to: "2.1.0"', 'to: "2.2.0"').replace('from: "1.31.1"', 'from: "2.1.0"'),
    );
    const { exit, subjects, faults } = await told(folder, 'check', 'weather.daily');
    expect({ exit, faults }).toEqual({ exit: 1, faults: [] });
    expect(subjects[0].revisions).toMatchObject([
      { from: '1.31.1', to: '2.1.0', waits: null },
      {
        from: '2.1.0',
        to: '2.2.0',
        meaning: 'passes',
        waits: { code: 'REVISION_WAITS', facts: { revision: '2.2.0', before: '2.1.0' } },
      },
    ]);
    const { exit: refused, code } = await told(folder, 'propose', 'weather.daily/2.2.0');
    expect({ refused, code }).toEqual({ refused: 2, code: 'REVISION_WAITS' });
  });

  it('is not taken for the first of all where nothing is accepted, because nobody would look at it again', async () => {
    const folder = copiedProject();
    folder.remove('schemas/weather.daily/ledger.yaml');
    expect(await told(folder, 'propose', 'weather.daily@1')).toMatchObject({ exit: 0 });
    const early = await told(folder, 'propose', 'weather.daily/2.1.0');
    expect(early).toMatchObject({
      exit: 2,
      code: 'REVISION_WAITS',
      facts: { revision: '2.1.0', before: '1.31.1' },
    });
    expect(await told(folder, 'propose', 'weather.daily/1.31.1')).toMatchObject({ exit: 0 });
    expect(await told(folder, 'propose', 'weather.daily/2.1.0')).toMatchObject({
      exit: 0,
      kind: 'stored',
      state: 'proposed',
    });
  });
});

describe('withdraw, amend and propose at once', () => {
  it('leave one story: each wins or is told that another stood there first', async () => {
    const folder = await waiting();
    const other = copiedProject();
    reword(other, 'Perhaps');
    const store = `${folder.root}/.assay/registry.sqlite`;
    const race = await Promise.all([
      told(folder, 'withdraw', V4, '--change', folder.change),
      told(other, '--store', store, 'amend', V4, '--change', folder.change),
      told(folder, 'propose', V4),
    ]);
    for (const one of race)
      expect([
        [0, undefined],
        [3, 'EVIDENCE_CHANGED'],
        [2, 'CHANGE_OUT_OF_TURN'],
        [3, 'VERSION_TAKEN'],
      ]).toContainEqual([one.exit, one.code]);
    const won = race.filter(({ exit }) => exit === 0);
    expect(folder.stored().journal).toHaveLength(2 + won.length);
    // Both may win only where the same content was proposed again between them.
    const both = race.slice(0, 2).every(({ exit }) => exit === 0);
    expect(both ? race[2].kind : 'stored').toBe('stored');
    expect(won.length).toBeGreaterThan(0);
  });
});
