import { type Context, Hono } from 'hono';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { Action } from '../service/access/actions.ts';
import { authorise } from '../service/access/authorise.ts';
import type { SentChanges, SentStep } from '../service/sent-changes.ts';
import { STEP } from '../service/wire/asks.ts';
import { answerSent } from './answer-sent.ts';
import { askedBy, askingOf, WHATS, type What } from './asked-change.ts';
import { jsonBody, sizeGuard, sizeGuardOf } from './json-body.ts';
import { subjectIn } from './parameters.ts';
import { parseBody } from './parse-body.ts';
import { answered, document } from './reply.ts';

/** Proposals, and the steps of those that are stored. */
export function changeRoutes(changes: SentChanges): Hono {
  const app = new Hono();
  app.post('/subjects/:subject/proposals', sizeGuardOf(LIMITS.body_bytes_producer_max), c =>
    answerSent(c, changes, 'proposal', { kind: 'subject', subject: answered(subjectIn(c)) }),
  );
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
  const asking = answered(askingOf(c, what));
  const body = answered(await jsonBody(c));
  const { event, change } = answered(parseBody(STEP, body));
  if (event === 'retire' && what.kind === 'revision')
    throw new Fault('SHAPE', {
      where: 'event',
      expected: 'activate or withdraw: a revision is never retired',
    });
  const refusals = LEAVE_OF[event].map(action => authorise(asking.principal, action, what.subject));
  if (refusals.every(refusal => refusal !== undefined)) throw refusals[0]!;
  const onlyOwn = event === 'withdraw' && refusals[0] !== undefined;
  return document(
    c,
    answered(await changes.step({ ...askedBy(asking, body), what, event, change, onlyOwn })),
  );
}
