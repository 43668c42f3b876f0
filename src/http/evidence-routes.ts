import { type Context, Hono } from 'hono';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { readEnvelope } from '../change/approval/envelope.ts';
import type { ApprovalRole } from '../change/approval/role.ts';
import { readStatement } from '../change/approval/statement.ts';
import type { Action } from '../service/access/actions.ts';
import { authorise } from '../service/access/authorise.ts';
import type { SentChanges } from '../service/sent-changes.ts';
import type { StandingQueries } from '../service/standing-queries.ts';
import { answerSent } from './answer-sent.ts';
import { askedBy, askingOf, WHATS, type What } from './asked-change.ts';
import { bodyBytes, sizeGuardOf } from './json-body.ts';
import { readBody } from './read-body.ts';
import { answered, document, placed } from './reply.ts';

/** What the gate says of a proposal. */
export function gateRoutes(queries: StandingQueries): Hono {
  const app = new Hono();
  for (const [path, whatIn] of Object.entries(WHATS))
    app.get(`${path}/gate`, async c => placed(c, answered(await queries.gate(whatIn(c)))));
  return app;
}

/** What is brought forward for a proposal: evidence, and approvals of it. */
export function evidenceRoutes(changes: SentChanges): Hono {
  const app = new Hono();
  for (const [path, whatIn] of Object.entries(WHATS)) {
    app.post(`${path}/evidence`, sizeGuardOf(LIMITS.body_bytes_producer_max), c =>
      answerSent(c, changes, 'evidence', whatIn(c)),
    );
    app.post(`${path}/approvals`, sizeGuardOf(LIMITS.envelope_bytes_max), c =>
      approve(c, changes, whatIn(c)),
    );
  }
  return app;
}

/** The body is the envelope, in the bytes in which it is kept. */
async function approve(c: Context, changes: SentChanges, what: What): Promise<Response> {
  const asking = answered(askingOf(c, what));
  const envelope = answered(await bodyBytes(c));
  const body = answered(readBody(envelope));
  const action = ACTION_OF[answered(roleIn(envelope))];
  const refused = authorise(asking.principal, action, what.subject);
  if (refused !== undefined) throw refused;
  return document(c, answered(await changes.approve({ ...askedBy(asking, body), what, envelope })));
}

const ACTION_OF: Readonly<Record<ApprovalRole, Action>> = {
  'data-owner': 'approve-data',
  'model-owner': 'approve-model',
};

/** In which role it says to approve; whether that was signed is not known yet. @faults ATTESTATION_PARSE */
function roleIn(bytes: Uint8Array): ApprovalRole | Fault {
  const envelope = readEnvelope('the envelope', bytes);
  if (envelope instanceof Fault) return envelope;
  const statement = readStatement('the envelope', envelope.payload);
  return statement instanceof Fault ? statement : statement.role;
}
