import { createHmac } from 'node:crypto';
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { LIMITS } from '../../../src/base/limits.ts';
import { IssuerKeys } from '../../../src/engine/issuer-keys.ts';
import { AUTH, type Oidc } from '../../../src/service/access/auth-config.ts';
import { OidcBearers } from '../../../src/service/access/oidc.ts';

const ISSUER = 'https://id.example.org/';
const NOW_MS = Date.UTC(2026, 0, 15);
const NOW_S = NOW_MS / 1_000;

const settings = (more: object = {}): Oidc => {
  const parsed = AUTH.parse({
    oidc: {
      issuer: ISSUER,
      audience: 'assay',
      grants: [
        { claim: 'groups', value: 'owners', role: 'data-owner', subjects: ['a.b'] },
        { claim: ['realm', 'roles'], value: 'reader', role: 'reader' },
      ],
      ...more,
    },
  });
  if (parsed === 'none' || parsed.oidc === undefined) throw new Error('no oidc');
  return parsed.oidc;
};

type Pair = { readonly privateKey: CryptoKey; readonly publicKey: CryptoKey; readonly jwk: JWK };
const pairs: Record<string, Pair> = {};

beforeAll(async () => {
  for (const [kid, alg] of [
    ['one', 'ES256'],
    ['two', 'ES256'],
    ['rsa', 'RS256'],
    ['foreign', 'ES256'],
  ] as const) {
    const pair = await generateKeyPair(alg, { extractable: true });
    pairs[kid] = { ...pair, jwk: { ...(await exportJWK(pair.publicKey)), kid, alg, use: 'sig' } };
  }
});

/** A provider as it is seen over the network, and what was asked of it. */
function provider(more: object = {}) {
  const clock = { now_ms: NOW_MS };
  const asked: string[] = [];
  const state = {
    keys: ['one', 'rsa'],
    answer: undefined as undefined | ((url: string) => Response | Promise<Response>),
  };
  const fetcher = (async (url: string) => {
    asked.push(url);
    if (state.answer !== undefined) return state.answer(url);
    return url.endsWith('/openid-configuration')
      ? Response.json({ issuer: ISSUER, jwks_uri: `${ISSUER}keys` })
      : Response.json({ keys: state.keys.map(kid => pairs[kid]!.jwk) });
  }) as unknown as typeof fetch;
  const oidc = settings(more);
  const keys = new IssuerKeys(oidc, () => clock.now_ms, fetcher);
  return { clock, asked, state, keys, bearers: new OidcBearers(oidc, keys, () => clock.now_ms) };
}

type Claims = Record<string, unknown>;
const claims = (more: Claims = {}): Claims => ({
  iss: ISSUER,
  aud: 'assay',
  sub: 'ada',
  iat: NOW_S,
  exp: NOW_S + 600,
  groups: ['owners'],
  ...more,
});

const signed = (more: Claims = {}, kid = 'one', alg = 'ES256', signer = kid): Promise<string> =>
  new SignJWT(JSON.parse(JSON.stringify(claims(more))))
    .setProtectedHeader({ alg, kid })
    .sign(pairs[signer]!.privateKey);

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const codeOf = (found: unknown) => (found instanceof Fault ? found.code : 'let in');
const told = (found: unknown) =>
  found instanceof Fault ? [found.code, ...Object.values(found.facts as object)] : found;

