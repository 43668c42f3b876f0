import { Hono } from 'hono';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { SentChanges } from '../service/sent-changes.ts';
import type { StandingQueries } from '../service/standing-queries.ts';
import { ROLLOUT_STEP } from '../service/wire/asks.ts';
import { askedOf, askingOf, requireLeave } from './asked-change.ts';
import { jsonBody, sizeGuardOf } from './json-body.ts';
import { subjectIn, versionIn } from './parameters.ts';
import { parseBody } from './parse-body.ts';
import { answered, document, placed } from './reply.ts';
import { sentBytes } from './sent-bytes.ts';

const PATH = '/subjects/:subject/versions/:version/rollout';

export const rolloutRoute = (queries: StandingQueries): Hono =>
  new Hono().get(PATH, async c =>
    placed(c, answered(await queries.rollout(answered(subjectIn(c)), answered(versionIn(c))))),
  );

/** One step further, or back. */
export const rolloutStepRoute = (changes: SentChanges): Hono =>
  new Hono().post(PATH, sizeGuardOf(LIMITS.body_bytes_owner_max), async c => {
    const subject = answered(subjectIn(c));
    const version = answered(versionIn(c));
    const asking = answered(askingOf(c));
    const body = answered(await jsonBody(c));
    const { target, expected, expectedData, reconciliation } = answered(parseBody(ROLLOUT_STEP, body));
    requireLeave(c, target === 'rolled-back' ? 'roll-back' : 'rollout', subject);
    if (expectedData != null && target !== 'rolled-back')
      throw new Fault('SHAPE', { where: 'expectedData', expected: 'nothing: only rolled-back moves data' });
    if (reconciliation != null && target !== 'cut-over')
      throw new Fault('SHAPE', {
        where: 'reconciliation',
        expected: 'nothing: only a cut-over rests on one',
      });
    const step = {
      ...asking,
      subject,
      asked: askedOf(c, body),
      version,
      target,
      expected: expected ?? undefined,
      expectedData: expectedData ?? undefined,
      reconciliation:
        reconciliation == null
          ? undefined
          : {
              document: reconciliation.name,
              bytes: answered(sentBytes('reconciliation', reconciliation)),
            },
    };
    return document(c, answered(await changes.rollout(step)));
  });
