import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';

/** What a person names: a subject, one of its versions, or one of its data revisions. */
export type Reference =
  | { readonly kind: 'subject'; readonly subject: string }
  | { readonly kind: 'version'; readonly subject: string; readonly version: number }
  | { readonly kind: 'revision'; readonly subject: string; readonly revision: string };

const SUBJECT = `[a-z][a-z0-9._-]{0,${LIMITS.subject_chars_max - 1}}`;
const VERSION = new RegExp(`^(${SUBJECT})@([1-9][0-9]{0,8})$`);
const REVISION = new RegExp(`^(${SUBJECT})/([A-Za-z0-9][A-Za-z0-9._+-]{0,63})$`);
const ALONE = new RegExp(`^${SUBJECT}$`);

/** `training.example`, `training.example@4`, `weather.daily/2.1.0`. @faults REFERENCE_MALFORMED */
export function parseReference(text: string): Reference | Fault {
  const version = VERSION.exec(text);
  if (version !== null) return { kind: 'version', subject: version[1]!, version: Number(version[2]) };
  const revision = REVISION.exec(text);
  if (revision !== null) return { kind: 'revision', subject: revision[1]!, revision: revision[2]! };
  if (ALONE.test(text)) return { kind: 'subject', subject: text };
  return new Fault('REFERENCE_MALFORMED', {
    found: text.slice(0, 200),
    form: 'a subject, subject@version or subject/revision',
  });
}
