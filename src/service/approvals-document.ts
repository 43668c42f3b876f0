import type { Json } from '../base/canonical-json.ts';
import type { Tally } from '../change/approval/tally.ts';

/** Who approved, what became of it, and whose key was revoked since: for programs. */
export const approvalsDocument = ({ has, needs, missing, approvals, incidents }: Tally): Json => ({
  signed: true,
  has,
  needs,
  missing,
  approvals,
  incidents: incidents.map(incidentDocument),
});

export const incidentDocument = ({ key, approval }: Tally['incidents'][number]): Json => ({
  code: 'KEY_REVOKED',
  key: key.id,
  person: key.person,
  at: key.revoked?.at ?? null,
  reason: key.revoked?.reason ?? null,
  envelope: approval.envelope,
});
