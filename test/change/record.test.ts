import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import {
  type AuthoredChange,
  type ChangeRecord,
  recordBytes,
  recordDigest,
  stepText,
  unmetBy,
} from '../../src/change/record.ts';
import { CHANGE, EVIDENCE } from './sample-change.ts';

const RECORD: ChangeRecord = { authored: CHANGE, evidence: EVIDENCE };

describe('a change record', () => {
  it('is addressed by its own bytes', () => expect(sha256(recordBytes(RECORD))).toBe(recordDigest(RECORD)));

  it('has one digest whatever order its consumers and golden sets were listed in', () =>
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...CHANGE.consumers], { minLength: 2 }),
        fc.shuffledSubarray([...EVIDENCE.golden], { minLength: 2 }),
        (consumers, golden) => {
          const turned = { authored: { ...CHANGE, consumers }, evidence: { ...EVIDENCE, golden } };
          expect(recordDigest(turned)).toBe(recordDigest(RECORD));
        },
      ),
    ));

  const ALTERED: readonly Partial<AuthoredChange>[] = [
    { subject: 'another' },
    { step: { kind: 'version', from: 3, to: 5 } },
    { step: { kind: 'version', from: undefined, to: 4 } },
    { step: { kind: 'revision', version: 4, from: 'a', to: 'b' } },
    { class: 'compatible' },
    { reason: 'another' },
    { converter: undefined },
    { consumers: ['trainer'] },
    { backfill: { kind: 'full', by: '2027-01-01' } },
    { backfill: undefined },
    { withdrawBy: '2027-04-01' },
    { thresholds: {} },
  ];
  it.each(ALTERED)('has another digest with %j, because it is another promise', altered =>
    expect(recordDigest({ authored: { ...CHANGE, ...altered }, evidence: EVIDENCE })).not.toBe(
      recordDigest(RECORD),
    ),
  );

  it('has another digest with other evidence, because an approval is of evidence', () => {
    for (const altered of [
      { findings: sha256('other') },
      { matrix: undefined },
      { golden: [] },
      { affectedConsumers: [] },
    ])
      expect(recordDigest({ authored: CHANGE, evidence: { ...EVIDENCE, ...altered } })).not.toBe(
        recordDigest(RECORD),
      );
  });

  it('lacks a converter only where records change their meaning', () => {
    expect(unmetBy(CHANGE)).toEqual([]);
    expect(unmetBy({ ...CHANGE, converter: undefined })).toEqual(['converter']);
    expect(unmetBy({ ...CHANGE, class: 'compatible', converter: undefined })).toEqual([]);
  });

  it('says where a first version comes from', () => {
    expect(stepText(CHANGE.step)).toBe('3 → 4');
    expect(stepText({ kind: 'version', from: undefined, to: 3 })).toBe('none → 3');
  });
});
