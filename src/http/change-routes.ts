import { type Context, Hono } from 'hono';
import * as z from 'zod';
import type { Json } from '../base/canonical-json.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { DIGEST, REVISION } from '../contract/contract-shape.ts';
import type { Action } from '../service/access/actions.ts';
import { authorise } from '../service/access/authorise.ts';
import { type AskedChange, askedDigest } from '../service/asked-store.ts';
import type { Reference } from '../service/reference.ts';
import type { SentChanges, SentStep } from '../service/sent-changes.ts';
import { type SentFile, sentFilesFault } from '../service/sent-files.ts';
import { opIdOf, seqIn } from './idempotency-key.ts';
import { jsonBody, sizeGuard, sizeGuardOf } from './json-body.ts';
import { revisionIn, subjectIn, versionIn } from './parameters.ts';
import { parseBody } from './parse-body.ts';
import { answered, document } from './reply.ts';

type What = Exclude<Reference, { kind: 'subject' }>;

/** Proposals, and the steps of those that are stored. */
export const changeRoutes = (changes: SentChanges): Hono =>
  new Hono()
    .post('/subjects/:subject/proposals', sizeGuardOf(LIMITS.body_bytes_producer_max), async c => {
      const subject = answered(subjectIn(c));
      const asking = answered(askingOf(c));
      const body = answered(await jsonBody(c));
      const ask = answered(parseBody(PROPOSAL, body));
      const what = answered(whatOf(subject, ask.of));
      const files = answered(filesOf(ask.files));
      const amends = ask.amends == null ? undefined : ask.amends;
      const proposal = { ...asking, subject, asked: askedOf(c, body), what, amends, files };
      const { answer, ledger } = answered(await changes.propose(proposal));
      return document(c, { answer, ledger });
    })
    .post('/subjects/:subject/versions/:version/steps', sizeGuard, async c => {
      const subject = answered(subjectIn(c));
      return step(c, changes, { kind: 'version', subject, version: answered(versionIn(c)) });
    })
    .post('/subjects/:subject/revisions/:revision/steps', sizeGuard, async c => {
      const subject = answered(subjectIn(c));
      return step(c, changes, { kind: 'revision', subject, revision: answered(revisionIn(c)) });
    });

/** All keys of both forms at once, so that a misspelt one is told by its name. */
export const PROPOSAL = z.strictObject({
  of: z.strictObject({
    version: z.int().min(1).max(LIMITS.version_max).optional(),
    revision: REVISION.optional(),
  }),
  amends: z.strictObject({ change: DIGEST }).nullable().optional(),
  files: z
    .array(
      z.strictObject({
        path: z.string().min(1),
        text: z.string().optional(),
        base64: z.string().optional(),
      }),
    )
    .min(1)
    .max(LIMITS.sent_files_max),
});

export const STEP_EVENTS = ['activate', 'retire', 'withdraw'] as const;
export const STEP = z.strictObject({ event: z.enum(STEP_EVENTS), change: DIGEST });

/** Withdrawing is left to whoever may propose, and to those who may say no to what others proposed. */
const LEAVE_OF: Readonly<Record<SentStep['event'], readonly Action[]>> = {
  activate: ['activate'],
  retire: ['retire'],
  withdraw: ['approve-data', 'propose'],
};

async function step(c: Context, changes: SentChanges, what: What): Promise<Response> {
  const asking = answered(askingOf(c));
  const body = answered(await jsonBody(c));
  const { event, change } = answered(parseBody(STEP, body));
  const { subject } = what;
  if (event === 'retire' && what.kind === 'revision')
    throw new Fault('SHAPE', {
      where: 'event',
      expected: 'activate or withdraw: a revision is never retired',
    });
  const { principal } = c.var;
  const refusals = LEAVE_OF[event].map(action => authorise(principal, action, subject));
  if (refusals.every(refusal => refusal !== undefined)) throw refusals[0]!;
  const onlyOwn = event === 'withdraw' && refusals[0] !== undefined;
  const asked = askedOf(c, body);
  return document(
    c,
    answered(await changes.step({ ...asking, subject, asked, what, event, change, onlyOwn })),
  );
}

/** @faults PARAMETER_INVALID */
function askingOf(c: Context): Pick<AskedChange, 'opId' | 'by' | 'seq'> | Fault {
  const opId = opIdOf(c);
  if (opId instanceof Fault) return opId;
  const seq = seqIn(c);
  return seq instanceof Fault ? seq : { opId, by: c.var.principal.id, seq };
}

/** Of two routes the same body is not the same ask. */
const askedOf = (c: Context, body: unknown) =>
  askedDigest({ method: c.req.method, path: decodeURIComponent(c.req.path), body: body as Json });

/** @faults SHAPE */
function whatOf(subject: string, { version, revision }: z.output<typeof PROPOSAL>['of']): What | Fault {
  if (version !== undefined && revision === undefined) return { kind: 'version', subject, version };
  if (revision !== undefined && version === undefined) return { kind: 'revision', subject, revision };
  return new Fault('SHAPE', { where: 'of', expected: 'either a version or a revision' });
}

/** @faults SHAPE, and those of `sentFilesFault` */
function filesOf(sent: z.output<typeof PROPOSAL>['files']): readonly SentFile[] | Fault {
  const files: SentFile[] = [];
  for (const [index, { path, text, base64 }] of sent.entries()) {
    const where = `files.${index}`;
    if ((text === undefined) === (base64 === undefined))
      return new Fault('SHAPE', { where, expected: 'either text or base64' });
    const bytes = Buffer.from(text ?? base64!, text === undefined ? 'base64' : 'utf8');
    // Node reads past what is none, and would make other bytes of it.
    if (base64 !== undefined && bytes.toString('base64') !== base64)
      return new Fault('SHAPE', {
        where: `${where}.base64`,
        expected: 'base64 as RFC 4648 has it, with padding',
      });
    files.push({ path, bytes });
  }
  return sentFilesFault(files) ?? files;
}
