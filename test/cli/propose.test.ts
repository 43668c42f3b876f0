import { describe, expect, it } from 'vitest';
import { parseLedger } from '../../src/contract/ledger-file.ts';
import { copiedProject, type Folder, newProject, unacceptedProject } from './harness.ts';

const RECORD = 'schemas/training.example/changes/v3-v4.yaml';

/** A copy whose store has version 3 of the training example. */
async function withVersion3(): Promise<Folder> {
  const folder = copiedProject();
  expect(await folder.assay('propose', 'training.example@3')).toMatchObject({ exit: 0 });
  return folder;
}

/** A copy whose store has the weather, its version and its first data. */
async function withWeather(): Promise<Folder> {
  const folder = copiedProject();
  for (const what of ['weather.daily@1', 'weather.daily/1.31.1'])
    expect(await folder.assay('propose', what)).toMatchObject({ exit: 0 });
  return folder;
}

/** Proposes what must be refused, and shows that nothing was stored by it. */
async function refused(folder: Folder, what: string, now_ms?: number) {
  const before = folder.stored();
  const ask = now_ms === undefined ? folder.assay : folder.as({ now_ms: () => now_ms });
  const { exit, json } = await ask('propose', what, '--json');
  expect(folder.stored()).toEqual(before);
  return { exit, ...json() };
}

