import type { Context } from 'hono';
import type { Json } from '../base/canonical-json.ts';
import { Fault } from '../base/fault.ts';
import { type AskedChange, askedDigest } from '../service/asked-store.ts';
import type { Reference } from '../service/reference.ts';
import type { Asking } from '../service/sent-changes.ts';
import { opIdOf, seqIn } from './idempotency-key.ts';
import { revisionIn, subjectIn, versionIn } from './parameters.ts';
import { answered } from './reply.ts';

export type What = Exclude<Reference, { kind: 'subject' }>;

export const versionOf = (c: Context): Extract<What, { kind: 'version' }> => ({
  kind: 'version',
  subject: answered(subjectIn(c)),
  version: answered(versionIn(c)),
});

/** The two addresses under which something was proposed. */
export const WHATS: Readonly<Record<string, (c: Context) => What>> = {
  '/subjects/:subject/versions/:version': versionOf,
  '/subjects/:subject/revisions/:revision': c => ({
    kind: 'revision',
    subject: answered(subjectIn(c)),
    revision: answered(revisionIn(c)),
  }),
};

/** Who asks for a change, of what, under which key, and at which seq. @faults PARAMETER_INVALID */
export function askingOf(c: Context, of: Reference): Asking | Fault {
  const opId = opIdOf(c);
  if (opId instanceof Fault) return opId;
  const seq = seqIn(c);
  if (seq instanceof Fault) return seq;
  const route = { method: c.req.method, path: decodeURIComponent(c.req.path) };
  return { opId, seq, of, principal: c.var.principal, route };
}

/** The same with what the body asks for. */
export const askedBy = (
  { opId, seq, of: { subject }, principal, route }: Asking,
  body: unknown,
): AskedChange => ({
  subject,
  opId,
  seq,
  by: principal.id,
  asked: askedDigest({ ...route, body: body as Json }),
});
