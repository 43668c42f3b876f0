import * as z from 'zod';
import { canonicalJson, type Json } from '../../base/canonical-json.ts';
import { type Digest, isDigest } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import { readStrictJson } from '../../base/strict-json.ts';
import { REVISION, SUBJECT } from '../../contract/contract-shape.ts';
import { shapeProblem } from '../../contract/shape-problem.ts';
import type { Named } from '../named.ts';
import { APPROVAL_ROLES, type ApprovalRole } from './role.ts';

/** What somebody signs: that they have read this change record, and approve it in this role. */
export type Approval = {
  readonly subject: string;
  readonly of: Named;
  readonly role: ApprovalRole;
  /** Of evidence and never of a name: what stands there later under the same name is not approved by it. */
  readonly change: Digest;
};

export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
export const APPROVAL_TYPE = 'https://assay.dev/approval/v1';

/** An in-toto Statement v1 in canonical JSON: each approval is one text, and has one digest. */
export const statementBytes = ({ subject, of, role, change }: Approval): Uint8Array =>
  Buffer.from(
    canonicalJson({
      _type: STATEMENT_TYPE,
      subject: [{ name: subjectName(subject, of), digest: { sha256: hexOf(change) } }],
      predicateType: APPROVAL_TYPE,
      predicate: { subject, of: { ...of }, role, change, decision: 'approve' },
    }),
    'utf8',
  );

/** @param document  what the bytes are called in a fault @faults ATTESTATION_PARSE */
export function readStatement(document: string, bytes: Uint8Array): Approval | Fault<'ATTESTATION_PARSE'> {
  const refuse = (path: string, problem: string) =>
    new Fault('ATTESTATION_PARSE', { document, path, problem });
  const read = readStrictJson(bytes);
  if (read.kind !== 'read') return refuse('payload', `is no JSON at byte ${read.offset}`);
  const parsed = STATEMENT.safeParse(read.value);
  if (!parsed.success) {
    const found = shapeProblem(STATEMENT, parsed.error);
    const path = ['payload', ...found.path].join('.');
    return found.kind === 'unknown'
      ? refuse(`${path}.${found.key.slice(0, LIMITS.echoed_chars_max)}`, 'is a key that no approval has')
      : refuse(path, `must be ${found.expected}`);
  }
  if (!Buffer.from(canonicalJson(read.value as Json), 'utf8').equals(bytes))
    return refuse('payload', 'is not in canonical form (RFC 8785)');
  const { subject: subjects, predicate } = parsed.data;
  const { subject, of, role, change } = predicate;
  const [named] = subjects;
  if (named!.digest.sha256 !== hexOf(change))
    return refuse('payload.subject.0.digest.sha256', 'is not the change that the predicate names');
  if (named!.name !== subjectName(subject, of))
    return refuse('payload.subject.0.name', 'is not what the predicate is of');
  return { subject, of, role, change };
}

/** `training.example@4`, as a person names it. */
export const subjectName = (subject: string, of: Named): string =>
  'version' in of ? `${subject}@${of.version}` : `${subject}/${of.revision}`;

const hexOf = (digest: Digest): string => digest.slice('sha256:'.length);

const STATEMENT = z.strictObject({
  _type: z.literal(STATEMENT_TYPE),
  subject: z
    .array(
      z.strictObject({
        name: z.string(),
        digest: z.strictObject({
          sha256: z.string().regex(/^[0-9a-f]{64}$/, '64 lower-case hex digits'),
        }),
      }),
    )
    .length(1),
  predicateType: z.literal(APPROVAL_TYPE),
  predicate: z.strictObject({
    subject: SUBJECT,
    of: z.union([
      z.strictObject({ version: z.int().min(1).max(LIMITS.version_max) }),
      z.strictObject({ revision: REVISION }),
    ]),
    role: z.enum(APPROVAL_ROLES),
    change: z.custom<Digest>(isDigest, 'sha256: and 64 lower-case hex digits'),
    decision: z.literal('approve'),
  }),
});
