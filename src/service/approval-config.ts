import * as z from 'zod';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { type PublicKeyText, publicKeyOf } from '../change/approval/key.ts';
import { type ApprovalPolicy, REPORT_KINDS, USUAL_RULE } from '../change/approval/policy.ts';
import { APPROVAL_ROLES } from '../change/approval/role.ts';
import { eachOnce, REASON, SUBJECT } from '../contract/contract-shape.ts';
import type { PlaceUnder } from './literal-places.ts';

const Day = z.iso.date('a day, as in 2026-03-31');
const Word = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._@+-]*$/, 'letters, digits, dots, dashes, underscores, plus and @')
  .max(LIMITS.subject_chars_max);

/** Who approves, by which keys, and what a change needs. */
export const Approvals = z
  .strictObject({
    keys: z
      .array(
        z.strictObject({
          id: Word,
          /** Two keys of one person count once. */
          person: Word,
          roles: eachOnce(z.array(z.enum(APPROVAL_ROLES)).min(1)),
          publicKey: z.custom<PublicKeyText>(
            text => typeof text === 'string' && publicKeyOf(text) !== undefined,
            'ed25519: and 43 letters of base64url, as assay key new prints it',
          ),
          /** The first and the last day on which it may sign. */
          from: Day.optional(),
          until: Day.optional(),
          revoked: z.strictObject({ at: Day, reason: REASON }).optional(),
        }),
      )
      .min(1)
      .max(LIMITS.approval_keys_max),
    /** The first that names a subject is its rule; without one, both owners and every report. */
    required: z
      .array(
        z.strictObject({
          subjects: z.union([z.literal('all'), eachOnce(z.array(SUBJECT).min(1))]),
          roles: z
            .array(z.enum(APPROVAL_ROLES))
            .min(1)
            .max(LIMITS.approval_roles_max)
            .default([...USUAL_RULE.roles]),
          evidence: eachOnce(z.array(z.enum(REPORT_KINDS))).default([...USUAL_RULE.evidence]),
        }),
      )
      .max(LIMITS.approval_rules_max)
      .default([]),
  })
  .transform(
    ({ keys, required }): ApprovalPolicy => ({
      required,
      keys: keys.map(({ from, until, revoked, ...key }) => ({ ...key, from, until, revoked })),
    }),
  );

/** What no shape tells: keys that are one, windows that never open, rules that nobody can fill. @faults CONFIG_INVALID */
export function approvalsFault({ keys, required }: ApprovalPolicy, placeOf: PlaceUnder): Fault | undefined {
  const fault = (path: readonly (string | number)[], problem: string): Fault =>
    new Fault(
      'CONFIG_INVALID',
      { key: ['approvals', ...path].join('.'), problem },
      placeOf(['approvals', ...path]),
    );
  for (const [at, { id, publicKey, from, until }] of keys.entries()) {
    const before = keys.slice(0, at);
    if (before.some(other => other.id === id)) return fault(['keys', at, 'id'], `${id} is a key already`);
    const same = before.find(other => other.publicKey === publicKey);
    if (same !== undefined)
      return fault(['keys', at, 'publicKey'], `it is the key ${same.id} already, and one key counts once`);
    if (from !== undefined && until !== undefined && until < from)
      return fault(['keys', at, 'until'], `it is before ${from}, the day from which the key is good`);
  }
  for (const [at, { subjects, roles }] of required.entries()) {
    const before = required.slice(0, at);
    const hidden = before.some(
      other =>
        other.subjects === 'all' ||
        (subjects !== 'all' &&
          subjects.some(name => other.subjects !== 'all' && other.subjects.includes(name))),
    );
    if (hidden) return fault(['required', at, 'subjects'], 'a rule above it speaks of them already');
    for (const role of new Set(roles)) {
      const wanted = roles.filter(one => one === role).length;
      const people = new Set(keys.filter(key => key.roles.includes(role)).map(({ person }) => person));
      if (people.size < wanted)
        return fault(['required', at, 'roles'], `it wants ${wanted} ${role}, and ${people.size} have a key`);
    }
  }
  return undefined;
}
