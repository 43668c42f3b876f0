import type { Context } from 'hono';
import type { Json } from '../base/canonical-json.ts';
import { Fault } from '../base/fault.ts';
import type { Action } from '../service/access/actions.ts';
import { authorise } from '../service/access/authorise.ts';
import { type AskedChange, askedDigest } from '../service/asked-store.ts';
import type { Reference } from '../service/reference.ts';
import { opIdOf, seqIn } from './idempotency-key.ts';
import { revisionIn, subjectIn, versionIn } from './parameters.ts';
import { answered } from './reply.ts';

export type What = Exclude<Reference, { kind: 'subject' }>;

/** The two addresses under which something was proposed. */
export const WHATS: Readonly<Record<string, (c: Context) => What>> = {
  '/subjects/:subject/versions/:version': c => ({
    kind: 'version',
    subject: answered(subjectIn(c)),
    version: answered(versionIn(c)),
  }),
  '/subjects/:subject/revisions/:revision': c => ({
    kind: 'revision',
    subject: answered(subjectIn(c)),
    revision: answered(revisionIn(c)),
  }),
};

/** Who asks for a change, under which key, and at which seq. @faults PARAMETER_INVALID */
export function askingOf(c: Context): Pick<AskedChange, 'opId' | 'by' | 'seq'> | Fault {
  const opId = opIdOf(c);
  if (opId instanceof Fault) return opId;
  const seq = seqIn(c);
  return seq instanceof Fault ? seq : { opId, by: c.var.principal.id, seq };
}

/** Of two routes the same body is not the same ask. */
export const askedOf = (c: Context, body: unknown) =>
  askedDigest({ method: c.req.method, path: decodeURIComponent(c.req.path), body: body as Json });

/** That whoever asks may do what only the body told. @faults FORBIDDEN */
export function requireLeave(c: Context, action: Action, subject: string): void {
  const refused = authorise(c.var.principal, action, subject);
  if (refused !== undefined) throw refused;
}
