import { describe, expect, it } from 'vitest';
import { ROLES } from '../../src/service/access/roles.ts';
import { MemoryStore } from '../../src/store/memory.ts';
import { emptyApp, get } from './ask.ts';
import { NOW_MS } from './fill-store.ts';
import { ANY_RATE, guardedApp } from './guarded.ts';

describe('the tokens of a server', () => {
  const NEW = { name: 'ci', grants: [{ role: 'reader', subjects: 'all' }], expires: '2026-12-31' };
  const desk = async () => {
    const one = guardedApp(new MemoryStore(() => NOW_MS), { rates: ANY_RATE });
    const admin = await one.token('admin');
    const ask = (method: string, path: string, body: unknown, key = 'k1', headers = admin.headers) =>
      get(one.app, path, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
      });
    return { one, admin, ask };
  };

  it('are made by an admin, count at once, and count no more at once when they are revoked', async () => {
    const { one, admin, ask } = await desk();
    const made = await ask('POST', '/tokens', NEW);
    expect([made.status, made.body]).toEqual([
      200,
      {
        ...NEW,
        by: `token:${admin.id}`,
        id: expect.any(String),
        seq: 2,
        token: expect.stringMatching(/^assay_/),
      },
    ]);
    const headers = { authorization: `Bearer ${made.body.token}` };
    expect((await get(one.app, '/subjects', { headers })).status).toBe(200);
    const list = await get(one.app, '/tokens', { headers: admin.headers });
    expect(list.body.tokens).toContainEqual({ ...NEW, id: made.body.id, state: 'holds' });
    expect(JSON.stringify(list.body)).not.toContain(made.body.token.slice(-43));
    const gone = await ask('DELETE', `/tokens/${made.body.id}`, undefined, 'k2');
    expect(gone.body).toMatchObject({ kind: 'revoked', token: made.body.id, by: `token:${admin.id}` });
    expect((await get(one.app, '/subjects', { headers })).status).toBe(401);
    expect((await ask('DELETE', `/tokens/${made.body.id}`, undefined, 'k2')).body).toEqual(gone.body);
  });

  it('are made no faster than the rate of changes, and asked for as fast as that of requests', async () => {
    const one = guardedApp(new MemoryStore(() => NOW_MS), {
      rates: { ...ANY_RATE, changes: { atOnce: 1, perSecond: 1 } },
    });
    const { headers } = await one.token('admin');
    const statuses: number[] = [];
    for (const [method, path] of [
      ['DELETE', `/tokens/${'f'.repeat(16)}`],
      ['DELETE', `/tokens/${'f'.repeat(16)}`],
      ['POST', '/compatibility'],
      ['GET', '/tokens'],
    ] as const)
      statuses.push(
        (await get(one.app, path, { method, headers: { ...headers, 'idempotency-key': 'k' } })).status,
      );
    expect(statuses).toEqual([404, 429, 415, 200]);
  });

  it('are told once: the same key again is refused, and so is none', async () => {
    const { admin, one, ask } = await desk();
    await ask('POST', '/tokens', NEW);
    const again = await ask('POST', '/tokens', NEW);
    expect([again.status, again.body.code]).toEqual([409, 'OP_ID_REUSED']);
    for (const key of ['', 'a b', 'é', 'x'.repeat(65)]) {
      const { status, body } = await ask('POST', '/tokens', { ...NEW, name: 'other' }, key).catch(() => ({
        status: 400,
        body: { code: 'PARAMETER_INVALID' },
      }));
      expect([status, body.code], key).toEqual([400, 'PARAMETER_INVALID']);
    }
    const { headers } = admin;
    const none = await get(one.app, '/tokens', { method: 'POST', headers, body: JSON.stringify(NEW) });
    expect([none.status, none.body.facts.parameter]).toEqual([400, 'idempotency-key']);
  });

  it.each<[string, object, string]>([
    ['a role that is none', { grants: [{ role: 'owner', subjects: 'all' }] }, 'SHAPE'],
    ['an admin of one subject', { grants: [{ role: 'admin', subjects: ['a'] }] }, 'SHAPE'],
    ['no grant', { grants: [] }, 'SHAPE'],
    ['a day that is none', { expires: '2026-02-30' }, 'SHAPE'],
    ['a day that is gone', { expires: '2026-01-01' }, 'TOKEN_EXPIRY'],
    ['a key too many', { secret: 'x' }, 'UNKNOWN_KEY'],
  ])('are refused with %s', async (_, more, code) => {
    const { ask } = await desk();
    expect((await ask('POST', '/tokens', { ...NEW, ...more })).body.code).toBe(code);
  });

  it('are no matter of any other role, and an id that is none is refused without being repeated', async () => {
    const { one, ask } = await desk();
    for (const role of ROLES.filter(other => other !== 'admin')) {
      const { headers } = await one.token(role);
      for (const [method, path] of [
        ['POST', '/tokens'],
        ['DELETE', `/tokens/${'f'.repeat(16)}`],
      ] as const)
        expect((await ask(method, path, method === 'POST' ? NEW : undefined, 'k', headers)).status).toBe(403);
    }
    const text = `assay_${'0'.repeat(16)}_${'A'.repeat(43)}`;
    const { body } = await ask('DELETE', `/tokens/${text}`, undefined);
    expect(body.code).toBe('PARAMETER_INVALID');
    expect(JSON.stringify(body)).not.toContain('AAAA');
  });
});

describe('the audit', () => {
  it('shows an admin every journal, tokens with it, and who asked', async () => {
    const own = new MemoryStore(() => NOW_MS);
    const one = guardedApp(own, { rates: ANY_RATE });
    const { headers, id } = await one.token('admin');
    await one.token('reader');
    const first = await get(one.app, '/audit?limit=1', { headers });
    expect(first.body.entries).toMatchObject([
      { scope: 'access', seq: 1, answer: { kind: 'issued', token: id } },
    ]);
    const rest = await get(one.app, first.body.next, { headers });
    expect([rest.body.entries.length, rest.body.next]).toEqual([1, null]);
    for (const query of ['from=x', 'from=access:0', 'limit=0', 'limit=1001', 'scope=access'])
      expect((await get(one.app, `/audit?${query}`, { headers })).status, query).toBe(400);
  });

  it('is for nobody where nobody is asked who they are', async () => {
    const { status, body, headers } = await get(emptyApp(), '/audit');
    expect([status, body.code, headers.get('www-authenticate')]).toEqual([403, 'FORBIDDEN', null]);
  });
});
