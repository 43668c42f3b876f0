import type { Context } from 'hono';
import type { Json } from '../base/canonical-json.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { Reference } from '../service/reference.ts';
import type { SentBody, SentChanges } from '../service/sent-changes.ts';
import { askingOf } from './asked-change.ts';
import { bodyBytes } from './json-body.ts';
import { proposalDocument } from './proposal-document.ts';
import { readSent } from './read-sent.ts';
import { answered, document } from './reply.ts';

/** Answers a body that may be long: what takes its time to read is read elsewhere, so that nobody else waits for it. */
export async function answerSent(
  c: Context,
  changes: SentChanges,
  kind: SentBody['kind'],
  of: Reference,
): Promise<Response> {
  const asking = answered(askingOf(c, of));
  const bytes = answered(await bodyBytes(c));
  const body = { kind, asking, bytes };
  const isLong = bytes.length > LIMITS.body_bytes_max;
  return document(c, answered(await (isLong ? changes.apart(body) : answeredHere(changes, body))));
}

async function answeredHere(changes: SentChanges, body: SentBody): Promise<Json | Fault> {
  const ask = readSent(body);
  if (ask instanceof Fault) return ask;
  if (ask.kind === 'evidence') return changes.attach(ask.sent);
  if (ask.kind === 'rollout') return changes.rollout(ask.sent);
  const done = await changes.propose(ask.sent);
  return done instanceof Fault ? done : proposalDocument(done);
}
