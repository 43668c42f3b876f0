import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { Provider } from 'oidc-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/base/limits.ts';
import { serveApp } from '../../../src/http/serve.ts';
import { MemoryStore } from '../../../src/store/memory.ts';
import { type Guarded, guardedApp } from '../../http/guarded.ts';

const AUDIENCE = 'https://assay.example.org';
const OTHER_AUDIENCE = 'https://other.example.org';
const CLIENTS: Readonly<Record<string, object>> = {
  reader: { groups: ['readers'] },
  admin: { groups: ['platform', 'readers'] },
  stranger: { groups: ['others'] },
};

/** A real provider on a port, signing with one key; stopped and started again, it may sign with another. */
async function startProvider(
  port: number,
  key: JWK,
): Promise<{ issuer: string; port: number; stop: () => Promise<void> }> {
  let server: Server | undefined;
  const free = port === 0 ? await freePort() : port;
  const issuer = `http://127.0.0.1:${free}`;
  const provider = new Provider(issuer, {
    jwks: { keys: [key] },
    clients: Object.keys(CLIENTS).map(client_id => ({
      client_id,
      client_secret: `${client_id}-secret-of-thirty-two-bytes-at-least`,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      id_token_signed_response_alg: 'ES256',
    })),
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_ctx, resource) => ({
          scope: '',
          audience: resource,
          accessTokenTTL: 600,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: key.alg as 'ES256' } },
        }),
      },
    },
    extraTokenClaims: (_ctx, token) => CLIENTS[token.clientId ?? ''] as Record<string, unknown>,
  });
  await new Promise<void>(listening => {
    server = provider.listen(free, '127.0.0.1', () => listening());
  });
  return {
    issuer,
    port: free,
    stop: () =>
      new Promise(stopped => {
        server?.closeAllConnections();
        server?.close(() => stopped());
      }),
  };
}

async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  return new Promise(found => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => found(port));
    });
  });
}

async function newKey(kid: string, alg: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg, use: 'sig' };
}

async function tokenOf(issuer: string, client: string, resource = AUDIENCE): Promise<string> {
  const basic = Buffer.from(`${client}:${client}-secret-of-thirty-two-bytes-at-least`).toString('base64');
  const answer = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource }),
  });
  const body = (await answer.json()) as { access_token?: string };
  if (body.access_token === undefined) throw new Error(`the provider answers ${JSON.stringify(body)}`);
  return body.access_token;
}

let provider: Awaited<ReturnType<typeof startProvider>>;
let one: Guarded;
let served: { readonly url: string; readonly close: () => Promise<void> };

beforeAll(async () => {
  provider = await startProvider(0, await newKey('first', 'ES256'));
  const { issuer } = provider;
  const grants = [
    { claim: 'groups', value: 'readers', role: 'reader' },
    { claim: 'groups', value: 'platform', role: 'admin' },
  ];
  one = guardedApp(
    new MemoryStore(() => Date.now()),
    { oidc: { issuer, audience: AUDIENCE, grants } },
    Date.now(),
  );
  const listening = await serveApp(one.app, '127.0.0.1', 0);
  if (listening instanceof Error) throw listening;
  served = listening;
});
afterAll(async () => {
  await served.close();
  await provider.stop();
});

const ask = async (path: string, token: string) => {
  const answer = await fetch(`${served.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, code: ((await answer.json()) as { code?: string }).code };
};

describe('tokens of a real identity provider, over a real socket', () => {
  it('are taken for what their groups may do', async () => {
    const [reader, admin, stranger] = await Promise.all(
      ['reader', 'admin', 'stranger'].map(client => tokenOf(provider.issuer, client)),
    );
    expect(await ask('/subjects', reader!)).toMatchObject({ status: 200 });
    expect(await ask('/audit', reader!)).toEqual({ status: 403, code: 'FORBIDDEN' });
    expect(await ask('/audit', admin!)).toMatchObject({ status: 200 });
    expect(await ask('/subjects', stranger!)).toEqual({ status: 403, code: 'FORBIDDEN' });
  });

  it('are refused when they are for another audience, altered, or old', async () => {
    const other = await tokenOf(provider.issuer, 'admin', OTHER_AUDIENCE);
    expect(await ask('/subjects', other)).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
    const token = await tokenOf(provider.issuer, 'admin');
    const [head, body, signature] = token.split('.');
    const claims = JSON.parse(Buffer.from(body!, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, groups: ['platform'] })).toString('base64url');
    expect(await ask('/subjects', `${head}.${forged}.${signature}`)).toMatchObject({ status: 401 });
    one.clock.now_ms += 661_000;
    expect(await ask('/subjects', token)).toMatchObject({ status: 401 });
  });

  it('outlive the provider for as long as its keys are held, then wait for it; another key of it is taken then', async () => {
    one.clock.now_ms = Date.now();
    const token = await tokenOf(provider.issuer, 'reader');
    expect(await ask('/subjects', token)).toMatchObject({ status: 200 });
    const { port } = provider;
    await provider.stop();
    expect(await ask('/subjects', token)).toMatchObject({ status: 200 });
    one.clock.now_ms += LIMITS.jwks_held_ms;
    expect(await ask('/subjects', token)).toEqual({ status: 503, code: 'IDENTITY_UNAVAILABLE' });
    provider = await startProvider(port, await newKey('second', 'ES256'));
    one.clock.now_ms = Date.now() + LIMITS.jwks_held_ms + LIMITS.jwks_retry_ms + 1_000;
    // Its clock is that of the machine; what it signs now is signed a quarter of an hour ago here, and has expired.
    expect(await ask('/subjects', await tokenOf(provider.issuer, 'reader'))).toMatchObject({ status: 401 });
    one.clock.now_ms = Date.now();
    const fresh = await tokenOf(provider.issuer, 'reader');
    expect(await ask('/subjects', fresh)).toMatchObject({ status: 200 });
    expect(await ask('/subjects', token)).toMatchObject({ status: 401 });
  });
});