describe('the bearer of a token of the identity provider', () => {
  it('is known by issuer and sub, with what its claims amount to', async () => {
    const { bearers } = provider();
    expect(await bearers.holder(await signed())).toEqual({
      id: `oidc:${ISSUER}#ada`,
      grants: [{ role: 'data-owner', subjects: ['a.b'] }],
    });
    expect(
      await bearers.holder(await signed({ groups: 'owners', realm: { roles: ['x', 'reader'] } })),
    ).toEqual({
      id: `oidc:${ISSUER}#ada`,
      grants: [
        { role: 'data-owner', subjects: ['a.b'] },
        { role: 'reader', subjects: 'all' },
      ],
    });
    expect(await bearers.holder(await signed({}, 'rsa', 'RS256'))).toMatchObject({
      id: `oidc:${ISSUER}#ada`,
    });
  });

  it.each<[string, Claims]>([
    ['no such claim', { groups: undefined }],
    ['another value', { groups: ['owner'] }],
    ['a value of another type', { groups: [true, 1, { owners: 'owners' }] }],
    ['text that holds the value', { groups: 'owners,others' }],
    ['an inherited name', { groups: undefined, realm: [] }],
  ])('may do nothing with %s', async (_, more) => {
    const { bearers } = provider();
    expect(await bearers.holder(await signed(more))).toMatchObject({ grants: [] });
  });

  it.each<[string, Claims, string]>([
    ['for another audience', { aud: 'other' }, 'the token is for another service (aud)'],
    ['for no audience', { aud: undefined }, 'the token is for another service (aud)'],
    ['of another issuer', { iss: 'https://evil.example.org' }, 'the token is of another identity provider'],
    ['of no issuer', { iss: undefined }, 'the token is of another identity provider'],
    ['that has expired', { exp: NOW_S - 61 }, 'the token has expired'],
    ['without an end', { exp: undefined }, 'the token lacks what it must say (exp, iat, sub)'],
    ['not yet valid', { nbf: NOW_S + 61 }, 'the token does not hold yet (nbf)'],
    ['of the future', { iat: NOW_S + 61 }, 'the token was made in the future (iat)'],
    ['without a time', { iat: undefined }, 'the token lacks what it must say (exp, iat, sub)'],
    ['of nobody', { sub: undefined }, 'the token lacks what it must say (exp, iat, sub)'],
    ['of a name with a line end', { sub: 'a\nb' }, 'the token does not say whose it is (sub)'],
    ['of no name', { sub: '' }, 'the token does not say whose it is (sub)'],
  ])('is refused %s', async (_, more, reason) => {
    const { bearers } = provider();
    expect(told(await bearers.holder(await signed(more)))).toEqual(['UNAUTHENTICATED', reason]);
  });

  it('is let in where clocks differ by no more than a minute', async () => {
    const { bearers } = provider();
    for (const more of [{ exp: NOW_S - 59 }, { nbf: NOW_S + 60 }, { iat: NOW_S + 60 }])
      expect(await bearers.holder(await signed(more))).toMatchObject({ id: `oidc:${ISSUER}#ada` });
  });

  it('is refused what is signed by another key, or altered, whatever it names', async () => {
    const { bearers } = provider();
    const [head, , signature] = (await signed()).split('.');
    const unsigned = ['UNAUTHENTICATED', 'no key of the identity provider has signed the token'];
    for (const text of [
      await signed({}, 'one', 'ES256', 'foreign'),
      await signed({}, 'foreign'),
      `${head}.${part(claims({ groups: ['owners', 'more'] }))}.${signature}`,
      `${head}.${part(claims())}.`.slice(0, -1).concat('.AAAA'),
    ])
      expect(told(await bearers.holder(text))).toEqual(unsigned);
  });

  it('is refused what is not signed, or with the public key as a shared secret, before any key is asked for', async () => {
    const { bearers, asked } = provider();
    const pem = await exportSPKI(pairs['one']!.publicKey);
    const refused: string[] = [];
    for (const alg of ['none', 'None', 'HS256', 'HS512', 'ES384', '']) {
      const text = `${part({ alg, kid: 'one' })}.${part(claims())}`;
      for (const secret of [pem, JSON.stringify(pairs['one']!.jwk)])
        refused.push(`${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`);
    }
    for (const text of refused)
      expect(told(await bearers.holder(text))).toEqual([
        'UNAUTHENTICATED',
        'the token is signed in a way that is not taken here',
      ]);
    expect(asked).toEqual([]);
  });

  it('is believed nothing of where its key is', async () => {
    const { bearers, asked } = provider();
    const { jwk, privateKey } = pairs['foreign']!;
    for (const header of [
      { jwk },
      { jku: 'https://evil.example.org/keys' },
      { x5u: 'https://evil.example.org/c' },
    ]) {
      const text = await new SignJWT(claims())
        .setProtectedHeader({ alg: 'ES256', ...header })
        .sign(privateKey);
      expect(codeOf(await bearers.holder(text))).toBe('UNAUTHENTICATED');
    }
    expect(asked.every(url => url.startsWith(ISSUER))).toBe(true);
  });

  it('is refused where a critical extension is one that nobody knows', async () => {
    const { bearers } = provider();
    const text = `${part({ alg: 'ES256', kid: 'one', crit: ['x'], x: 1 })}.${part(claims())}.AAAA`;
    expect(codeOf(await bearers.holder(text))).toBe('UNAUTHENTICATED');
  });

  it('is not verified again for a minute, and no longer than the token lasts', async () => {
    const { bearers, clock, state } = provider();
    const short = await signed({ exp: NOW_S + 10 });
    const long = await signed();
    for (const text of [short, long]) await bearers.holder(text);
    clock.now_ms += 10_000 + LIMITS.clock_skew_s * 1_000;
    expect(told(await bearers.holder(short))).toEqual(['UNAUTHENTICATED', 'the token has expired']);
    state.keys = [];
    clock.now_ms += LIMITS.jwks_held_ms;
    expect(codeOf(await bearers.holder(long))).toBe('UNAUTHENTICATED');
  });
});

