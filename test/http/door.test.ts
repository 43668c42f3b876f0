import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { Fault } from '../../src/base/fault.ts';
import { createApp } from '../../src/http/app.ts';
import { type RegistryQueries, registryQueries } from '../../src/service/registry-queries.ts';
import { MemoryStore } from '../../src/store/memory.ts';
import { bytesOf, emptyApp, get } from './ask.ts';

const app = emptyApp();
const queries = registryQueries(new MemoryStore(() => 7));
const failing = (error: Error): RegistryQueries => ({
  ...queries,
  health: async () => {
    if (error instanceof Fault) return error;
    throw error;
  },
});

describe('the door', () => {
  it('says what it is and everything it answers', async () => {
    const { body } = await get(app, '/');
    expect(body.service).toBe('assay');
    expect(body.routes).toContain('GET /schemas/{digest}');
    expect(body.routes).toContain('POST /compatibility');
  });

  it('is healthy while its store answers', async () =>
    expect((await get(app, '/health')).body).toEqual({ status: 'ok', store: 'ok' }));

  it.each([
    '/nothing',
    '/subjects/',
    '//',
    '/schemas',
    '/subjects/a/versions/1/more',
    '/subjects/../etc',
    '/%2e%2e/x',
  ])('knows no route %s', async path => {
    const { status, body, headers } = await get(app, path);
    expect([status, body.code, headers.get('allow')]).toEqual([404, 'ROUTE_UNKNOWN', null]);
  });

  it('repeats only the start of an overlong path', async () => {
    const { body } = await get(app, `/${'a'.repeat(8_000)}`);
    expect(body.facts.path).toHaveLength(200);
  });

  it.each([
    ['POST', '/subjects', 'GET, HEAD'],
    ['DELETE', '/subjects/training.example/versions/3', 'GET, HEAD'],
    ['PUT', '/compatibility', 'POST'],
    ['OPTIONS', '/health', 'GET, HEAD'],
    ['BREW', '/health', 'GET, HEAD'],
  ])('answers %s %s with what is allowed there', async (method, path, allowed) => {
    const { status, body, headers } = await get(app, path, { method });
    expect([status, body.code, headers.get('allow')]).toEqual([405, 'METHOD_NOT_ALLOWED', allowed]);
  });

  it.each(['/', '/health', '/subjects', '/subjects/none', '/schemas/x', '/faults/NOPE'])(
    'knows no query of %s, because a parameter that is not understood is not passed over',
    async path => {
      const { status, body } = await get(app, `${path}?version=3`);
      expect([status, body.code, body.facts]).toEqual([
        400,
        'PARAMETER_UNKNOWN',
        { parameter: 'version', known: 'none' },
      ]);
    },
  );

  it('checks host, route, method, query and path in this order, because the first refusal is the one told', async () => {
    const host = 'evil.example';
    const codes = [
      await get(app, '/nothing?x=1', { method: 'POST', headers: { host } }),
      await get(app, '/nothing?x=1', { method: 'POST' }),
      await get(app, '/schemas/x?x=1', { method: 'POST' }),
      await get(app, '/schemas/x?x=1'),
      await get(app, '/schemas/x'),
    ].map(({ body }) => body.code);
    expect(codes).toEqual([
      'HOST_REFUSED',
      'ROUTE_UNKNOWN',
      'METHOD_NOT_ALLOWED',
      'PARAMETER_UNKNOWN',
      'DIGEST_MALFORMED',
    ]);
  });

  it('lets nobody sniff a type, whatever it answers', async () => {
    for (const path of ['/', '/health', '/nothing', '/subjects/%00', '/faults/STORE_BUSY'])
      expect((await bytesOf(app, path)).headers.get('x-content-type-options'), path).toBe('nosniff');
    const refused = await bytesOf(app, '/health', { headers: { host: 'evil.example' } });
    expect(refused.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('a problem', () => {
  it('is the document of RFC 9457, canonical, with the code, the facts and a way out', async () => {
    const { status, headers, body } = await bytesOf(app, '/subjects/none');
    const text = Buffer.from(body).toString('utf8');
    expect(headers.get('content-type')).toBe('application/problem+json');
    expect(headers.get('cache-control')).toBe('no-store');
    const document = JSON.parse(text);
    expect(canonicalJson(document)).toBe(text);
    expect(Object.keys(document)).toEqual(['code', 'facts', 'remedy', 'status', 'title', 'type']);
    expect(document).toMatchObject({ status, code: 'SUBJECT_UNKNOWN', type: '/faults/SUBJECT_UNKNOWN' });
  });

  it('has a type that leads to its explanation', async () => {
    const { body: refused } = await get(app, '/subjects/none');
    const { status, body } = await get(app, refused.type);
    expect([status, body.code, body.status]).toEqual([200, 'SUBJECT_UNKNOWN', 404]);
    expect((await get(app, '/faults')).body.faults).toContainEqual(body);
  });

  it.each(['NOPE', '__proto__', 'toString', '%00'])('of the code %s is explained nowhere', async code => {
    const { status, body } = await get(app, `/faults/${code}`);
    expect([status, body.code]).toEqual([404, 'FAULT_UNKNOWN']);
  });

  it('tells nothing of an unexpected error, which goes to the log', async () => {
    const heard: unknown[] = [];
    const error = new Error('password 1234 in /srv/secret');
    const broken = createApp(failing(error), { onTrouble: trouble => heard.push(trouble) });
    const { status, body } = await get(broken, '/health');
    expect([status, body.code]).toEqual([500, 'INTERNAL']);
    expect(canonicalJson(body)).not.toMatch(/1234|secret|\bat .*\.ts/);
    expect(heard).toEqual([error]);
  });

  it('tells that the store is silent, and not in which file it lies', async () => {
    const heard: unknown[] = [];
    const fault = new Fault('STORE_BUSY', { path: '/srv/secret.sqlite', waited_ms: 10 });
    const broken = createApp(failing(fault), { onTrouble: trouble => heard.push(trouble) });
    const { status, body } = await get(broken, '/health');
    expect([status, body.code, body.facts]).toEqual([503, 'STORE_SILENT', { cause: 'STORE_BUSY' }]);
    expect(canonicalJson(body)).not.toContain('secret');
    expect(heard).toEqual([fault]);
  });
});

describe('the Host of a request', () => {
  it.each(['localhost', 'localhost:8787', '127.0.0.1:1', 'LOCALHOST', '[::1]', '[::1]:8787'])(
    'may be %s',
    async host => expect((await get(app, '/health', { headers: { host } })).status).toBe(200),
  );

  it.each([
    'evil.example',
    'localhost.evil.example',
    'localhost:80:80',
    '127.0.0.1.nip.io',
    '[::2]',
    'evil@localhost',
    ' ',
  ])('may not be "%s", because a page could have pointed that name here', async host => {
    const { status, body } = await get(app, '/health', { headers: { host } });
    expect([status, body.code]).toEqual([403, 'HOST_REFUSED']);
  });

  it('may be what the server was started for, and then nothing else', async () => {
    const named = createApp(queries, { hosts: ['registry.example'] });
    const ask = (host: string) => get(named, '/health', { headers: { host } });
    expect((await ask('registry.example:443')).status).toBe(200);
    expect((await ask('localhost')).status).toBe(403);
  });
});
