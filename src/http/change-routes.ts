import { type Context, Hono } from 'hono';
import type * as z from 'zod';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { Action } from '../service/access/actions.ts';
import { authorise } from '../service/access/authorise.ts';
import type { SentChanges, SentStep } from '../service/sent-changes.ts';
import { type SentFile, sentFilesFault } from '../service/sent-files.ts';
import { PROPOSAL, STEP } from '../service/wire/asks.ts';
import { askedOf, askingOf, WHATS, type What } from './asked-change.ts';
import { jsonBody, sizeGuard, sizeGuardOf } from './json-body.ts';
import { subjectIn } from './parameters.ts';
import { parseBody } from './parse-body.ts';
import { answered, document } from './reply.ts';
import { sentBytes } from './sent-bytes.ts';

/** Proposals, and the steps of those that are stored. */
export function changeRoutes(changes: SentChanges): Hono {
  const app = new Hono();
  app.post('/subjects/:subject/proposals', sizeGuardOf(LIMITS.body_bytes_producer_max), async c => {
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
  });
  for (const [path, whatIn] of Object.entries(WHATS))
    app.post(`${path}/steps`, sizeGuard, c => step(c, changes, whatIn(c)));
  return app;
}

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

/** @faults SHAPE */
function whatOf(subject: string, { version, revision }: z.output<typeof PROPOSAL>['of']): What | Fault {
  if (version !== undefined && revision === undefined) return { kind: 'version', subject, version };
  if (revision !== undefined && version === undefined) return { kind: 'revision', subject, revision };
  return new Fault('SHAPE', { where: 'of', expected: 'either a version or a revision' });
}

/** @faults those of `sentBytes` and `sentFilesFault` */
function filesOf(sent: z.output<typeof PROPOSAL>['files']): readonly SentFile[] | Fault {
  const files: SentFile[] = [];
  for (const [index, { path, ...given }] of sent.entries()) {
    const bytes = sentBytes(`files.${index}`, given);
    if (bytes instanceof Fault) return bytes;
    files.push({ path, bytes });
  }
  return sentFilesFault(files) ?? files;
}
