import { Hono } from 'hono';
import type * as z from 'zod';
import { Fault } from '../base/fault.ts';
import type { GRANTS } from '../service/access/grant-shape.ts';
import type { TokenDesk } from '../service/access/token-desk.ts';
import { isTokenId } from '../service/access/token-text.ts';
import { TOKEN_ASK } from '../service/wire/asks.ts';
import { opIdOf } from './idempotency-key.ts';
import { jsonBody, sizeGuard } from './json-body.ts';
import { parseBody } from './parse-body.ts';
import { answered, document } from './reply.ts';

/** For admins: who may ask. */
export const tokenRoutes = (desk: TokenDesk): Hono =>
  new Hono()
    .get('/tokens', async c => {
      const { tokens, seq } = answered(await desk.list());
      return document(c, {
        seq,
        tokens: tokens.map(({ grants, ...token }) => ({ ...token, grants: grants.map(grantDocument) })),
      });
    })
    .post('/tokens', sizeGuard, async c => {
      const opId = answered(opIdOf(c));
      const ask = answered(parseBody(TOKEN_ASK, answered(await jsonBody(c))));
      const { answer, text } = answered(await desk.issue({ ...ask, by: c.var.principal.id, opId }));
      const { token: id, kind: _, ...issued } = answer;
      return document(c, { ...issued, id, token: text });
    })
    .delete('/tokens/:id', async c => {
      const opId = answered(opIdOf(c));
      const id = c.req.param('id');
      if (!isTokenId(id))
        throw new Fault('PARAMETER_INVALID', { parameter: 'id', expected: 'the 16 hex digits of its id' });
      return document(c, answered(await desk.revoke({ id, by: c.var.principal.id, opId })));
    });

const grantDocument = ({ role, subjects }: z.output<typeof GRANTS>[number]) => ({ role, subjects });
