import { MEMBER_PARTS, type MemberSource, type Members } from '../../contract/members.ts';
import { breaks, type Rule, SAFE } from '../rule.ts';

/** The records stay, byte for byte, and are others' samples: what was held out is trained on, and two that were apart are one. */
export const membersSame: Rule = {
  id: 'MEMBERS_SAME',
  promise: 'Each record is the same sample, of the same source, in the same split.',
  remedy:
    'Restore the members of the subject; to change them, have them approved, and build new snapshots: no result compares across.',
  governed: ({ writer, reader }) => {
    const [was, is] = [writer.members, reader.members];
    // What was accepted before members were kept says nothing of them.
    if (was === undefined || is === undefined) return SAFE;
    const others = MEMBER_PARTS.filter(part => sourceText(was[part]) !== sourceText(is[part]));
    const text = (members: Members): string =>
      others.map(part => `${part} ${sourceText(members[part])}`).join(', ');
    return others.length === 0 ? SAFE : breaks(text(was), text(is));
  },
};

const sourceText = (source: MemberSource): string => {
  switch (source.kind) {
    case 'field':
      return `field ${source.field}`;
    case 'constant':
      return `constant ${source.value}`;
    case 'envelope':
      return `envelope ${source.column}`;
  }
};
