import { type Context, Hono } from 'hono';
import { Fault } from '../base/fault.ts';
import { REGISTERED_NAME } from '../service/config.ts';
import type { SentChanges, SentRegistration } from '../service/sent-changes.ts';
import type { StandingQueries } from '../service/standing-queries.ts';
import { CONSUMER_SAID, PRODUCER_SAID } from '../service/wire/asks.ts';
import { askedBy, askingOf } from './asked-change.ts';
import { jsonBody, sizeGuard } from './json-body.ts';
import { subjectIn } from './parameters.ts';
import { parseBody } from './parse-body.ts';
import { answered, document, placed } from './reply.ts';

type Role = 'consumer' | 'producer';

/** What somebody says of itself, by its role. */
const SAID: Readonly<
  Record<
    Role,
    (who: { readonly subject: string; readonly name: string }, body: unknown) => SentRegistration['said']
  >
> = {
  consumer: (who, body) => {
    const { kind, reads, purpose, fields } = answered(parseBody(CONSUMER_SAID, body));
    const { from, to } = reads;
    return {
      role: 'consumer',
      consumer: {
        ...who,
        kind,
        reads: { from, to: to ?? undefined },
        purpose,
        ...(fields != null && { fields }),
      },
    };
  },
  producer: (who, body) => {
    const { writes } = answered(parseBody(PRODUCER_SAID, body));
    return { role: 'producer', producer: { ...who, writes } };
  },
};

const ROLES: readonly Role[] = ['consumer', 'producer'];

/** Who reads a subject, and who writes it. */
export function registeredRoutes(queries: StandingQueries): Hono {
  const app = new Hono();
  for (const role of ROLES)
    app.get(`/subjects/:subject/${role}s`, async c =>
      placed(c, answered(await queries.registered(answered(subjectIn(c)), role))),
    );
  return app;
}

/** To say that one reads or writes a subject, and that one does so no more. */
export function registrationRoutes(changes: SentChanges): Hono {
  const app = new Hono();
  for (const role of ROLES) {
    const path = `/subjects/:subject/${role}s/:${role}`;
    app.put(path, sizeGuard, async c => {
      const who = answered(whoIn(c, role));
      const asking = answered(askingOf(c, { kind: 'subject', subject: who.subject }));
      const body = answered(await jsonBody(c));
      const sent = { ...askedBy(asking, body), said: SAID[role](who, body) };
      return document(c, answered(await changes.register(sent)));
    });
    app.delete(path, async c => {
      const who = answered(whoIn(c, role));
      const asking = answered(askingOf(c, { kind: 'subject', subject: who.subject }));
      return document(c, answered(await changes.deregister({ ...askedBy(asking, null), ...who, role })));
    });
  }
  return app;
}

/** @faults PARAMETER_INVALID */
function whoIn(c: Context, role: Role): { readonly subject: string; readonly name: string } | Fault {
  const subject = subjectIn(c);
  if (subject instanceof Fault) return subject;
  const name = REGISTERED_NAME.safeParse(c.req.param(role));
  const expected = 'lower-case words with dots, dashes or underscores between them';
  return name.success
    ? { subject, name: name.data }
    : new Fault('PARAMETER_INVALID', { parameter: role, expected });
}
