import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { decideProposal, decideRevision } from '../../src/change/decide-proposal.ts';
import { subjectScope } from '../../src/change/subject-state.ts';
import { deregister, listRegistered, register } from '../../src/service/register.ts';
import { rolloutStatus, stepRollout } from '../../src/service/rollout.ts';
import { MemoryStore } from '../../src/store/memory.ts';
import type { Store } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { READY, reader, SUBJECT } from '../change/rollout/rolling.ts';
import { DATA, FIRST, SECOND } from '../change/sample-proposal.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder();
let made = 0;
const sqlite = async (): Promise<Store> => {
  const store = await openSqliteStore({ path: path.join(folder, `${++made}.db`), now_ms: () => 7 });
  if (store instanceof Fault) throw store;
  return store;
};

/** Version 3 with its data, and version 4 beside it. */
async function begun(store: Store): Promise<Store> {
  const scope = subjectScope(SUBJECT);
  const done = [
    await store.transact(scope, '1', { kind: 'propose' }, state => decideProposal(state, FIRST)),
    await store.transact(scope, '2', { kind: 'propose' }, state => decideRevision(state, DATA)),
    await store.transact(scope, '3', { kind: 'propose' }, state =>
      decideProposal(state, { ...SECOND, observe_days: 7 }),
    ),
  ];
  for (const one of done) if (one instanceof Fault) throw one;
  return store;
}

const OF = { subject: SUBJECT, version: 4, registered: READY, now_ms: 7 };
const ready = (store: Store, opId: string, more: object = {}) =>
  stepRollout({ ...OF, store, target: 'readers-ready', expected: 0, opId, ...more });

describe.each([
  ['memory', async () => new MemoryStore(() => 7)],
  ['sqlite', sqlite],
])('rollouts in the %s store', (_, open) => {
  it('let one of two operators win who ask for different things of the same', async () => {
    const store = await begun(await open());
    expect(await ready(store, 'a')).toMatchObject({ kind: 'moved', generation: 1 });
    const raced = await Promise.all(
      ['dual-write', 'shadow-convert'].map((target, at) =>
        stepRollout({ ...OF, store, target: target as 'dual-write', expected: 1, opId: `race ${at}` }),
      ),
    );
    expect(raced.filter(one => !(one instanceof Fault))).toHaveLength(1);
    expect(raced.find(one => one instanceof Fault)).toMatchObject({ code: 'ROLLOUT_MOVED' });
    expect(await rolloutStatus(store, OF)).toMatchObject({ generation: 2 });
    await store.close();
  });

  it('tell whoever asks for what another already did so, and answer a repeat as the first time', async () => {
    const store = await begun(await open());
    const both = await Promise.all([ready(store, 'a'), ready(store, 'b', { by: 'token:ops' })]);
    expect(both.map(one => one instanceof Fault || one.kind).sort()).toEqual(['already', 'moved']);
    expect(both.find(one => !(one instanceof Fault) && one.kind === 'moved')).toEqual(
      await ready(store, both[0] instanceof Fault || both[0]?.kind === 'already' ? 'b' : 'a', {
        ...(both[0] instanceof Fault || both[0]?.kind === 'already' ? { by: 'token:ops' } : {}),
      }),
    );
    expect(await ready(store, 'a', { expected: 5 })).toMatchObject({ code: 'OP_ID_REUSED' });
    await store.close();
  });

  it('count readers that registered with the store, whoever the configuration names', async () => {
    const store = await begun(await open());
    const consumer = { ...reader('eval', 3, 3), fields: [1] };
    const given = { role: 'consumer' as const, consumer, configured: READY, store, by: 'token:eval' };
    expect(await register({ ...given, opId: 'eval' })).toMatchObject({
      kind: 'registered',
      by: 'token:eval',
    });
    expect(await ready(store, 'a')).toMatchObject({
      code: 'ROLLOUT_UNMET',
      facts: { unmet: "eval can't read version 4" },
    });
    expect(await listRegistered(store, SUBJECT, READY)).toMatchObject({
      consumers: [
        { name: 'trainer', in: ['config'] },
        { name: 'eval', in: ['store'], fields: [1] },
      ],
      producers: [{ name: 'gateway', in: ['config'] }],
    });
    const gone = { subject: SUBJECT, role: 'consumer' as const, name: 'eval', store, opId: 'gone' };
    expect(await deregister(gone)).toMatchObject({ kind: 'retired' });
    expect(await ready(store, 'a')).toMatchObject({ kind: 'moved' });
    await store.close();
  });

  it('are of subjects and versions that are there', async () => {
    const store = await begun(await open());
    expect(await rolloutStatus(store, { ...OF, version: 9 })).toMatchObject({ code: 'VERSION_UNKNOWN' });
    expect(await rolloutStatus(store, { ...OF, subject: 'a.b' })).toMatchObject({ code: 'SUBJECT_UNKNOWN' });
    await store.close();
  });
});
