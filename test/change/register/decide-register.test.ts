import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { LIMITS } from '../../../src/base/limits.ts';
import type { Consumer } from '../../../src/change/consumer.ts';
import { decideProposal } from '../../../src/change/decide-proposal.ts';
import { decideStep } from '../../../src/change/decide-step.ts';
import type { ScopeState } from '../../../src/change/decision.ts';
import { bothRegistered } from '../../../src/change/register/both-registered.ts';
import { decideDeregister, decideRegister } from '../../../src/change/register/decide-register.ts';
import { retiringFields } from '../../../src/change/register/retiring-fields.ts';
import type { Registered } from '../../../src/change/retirement.ts';
import { subjectScope, subjectState } from '../../../src/change/subject-state.ts';
import { apply, reader, SUBJECT } from '../rollout/rolling.ts';
import { FIRST, SECOND } from '../sample-proposal.ts';

const EMPTY: ScopeState = { scope: subjectScope(SUBJECT), seq: 0, refs: new Map() };
const NOBODY: Registered = { producers: [], consumers: [] };
const THREE = apply(EMPTY, decideProposal(EMPTY, FIRST));
/** Version 4 keeps field 1, adds field 3, and no longer has field 2. */
const WITHOUT = { ...SECOND, ids: SECOND.ids.filter(({ id }) => id !== 2) };
const FOUR = apply(THREE, decideProposal(THREE, WITHOUT));
const WAITING = apply(THREE, decideProposal(THREE, { ...WITHOUT, class: 'migrate' }));

const add = (scope: ScopeState, consumer: Consumer, configured = NOBODY) =>
  decideRegister(scope, { kind: 'consumer', consumer, configured });
const write = (scope: ScopeState, writes: readonly number[], configured = NOBODY) =>
  decideRegister(scope, {
    kind: 'producer',
    producer: { name: 'gateway', subject: SUBJECT, writes },
    configured,
  });

describe('who registers with the store', () => {
  it('is kept once, changed when it says something else, and retired for as long as it does not come back', () => {
    const first = add(THREE, reader('eval', 3));
    expect(first).toMatchObject({ answer: { kind: 'registered', name: 'eval' } });
    const one = apply(THREE, first);
    expect(subjectState(one).registered.consumers).toEqual([reader('eval', 3)]);
    expect(add(one, reader('eval', 3))).toMatchObject({ answer: { kind: 'already' }, refs: new Map() });
    expect(add(one, reader('eval', 3, 3))).toMatchObject({ answer: { kind: 'changed' } });
    const gone = apply(one, decideDeregister(one, { role: 'consumer', name: 'eval' }));
    expect(subjectState(gone).registered.consumers).toEqual([]);
    expect(decideDeregister(gone, { role: 'consumer', name: 'eval' })).toMatchObject({
      answer: { kind: 'already' },
    });
    expect(add(gone, reader('eval', 3))).toMatchObject({ answer: { kind: 'registered' } });
    expect(decideDeregister(gone, { role: 'producer', name: 'eval' })).toMatchObject({
      code: 'REGISTERED_UNKNOWN',
    });
  });

  it('names versions that are there and not retired, in order', () => {
    expect(add(FOUR, reader('eval', 4, 5))).toMatchObject({
      code: 'CONSUMER_VERSION_UNKNOWN',
      facts: { version: 5 },
    });
    expect(write(FOUR, [2])).toMatchObject({ code: 'CONSUMER_VERSION_UNKNOWN' });
    expect(add(FOUR, reader('eval', 4, 3))).toMatchObject({ code: 'CONSUMER_RANGE' });
    const { change } = subjectState(FOUR).versions.get(3)!;
    const retired = apply(
      FOUR,
      decideStep(FOUR, { of: { version: 3 }, event: 'retire', change, registered: NOBODY }),
    );
    expect(add(retired, reader('eval', 3))).toMatchObject({ code: 'REGISTERED_RETIRED' });
    expect(write(retired, [3, 4])).toMatchObject({ code: 'REGISTERED_RETIRED' });
    expect(write(retired, [4])).toMatchObject({ answer: { kind: 'registered' } });
  });

  it('says the same as registry.config.ts where both name it, whatever it is for', () => {
    const configured = { ...NOBODY, consumers: [{ ...reader('eval', 3, 4), purpose: 'other words' }] };
    expect(add(FOUR, { ...reader('eval', 3, 3), fields: [1] }, configured)).toMatchObject({
      code: 'REGISTERED_DIFFERS',
    });
    const same = add(THREE, reader('eval', 3, 3), { ...NOBODY, consumers: [reader('eval', 3, 3)] });
    const both = bothRegistered(subjectState(apply(THREE, same)), {
      ...NOBODY,
      consumers: [reader('eval', 3, 3)],
    });
    expect(both).toMatchObject({ consumers: [{ name: 'eval' }] });
    const other = { ...NOBODY, consumers: [reader('eval', 3, 4)] };
    expect(bothRegistered(subjectState(apply(THREE, same)), other)).toMatchObject({
      code: 'REGISTERED_DIFFERS',
    });
    expect(
      write(FOUR, [3], { ...NOBODY, producers: [{ name: 'gateway', subject: SUBJECT, writes: [3, 4] }] }),
    ).toMatchObject({ code: 'REGISTERED_DIFFERS' });
  });
});

