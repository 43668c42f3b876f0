import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../src/base/canonical-json.ts';
import { sha256 } from '../../../src/base/digest.ts';
import { Fault } from '../../../src/base/fault.ts';
import { LIMITS } from '../../../src/base/limits.ts';
import { preAuthEncoding } from '../../../src/change/approval/pae.ts';
import type { ApprovalPolicy } from '../../../src/change/approval/policy.ts';
import { statementBytes } from '../../../src/change/approval/statement.ts';
import type { ApprovalEntry } from '../../../src/change/approval/tally.ts';
import { verifyEnvelope, withApprovals } from '../../../src/change/approval/verify.ts';
import { APPROVAL, keyOf, policyOf, signed } from './sample-keys.ts';

const POLICY = policyOf(keyOf('ada'), keyOf('ben'));
const ask = (envelope: Uint8Array, policy: ApprovalPolicy = POLICY, more = {}) =>
  verifyEnvelope({
    document: 'approval.json',
    envelope,
    subject: 'training.example',
    of: { version: 4 },
    change: APPROVAL.change,
    policy,
    today: '2026-05-01',
    ...more,
  });

describe('a signed approval', () => {
  it('encodes before it signs as DSSE says, because other tools sign the same bytes', () =>
    // The example of the DSSE specification.
    expect(Buffer.from(preAuthEncoding('http://example.com/HelloWorld', Buffer.from('hello world')))).toEqual(
      Buffer.from('DSSEv1 29 http://example.com/HelloWorld 11 hello world'),
    ));

  it('is of the key that made the signature, whatever the envelope calls it', () => {
    expect(ask(signed(APPROVAL, ['ada'], () => 'ben'))).toEqual([
      expect.objectContaining({ key: 'ada', person: 'ada', role: 'data-owner', on: '2026-05-01' }),
    ]);
    expect(ask(signed(APPROVAL, ['ada', 'ada'], (_, at) => `name ${at}`))).toHaveLength(1);
    expect(ask(signed(APPROVAL, ['ada', 'ben']))).toHaveLength(2);
    expect(ask(signed(APPROVAL, ['stranger', 'ben']))).toHaveLength(1);
  });

  it('counts for nothing where nobody known signed, or the bytes were changed since', () => {
    expect(ask(signed(APPROVAL, ['stranger']))).toMatchObject({ code: 'APPROVAL_SIGNATURE' });
    const { signatures } = JSON.parse(Buffer.from(signed(APPROVAL, ['ada'])).toString());
    const other = statementBytes({ ...APPROVAL, role: 'model-owner' });
    const moved = canonicalJson({
      payloadType: 'application/vnd.in-toto+json',
      payload: Buffer.from(other).toString('base64'),
      signatures,
    });
    expect(ask(Buffer.from(moved))).toMatchObject({ code: 'APPROVAL_SIGNATURE' });
  });

  it('is no approval over garbage, though the signature holds', () => {
    for (const garbage of ['{', '{"a":1}', '', 'null'])
      expect(ask(signed(Buffer.from(garbage), ['ada'])), garbage).toMatchObject({
        code: 'ATTESTATION_PARSE',
      });
    const spaced = JSON.stringify(JSON.parse(Buffer.from(statementBytes(APPROVAL)).toString()), null, 1);
    expect(ask(signed(Buffer.from(spaced), ['ada']))).toMatchObject({
      code: 'ATTESTATION_PARSE',
      facts: { path: 'payload', problem: expect.stringContaining('canonical') },
    });
  });

  it.each([
    ['a key more', (said: Said) => ({ ...said, more: 1 }), 'payload.more'],
    [
      'a key more within',
      (said: Said) => ({ ...said, predicate: { ...said.predicate, by: 'me' } }),
      'payload.predicate.by',
    ],
    ['another type', (said: Said) => ({ ...said, predicateType: 'x' }), 'payload.predicateType'],
    [
      'another decision',
      (said: Said) => ({ ...said, predicate: { ...said.predicate, decision: 'reject' } }),
      'payload.predicate.decision',
    ],
    [
      'a name for a digest',
      (said: Said) => ({ ...said, predicate: { ...said.predicate, change: 'latest' } }),
      'payload.predicate.change',
    ],
    ['no subject', (said: Said) => ({ ...said, subject: [] }), 'payload.subject'],
    [
      'two digests',
      (said: Said) => ({ ...said, subject: [{ ...said.subject[0]!, digest: { sha256: '0'.repeat(64) } }] }),
      'payload.subject.0.digest.sha256',
    ],
    [
      'another name',
      (said: Said) => ({ ...said, subject: [{ ...said.subject[0]!, name: 'training.example@5' }] }),
      'payload.subject.0.name',
    ],
  ])('is refused with %s, at the field', (_, change, path) => {
    const said: Said = JSON.parse(Buffer.from(statementBytes(APPROVAL)).toString());
    const bytes = Buffer.from(canonicalJson(change(said) as never));
    expect(ask(signed(bytes, ['ada']))).toMatchObject({ code: 'ATTESTATION_PARSE', facts: { path } });
  });

  it('is of one change record: approving it approves nothing that stands under the name later', () => {
    const now = sha256('another change of version 4');
    expect(ask(signed(APPROVAL, ['ada']), POLICY, { change: now })).toMatchObject({
      code: 'APPROVAL_UNBOUND',
      facts: { path: 'change', says: APPROVAL.change, is: now },
    });
    expect(ask(signed(APPROVAL, ['ada']), POLICY, { of: { version: 5 } })).toMatchObject({
      code: 'APPROVAL_UNBOUND',
      facts: { path: 'of' },
    });
  });

  it('is refused of a key that was revoked, has expired, is not good yet, or has another role', () => {
    const of = (more: Parameters<typeof keyOf>[1]) =>
      ask(signed(APPROVAL, ['ada']), policyOf(keyOf('ada', more)));
    expect(of({ revoked: { at: '2026-04-01', reason: 'lost' } })).toMatchObject({ code: 'KEY_REVOKED' });
    // A day that is still to come doesn't make it better.
    expect(of({ revoked: { at: '2026-06-01', reason: 'lost' } })).toMatchObject({ code: 'KEY_REVOKED' });
    expect(of({ until: '2026-04-30' })).toMatchObject({ code: 'KEY_EXPIRED' });
    expect(of({ until: '2026-05-01' })).toHaveLength(1);
    expect(of({ from: '2026-05-02' })).toMatchObject({ code: 'KEY_NOT_YET_VALID' });
    expect(of({ from: '2026-05-01' })).toHaveLength(1);
    expect(of({ roles: ['model-owner'] })).toMatchObject({ code: 'APPROVAL_ROLE' });
  });

  it.each([
    ['no JSON', 'signed', '(the envelope)'],
    ['a key more', '{"payload":"","payloadType":"application/vnd.in-toto+json","signatures":[],"x":1}', 'x'],
    ['a key twice', '{"payload":"","payload":""}', '(the envelope)'],
    [
      'another type of payload',
      '{"payload":"","payloadType":"text","signatures":[{"sig":""}]}',
      'payloadType',
    ],
    [
      'no signature',
      '{"payload":"","payloadType":"application/vnd.in-toto+json","signatures":[]}',
      'signatures',
    ],
    [
      'no base64',
      '{"payload":"a b","payloadType":"application/vnd.in-toto+json","signatures":[{"sig":""}]}',
      'payload',
    ],
    [
      'base64 of two spellings',
      '{"payload":"QQ","payloadType":"application/vnd.in-toto+json","signatures":[{"sig":"QR=="}]}',
      'signatures.0.sig',
    ],
  ])('is refused as an envelope with %s', (_, text, path) =>
    expect(ask(Buffer.from(text))).toMatchObject({ code: 'ATTESTATION_PARSE', facts: { path } }),
  );

  it('is refused where it is larger than any', () =>
    expect(ask(Buffer.alloc(LIMITS.envelope_bytes_max + 1, 0x20))).toMatchObject({
      code: 'ATTESTATION_PARSE',
    }));

  it('is never accepted, and never crashes, with a byte that is another', () => {
    const whole = signed(APPROVAL, ['ada']);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const bytes = Buffer.from(whole);
        bytes[at] = bytes[at]! ^ flip;
        const found = ask(bytes);
        // What an envelope calls its key decides nothing.
        const isHint = at >= bytes.indexOf('"keyid"') && at < bytes.indexOf('"sig"');
        expect(found instanceof Fault || isHint).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});

type Said = {
  readonly subject: readonly { readonly name: string }[];
  readonly predicate: { readonly [key: string]: unknown };
  readonly [key: string]: unknown;
};

describe('what is kept of approvals', () => {
  const entries = (...names: readonly string[]): readonly ApprovalEntry[] =>
    names.flatMap(name => ask(signed(APPROVAL, [name]), policyOf(keyOf(name))) as readonly ApprovalEntry[]);

  it('is each key once, in an order that says nothing', () => {
    const there = withApprovals('it', entries('ada', 'ben'), entries('ada', 'cleo'));
    expect(there).toEqual(withApprovals('it', entries('cleo'), entries('ben', 'ada')));
    expect(there).toHaveLength(3);
  });

  it('is bounded', () => {
    const many = Array.from({ length: LIMITS.approvals_max + 1 }, (_, at) => String(at));
    const [one] = entries('ada');
    const all = many.map(publicKey => ({ ...one!, publicKey }));
    expect(withApprovals('it', [], all)).toMatchObject({ code: 'APPROVALS_FULL' });
    expect(withApprovals('it', [], all.slice(1))).toHaveLength(LIMITS.approvals_max);
  });
});
