import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { decideGovernance } from '../../src/change/decide-governance.ts';
import { decideProposal, decideRevision } from '../../src/change/decide-proposal.ts';
import { decideStep } from '../../src/change/decide-step.ts';
import { subjectScope } from '../../src/change/subject-state.ts';
import { createApp } from '../../src/http/app.ts';
import { registryQueries } from '../../src/service/registry-queries.ts';
import { MemoryStore } from '../../src/store/memory.ts';
import { FIRST, SECOND } from '../change/sample-proposal.ts';
import { bytesOf, get } from './ask.ts';
import { fillStore, NOW_MS } from './fill-store.ts';

const store = new MemoryStore(() => NOW_MS);
const app = createApp(registryQueries(store));

beforeAll(() => fillStore(store));

describe('the subjects of a registry', () => {
  it('are listed by name with the seq of each, because each has an order of its own', async () => {
    const { status, body } = await get(app, '/subjects');
    expect(status).toBe(200);
    expect(body).toEqual({
      subjects: [
        { subject: 'training.example', seq: 2 },
        { subject: 'weather.daily', seq: 3 },
      ],
    });
  });

  it('say which version and which revision is at their head', async () => {
    const { body } = await get(app, '/subjects/weather.daily');
    expect(body).toEqual({
      subject: 'weather.daily',
      seq: 3,
      head: { version: 1, generation: 1 },
      data: { revision: '1.31.1', generation: 1 },
      versions: [1],
      revisions: ['1.31.1', '2.1.0'],
      producers: [],
      consumers: [],
    });
  });

  it('tell a version that is retired, beside the one that is at the head', async () => {
    const versions = new MemoryStore(() => NOW_MS);
    const scope = subjectScope('old');
    const act = (kind: string, decide: Parameters<typeof versions.transact>[3]) =>
      versions.transact(scope, kind, { kind }, decide);
    const registered = { producers: [], consumers: [] };
    const { change } = FIRST;
    await act('propose', state => decideProposal(state, FIRST));
    await act('propose-next', state => decideProposal(state, SECOND));
    await act('retire', state =>
      decideStep(state, { of: { version: 3 }, event: 'retire', change, registered }),
    );
    const old = createApp(registryQueries(versions));
    expect((await get(old, '/subjects/old/versions/3')).body).toMatchObject({ state: 'retired', seq: 3 });
    expect((await get(old, '/subjects/old')).body).toMatchObject({ head: { version: 4 }, versions: [3, 4] });
    const { body } = await get(old, '/subjects/old/journal?from=3');
    expect(body.entries).toMatchObject([{ kind: 'retire', answer: { state: 'retired', freed: [] } }]);
  });

  it('tell what waits beside the schema of a version that stays active', async () => {
    const versions = new MemoryStore(() => NOW_MS);
    const act = (kind: string, decide: Parameters<typeof versions.transact>[3]) =>
      versions.transact(subjectScope('old'), kind, { kind }, decide);
    const [governance, tokenizer, change] = [sha256('g'), sha256('t'), sha256('c')];
    await act('propose', state => decideProposal(state, FIRST));
    await act('govern', state =>
      decideGovernance(state, {
        version: 3,
        from: FIRST.governance,
        governance,
        tokenizer,
        approval: { change, class: 'migrate' },
        objects: [],
      }),
    );
    const old = createApp(registryQueries(versions));
    expect((await get(old, '/subjects/old/versions/3')).body).toMatchObject({
      state: 'active',
      governance: FIRST.governance,
      governing: { state: 'proposed', governance, tokenizer, change, seq: 2 },
    });
    const { body } = await get(old, '/subjects/old/journal?from=2');
    expect(body.entries).toMatchObject([{ kind: 'govern', answer: { kind: 'stored', governance } }]);
  });

  it('say who writes and who reads them, and for what', async () => {
    const reader = { name: 'r', kind: 'trainer', subject: 'weather.daily', purpose: 'trains' } as const;
    const registered = {
      producers: [
        { name: 'p', subject: 'weather.daily', writes: [1] },
        { name: 'q', subject: 'other', writes: [1] },
      ],
      consumers: [{ ...reader, reads: { from: 1, to: undefined } }],
    };
    const { body } = await get(createApp(registryQueries(store, registered)), '/subjects/weather.daily');
    expect(body).toMatchObject({
      producers: [{ name: 'p', writes: [1] }],
      consumers: [{ name: 'r', kind: 'trainer', reads: { from: 1, to: null }, purpose: 'trains' }],
    });
  });

  it('have null at a head that was never set, because absence is said and not left out', async () => {
    const { body } = await get(app, '/subjects/training.example');
    expect(body.data).toEqual({ revision: null, generation: 0 });
  });

  it('name the nearest one known when asked for another', async () => {
    const { status, body } = await get(app, '/subjects/training.exmaple');
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'SUBJECT_UNKNOWN', facts: { nearest: 'training.example' } });
  });
});