describe('assay propose', () => {
  it('is refused where somebody is registered for a subject that is not there, as check is', async () => {
    const folder = await newProject();
    folder.edit('registry.config.ts', "subject: 'support.ticket'", "subject: 'support.tickets'");
    expect((await folder.assay('check')).exit).toBe(2);
    expect(await folder.assay('propose', 'support.ticket@1')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('REGISTERED_SUBJECT_UNKNOWN'),
    });
    expect((await folder.assay('show', 'support.ticket', '--json')).out).not.toContain('active');
  });

  it('keeps each document that a digest of the schema names under that digest', async () => {
    const folder = copiedProject();
    await folder.assay('propose', 'training.example@3');
    await folder.assay('propose', 'training.example@4');
    const stored = JSON.stringify(folder.stored().objects);
    const v4 = folder.read('schemas/training.example/v4.yaml');
    const named = v4.match(/sha256:[0-9a-f]{64}/g)!;
    expect(v4, 'one of them is that of the normalizer').toMatch(/^normalizer: sha256:/m);
    expect(named.length).toBeGreaterThanOrEqual(2);
    for (const digest of named) expect(stored).toContain(digest);
  });

  it('stores the same content once, and says so', async () => {
    const folder = await withVersion3();
    const first = await folder.assay('propose', 'training.example@4', '--json');
    const one = folder.stored();
    const second = await folder.assay('propose', 'training.example@4', '--json');
    const two = folder.stored();
    expect(first).toMatchObject({ exit: 0 });
    expect(first.json()).toMatchObject({
      kind: 'stored',
      version: 4,
      state: 'proposed',
      seq: 2,
      storedAt: 2,
      encoding: 'fails',
      meaning: 'fails',
      ledgerWritten: false,
    });
    expect(second).toMatchObject({ exit: 0 });
    expect(second.json()).toMatchObject({ kind: 'already', storedAt: 2, change: first.json().change });
    expect([two.objects, two.refs]).toEqual([one.objects, one.refs]);
    expect((await folder.assay('propose', 'training.example@4')).out).toContain('already stored');
  });

  it('answers a repeat as before when its deadline has passed, because it was in time', async () => {
    const folder = await withVersion3();
    await folder.assay('propose', 'training.example@4');
    const later = folder.as({ now_ms: () => Date.UTC(2040, 0, 1) });
    const { exit, json } = await later('propose', 'training.example@4', '--json');
    expect({ exit, kind: json().kind }).toEqual({ exit: 0, kind: 'already' });
  });

  it('refuses an id that stood for something else, and stores nothing', async () => {
    const folder = await withVersion3();
    folder.write(
      'schemas/training.example/v4.yaml',
      folder
        .read('schemas/training.example/v4.yaml')
        .replace(
          /name: response_latency_ms[\s\S]*?range: \[0, 600000\]/,
          ['name: country', '    physical: string', '    logical: text', '    nullable: false'].join('\n'),
        ),
    );
    const fault = await refused(folder, 'training.example@4');
    expect(fault).toMatchObject({ exit: 1, code: 'FIELD_ID_REUSED', facts: { id: 17 } });
  });

  it('keeps a first version waiting that fails, so that check fails until somebody has approved of it', async () => {
    const folder = await newProject();
    // Numbers that a double does not hold: an ordinary reader refuses them rather than round.
    folder.edit('schemas/support.ticket/v1.yaml', '[0, 2592000000]', '[9007199254740993, 9007199254741993]');
    const judged = async () => {
      const { exit, json } = await folder.assay('check', '--json');
      return { exit, version: json().subjects[0].versions[0] };
    };
    const before = await judged();
    expect(before.version.unread.length).toBeGreaterThan(0);
    for (const { facts } of before.version.unread) expect(facts.field).toBe('first_response (3)');
    expect((await folder.assay('propose', 'support.ticket@1', '--json')).json()).toMatchObject({
      state: 'proposed',
      encoding: 'fails',
    });
    expect(await judged()).toEqual(before);
    expect(before.exit).toBe(1);
    const { json } = await folder.assay('show', 'support.ticket@1', '--json');
    const { change } = json().store;
    for (const argv of [
      ['approve', 'support.ticket@1', '--change', change],
      ['activate', 'support.ticket@1'],
    ])
      expect(await folder.assay(...argv)).toMatchObject({ exit: 0 });
    expect((await judged()).version).toBeUndefined();
  });

  it('takes the lowest of several versions first, because the others are judged against it', async () => {
    const folder = unacceptedProject();
    expect(await refused(folder, 'training.example@4')).toMatchObject({
      code: 'VERSION_OUT_OF_ORDER',
      facts: { expected: 3 },
    });
  });

  it('refuses an id whose field left and whose number another took', async () => {
    const folder = await withVersion3();
    folder.edit(
      'schemas/training.example/v4.yaml',
      'name: outcome\n    physical: string',
      'name: verdict\n    physical: string',
    );
    const fault = await refused(folder, 'training.example@4');
    expect(['FIELD_ID_REUSED', 'CLASS_FORBIDDEN']).toContain(fault.code);
    expect(fault.exit).toBe(1);
  });

  const wrongs: ReadonlyArray<
    readonly [what: string, code: string, change: (folder: Folder) => void, now_ms?: number]
  > = [
    ['without a change record', 'CHANGE_MISSING', folder => folder.remove(RECORD)],
    [
      'whose record declares another class',
      'CLASS_MISMATCH',
      folder => folder.edit(RECORD, 'class: migrate', 'class: compatible'),
    ],
    [
      'whose record forgets a consumer',
      'CONSUMER_OMITTED',
      folder => folder.edit(RECORD, 'outcome-collator, outcome-trainer', 'outcome-collator'),
    ],
    [
      'whose record lists a consumer that is not reached',
      'CONSUMER_UNREACHED',
      folder => folder.edit(RECORD, 'outcome-trainer', 'outcome-trainer, weather-trainer'),
    ],
    [
      'whose record says nothing of old data',
      'BACKFILL_MISSING',
      folder => folder.edit(RECORD, /backfill: .*\n/, ''),
    ],
    [
      'whose record has no deadline',
      'DEADLINE_MISSING',
      folder => folder.edit(RECORD, /withdraw_by: .*\n/, ''),
    ],
    ['whose deadline has passed', 'DEADLINE_PASSED', () => undefined, Date.UTC(2037, 0, 1)],
  ];
  for (const [what, code, change, now_ms] of wrongs)
    it(`refuses a change ${what} with ${code}, and stores nothing`, async () => {
      const folder = await withVersion3();
      change(folder);
      expect(await refused(folder, 'training.example@4', now_ms)).toMatchObject({ exit: 2, code });
    });

  it('takes the last day of a deadline for in time', async () => {
    const folder = await withVersion3();
    const asked = folder.as({ now_ms: () => Date.UTC(2036, 11, 31, 23, 59) });
    expect(await asked('propose', 'training.example@4')).toMatchObject({ exit: 0 });
  });

  it('refuses a version whose past this store has not seen, because it would pass for the first', async () => {
    const folder = copiedProject();
    const ledger = folder.read('schemas/training.example/ledger.yaml');
    expect(await refused(folder, 'training.example@4')).toMatchObject({
      exit: 2,
      code: 'STORE_BEHIND',
      facts: { missing: 'training.example@3' },
    });
    expect(folder.read('schemas/training.example/ledger.yaml')).toBe(ledger);
  });

  it('refuses data whose past this store has not seen', async () => {
    const folder = copiedProject();
    await folder.assay('propose', 'weather.daily@1');
    expect(await refused(folder, 'weather.daily/2.1.0')).toMatchObject({
      exit: 2,
      code: 'STORE_BEHIND',
      facts: { missing: 'weather.daily/1.31.1' },
    });
  });

  it('refuses data under a version the store does not have', async () => {
    const folder = copiedProject();
    expect(await refused(folder, 'weather.daily/1.31.1')).toMatchObject({
      exit: 2,
      code: 'VERSION_NOT_ACTIVE',
    });
  });

  it('keeps data that means something else waiting, and out of the ledger', async () => {
    const folder = await withWeather();
    const ledger = folder.read('schemas/weather.daily/ledger.yaml');
    const { exit, json } = await folder.assay('propose', 'weather.daily/2.1.0', '--json');
    expect(exit).toBe(0);
    expect(json()).toMatchObject({
      kind: 'stored',
      state: 'proposed',
      encoding: 'passes',
      meaning: 'fails',
      ledgerWritten: false,
    });
    expect(folder.read('schemas/weather.daily/ledger.yaml')).toBe(ledger);
  });

  it('refuses the first data of a subject when records break the contract, because it would be active at once', async () => {
    const folder = copiedProject();
    for (const name of ['golden/weather.daily/2.1.0.yaml', 'golden/weather.daily/2.1.0.csv'])
      folder.remove(name);
    folder.remove('schemas/weather.daily/changes');
    folder.write(
      'schemas/weather.daily/ledger.yaml',
      folder.read('schemas/weather.daily/ledger.yaml').replace(/revisions:[\s\S]*$/, 'revisions: []\n'),
    );
    await folder.assay('propose', 'weather.daily@1');
    const { createHash } = await import('node:crypto');
    const data = folder
      .read('golden/weather.daily/1.31.1.csv')
      .replace('2012/01/01,0.0,', '2012/01/01,-5.0,');
    folder.write('golden/weather.daily/1.31.1.csv', data);
    folder.edit(
      'golden/weather.daily/1.31.1.yaml',
      /sha256:[0-9a-f]{64}/,
      `sha256:${createHash('sha256').update(data).digest('hex')}`,
    );
    expect(await refused(folder, 'weather.daily/1.31.1')).toMatchObject({
      exit: 1,
      code: 'RECORDS_REJECTED',
      facts: { file: 'golden/weather.daily/1.31.1.csv', count: 1, code: 'RANGE' },
      at: { file: 'golden/weather.daily/1.31.1.csv', line: 2 },
    });
  });

  it('refuses data whose predecessor was edited after it was stored', async () => {
    const folder = await withWeather();
    folder.edit('golden/weather.daily/1.31.1.yaml', 'yyyy/MM/dd', 'yyyy-MM-dd');
    folder.edit('schemas/weather.daily/ledger.yaml', /revisions:[\s\S]*$/, 'revisions: []\n');
    expect(await refused(folder, 'weather.daily/2.1.0')).toMatchObject({ exit: 2, code: 'REVISION_EDITED' });
  });

  it('refuses a version whose predecessor is another in the store', async () => {
    const folder = await withVersion3();
    folder.remove('schemas/training.example/ledger.yaml');
    folder.edit('schemas/training.example/v3.yaml', '[0, 600]', '[0, 601]');
    expect(await refused(folder, 'training.example@4')).toMatchObject({ exit: 2, code: 'STORE_DIFFERS' });
  });

  it('refuses other content under a version that is taken', async () => {
    const folder = await withVersion3();
    await folder.assay('propose', 'training.example@4');
    folder.edit(RECORD, 'reason: The', 'reason: Of course the');
    expect(await refused(folder, 'training.example@4')).toMatchObject({ exit: 3, code: 'VERSION_TAKEN' });
  });

  it('holds the change record of what was accepted: rewritten or gone, check and propose say so at its file', async () => {
    const folder = copiedProject();
    for (const what of ['weather.daily@1', 'weather.daily/1.31.1']) await folder.assay('propose', what);
    const proposed = (await folder.assay('propose', 'weather.daily/2.1.0', '--json')).json();
    const file = 'schemas/weather.daily/changes/1.31.1-2.1.0.yaml';
    const written = folder.read(file);
    const faults = async (...argv: string[]) =>
      (await folder.assay('check', 'weather.daily', '--json', ...argv)).json().faults;
    folder.edit(file, /^reason: /m, 'reason: Nobody asked, and ');
    expect(await faults()).toEqual([]);
    folder.write(file, written);
    await folder.assay('approve', 'weather.daily/2.1.0', '--change', proposed.change);
    await folder.assay('activate', 'weather.daily/2.1.0');
    expect(await faults()).toEqual([]);
    folder.edit(file, /^reason: /m, 'reason: Nobody asked, and ');
    const edited = {
      code: 'CHANGE_EDITED',
      facts: { accepted: proposed.change, what: 'reason' },
      at: { file },
    };
    for (const argv of [[], ['--against', 'registry']]) expect(await faults(...argv)).toMatchObject([edited]);
    expect(await refused(folder, 'weather.daily/2.1.0')).toMatchObject({ exit: 2, ...edited });
    folder.remove(file);
    expect(await faults()).toMatchObject([{ code: 'CHANGE_EDITED', facts: { is: 'gone' }, at: { file } }]);
    folder.write(file, `# A remark is none of what was agreed to.\n${written}`);
    expect(await faults()).toEqual([]);
  });

  it('refuses what names no version and no data', async () => {
    const folder = copiedProject();
    expect(await refused(folder, 'training.example')).toMatchObject({ exit: 2, code: 'REFERENCE_MALFORMED' });
    expect(await refused(folder, 'training.example@9')).toMatchObject({ exit: 2, code: 'VERSION_UNKNOWN' });
    expect(await refused(folder, 'weather.daily/9')).toMatchObject({ exit: 2, code: 'REVISION_UNKNOWN' });
  });
});

