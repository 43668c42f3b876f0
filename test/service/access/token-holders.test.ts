import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/base/digest.ts';
import { Fault } from '../../../src/base/fault.ts';
import { LIMITS } from '../../../src/base/limits.ts';
import type { Grant } from '../../../src/service/access/principal.ts';
import { ACCESS_SCOPE, tokenRef } from '../../../src/service/access/token-entry.ts';
import { TokenHolders } from '../../../src/service/access/token-holders.ts';
import { TOKEN_BYTES } from '../../../src/service/access/token-text.ts';
import { listTokens, newToken, revokeToken } from '../../../src/service/access/tokens.ts';
import { MemoryStore } from '../../../src/store/memory.ts';

const TODAY = Date.UTC(2026, 0, 15, 12);
const GRANTS: readonly Grant[] = [{ role: 'producer', subjects: ['a.b'] }];
let operations = 0;

function registry() {
  const clock = { now_ms: TODAY };
  const store = new MemoryStore(() => clock.now_ms);
  const issue = async (name: string, more: { expires?: string; byte?: number; by?: string } = {}) =>
    newToken({
      store,
      chance: new Uint8Array(TOKEN_BYTES).fill(more.byte ?? operations),
      name,
      grants: GRANTS,
      expires: more.expires ?? '2026-01-31',
      now_ms: clock.now_ms,
      opId: `op-${operations++}`,
      by: more.by,
    });
  const issued = async (...given: Parameters<typeof issue>) => {
    const token = await issue(...given);
    if (token instanceof Fault) throw token;
    return { id: token.answer.token, text: token.text };
  };
  const revoke = (id: string) => revokeToken({ store, id, opId: `op-${operations++}` });
  return { clock, store, issue, issued, revoke, holders: new TokenHolders(store, () => clock.now_ms) };
}

const reason = async (found: Promise<unknown>): Promise<unknown> => {
  const fault = await found;
  return fault instanceof Fault ? [fault.code, ...Object.values(fault.facts as object)] : fault;
};

