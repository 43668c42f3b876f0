import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { sha256 } from '../../src/base/digest.ts';
import { readRecord } from '../../src/change/read-record.ts';
import { type ChangeRecord, recordBytes, recordDigest } from '../../src/change/record.ts';
import { CHANGE, EVIDENCE } from './sample-change.ts';

const AGAINST = [
  {
    version: 2,
    recordSchema: sha256('schema'),
    governance: sha256('governance'),
    promised: ['backward', 'forward'],
    report: sha256('report'),
  },
] as const;
const RECORD: ChangeRecord = { authored: CHANGE, evidence: { ...EVIDENCE, against: AGAINST } };

/** The record's document, altered and printed as records are. */
// biome-ignore lint/suspicious/noExplicitAny: what is altered is what the test asserts.
function altered(change: (document: any) => void): Uint8Array {
  const document = JSON.parse(Buffer.from(recordBytes(RECORD)).toString('utf8'));
  change(document);
  return Buffer.from(canonicalJson(document));
}

const refused = { code: 'BOUND_DOCUMENT_FIELD' };

describe('a stored change record', () => {
  it('is read back as it was written, with what it was held against and without', () => {
    for (const record of [RECORD, { authored: CHANGE, evidence: EVIDENCE }])
      expect(readRecord('it', recordBytes(record))).toEqual(record);
    const bare: ChangeRecord = {
      authored: {
        ...CHANGE,
        step: { kind: 'revision', version: 4, from: undefined, to: '1.0' },
        converter: undefined,
        backfill: undefined,
        withdrawBy: undefined,
      },
      evidence: { ...EVIDENCE, matrix: undefined },
    };
    expect(readRecord('it', recordBytes(bare))).toEqual(bare);
  });

  it('has another digest with another report against any version, because an approval is of all of them', () => {
    for (const other of [
      { report: sha256('other') },
      { version: 1 },
      { recordSchema: sha256('other') },
      { governance: sha256('other') },
      { promised: ['backward'] as const },
    ]) {
      const against = [{ ...AGAINST[0], ...other }];
      expect(recordDigest({ authored: CHANGE, evidence: { ...EVIDENCE, against } })).not.toBe(
        recordDigest(RECORD),
      );
    }
  });

  it('is none with a key too much, a report too little, or an empty list, which has a spelling already', () => {
    for (const bytes of [
      altered(document => {
        document.evidence.against[0].note = 'x';
      }),
      altered(document => {
        delete document.evidence.against[0].report;
      }),
      altered(document => {
        document.evidence.against = [];
      }),
      altered(document => {
        document.evidence.against[0].promised = ['sideways'];
      }),
    ])
      expect(readRecord('it', bytes)).toMatchObject(refused);
  });
});
