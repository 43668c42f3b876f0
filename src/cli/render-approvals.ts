import type { Json } from '../base/canonical-json.ts';
import type { Tally } from '../change/approval/tally.ts';
import { fill, type Look, visible } from './output.ts';

/** Who approved, what became of it, and whose key was revoked since. */
export const approvalLines = (tally: Tally | undefined, { paint, width }: Look): readonly string[] =>
  tally === undefined
    ? []
    : [
        ...tally.approvals.map(
          ({ key, person, role, standing, on }) =>
            `  signed     ${role} ${visible(person)}, key ${visible(key)}, on ${on}: ${standing}`,
        ),
        ...tally.incidents.map(({ key: { id, person, revoked } }) =>
          fill(
            `  ${paint.red('INCIDENT')}   `,
            visible(`key ${id} of ${person} was revoked on ${revoked!.at}: ${revoked!.reason}`).split(' '),
            width,
          ),
        ),
      ];

/** The same for programs. */
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
