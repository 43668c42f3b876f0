import { type Digest, isDigest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { parseReference, type Reference } from '../service/reference.ts';
import type { Ask } from './program.ts';

/** A version or a data revision. */
export type NamedReference = Exclude<Reference, { kind: 'subject' }>;

const FORM = 'a version or a data revision, as in training.example@4 or weather.daily/2.1.0';

/** The first word of a command as what may be proposed. @faults REFERENCE_MALFORMED */
export function namedReference({ words }: Ask): NamedReference | Fault {
  const what = parseReference(words[0] ?? '');
  if (what instanceof Fault || what.kind !== 'subject') return what;
  return new Fault('REFERENCE_MALFORMED', { found: what.subject, form: FORM });
}

/** The change record that `--change` names. @faults DIGEST_MALFORMED */
export function namedChange({ options }: Ask): Digest | undefined | Fault {
  const change = options['change'];
  if (change === undefined || isDigest(change)) return change;
  return new Fault('DIGEST_MALFORMED', { found: String(change).slice(0, 100) });
}

export const referenceText = (what: NamedReference): string =>
  what.kind === 'version' ? `${what.subject}@${what.version}` : `${what.subject}/${what.revision}`;
