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
