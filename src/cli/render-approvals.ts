import type { approvalsDocument } from '../service/approvals-document.ts';
import { fill, type Look, visible } from './output.ts';

/** Who approved, what became of it, and whose key was revoked since. */
export const approvalLines = (tally: Shown | undefined, { paint, width }: Look): readonly string[] =>
  tally === undefined
    ? []
    : [
        ...tally.approvals.map(
          ({ key, person, role, standing, on }) =>
            `  signed     ${role} ${visible(person)}, key ${visible(key)}, on ${on}: ${standing}`,
        ),
        ...tally.incidents.map(({ key, person, at, reason }) =>
          fill(
            `  ${paint.red('INCIDENT')}   `,
            visible(`key ${key} of ${person} was revoked on ${at}: ${reason}`).split(' '),
            width,
          ),
        ),
      ];

/** As a program is told of them, too. */
type Shown = {
  readonly approvals: readonly Readonly<Record<'key' | 'person' | 'role' | 'standing' | 'on', string>>[];
  readonly incidents: readonly Pick<
    ReturnType<typeof approvalsDocument>['incidents'][number],
    'key' | 'person' | 'at' | 'reason'
  >[];
};
