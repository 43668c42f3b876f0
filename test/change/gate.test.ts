import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { type GateFacts, gateFault, gateOf } from '../../src/change/gate.ts';
import { GATE_CONDITIONS } from '../../src/change/gate-conditions.ts';
import { isWaivable, WAIVABLE } from '../../src/change/waivable.ts';
import { keyOf } from './approval/sample-keys.ts';

const DAY = '2026-05-01';
const tally = { isMet: true, has: 2, needs: 2, missing: [], approvals: [], incidents: [] } as const;

/** Nothing is wanting. */
const OPEN: GateFacts = {
  what: 'version 4 of training.example',
  today: DAY,
  change: sha256('change'),
  stale: undefined,
  matrix: { evidence: sha256('matrix'), blanks: [] },
  readers: [{ name: 'trainer', kind: 'consumer', version: 4, isSupported: true, why: '' }],
  rejects: [{ where: 'converter', reason: 'OUT_OF_RANGE', count: 3 }],
  converter: { declared: sha256('c'), executed: [sha256('c')], mustRun: true },
  reports: {
    golden: [{ evidence: sha256('golden'), failing: [] }],
    shadow: [{ evidence: sha256('shadow'), failing: [] }],
    coverage: [{ evidence: sha256('coverage'), failing: [] }],
  },
  demanded: ['golden', 'shadow', 'coverage'],
  withdrawBy: DAY,
  retired: [],
  waivers: [],
  approvals: tally,
};
const reader = { ...OPEN.readers[0]!, isSupported: false };
const waiver = (waives: string, until = DAY) => ({ waives, owner: 'ada', reason: 'why', until });
const unmet = (facts: Partial<GateFacts>) =>
  gateOf({ ...OPEN, ...facts })
    .conditions.filter(({ state }) => state === 'unmet')
    .map(({ condition }) => condition);