describe('the versions of a subject', () => {
  it('come ascending, each with its state, class and digests', async () => {
    const { body } = await get(app, '/subjects/training.example/versions');
    expect(body.seq).toBe(2);
    expect(body.versions).toMatchObject([
      { version: 3, state: 'active', class: 'identical', storedAt: 1, ids: [17, 23] },
      { version: 4, state: 'proposed', class: 'migrate', storedAt: 2, unmet: ['converter'] },
    ]);
  });

  it('are each found by number, with the same words as in the list', async () => {
    const { body: list } = await get(app, '/subjects/training.example/versions');
    const { body: one } = await get(app, '/subjects/training.example/versions/4');
    expect(one).toEqual({ subject: 'training.example', seq: 2, ...list.versions[1] });
  });

  it('are refused with what is known when there is no such version', async () => {
    const { status, body } = await get(app, '/subjects/training.example/versions/5');
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'VERSION_UNKNOWN', facts: { version: 5, known: '3, 4' } });
  });

  it.each(['0', '-1', '1.0', '01', '1e3', 'four', '9999999999', '%00'])(
    'are not asked for as %s, because that is no version number',
    async text => {
      const { status, body } = await get(app, `/subjects/training.example/versions/${text}`);
      expect([status, body.code]).toEqual([400, 'PARAMETER_INVALID']);
    },
  );
});

describe('the revisions of a subject', () => {
  it('come in the order they were stored, and each by its name', async () => {
    const { body: list } = await get(app, '/subjects/weather.daily/revisions');
    expect(list.revisions).toMatchObject([
      { revision: '1.31.1', state: 'active' },
      { revision: '2.1.0', state: 'proposed' },
    ]);
    const { body: one } = await get(app, '/subjects/weather.daily/revisions/2.1.0');
    expect(one).toEqual({ subject: 'weather.daily', seq: 3, ...list.revisions[1] });
  });

  it('are refused with what is known when there is no such revision', async () => {
    const { status, body } = await get(app, '/subjects/weather.daily/revisions/3');
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'REVISION_UNKNOWN', facts: { known: '1.31.1, 2.1.0' } });
  });

  it('are found under any name percent-encoded, because a name may hold a slash or a percent sign', async () => {
    const nameable = fc
      .string({
        unit: fc.constantFrom('a', 'Z', '0', '/', '%', '2', 'F', ' ', '?', '#', '+', 'é', '雨', '.'),
        minLength: 1,
        maxLength: 12,
      })
      .filter(name => !/^\.+$/.test(name));
    await fc.assert(
      fc.asyncProperty(nameable, async name => {
        const other = new MemoryStore(() => NOW_MS);
        await other.transact(subjectScope('a'), 'v', { kind: 'x' }, () => ({
          answer: { kind: 'x' },
          refs: new Map([['version/1', { state: 'active' }]]),
          objects: [],
        }));
        const stored = await other.transact(subjectScope('a'), 'r', { kind: 'y' }, scope =>
          decideRevision(scope, {
            revision: name,
            version: 1,
            data: sha256(name),
            change: sha256('change'),
            class: 'identical',
            meaning: 'holds',
            unmet: [],
            expectedHead: 0,
            objects: [],
          }),
        );
        expect(stored).not.toBeInstanceOf(Fault);
        const found = await get(
          createApp(registryQueries(other)),
          `/subjects/a/revisions/${encodeURIComponent(name)}`,
        );
        expect(found.body).toMatchObject({ revision: name, data: sha256(name) });
      }),
      { numRuns: 60 },
    );
  });

  it.each(['%00', 'a'.repeat(65), '%0a'])(
    'are not asked for as %s, because no revision is called so',
    async name => {
      const { status, body } = await get(app, `/subjects/weather.daily/revisions/${name}`);
      expect([status, body.code]).toEqual([400, 'PARAMETER_INVALID']);
    },
  );
});

