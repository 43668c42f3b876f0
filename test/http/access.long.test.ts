import fc from 'fast-check';
import { Hono } from 'hono';
import { beforeAll, describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { LIMITS } from '../../src/base/limits.ts';
import { LEAVES, routeOf } from '../../src/http/leaves.ts';
import { ACTIONS, MAY } from '../../src/service/access/actions.ts';
import { ROLES } from '../../src/service/access/roles.ts';
import { MemoryStore } from '../../src/store/memory.ts';
import { emptyApp, get, type Heard } from './ask.ts';
import { changedHere } from './changed-here.ts';
import { fillStore, NOW_MS } from './fill-store.ts';
import { ANY_RATE, type Bearing, type Guarded, guardedApp, patched } from './guarded.ts';

const OWN = 'training.example';
const OTHER = 'weather.daily';

const store = new MemoryStore(() => NOW_MS);
let guarded: Guarded;
/** By the name of a parameter, of each subject. */
const values: Record<string, Record<string, string | undefined>> = {};

beforeAll(async () => {
  await fillStore(store);
  guarded = guardedApp(store, { rates: ANY_RATE }, undefined, changedHere(store));
  const { headers } = await guarded.token('reader');
  const ask = async (path: string) => (await get(guarded.app, path, { headers })).body;
  for (const [subject, version, revision] of [
    [OWN, '4', '1.0.0'],
    [OTHER, '1', '2.1.0'],
  ] as const) {
    const found = await ask(`/subjects/${subject}/versions/${version}`);
    const schema = await ask(`/schemas/${found.recordSchema}`);
    values[subject] = {
      subject,
      version,
      revision,
      id: 'f'.repeat(16),
      consumer: 'outcome-trainer',
      producer: 'gateway-export',
      schemas: found.recordSchema,
      governance: found.governance,
      changes: found.change,
      objects: found.change,
      reports: (await ask(`/changes/${found.change}`)).evidence.findings,
      'golden-sets': subject === OTHER ? (await ask(`/subjects/${subject}/revisions/2.1.0`)).data : undefined,
      vocabularies: schema.fields.find((field: { vocabulary?: string }) => field.vocabulary)?.vocabulary,
    };
  }
});

const ROUTES = Object.entries(LEAVES).map(([route, leave]) => ({ route, leave }));
const GUARDED = ROUTES.filter(({ leave }) => leave !== 'none');

/**
 * A request to a route, of a subject: null where the subject has nothing for it. What a route wants besides is not said:
 * whoever may ask is told that, and whoever may not is not.
 */
function request(route: string, subject: string): { path: string; init: RequestInit } | null {
  const [method, template] = route.split(' ') as [string, string];
  const kind = template.split('/')[1]!;
  const own = values[subject]!;
  let isWhole = true;
  const path = template.replace(/:([a-z]+)/gi, (_, name: string) => {
    const value = name !== 'digest' ? (own[name] ?? 'x') : kind in own ? own[kind] : own['schemas'];
    if (value === undefined) isWhole = false;
    return encodeURIComponent(value ?? 'x');
  });
  if (!isWhole) return null;
  const ref = { subject: own['subject'], version: Number(own['version']) };
  const body = method === 'GET' ? null : JSON.stringify({ older: ref, newer: ref });
  return {
    path,
    init: { method, body, headers: body === null ? {} : { 'content-type': 'application/json' } },
  };
}

const ask = (
  app: Hono,
  { path, init }: NonNullable<ReturnType<typeof request>>,
  bearing?: Partial<Bearing>,
) => get(app, path, { ...init, headers: { ...init.headers, ...bearing?.headers } });

/** Nothing of what is there that it did not say itself: neither a name nor a digest. */
const learnsNothing = ({ body }: Heard, said: string): void => {
  const text = JSON.stringify(body);
  const names = Object.values(values).flatMap(each => Object.values(each));
  for (const name of names)
    if (
      name !== undefined &&
      name.length > 5 &&
      !said.includes(name) &&
      !said.includes(encodeURIComponent(name))
    )
      expect(text).not.toContain(name);
};

describe('every route', () => {
  it('says what leave it asks for, and no other does', () => {
    const { routes } = emptyApp();
    const there = routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`);
    expect([...new Set(there)].sort()).toEqual(Object.keys(LEAVES).sort());
    for (const { leave } of GUARDED)
      for (const action of [leave].flat()) expect([...ACTIONS, 'read-all']).toContain(action);
  });

  it.each(GUARDED)(
    '$route answers each role as the table has it, and its own subjects alone',
    async ({ route, leave }) => {
      if (leave === 'none') return;
      const actions = leave === 'read-all' ? (['read'] as const) : [leave].flat();
      for (const role of ROLES) {
        const isGranted = actions.some(action => MAY[action][role]);
        const [own, other] = request(route, OWN) === null ? [OTHER, OWN] : [OWN, OTHER];
        const asked = request(route, own)!;
        const all = await ask(guarded.app, asked, await guarded.token(role));
        if (isGranted) {
          expect(['UNAUTHENTICATED', 'FORBIDDEN', 'INTERNAL'], `${role} of all`).not.toContain(
            all.body?.code,
          );
        } else expect([all.status, all.body.code], `${role} of all`).toEqual([403, 'FORBIDDEN']);
        if (role === 'admin') continue;
        const one = await ask(guarded.app, asked, await guarded.token(role, [own]));
        if (leave === 'administer' || leave === 'read-all')
          expect([one.status, one.body.code]).toEqual([403, 'FORBIDDEN']);
        else expect([one.status, one.body.code], `${role} of it`).toEqual([all.status, all.body.code]);
        const under = await ask(guarded.app, asked, await guarded.token(role, [other]));
        if (isGranted && !/:(subject|digest)|compat/.test(route)) continue;
        expect([403, 404], `${role} of another`).toContain(under.status);
        learnsNothing(under, `${asked.path} ${asked.init.body}`);
      }
    },
  );

  it.each(GUARDED)('$route answers nobody who is not known, and tells them nothing', async ({ route }) => {
    const asked = request(route, OWN) ?? request(route, OTHER);
    guarded.clock.now_ms = Date.UTC(2026, 0, 15);
    const [expired, revoked, other] = await Promise.all([
      guarded.token('admin', 'all', '2026-01-15'),
      guarded.token('admin'),
      guarded.token('admin'),
    ]);
    await guarded.revoke(revoked!.id);
    guarded.clock.now_ms = Date.UTC(2026, 0, 16);
    const told: unknown[] = [];
    for (const authorization of [
      undefined,
      'Bearer x',
      'Basic dXNlcjpwYXNz',
      `Bearer assay_${'0'.repeat(16)}_${'A'.repeat(43)}`,
      `Bearer assay_${other!.id}_${'A'.repeat(43)}`,
      `Bearer ${expired!.text}`,
      `Bearer ${revoked!.text}`,
      'Bearer aa.bb.cc',
    ]) {
      const heard = await ask(
        guarded.app,
        asked!,
        authorization === undefined ? {} : { headers: { authorization } },
      );
      expect([heard.status, heard.body.code], authorization).toEqual([401, 'UNAUTHENTICATED']);
      expect(heard.headers.get('www-authenticate')).toBe(
        authorization === undefined ? 'Bearer realm="assay"' : 'Bearer realm="assay", error="invalid_token"',
      );
      if (authorization !== undefined)
        expect(JSON.stringify(heard.body)).not.toContain(authorization.slice(7));
      learnsNothing(heard, `${asked!.path} ${asked!.init.body}`);
      told.push(heard.body.facts.reason);
    }
    expect(told.slice(3)).toEqual([
      'the token is none of this registry',
      'the token is none of this registry',
      'the token has expired',
      'the token was revoked',
      'tokens of this form are not taken here',
    ]);
  });

  it.each(ROUTES.filter(({ leave }) => leave === 'none'))('$route answers everybody', async ({ route }) => {
    const path = route.split(' ')[1]!.replace(':name', 'contract').replace(':code', 'SHAPE');
    expect((await get(guarded.app, path)).status).toBe(200);
  });
});

describe('whoever is not known', () => {
  it('is told the same of a path that is there and of one that is not, and whoever is known is told the truth', async () => {
    const paths = ['/subjects/no.such', '/nothing', '/subjects/training.example/nothing'];
    for (const path of paths) expect((await get(guarded.app, path)).status).toBe(401);
    const { headers } = await guarded.token('reader');
    const codes = await Promise.all(
      paths.map(async path => (await get(guarded.app, path, { headers })).body.code),
    );
    expect(codes).toEqual(['SUBJECT_UNKNOWN', 'ROUTE_UNKNOWN', 'ROUTE_UNKNOWN']);
  });
});

describe('a token for one subject', () => {
  it('is refused another, there or not, in the same words', async () => {
    const { headers } = await guarded.token('reader', [OWN]);
    for (const subject of [OTHER, 'no.such']) {
      const { status, body, headers: told } = await get(guarded.app, `/subjects/${subject}`, { headers });
      expect([status, body.code, body.facts.subject]).toEqual([403, 'FORBIDDEN', subject]);
      expect(told.get('www-authenticate')).toBe('Bearer realm="assay", error="insufficient_scope"');
    }
  });

  it('is shown no other in lists, nor by what is near, nor by digest', async () => {
    const { headers } = await guarded.token('reader', [OWN, 'weather.dail']);
    const list = await get(guarded.app, '/subjects', { headers });
    expect(list.body.subjects.map(({ subject }: { subject: string }) => subject)).toEqual([OWN]);
    const near = await get(guarded.app, '/subjects/weather.dail', { headers });
    expect([near.status, near.body.code]).toEqual([404, 'SUBJECT_UNKNOWN']);
    expect(JSON.stringify(near.body)).not.toContain(OTHER);
    const { schemas } = values[OTHER]!;
    const unseen = await get(guarded.app, `/schemas/${schemas}`, { headers });
    const unknown = await get(guarded.app, `/schemas/sha256:${'0'.repeat(64)}`, { headers });
    expect([unseen.status, unseen.body.code]).toEqual([unknown.status, unknown.body.code]);
    expect((await get(guarded.app, `/schemas/${values[OWN]!['schemas']}`, { headers })).status).toBe(200);
  });

  it('is asked for the subject that the route will read, however it is spelt', async () => {
    const told: unknown[] = [];
    const app = new Hono<{ Variables: { seen: unknown } }>();
    app.use(async (c, next) => {
      c.set('seen', routeOf(c)?.subject);
      await next();
    });
    for (const path of ['/subjects/:subject', '/subjects/:subject/versions/:version'])
      app.get(path, c => {
        told.push([c.get('seen'), c.req.param('subject')]);
        return c.text('');
      });
    const piece = fc.constantFrom(
      'a',
      '.',
      '%2e',
      '%2E',
      '%61',
      '%25',
      '%2561',
      '%2f',
      '%',
      '%zz',
      '+',
      '%c3%bc',
      'ü',
      '%ff',
      ';',
      '//',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        async (pieces, isLong) => {
          await app.request(`/subjects/${pieces.join('')}${isLong ? '/versions/1' : ''}`);
        },
      ),
      { numRuns: 200 },
    );
    expect(told.length).toBeGreaterThan(50);
    for (const [seen, read] of told as [unknown, unknown][]) expect(seen).toBe(read);
  });

  it('is not let in by another spelling of the path', async () => {
    const { headers } = await guarded.token('reader', [OWN]);
    for (const spelt of [
      'weather%2Edaily',
      '%77eather.daily',
      'weather%252Edaily',
      'training.example%2F..%2Fweather.daily',
    ]) {
      const { status, body } = await get(guarded.app, `/subjects/${spelt}`, { headers });
      expect([400, 403, 404], `${spelt} ${body.code}`).toContain(status);
    }
    expect((await get(guarded.app, '/subjects/training%2Eexample', { headers })).status).toBe(200);
  });
});

describe('what never changes', () => {
  it('may be kept by whoever was told it, and by no cache between', async () => {
    const path = `/schemas/${values[OWN]!['schemas']}`;
    const { headers } = await guarded.token('reader');
    for (const more of [{}, { 'if-none-match': '*' }]) {
      const heard = await guarded.app.request(path, { headers: { ...headers, ...more } });
      expect(heard.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    }
    const open = await emptyApp().request('/json-schema');
    expect(open.headers.get('cache-control')).toBe('no-store');
  });
});

describe('a token', () => {
  it('never stands in a trouble or a problem', async () => {
    const { headers, text } = await guarded.token('reader');
    const broken = guardedApp(
      patched(store, {
        scopes: async () => new Fault('STORE_BUSY', { path: '/srv/x', waited_ms: 1 }),
      }),
    );
    const { status, body } = await get(broken.app, '/subjects', { headers });
    expect([status, body.code]).toEqual([503, 'STORE_SILENT']);
    expect(JSON.stringify([broken.troubles, body])).not.toContain(text.slice(-20));
  });

  it('is not looked up while the store is silent, and nobody is let in', async () => {
    const { headers } = await guarded.token('reader');
    const broken = guardedApp(
      patched(store, {
        readScope: async () => new Fault('STORE_UNAVAILABLE', { path: '/srv/x', problem: 'gone' }),
      }),
    );
    const { status, body } = await get(broken.app, '/subjects', { headers });
    expect([status, body.code]).toEqual([503, 'STORE_SILENT']);
    expect(broken.troubles).toMatchObject([{ code: 'STORE_UNAVAILABLE' }]);
  });
});

describe('an identity provider', () => {
  it('that does not answer lets nobody in: the request may be sent again, and whoever runs this is told why', async () => {
    const grants = [{ claim: 'groups', value: 'a', role: 'reader' }];
    // Nothing listens on the port of the discard protocol here.
    const oidc = { issuer: 'http://127.0.0.1:9', audience: 'assay', grants };
    const one = guardedApp(store, { oidc });
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const text = `${part({ alg: 'RS256' })}.${part({ iss: oidc.issuer })}.AAAA`;
    const { status, body, headers } = await get(one.app, '/subjects', {
      headers: { authorization: `Bearer ${text}` },
    });
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'IDENTITY_UNAVAILABLE', '5']);
    expect(JSON.stringify(body)).not.toContain('127.0.0.1');
    expect(one.troubles).toMatchObject([{ code: 'IDENTITY_BROKEN' }]);
    expect(JSON.stringify(one.troubles)).not.toContain(text);
  });
});

describe('the rates', () => {
  it('hold a principal to its own, and another to another', async () => {
    const one = guardedApp(store, { rates: { ...ANY_RATE, requests: { atOnce: 2, perSecond: 0.5 } } });
    const [a, b] = [await one.token('reader'), await one.token('reader')];
    const statuses = async ({ headers }: Bearing) => (await get(one.app, '/subjects', { headers })).status;
    expect([await statuses(a), await statuses(a), await statuses(a), await statuses(b)]).toEqual([
      200, 200, 429, 200,
    ]);
    const { headers, body } = await get(one.app, '/subjects', { headers: a.headers });
    expect([body.code, headers.get('retry-after')]).toEqual(['TOO_MANY_REQUESTS', '2']);
    one.clock.now_ms += 2_000;
    expect(await statuses(a)).toBe(200);
  });

  it('bar an address that was refused too often, before anything of it is looked up', async () => {
    const one = guardedApp(store, { rates: { ...ANY_RATE, refused: { atOnce: 3, perSecond: 1 } } });
    const { headers } = await one.token('reader');
    const statuses: number[] = [];
    for (let n = 0; n < 5; n++) statuses.push((await get(one.app, '/subjects')).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    expect((await get(one.app, '/subjects', { headers })).status).toBe(429);
    expect((await get(one.app, '/health')).status).toBe(200);
    one.clock.now_ms += 1_000;
    expect((await get(one.app, '/subjects', { headers })).status).toBe(200);
  });
});

describe('the rate of what everybody may ask', () => {
  it('is of an address, and bars nothing of whoever is known', async () => {
    const one = guardedApp(store, { rates: { ...ANY_RATE, anyone: { atOnce: 2, perSecond: 1 } } });
    const { headers } = await one.token('reader');
    const statuses: number[] = [];
    for (let n = 0; n < 3; n++) statuses.push((await get(one.app, '/health')).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await get(one.app, '/subjects', { headers })).status).toBe(200);
  });
});

describe('the size of a body', () => {
  it('is bounded by the role before the route reads it', async () => {
    const { headers } = await guarded.token('reader');
    const { status, body } = await get(guarded.app, '/compatibility', {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': String(LIMITS.body_bytes_max + 1),
      },
      body: 'x'.repeat(LIMITS.body_bytes_max + 1),
    });
    expect([status, body.code, body.facts]).toEqual([
      413,
      'BODY_TOO_LARGE',
      { most_bytes: LIMITS.body_bytes_max },
    ]);
  });
});