describe('the gate', () => {
  it('is open where every condition is met, and each tells what it looked at', () => {
    const { isOpen, conditions } = gateOf(OPEN);
    expect({ isOpen, names: conditions.map(({ condition }) => condition) }).toEqual({
      isOpen: true,
      names: GATE_CONDITIONS,
    });
    expect(conditions.find(({ condition }) => condition === 'shadow')!.evidence).toEqual([sha256('shadow')]);
  });

  it.each<[string, Partial<GateFacts>]>([
    ['evidence', { stale: 'version 3 is live now' }],
    [
      'matrix',
      { matrix: { evidence: sha256('matrix'), blanks: [{ name: 'avro v3 to v4', why: 'no-answer' }] } },
    ],
    ['readers', { readers: [reader] }],
    ['rejects', { rejects: [{ where: 'converter', reason: null, count: 1 }] }],
    ['converter', { converter: { declared: sha256('c'), executed: [sha256('d')], mustRun: false } }],
    ['converter', { converter: { declared: sha256('c'), executed: [], mustRun: true } }],
    ['converter', { converter: { declared: undefined, executed: [], mustRun: false } }],
    ['golden', { reports: { ...OPEN.reports, golden: [] } }],
    [
      'shadow',
      {
        reports: {
          ...OPEN.reports,
          shadow: [{ evidence: sha256('s'), failing: [{ measure: 'm', text: 't' }] }],
        },
      },
    ],
    ['coverage', { reports: { ...OPEN.reports, coverage: [] } }],
    ['deadline', { withdrawBy: '2026-04-30' }],
    ['retirement', { retired: [{ name: 'trainer', text: 'reads version 2' }] }],
    ['approvals', { approvals: { ...tally, isMet: false, has: 1, missing: ['model-owner'] } }],
    ['approvals', { approvals: { isUnsigned: true, isApproved: false } }],
  ])('is closed by %s alone', (condition, facts) => expect(unmet(facts)).toEqual([condition]));

  it('asks for no report that nobody demands, and for none of what is not converted', () => {
    const reports = { golden: [], shadow: [], coverage: [] };
    expect(
      unmet({ reports, demanded: [], converter: undefined, matrix: undefined, withdrawBy: undefined }),
    ).toEqual([]);
    expect(unmet({ converter: { declared: sha256('c'), executed: [], mustRun: false } })).toEqual([]);
    expect(unmet({ rejects: [{ where: 'converter', reason: null, count: 0 }] })).toEqual([]);
  });

  it('is opened by a waiver of what it finds, up to its day, and by none of what nobody may answer for', () => {
    const waived = (...waivers: readonly ReturnType<typeof waiver>[]) =>
      unmet({ readers: [reader], waivers });
    expect(waived(waiver('readers'))).toEqual([]);
    expect(waived(waiver('readers:trainer'))).toEqual([]);
    expect(waived(waiver('readers:other'))).toEqual(['readers']);
    expect(waived(waiver('readers', '2026-04-30'))).toEqual(['readers']);
    const { conditions } = gateOf({ ...OPEN, readers: [reader], waivers: [waiver('readers')] });
    expect(conditions.find(({ condition }) => condition === 'readers')).toMatchObject({
      state: 'waived',
      findings: [{ waiver: { owner: 'ada' } }],
    });
    expect(unmet({ stale: 'x', waivers: [waiver('evidence')] })).toEqual(['evidence']);
    expect(['readers', 'readers:x', 'golden:a:b'].every(isWaivable)).toBe(true);
    expect(['approvals', 'evidence', 'readers:', 'reader', 'readersx', ''].some(isWaivable)).toBe(false);
  });

  it('names approvals by their own fault where they alone are lacking, and else all at once', () => {
    const lacking = {
      ...OPEN,
      approvals: { ...tally, isMet: false, has: 1, missing: ['model-owner'] as const },
    };
    const fault = (facts: GateFacts) => gateFault(facts, gateOf(facts));
    expect(fault(OPEN)).toBeUndefined();
    expect(fault(lacking)).toMatchObject({
      code: 'APPROVAL_THRESHOLD',
      facts: { has: 1, missing: 'model-owner' },
    });
    expect(fault({ ...lacking, readers: [reader] })).toMatchObject({
      code: 'GATE_UNMET',
      facts: { count: 2 },
    });
  });

  it('tells an incident of a key that was revoked, though others have filled its place', () => {
    const key = keyOf('a', { revoked: { at: DAY, reason: 'lost' } });
    const approval = {
      key: 'a',
      publicKey: key.publicKey,
      person: 'a',
      role: 'data-owner',
      envelope: sha256('e'),
      on: DAY,
    } as const;
    const approvals = { ...tally, incidents: [{ key, approval }] };
    expect(gateOf({ ...OPEN, approvals })).toMatchObject({ isOpen: true, incidents: [{ approval }] });
  });

  const days = fc.constantFrom('2026-04-30', DAY, '2026-05-02');
  const facts = fc.record({
    stale: fc.boolean(),
    blanks: fc.nat(1),
    supported: fc.array(fc.boolean(), { maxLength: 2 }),
    reasons: fc.array(fc.tuple(fc.boolean(), fc.nat(1)), { maxLength: 2 }),
    executed: fc.subarray(['c', 'd']),
    mustRun: fc.boolean(),
    failing: fc.tuple(fc.nat(2), fc.nat(2), fc.nat(2)),
    demanded: fc.subarray(['golden', 'shadow', 'coverage'] as const),
    withdrawBy: days,
    retired: fc.nat(1),
    waived: fc.array(fc.tuple(fc.constantFrom(...WAIVABLE), days), { maxLength: 3 }),
    approved: fc.boolean(),
  });

  it('opens exactly where every condition holds or is waived, whatever the facts are', () => {
    fc.assert(
      fc.property(facts, one => {
        // 0: no report, 1: one that holds, 2: one that does not.
        const report = (count: number) =>
          count === 0
            ? []
            : [
                {
                  evidence: sha256(String(count)),
                  failing: count === 2 ? [{ measure: 'm', text: 't' }] : [],
                },
              ];
        const [golden, shadow, coverage] = one.failing;
        const { isOpen } = gateOf({
          ...OPEN,
          stale: one.stale ? 'others are live' : undefined,
          matrix: {
            evidence: sha256('m'),
            blanks: Array.from({ length: one.blanks }, () => ({ name: 'x', why: 'y' })),
          },
          readers: one.supported.map(isSupported => ({ ...reader, isSupported })),
          rejects: one.reasons.map(([isKnown, count]) => ({
            where: 'w',
            reason: isKnown ? 'R' : null,
            count,
          })),
          converter: {
            declared: sha256('c'),
            executed: one.executed.map(name => sha256(name)),
            mustRun: one.mustRun,
          },
          reports: { golden: report(golden), shadow: report(shadow), coverage: report(coverage) },
          demanded: one.demanded,
          withdrawBy: one.withdrawBy,
          retired: Array.from({ length: one.retired }, () => ({ name: 'r', text: 't' })),
          waivers: one.waived.map(([waives, until]) => waiver(waives, until)),
          approvals: one.approved ? tally : { ...tally, isMet: false, has: 1, missing: ['data-owner'] },
        });
        const isWaived = (name: string) =>
          one.waived.some(([waives, until]) => waives === name && until !== '2026-04-30');
        const reported = (name: 'golden' | 'shadow' | 'coverage', count: number) =>
          count === 1 || isWaived(name) || (count === 0 && !one.demanded.includes(name));
        const expected =
          !one.stale &&
          (one.blanks === 0 || isWaived('matrix')) &&
          (!one.supported.includes(false) || isWaived('readers')) &&
          (one.reasons.every(([isKnown, count]) => isKnown || count === 0) || isWaived('rejects')) &&
          !one.executed.includes('d') &&
          (one.executed.length > 0 || !one.mustRun) &&
          reported('golden', golden) &&
          reported('shadow', shadow) &&
          reported('coverage', coverage) &&
          (one.withdrawBy !== '2026-04-30' || isWaived('deadline')) &&
          one.retired === 0 &&
          one.approved;
        expect(isOpen).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });
});