describe('the keys of the identity provider', () => {
  it('are found by discovery, once for all who ask meanwhile, or where the settings say', async () => {
    const found = provider();
    const text = await signed();
    await Promise.all(Array.from({ length: 10 }, () => found.bearers.holder(text)));
    expect(found.asked).toEqual([`${ISSUER}.well-known/openid-configuration`, `${ISSUER}keys`]);
    const told = provider({ jwksUri: 'https://keys.example.org/all' });
    await told.bearers.holder(text);
    expect(told.asked).toEqual(['https://keys.example.org/all']);
  });

  it('are asked for again where a token names a new one, and at most every half a minute', async () => {
    const { bearers, clock, state, asked } = provider();
    await bearers.holder(await signed());
    const before = asked.length;
    const rotated = await signed({ sub: 'new' }, 'two');
    expect(codeOf(await bearers.holder(rotated))).toBe('UNAUTHENTICATED');
    state.keys = ['two'];
    clock.now_ms += LIMITS.jwks_cooldown_ms - 1;
    expect(codeOf(await bearers.holder(rotated))).toBe('UNAUTHENTICATED');
    expect(asked.length).toBe(before);
    clock.now_ms += 1;
    expect(await bearers.holder(rotated)).toMatchObject({ id: `oidc:${ISSUER}#new` });
    expect(codeOf(await bearers.holder(await signed({ sub: 'old' })))).toBe('UNAUTHENTICATED');
    for (let n = 0; n < 50; n++) await bearers.holder(await signed({ sub: `x${n}` }, 'foreign'));
    expect(asked.length).toBe(before + 2);
  });

  it('let nobody in when they can not be had, and are not asked for by everyone', async () => {
    const { bearers, clock, state, asked } = provider();
    state.answer = () =>
      Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }));
    const text = await signed();
    for (let n = 0; n < 20; n++)
      expect(told(await bearers.holder(text))).toEqual([
        'IDENTITY_BROKEN',
        ISSUER,
        'it does not answer (ECONNREFUSED)',
      ]);
    expect(asked.length).toBe(1);
    state.answer = undefined;
    clock.now_ms += LIMITS.jwks_retry_ms;
    expect(await bearers.holder(text)).toMatchObject({ id: `oidc:${ISSUER}#ada` });
  });

  it('serve for a quarter of an hour while the provider is down, and are renewed before when it is not', async () => {
    const { bearers, clock, state, asked, keys } = provider();
    const text = await signed({ exp: NOW_S + 100_000 });
    await bearers.holder(text);
    clock.now_ms += LIMITS.jwks_renewed_ms;
    await keys.current();
    await new Promise(resolve => setTimeout(resolve, 5));
    expect(asked.length).toBe(4);
    state.answer = () => new Response('', { status: 500 });
    clock.now_ms += LIMITS.jwks_held_ms - 1;
    expect(await bearers.holder(text)).toMatchObject({ id: `oidc:${ISSUER}#ada` });
    await new Promise(resolve => setTimeout(resolve, 5));
    clock.now_ms += LIMITS.oidc_held_ms;
    expect(told(await bearers.holder(text))).toEqual([
      'IDENTITY_BROKEN',
      ISSUER,
      '/.well-known/openid-configuration answers 500',
    ]);
  });

  it.each<[string, (url: string) => Response, string]>([
    [
      'is of another issuer',
      () => Response.json({ issuer: 'https://x.org', jwks_uri: 'https://x.org/k' }),
      'its discovery document is of another issuer',
    ],
    ['names no keys', () => Response.json({ issuer: ISSUER }), 'it names no jwks_uri'],
    [
      'leads elsewhere',
      () => Response.json({ issuer: ISSUER, jwks_uri: 'http://169.254.169.254/x' }),
      'its keys are at http://169.254.169.254: name them as jwksUri, if that is right',
    ],
    ['is no JSON', () => new Response('<html>'), '/.well-known/openid-configuration answers no JSON'],
    [
      'is not there',
      () => new Response('', { status: 404 }),
      '/.well-known/openid-configuration answers 404',
    ],
    [
      'does not end',
      () => new Response('x'.repeat(LIMITS.jwks_bytes_max + 1)),
      'it answers more than a key set has',
    ],
  ])('are refused where what it answers %s', async (_, answer, problem) => {
    const { bearers, state } = provider();
    state.answer = answer;
    expect(told(await bearers.holder(await signed()))).toEqual(['IDENTITY_BROKEN', ISSUER, problem]);
  });

  it('that are a shared secret are passed over, and so many that nobody needs them are refused', async () => {
    const secret = { kty: 'oct', kid: 'one', alg: 'HS256', k: 'c2VjcmV0' };
    const { bearers, state } = provider({ jwksUri: `${ISSUER}keys` });
    state.answer = () => Response.json({ keys: [secret] });
    expect(codeOf(await bearers.holder(await signed()))).toBe('UNAUTHENTICATED');
    const many = provider({ jwksUri: `${ISSUER}keys` });
    many.state.answer = () =>
      Response.json({ keys: Array(LIMITS.jwks_keys_max + 1).fill(pairs['one']!.jwk) });
    expect(codeOf(await many.bearers.holder(await signed()))).toBe('IDENTITY_BROKEN');
  });
});
