import { Fault } from '../base/fault.ts';
import { REVISION, SUBJECT } from '../contract/contract-shape.ts';

/** What a person names: a subject, one of its versions, or one of its data revisions. */
export type Reference =
  | { readonly kind: 'subject'; readonly subject: string }
  | { readonly kind: 'version'; readonly subject: string; readonly version: number }
  | { readonly kind: 'revision'; readonly subject: string; readonly revision: string };

const VERSION = /^[1-9][0-9]{0,8}$/;

/** `training.example`, `training.example@4`, `weather.daily/2.1.0`. @faults REFERENCE_MALFORMED */
export function parseReference(text: string): Reference | Fault {
  const [, subject = '', mark, rest = ''] = /^([^@/]*)(?:([@/])(.*))?$/su.exec(text) ?? [];
  if (SUBJECT.safeParse(subject).success) {
    if (mark === undefined) return { kind: 'subject', subject };
    if (mark === '@' && VERSION.test(rest)) return { kind: 'version', subject, version: Number(rest) };
    if (mark === '/' && REVISION.safeParse(rest).success)
      return { kind: 'revision', subject, revision: rest };
  }
  return new Fault('REFERENCE_MALFORMED', {
    found: text.slice(0, 200),
    form: 'a subject, subject@version or subject/revision',
  });
}