describe('the journal of a subject', () => {
  it('is walked to its end by its own links, and says each entry once', async () => {
    const seen: number[] = [];
    let next: string | null = '/subjects/weather.daily/journal?from=1&limit=2';
    while (next !== null) {
      const { body } = await get(app, next);
      expect(body.seq).toBe(3);
      seen.push(...body.entries.map((entry: { seq: number }) => entry.seq));
      next = body.next;
    }
    expect(seen).toEqual([1, 2, 3]);
  });

  it('keeps what was asked by digest and what was answered in full', async () => {
    const { body } = await get(app, '/subjects/weather.daily/journal?from=3');
    expect(body.next).toBeNull();
    expect(body.entries).toMatchObject([
      {
        seq: 3,
        opId: 'revision-weather.daily-2.1.0',
        kind: 'propose-revision',
        request: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        answer: { kind: 'stored', state: 'proposed', revision: '2.1.0' },
        at_ms: NOW_MS,
      },
    ]);
  });

  it('has an empty page after its end, because nothing was asked for that is wrong', async () => {
    const { status, body } = await get(app, '/subjects/weather.daily/journal?from=4');
    expect([status, body.entries, body.next]).toEqual([200, [], null]);
  });

  it.each([
    ['from=0', 'PARAMETER_INVALID'],
    ['limit=1001', 'PARAMETER_INVALID'],
    ['limit=ten', 'PARAMETER_INVALID'],
    ['from=', 'PARAMETER_INVALID'],
    ['from=1&from=2', 'PARAMETER_INVALID'],
    ['form=1', 'PARAMETER_UNKNOWN'],
  ])('refuses ?%s, because a parameter that is not understood is not passed over', async (query, code) => {
    const { status, body } = await get(app, `/subjects/weather.daily/journal?${query}`);
    expect([status, body.code]).toEqual([400, code]);
  });
});

describe('every answer about what may change', () => {
  it.each(['', '/versions', '/versions/1', '/revisions', '/revisions/2.1.0', '/journal'])(
    '/subjects/weather.daily%s is canonical, carries the seq and is not kept by caches',
    async rest => {
      const { headers, body } = await bytesOf(app, `/subjects/weather.daily${rest}`);
      const text = Buffer.from(body).toString('utf8');
      expect(canonicalJson(JSON.parse(text))).toBe(text);
      expect(JSON.parse(text).seq).toBe(3);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-type')).toBe('application/json');
    },
  );

  it.each(['%00', 'Training', 'a..b', 'a%2Fb', '%2e%2e%2fetc', 'x'.repeat(200)])(
    'is not given for the subject %s, because no subject is called so',
    async subject => {
      const { status, body } = await get(app, `/subjects/${subject}/versions`);
      expect([status, body.code]).toEqual([400, 'PARAMETER_INVALID']);
    },
  );
});
