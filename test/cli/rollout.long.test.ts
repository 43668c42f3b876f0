import { beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import type { World } from '../../src/cli/world.ts';
import { type Folder, newProject, TODAY } from './harness.ts';
import { nextVersion, QUEUE, registering } from './ticket-versions.ts';

const V2 = 'support.ticket@2';
const RECORD = 'schemas/support.ticket/changes/v1-v2.yaml';
const DAY_MS = 86_400_000;
const EVAL = ['support.ticket', 'eval', '--kind', 'other', '--purpose', 'scores'];

/** With who is registered by then, and on another day. */
const told = async (folder: Folder, world: Partial<World>, ...argv: string[]) => {
  const { exit, json, err } = await folder.as(world)(...argv, '--json');
  const document = exit === 0 || err === '' ? json() : JSON.parse(err);
  return { exit, ...document };
};
const BOTH = registering([1, 2], 1, 2);
const NEW = registering([2], 1, 2);

const line = (ticket: number, queue: string | null = null): string =>
  JSON.stringify({ ticket, opened: '2026-01-05', first_response: 1, priority: 'low', queue });

/** Version 1 with its data, and version 2 with a rollout beside it. */
async function begun(): Promise<Folder> {
  const folder = await newProject();
  for (const what of ['support.ticket@1', 'support.ticket/first'])
    expect(await told(folder, {}, 'propose', what)).toMatchObject({ exit: 0, state: 'active' });
  nextVersion(folder, 2, 'key: [ticket]', `${QUEUE}    default: null\nkey: [ticket]`);
  folder.edit(RECORD, 'withdraw_by:', 'observe_days: 7\nwithdraw_by:');
  expect(await told(folder, registering([1], 1), 'propose', V2)).toMatchObject({ exit: 0, state: 'active' });
  return folder;
}

/** The same data, offered under version 2. */
function secondData(folder: Folder): void {
  const rows = folder.read('golden/support.ticket/first.csv').trimEnd().split('\n');
  const csv = `${rows.map((row, at) => `${row},${at === 0 ? 'queue' : ''}`).join('\n')}\n`;
  folder.write('golden/support.ticket/second.csv', csv);
  const set = folder.read('golden/support.ticket/first.yaml');
  const sha = sha256(Buffer.from(csv));
  folder.write(
    'golden/support.ticket/second.yaml',
    set
      .replace('revision: first', 'revision: second')
      .replace('version: 1', 'version: 2')
      .replace('first.csv', 'second.csv')
      .replace(/sha256:[0-9a-f]{64}/, sha)
      .replace('first_response: ""', 'first_response: ""\n  queue: ""'),
  );
  const record = folder
    .read(RECORD)
    .replace('observe_days: 7\n', '')
    .replace('changes: version', 'changes: revision\nversion: 2');
  folder.write(
    'schemas/support.ticket/changes/first-second.yaml',
    record.replace('from: 1', 'from: first').replace('to: 2', 'to: second'),
  );
}

describe('assay rollout', () => {
  let folder: Folder;
  const step = (world: Partial<World>, ...more: string[]) => told(folder, world, 'rollout', V2, ...more);
  beforeAll(async () => {
    folder = await begun();
  });

  it('is refused where nothing declares it, and told where it stands where something does', async () => {
    expect(await told(folder, BOTH, 'rollout', 'support.ticket@1', 'advance', 'readers-ready')).toMatchObject(
      {
        exit: 2,
        code: 'ROLLOUT_UNDECLARED',
      },
    );
    expect(await step(registering([1], 1, 1))).toMatchObject({
      exit: 0,
      stage: 'registered',
      observe_days: 7,
      next: [
        {
          target: 'readers-ready',
          ready: false,
          conditions: [{ met: true }, { condition: 'readers', met: false }],
        },
        { target: 'rolled-back', ready: true },
      ],
    });
    expect((await folder.as(BOTH)('rollout', V2)).out).toContain('advance readers-ready');
    for (const words of [['advance'], ['sideways'], ['roll-back', 'x'], ['roll-back', '--expect', 'x']])
      expect(await step(BOTH, ...words)).toMatchObject({ exit: 2, code: 'USAGE' });
  });

  it('goes from readers over two writes to the cut, and refuses each step before its turn', async () => {
    secondData(folder);
    expect(await step(BOTH, 'advance', 'dual-write')).toMatchObject({ code: 'ROLLOUT_OUT_OF_TURN' });
    expect(await step(registering([1], 1, 1), 'advance', 'readers-ready')).toMatchObject({
      exit: 1,
      code: 'ROLLOUT_UNMET',
    });
    expect(await told(folder, BOTH, 'propose', 'support.ticket/second')).toMatchObject({
      exit: 2,
      code: 'ROLLOUT_DATA_EARLY',
    });
    expect(await step(BOTH, 'advance', 'readers-ready', '--expect', '3')).toMatchObject({
      exit: 3,
      code: 'ROLLOUT_MOVED',
    });
    expect(await step(BOTH, 'advance', 'readers-ready')).toMatchObject({ exit: 0, generation: 1 });
    expect(await step(BOTH, 'advance', 'dual-write')).toMatchObject({ exit: 0, generation: 2 });
    expect(await told(folder, BOTH, 'propose', 'support.ticket/second')).toMatchObject({ state: 'proposed' });
    const { json } = await folder.as(BOTH)('show', 'support.ticket/second', '--json');
    const { change } = json().store;
    expect(await told(folder, BOTH, 'approve', 'support.ticket/second', '--change', change)).toMatchObject({
      state: 'approved',
    });
    expect(await told(folder, BOTH, 'activate', 'support.ticket/second')).toMatchObject({
      code: 'ROLLOUT_DATA_EARLY',
    });
  });

  it('is cut over with the reconciliation of both halves, and with no other', async () => {
    const halves = async (name: string, ...as: string[]) => {
      const { out } = await folder.as(BOTH)('reconcile', 'old.jsonl', 'new.jsonl', ...as, '--json');
      folder.write(name, out);
    };
    const cut = (name: string) => step(BOTH, 'advance', 'cut-over', '--reconciliation', name);
    folder.write('old.jsonl', `${line(1)}\n${line(2)}\n`);
    folder.write('new.jsonl', `${line(1)}\n`);
    await halves('lost.json', '--as', V2);
    expect(await cut('lost.json')).toMatchObject({
      exit: 1,
      code: 'RECONCILIATION_OPEN',
      facts: { missingNew: 1 },
    });
    folder.write('new.jsonl', `${line(2)}\n${line(1)}\n`);
    await halves('halves.json', '--as', V2);
    folder.write('other.json', folder.read('halves.json').replace('"version":2', '"version":1'));
    expect(await cut('other.json')).toMatchObject({ exit: 2, code: 'RECONCILIATION_UNBOUND' });
    folder.write('odd.json', folder.read('halves.json').replace('"atomic":false', '"atomic":true'));
    expect(await cut('odd.json')).toMatchObject({ exit: 2, code: 'RECONCILIATION_SHAPE' });
    expect(await cut('none.json')).toMatchObject({ exit: 2, code: 'FILE_UNREADABLE' });
    expect(await cut('halves.json')).toMatchObject({ exit: 0, stage: 'cut-over' });
    const { reconciliation } = (await step(BOTH)).entry;
    expect((await folder.assay('show', reconciliation)).out).toContain('"reconciled":true');
  });

  it('is observed once its data is the newest and the old writer is gone, and holds the old version', async () => {
    expect(await told(folder, BOTH, 'activate', 'support.ticket/second')).toMatchObject({ state: 'active' });
    expect(await step(BOTH, 'advance', 'observing')).toMatchObject({ code: 'ROLLOUT_UNMET' });
    expect(await step(NEW, 'advance', 'observing')).toMatchObject({ exit: 0, until_ms: TODAY + 7 * DAY_MS });
    expect(await told(folder, registering([2], 2), 'retire', 'support.ticket@1')).toMatchObject({
      exit: 1,
      code: 'ROLLOUT_UNSETTLED',
    });
    expect(await step(NEW, 'advance', 'settled')).toMatchObject({ code: 'ROLLOUT_UNMET' });
  });

  it('keeps what one would go back to until the window ends, whoever asks to have it collected', async () => {
    const { store } = (await folder.as(NEW)('show', 'support.ticket@1', '--json')).json();
    const data = (await folder.as(NEW)('show', 'support.ticket/first', '--json')).json().store;
    const gc = (days: number, digest: string) =>
      told(folder, { ...NEW, now_ms: () => TODAY + days * DAY_MS }, 'gc', digest);
    const until = new Date(TODAY + 7 * DAY_MS).toISOString();
    for (const digest of [store.recordSchema, store.change, data.data])
      expect(await gc(3, digest)).toMatchObject({
        exit: 2,
        code: 'RETENTION',
        facts: { digest, subject: 'support.ticket', version: 2, until },
      });
    expect(await gc(8, store.change), 'the journal names it for good').toMatchObject({
      code: 'OBJECT_REFERRED',
    });
    const all = await told(folder, { ...NEW, now_ms: () => TODAY + 30 * DAY_MS }, 'gc');
    expect(all).toMatchObject({ exit: 0, objects: { removed: 0 } });
  });

  it('is rolled back to what was there, which is released again, and what was written since is not', async () => {
    const before = folder.stored();
    expect(await step(NEW, 'roll-back', '--expect-data', '1')).toMatchObject({
      exit: 3,
      code: 'ROLLOUT_MOVED',
    });
    expect(folder.stored()).toEqual(before);
    const files = folder.read('golden/support.ticket/second.csv');
    expect(await step(NEW, 'roll-back')).toMatchObject({
      exit: 0,
      back: { data: 'first', generation: 3 },
      quarantined: ['second'],
    });
    expect(folder.read('golden/support.ticket/second.csv')).toBe(files);
    expect((await folder.as(NEW)('rollout', V2)).out).toContain('QUARANTINED support.ticket/second');
    const build = (what: string) =>
      told(folder, BOTH, 'release', 'build', what, '--out', what.replaceAll('/', '-'));
    expect(await build('support.ticket/second')).toMatchObject({ exit: 1, code: 'DATA_QUARANTINED' });
    expect(await build('support.ticket/first')).toMatchObject({ exit: 0 });
  });

  it('is of a change that has something to go back to', async () => {
    const other = await newProject();
    nextVersion(other, 2, 'key: [ticket]', `${QUEUE}    default: null\nkey: [ticket]`);
    other.edit(RECORD, 'from: 1', 'from: none');
    other.edit(RECORD, 'withdraw_by:', 'observe_days: 7\nwithdraw_by:');
    expect(await told(other, {}, 'propose', 'support.ticket@1')).toMatchObject({
      exit: 2,
      code: 'ROLLOUT_MEANINGLESS',
    });
  });
});

describe('assay consumer and assay producer', () => {
  let folder: Folder;
  beforeAll(async () => {
    folder = await newProject();
    await folder.assay('propose', 'support.ticket@1');
  });
  const add = (reads: string, ...more: string[]) =>
    told(folder, {}, 'consumer', 'add', ...EVAL, '--reads', reads, ...more);

  it('keep who registers, list them with those of registry.config.ts, and let them go', async () => {
    expect(await add('1..')).toMatchObject({ exit: 0, kind: 'registered' });
    expect(await told(folder, {}, 'consumer', 'list', 'support.ticket')).toMatchObject({
      consumers: [
        { name: 'priority-trainer', in: ['config'] },
        { name: 'eval', in: ['store'] },
      ],
    });
    expect((await folder.assay('show', 'support.ticket')).out).toContain('eval');
    expect((await folder.assay('consumer', 'list', 'support.ticket')).out).toContain('all fields');
    expect(await told(folder, {}, 'producer', 'add', 'support.ticket', 'two', '--writes', '1')).toMatchObject(
      { kind: 'registered' },
    );
    expect((await folder.assay('producer', 'list', 'support.ticket')).out).toContain('writes 1');
    expect(await told(folder, {}, 'producer', 'retire', 'support.ticket', 'two')).toMatchObject({
      kind: 'retired',
    });
    expect(await told(folder, {}, 'producer', 'retire', 'support.ticket', 'nobody')).toMatchObject({
      code: 'REGISTERED_UNKNOWN',
    });
    for (const words of [['1'], ['0..1'], ['1..', '--fields', '1,1']])
      expect(await add(...(words as [string]))).toMatchObject({ exit: 2, code: 'USAGE' });
    expect(await add('1..', '--fields', '9')).toMatchObject({ code: 'CONSUMER_FIELD_UNKNOWN' });
  });

  it('contradict no configuration', async () => {
    expect(
      await told(
        folder,
        {},
        'consumer',
        'add',
        'support.ticket',
        'priority-trainer',
        '--kind',
        'other',
        '--purpose',
        'x',
        '--reads',
        '1..1',
      ),
    ).toMatchObject({ exit: 2, code: 'REGISTERED_DIFFERS' });
    expect(await told(folder, {}, 'consumer', 'retire', 'support.ticket', 'eval')).toMatchObject({ exit: 0 });
  });

  it('are affected consumers like any other, whom a change record may not leave out', async () => {
    expect(await add('1..')).toMatchObject({ kind: 'registered' });
    nextVersion(folder, 2, 'key: [ticket]', `${QUEUE}    default: null\nkey: [ticket]`);
    expect(await told(folder, {}, 'propose', V2)).toMatchObject({
      exit: 2,
      code: 'CONSUMER_OMITTED',
      facts: { consumer: 'eval' },
    });
    expect((await folder.assay('check')).out + (await folder.assay('check')).err).toContain(
      'CONSUMER_OMITTED',
    );
    folder.edit(RECORD, '[priority-trainer]', '[eval, priority-trainer]');
    expect(await told(folder, {}, 'propose', V2)).toMatchObject({ exit: 0, state: 'active' });
  });

  it('begin to read no field that is being taken out', async () => {
    nextVersion(folder, 3, `${QUEUE}    default: null\n`, '');
    folder.edit(
      'schemas/support.ticket/changes/v2-v3.yaml',
      '[priority-trainer]',
      '[eval, priority-trainer]',
    );
    const { code } = await told(folder, {}, 'propose', 'support.ticket@3');
    expect(code).toBeUndefined();
    expect(
      await told(
        folder,
        {},
        'consumer',
        'add',
        'support.ticket',
        'late',
        '--kind',
        'other',
        '--purpose',
        'x',
        '--reads',
        '2..',
        '--fields',
        '1,5',
      ),
    ).toMatchObject({ exit: 1, code: 'CONSUMER_FIELD_RETIRING', facts: { field: 5, without: 3 } });
  });
});