describe('the bearer of a token', () => {
  it('is who the token was made for, with its grants', async () => {
    const { issued, holders } = registry();
    const { id, text } = await issued('ci');
    expect(await holders.holder(text)).toEqual({ id: `token:${id}`, grants: GRANTS });
  });

  it('is nobody with another secret, an unknown id or another form, and is told the same of each', async () => {
    const { issued, holders } = registry();
    const { text } = await issued('ci');
    const other = text.endsWith('A') ? 'E' : 'A';
    const told = new Set<string>();
    for (const wrong of [
      `${text.slice(0, -1)}${other}`,
      `assay_${'0'.repeat(15)}f_${'A'.repeat(43)}`,
      'assay_',
      text.slice(0, -1),
    ])
      told.add(JSON.stringify(await reason(holders.holder(wrong))));
    expect([...told]).toEqual([JSON.stringify(['UNAUTHENTICATED', 'the token is none of this registry'])]);
  });

  it('holds to the end of its last day, and learns that it has expired', async () => {
    const { clock, issued, holders } = registry();
    const { id, text } = await issued('ci', { expires: '2026-01-31' });
    clock.now_ms = Date.UTC(2026, 1, 1) - 1;
    expect(await holders.holder(text)).toMatchObject({ id: `token:${id}` });
    clock.now_ms = Date.UTC(2026, 1, 1);
    expect(await reason(holders.holder(text))).toEqual(['UNAUTHENTICATED', 'the token has expired']);
  });

  it('learns of a revocation or an expiry by showing the secret alone', async () => {
    const { clock, issued, revoke, holders } = registry();
    const one = await issued('one');
    const other = await issued('other');
    await revoke(one.id);
    expect(await reason(holders.holder(one.text))).toEqual(['UNAUTHENTICATED', 'the token was revoked']);
    clock.now_ms = Date.UTC(2027, 0, 1);
    for (const { id } of [one, other])
      expect(await reason(holders.holder(`assay_${id}_${'x'.repeat(43)}`))).toEqual([
        'UNAUTHENTICATED',
        'the token is none of this registry',
      ]);
  });

  it('is let in no more at once when this process revoked it, and within a second when another did', async () => {
    const { clock, issued, revoke, holders } = registry();
    const one = await issued('one');
    expect(await holders.holder(one.text)).toMatchObject({ id: `token:${one.id}` });
    await revoke(one.id);
    clock.now_ms += LIMITS.access_held_ms - 1;
    expect(await holders.holder(one.text)).toMatchObject({ id: `token:${one.id}` });
    clock.now_ms += 1;
    expect(await holders.holder(one.text)).toMatchObject({ code: 'UNAUTHENTICATED' });
    const two = await issued('two');
    holders.forget();
    expect(await holders.holder(two.text)).toMatchObject({ id: `token:${two.id}` });
    await revoke(two.id);
    holders.forget();
    expect(await holders.holder(two.text)).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('asks the store once a second, and reads the tokens only when some were written', async () => {
    const { clock, store, issued } = registry();
    const { text } = await issued('ci');
    const asked = { scope: 0, journal: 0 };
    const watched = Object.assign(Object.create(store) as MemoryStore, {
      readScope: (scope: string) => {
        asked.scope++;
        return store.readScope(scope);
      },
      journal: (scope: string, from: number, limit: number) => {
        asked.journal++;
        return store.journal(scope, from, limit);
      },
    });
    const holders = new TokenHolders(watched, () => clock.now_ms);
    await Promise.all(Array.from({ length: 20 }, () => holders.holder(text)));
    expect(asked).toEqual({ scope: 1, journal: 0 });
    clock.now_ms += LIMITS.access_held_ms;
    await Promise.all(Array.from({ length: 20 }, () => holders.holder(text)));
    expect(asked).toEqual({ scope: 1, journal: 1 });
  });

  it('is not let in while the store is silent, and is again when it speaks', async () => {
    const { clock, store, issued } = registry();
    const { id, text } = await issued('ci');
    let isSilent = false;
    const silent = () => new Fault('STORE_BUSY', { path: 'x', waited_ms: 1 });
    const patchy = Object.assign(Object.create(store) as MemoryStore, {
      readScope: async (scope: string) => (isSilent ? silent() : store.readScope(scope)),
      journal: async (scope: string, from: number, limit: number) =>
        isSilent ? silent() : store.journal(scope, from, limit),
    });
    const holders = new TokenHolders(patchy, () => clock.now_ms);
    await holders.holder(text);
    isSilent = true;
    clock.now_ms += LIMITS.access_held_ms;
    expect(await holders.holder(text)).toMatchObject({ code: 'STORE_BUSY' });
    isSilent = false;
    expect(await holders.holder(text)).toMatchObject({ id: `token:${id}` });
  });

  it('is nobody by an entry that this program would not have written', async () => {
    const { store, issued, holders } = registry();
    const { id, text } = await issued('ci');
    const { refs } = await store.readScope(ACCESS_SCOPE);
    const entry = refs.get(tokenRef(id))!.value as object;
    await store.transact(ACCESS_SCOPE, 'later', { kind: 'later' }, () => ({
      answer: { kind: 'later' },
      refs: new Map([[tokenRef(id), { ...entry, grants: [{ role: 'emperor', subjects: 'all' }] }]]),
      objects: [],
    }));
    expect(await holders.holder(text)).toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

describe('a token', () => {
  it('leaves neither itself nor its secret anywhere in the store', async () => {
    const { store, issued } = registry();
    const { text } = await issued('ci');
    const { refs } = await store.readScope(ACCESS_SCOPE);
    const kept = JSON.stringify([...refs, await store.journal(ACCESS_SCOPE, 1, 10)]);
    expect(kept).not.toContain(text);
    expect(kept).not.toContain(text.slice(-43));
    expect(JSON.stringify(await store.journal(ACCESS_SCOPE, 1, 10))).not.toContain('secret');
  });

  it('has a name of its own among those that hold', async () => {
    const { clock, issue, issued, revoke } = registry();
    const { id } = await issued('ci');
    expect(await issue('ci')).toMatchObject({ code: 'TOKEN_NAME_TAKEN', facts: { id } });
    await revoke(id);
    await issued('ci');
    clock.now_ms = Date.UTC(2026, 1, 1);
    expect(await issue('ci', { expires: '2026-02-28' })).toMatchObject({ answer: { kind: 'issued' } });
  });

  it('ends between today and a year and a month from now', async () => {
    const { issue } = registry();
    const code = async (expires: string) => {
      const found = await issue(expires, { expires });
      return found instanceof Fault ? found.code : 'issued';
    };
    expect(await code('2026-01-14')).toBe('TOKEN_EXPIRY');
    expect(await code('2026-01-15')).toBe('issued');
    expect(await code('2027-02-19')).toBe('issued');
    expect(await code('2027-02-20')).toBe('TOKEN_EXPIRY');
  });

  it('never takes the place of another with its id', async () => {
    const { issue, issued } = registry();
    const { id } = await issued('one', { byte: 200 });
    expect(await issue('two', { byte: 200 })).toMatchObject({ code: 'TOKEN_ID_TAKEN', facts: { id } });
  });

  it('is made where there is room for one more, and no further', async () => {
    const { store, issue } = registry();
    const entry = {
      name: 'n',
      secret: sha256('x'),
      grants: [...GRANTS],
      expires: '2026-01-01',
      revoked: true,
    };
    const ids = Array.from({ length: LIMITS.tokens_max - 1 }, (_, n) => n.toString(16).padStart(16, '0'));
    await store.transact(ACCESS_SCOPE, 'many', { kind: 'many' }, () => ({
      answer: { kind: 'many' },
      refs: new Map(ids.map(id => [tokenRef(id), entry])),
      objects: [],
    }));
    expect(await issue('last', { byte: 250 })).toMatchObject({ answer: { kind: 'issued' } });
    expect(await issue('more', { byte: 251 })).toMatchObject({
      code: 'TOKENS_TOO_MANY',
      facts: { most: LIMITS.tokens_max },
    });
  });

  it('is revoked once, told again when asked again, and unknown where there is none', async () => {
    const { issued, revoke } = registry();
    const { id } = await issued('ci');
    expect(await revoke(id)).toMatchObject({ kind: 'revoked', token: id });
    expect(await revoke(id)).toMatchObject({ kind: 'already', token: id });
    expect(await revoke('f'.repeat(16))).toMatchObject({ code: 'TOKEN_UNKNOWN' });
  });

  it('has in the journal who made it', async () => {
    const { store, issued } = registry();
    await issued('ci', { by: 'token:1' });
    expect(await store.journal(ACCESS_SCOPE, 1, 1)).toMatchObject([
      { answer: { kind: 'issued', by: 'token:1' } },
    ]);
  });

  it('is listed with those that hold first, and without its secret', async () => {
    const { clock, store, issued, revoke } = registry();
    await issued('c', { expires: '2026-01-20' });
    const { id } = await issued('b', { expires: '2026-03-01' });
    await issued('a', { expires: '2026-02-01' });
    await revoke(id);
    clock.now_ms = Date.UTC(2026, 0, 25);
    const found = await listTokens(store, clock.now_ms);
    expect(found).toMatchObject({
      tokens: [
        { name: 'a', state: 'holds' },
        { name: 'c', state: 'expired' },
        { name: 'b', state: 'revoked' },
      ],
    });
    expect(JSON.stringify(found)).not.toContain('sha256');
  });
});
