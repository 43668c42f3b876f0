import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { publicKeyText } from '../../src/change/approval/key.ts';
import { ruleFor } from '../../src/change/approval/policy.ts';
import { parseConfig } from '../../src/service/config.ts';
import { privateKey } from '../change/approval/sample-keys.ts';

const key = (id: string, more: object = {}) => ({
  id,
  person: id,
  roles: ['data-owner'],
  publicKey: publicKeyText(privateKey(id)),
  ...more,
});
const parse = (approvals: unknown, source = '') => parseConfig('registry.config.ts', { approvals }, source);
const both = { keys: [key('ada'), key('ben', { roles: ['model-owner'] })] };

describe('approvals in registry.config.ts', () => {
  it('ask for both owners and every report of a subject that no rule names', () => {
    const config = parse({ ...both, required: [{ subjects: ['a.b'], roles: ['data-owner'], evidence: [] }] });
    if (config instanceof Fault) throw config;
    expect(ruleFor(config.approvals!, 'a.b')).toMatchObject({ roles: ['data-owner'], evidence: [] });
    expect(ruleFor(config.approvals!, 'c')).toEqual({
      roles: ['data-owner', 'model-owner'],
      evidence: ['golden', 'shadow', 'coverage'],
    });
    expect(parse(undefined)).toMatchObject({ approvals: undefined });
  });

  it('may name one whose key was revoked, because the registry goes on without them', () =>
    expect(
      parse({
        keys: [key('ada', { revoked: { at: '2026-01-01', reason: 'lost' } })],
        required: [{ subjects: 'all', roles: ['data-owner'] }],
      }),
    ).not.toBeInstanceOf(Fault));

  it.each<[string, unknown, string]>([
    ['no key', { keys: [] }, 'approvals.keys'],
    ['an unknown key', { ...both, require: [] }, 'approvals'],
    ['a key of no role', { keys: [key('ada', { roles: [] })] }, 'approvals.keys.0.roles'],
    ['an unknown role', { keys: [key('ada', { roles: ['boss'] })] }, 'approvals.keys.0.roles.0'],
    [
      'a key that is none',
      { keys: [key('ada', { publicKey: 'ed25519:abc' })] },
      'approvals.keys.0.publicKey',
    ],
    [
      'another spelling of a key',
      { keys: [key('ada', { publicKey: `${key('ada').publicKey}=` })] },
      'approvals.keys.0.publicKey',
    ],
    ['a day that is none', { keys: [key('ada', { from: '2026-02-30' })] }, 'approvals.keys.0.from'],
    [
      'a revocation without a reason',
      { keys: [key('ada', { revoked: { at: '2026-01-01' } })] },
      'approvals.keys.0.revoked.reason',
    ],
    ['a name twice', { keys: [key('ada'), { ...key('ben'), id: 'ada' }] }, 'approvals.keys.1.id'],
    [
      'a key twice, for two persons',
      { keys: [key('ada'), { ...key('ada'), id: 'ben', person: 'ben' }] },
      'approvals.keys.1.publicKey',
    ],
    [
      'a window that never opens',
      { keys: [key('ada', { from: '2026-02-02', until: '2026-02-01' })] },
      'approvals.keys.0.until',
    ],
    [
      'a rule behind one of all',
      { ...both, required: [{ subjects: 'all' }, { subjects: ['a.b'] }] },
      'approvals.required.1.subjects',
    ],
    [
      'a subject in two rules',
      { ...both, required: [{ subjects: ['a.b'] }, { subjects: ['a.b'] }] },
      'approvals.required.1.subjects',
    ],
    [
      'a rule that nobody can fill',
      { ...both, required: [{ subjects: 'all', roles: ['data-owner', 'data-owner'] }] },
      'approvals.required.0.roles',
    ],
  ])('are refused with %s', (_, approvals, named) =>
    expect(parse(approvals)).toMatchObject({ code: 'CONFIG_INVALID', facts: { key: named } }),
  );

  it('are refused at the line', () => {
    const source =
      "export default {\n  approvals: {\n    keys: [\n      { id: 'ada',\n        person: '' },\n    ],\n  },\n};\n";
    expect(parse({ keys: [key('ada', { person: '' })] }, source)).toMatchObject({ at: { line: 5 } });
  });
});
