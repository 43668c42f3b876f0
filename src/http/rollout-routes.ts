import { Hono } from 'hono';
import { LIMITS } from '../base/limits.ts';
import type { SentChanges } from '../service/sent-changes.ts';
import type { StandingQueries } from '../service/standing-queries.ts';
import { answerSent } from './answer-sent.ts';
import { versionOf } from './asked-change.ts';
import { sizeGuardOf } from './json-body.ts';
import { answered, placed } from './reply.ts';

const PATH = '/subjects/:subject/versions/:version/rollout';

export const rolloutRoute = (queries: StandingQueries): Hono =>
  new Hono().get(PATH, async c => {
    const { subject, version } = versionOf(c);
    return placed(c, answered(await queries.rollout(subject, version)));
  });

/** One step further, or back. */
export const rolloutStepRoute = (changes: SentChanges): Hono =>
  new Hono().post(PATH, sizeGuardOf(LIMITS.body_bytes_owner_max), c =>
    answerSent(c, changes, 'rollout', versionOf(c)),
  );
