import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { parseConfig } from '../../../src/service/config.ts';

const parse = (auth: unknown) => parseConfig('registry.config.ts', { auth });
const oidc = (more: object = {}) => ({
  oidc: {
    issuer: 'https://id.example.org',
    audience: 'assay',
    grants: [{ claim: 'groups', value: 'owners', role: 'data-owner' }],
    ...more,
  },
});

describe('auth in registry.config.ts', () => {
  it('is none when it is left out', () => {
    expect(parseConfig('registry.config.ts', {})).toMatchObject({ auth: 'none' });
    expect(parse('none')).toMatchObject({ auth: 'none' });
  });

  it('takes tokens, and rates that somebody has thought of, when it says no more', () => {
    expect(parse({})).toMatchObject({
      auth: { tokens: true, proxies: [], rates: { requests: { atOnce: 2_000, perSecond: 1_000 } } },
    });
  });

  it('takes an identity provider, and signatures that are usual', () => {
    expect(parse({ tokens: false, ...oidc() })).toMatchObject({
      auth: { tokens: false, oidc: { algorithms: ['RS256', 'ES256'], grants: [{ subjects: 'all' }] } },
    });
    expect(parse(oidc({ issuer: 'http://127.0.0.1:4000/realms/x' }))).toMatchObject({
      auth: { tokens: true },
    });
  });

  it.each<[string, unknown, string]>([
    ['another word', 'open', 'auth'],
    ['an unknown key', { token: true }, 'auth'],
    ['nobody who may ask', { tokens: false }, 'auth.tokens'],
    ['an issuer without https', oidc({ issuer: 'http://id.example.org' }), 'auth.oidc.issuer'],
    ['an issuer with a query', oidc({ issuer: 'https://id.example.org?x=1' }), 'auth.oidc.issuer'],
    ['an issuer with a password', oidc({ issuer: 'https://a:b@id.example.org' }), 'auth.oidc.issuer'],
    ['an issuer that is no address', oidc({ issuer: 'id.example.org' }), 'auth.oidc.issuer'],
    ['keys without https', oidc({ jwksUri: 'http://id.example.org/k' }), 'auth.oidc.jwksUri'],
    ['a file of keys', oidc({ jwksUri: 'file:///etc/k' }), 'auth.oidc.jwksUri'],
    ['no audience', oidc({ audience: undefined }), 'auth.oidc.audience'],
    ['a shared secret', oidc({ algorithms: ['HS256'] }), 'auth.oidc.algorithms.0'],
    ['no signature', oidc({ algorithms: ['none'] }), 'auth.oidc.algorithms.0'],
    ['no mapping', oidc({ grants: [] }), 'auth.oidc.grants'],
    [
      'an unknown role',
      oidc({ grants: [{ claim: 'a', value: 'b', role: 'owner' }] }),
      'auth.oidc.grants.0.role',
    ],
    [
      'an admin of one subject',
      oidc({ grants: [{ claim: 'a', value: 'b', role: 'admin', subjects: ['a.b'] }] }),
      'auth.oidc.grants.0.subjects',
    ],
    [
      'a subject that is none',
      oidc({ grants: [{ claim: 'a', value: 'b', role: 'reader', subjects: ['A'] }] }),
      'auth.oidc.grants.0.subjects.0',
    ],
    ['a rate of nothing', { rates: { requests: { atOnce: 0, perSecond: 1 } } }, 'auth.rates.requests.atOnce'],
    ['a proxy by name', { proxies: ['proxy.example.org'] }, 'auth.proxies.0'],
  ])('is refused with %s', (_, auth, key) => {
    expect(parse(auth)).toMatchObject({ code: 'CONFIG_INVALID', facts: { key } });
  });

  it('is told where it is wrong, to the column', () => {
    const source = "export default {\n  auth: {\n    oidc: { issuer: 'http://x.org' },\n  },\n};\n";
    const found = parseConfig('registry.config.ts', { auth: { oidc: { issuer: 'http://x.org' } } }, source);
    expect(found instanceof Fault && found.at).toMatchObject({
      file: 'registry.config.ts',
      line: 3,
      column: 21,
    });
  });
});