describe('the store', () => {
  it('takes in no more than a change record could list', () => {
    const entry = { kind: 'other', reads: { from: 3, to: 3 }, purpose: 'p', fields: [1], retired: false };
    const many = Array.from(
      { length: LIMITS.consumers_max },
      (_, at) => [`consumer/c${at}`, { generation: 1, value: entry }] as const,
    );
    const full = { ...THREE, refs: new Map([...THREE.refs, ...many]) };
    expect(add(full, reader('eval', 3))).toMatchObject({ code: 'REGISTERED_FULL' });
    expect(add(full, { ...reader('c0', 3, 3), kind: 'other' })).toMatchObject({
      answer: { kind: 'changed' },
    });
  });
});

describe('a field that a later version no longer has', () => {
  it.each([
    ['accepted', FOUR],
    ['waiting', WAITING],
  ])('is begun by nobody, whether that version is %s', (_, scope) => {
    expect(retiringFields(subjectState(scope))).toEqual([{ field: 2, without: 4 }]);
    expect(add(scope, { ...reader('eval', 3, 4), fields: [1, 2] })).toMatchObject({
      code: 'CONSUMER_FIELD_RETIRING',
      facts: { field: 2, without: 4 },
    });
    // Who does not say what it reads may read it.
    expect(add(scope, reader('eval', 3))).toMatchObject({ code: 'CONSUMER_FIELD_RETIRING' });
    expect(add(scope, { ...reader('eval', 3, 4), fields: [1] })).toMatchObject({
      answer: { kind: 'registered' },
    });
    expect(add(scope, reader('eval', 4))).toMatchObject({ answer: { kind: 'registered' } });
  });

  it('is kept by those who read it before, who may read less of it, and begin no other', () => {
    const read = apply(THREE, add(THREE, reader('eval', 3, 3)));
    const later = apply(read, decideProposal(read, WITHOUT));
    expect(add(later, reader('eval', 3, 4))).toMatchObject({ answer: { kind: 'changed' } });
    const less = apply(later, add(later, { ...reader('eval', 3, 4), fields: [1] }));
    expect(add(less, { ...reader('eval', 3, 4), fields: [1, 2] })).toMatchObject({
      code: 'CONSUMER_FIELD_RETIRING',
    });
  });

  it('that is given up with its proposal may be read again', () => {
    const { change } = subjectState(WAITING).versions.get(4)!;
    const back = apply(WAITING, decideStep(WAITING, { of: { version: 4 }, event: 'withdraw', change }));
    expect(add(back, reader('eval', 3))).toMatchObject({ answer: { kind: 'registered' } });
  });

  it('must be one that a version has which is read', () =>
    expect(add(FOUR, { ...reader('eval', 4), fields: [2] })).toMatchObject({
      code: 'CONSUMER_FIELD_UNKNOWN',
    }));

  it('gains no reader by any order of registrations', () => {
    const fields = fc.option(fc.subarray([1, 2, 3], { minLength: 1 }), { nil: undefined });
    const asked = fc.record({
      name: fc.constantFrom('a', 'b'),
      from: fc.constantFrom(3, 4),
      to: fc.constantFrom(3, 4, undefined),
      fields,
      isGone: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(asked, { maxLength: 12 }), all => {
        let scope = FOUR;
        for (const { name, from, to, fields: of, isGone } of all) {
          const consumer = { ...reader(name, from, to), ...(of && { fields: of }) };
          const decision = isGone
            ? decideDeregister(scope, { role: 'consumer', name })
            : add(scope, consumer);
          if (!(decision instanceof Fault)) scope = apply(scope, decision);
        }
        for (const one of subjectState(scope).registered.consumers)
          expect(one.reads.from === 4 || (one.fields !== undefined && !one.fields.includes(2))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