describe('two proposals at once', () => {
  it('of one version with different content are won by one, and the other is told so', async () => {
    const [one, other] = [unacceptedProject(), unacceptedProject()];
    other.edit('schemas/training.example/v3.yaml', '[0, 600]', '[0, 500]');
    one.write('.assay/README.md', '');
    const store = `${one.root}/.assay/registry.sqlite`;
    const race = await Promise.all(
      [one, other].map(folder => folder.assay('--store', store, 'propose', 'training.example@3', '--json')),
    );
    expect(race.map(({ exit }) => exit).sort()).toEqual([0, 3]);
    const loser = race.find(({ exit }) => exit === 3)!;
    expect(loser.json().code).toBe('VERSION_TAKEN');
    const { journal } = one.stored();
    expect(journal).toHaveLength(1);
  });

  it('of one version with the same content are stored once', async () => {
    const folder = copiedProject();
    const race = await Promise.all(
      [1, 2, 3].map(() => folder.assay('propose', 'training.example@3', '--json')),
    );
    expect(race.map(({ exit }) => exit)).toEqual([0, 0, 0]);
    expect(race.map(({ json }) => json().kind).sort()).toEqual(['already', 'already', 'stored']);
  });
});

describe('the ledger', () => {
  const LEDGER = 'schemas/training.example/ledger.yaml';

  it('is given what was accepted, byte for byte as it was written before', async () => {
    const before = copiedProject().read(LEDGER);
    const folder = unacceptedProject();
    const { json } = await folder.assay('propose', 'training.example@3', '--json');
    expect(json().ledgerWritten).toBe(true);
    expect(folder.read(LEDGER)).toBe(before);
    const again = await folder.assay('propose', 'training.example@3', '--json');
    expect(again.json().ledgerWritten).toBe(false);
    expect(folder.read(LEDGER)).toBe(before);
  });

  it('catches up after a proposal that ended before it was written', async () => {
    const folder = await withWeather();
    const before = folder.read('schemas/weather.daily/ledger.yaml');
    folder.remove('schemas/weather.daily/ledger.yaml');
    const { json } = await folder.assay('propose', 'weather.daily/2.1.0', '--json');
    expect(json()).toMatchObject({ state: 'proposed', ledgerWritten: true });
    expect(folder.read('schemas/weather.daily/ledger.yaml')).toBe(before);
    expect(parseLedger('ledger.yaml', Buffer.from(before))).toMatchObject({
      ledger: { revisions: [{ name: '1.31.1' }] },
    });
  });

  it('that can not be written is told apart from a proposal that was not stored', async () => {
    const folder = unacceptedProject();
    folder.write('.assay', 'a file where a folder should be');
    const { exit, json } = await folder.assay(
      '--store',
      'elsewhere.sqlite',
      'propose',
      'training.example@3',
      '--json',
    );
    expect({ exit, code: json().code }).toEqual({ exit: 4, code: 'LEDGER_UNWRITTEN' });
    folder.remove('.assay');
    const again = await folder.assay(
      '--store',
      'elsewhere.sqlite',
      'propose',
      'training.example@3',
      '--json',
    );
    expect(again.json()).toMatchObject({ kind: 'already', ledgerWritten: true });
  });
});
