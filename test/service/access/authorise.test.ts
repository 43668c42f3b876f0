import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACTIONS, type Action, MAY, rolesThatMay } from '../../../src/service/access/actions.ts';
import { authorise, mayRead, readsAll, withdrawsOwnOnly } from '../../../src/service/access/authorise.ts';
import { ANONYMOUS, type Grant, type Principal } from '../../../src/service/access/principal.ts';
import { ROLES, type Role } from '../../../src/service/access/roles.ts';

const principal = (...grants: readonly Grant[]): Principal => ({ id: 'token:1', grants });
const code = (who: Principal | undefined, action: Action, subject?: string) =>
  authorise(who, action, subject)?.code;

describe('the table of roles and actions', () => {
  it('says of each pair whether it may', () => {
    for (const action of ACTIONS)
      for (const role of ROLES) expect(typeof MAY[action][role], `${role} ${action}`).toBe('boolean');
    expect(Object.keys(MAY).sort()).toEqual([...ACTIONS].sort());
  });

  it('lets every role read, because whoever judges must see', () => {
    expect(rolesThatMay('read')).toEqual(ROLES);
  });

  it('has nobody propose and approve by one role, nor approve as both owners', () => {
    const both = (a: Action, b: Action): readonly Role[] =>
      ROLES.filter(role => MAY[a][role] && MAY[b][role]);
    expect(both('propose', 'approve-data')).toEqual([]);
    expect(both('propose', 'approve-model')).toEqual([]);
    expect(both('approve-data', 'approve-model')).toEqual([]);
    expect(both('propose', 'activate')).toEqual([]);
    for (const action of ['propose', 'approve-data', 'approve-model', 'activate', 'waive'] as const)
      expect(both('administer', action), action).toEqual([]);
  });

  it('has somebody for each action, and one who only reads', () => {
    for (const action of ACTIONS) expect(rolesThatMay(action), action).not.toEqual([]);
    expect(ACTIONS.filter(action => MAY[action].reader)).toEqual(['read']);
  });
});

describe('leave', () => {
  it('is refused to nobody known with 401, and to whoever has no grant with 403', () => {
    for (const action of ACTIONS) {
      expect(code(undefined, action, 'a.b')).toBe('UNAUTHENTICATED');
      expect(code(principal(), action, 'a.b')).toBe('FORBIDDEN');
      expect(code(principal(), action)).toBe('FORBIDDEN');
    }
  });

  it('is given for exactly what the table says, over exactly the subjects granted', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            role: fc.constantFrom(...ROLES),
            subjects: fc.oneof(fc.constant('all' as const), fc.subarray(['a', 'b', 'a.b'])),
          }),
          { maxLength: 4 },
        ),
        fc.constantFrom(...ACTIONS),
        fc.constantFrom('a', 'b', 'a.b', 'c'),
        (grants, action, subject) => {
          let may = false;
          for (const { role, subjects } of grants)
            if (MAY[action][role] && (subjects === 'all' || subjects.includes(subject))) may = true;
          expect(code(principal(...grants), action, subject)).toBe(may ? undefined : 'FORBIDDEN');
          if (action === 'read') expect(mayRead(principal(...grants), subject)).toBe(may);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('over no subject is given to readers of any, and for everything else over all alone', () => {
    const some = principal(...ROLES.map(role => ({ role, subjects: ['a'] })));
    const all = principal(...ROLES.map(role => ({ role, subjects: 'all' as const })));
    expect(ACTIONS.filter(action => code(some, action) === undefined)).toEqual(['read']);
    expect(ACTIONS.filter(action => code(all, action) === undefined)).toEqual(ACTIONS);
    expect([readsAll(some), readsAll(all)]).toEqual([false, true]);
    expect(code(principal({ role: 'reader', subjects: [] }), 'read')).toBe('FORBIDDEN');
  });

  it('to withdraw is over what one proposed oneself, and over all for the owner of the data', () => {
    expect(withdrawsOwnOnly(principal({ role: 'producer', subjects: 'all' }), 'a')).toBe(true);
    expect(withdrawsOwnOnly(principal({ role: 'data-owner', subjects: ['a'] }), 'a')).toBe(false);
    expect(withdrawsOwnOnly(principal({ role: 'data-owner', subjects: ['a'] }), 'b')).toBe(true);
    expect(rolesThatMay('withdraw')).toEqual(['producer', 'data-owner']);
  });

  it('tells which roles may', () => {
    expect(authorise(principal(), 'approve-data', 'a.b')?.facts).toEqual({
      principal: 'token:1',
      action: 'approve-data',
      subject: 'a.b',
      roles: 'data-owner',
    });
  });

  it('of whoever is anonymous is to read', () => {
    expect(ACTIONS.filter(action => code(ANONYMOUS, action, 'a') === undefined)).toEqual(['read']);
  });
});
