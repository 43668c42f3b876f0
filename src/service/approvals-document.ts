import type { Tally } from '../change/approval/tally.ts';

/** Who approved, what became of it, and whose key was revoked since: for programs. */
export const approvalsDocument = ({ has, needs, missing, approvals, incidents }: Tally) => ({
  signed: true as const,
  has,
  needs,
  missing,
  approvals,
  incidents: incidents.map(incidentDocument),
});

export const incidentDocument = ({ key, approval }: Tally['incidents'][number]) => ({
  code: 'KEY_REVOKED' as const,
  key: key.id,
  person: key.person,
  role: approval.role,
  at: key.revoked?.at ?? null,
  reason: key.revoked?.reason ?? null,
  envelope: approval.envelope,
});
