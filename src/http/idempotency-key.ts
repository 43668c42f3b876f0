import type { Context } from 'hono';
import { Fault } from '../base/fault.ts';
import { seqInTag } from './reply.ts';

/**
 * The operation id of a change: the key that was sent with it, within those of whoever sent it. The same key with the same
 * request is answered as it was the first time.
 *
 * @faults PARAMETER_INVALID
 */
export function opIdOf(c: Context): string | Fault {
  const key = c.req.header('idempotency-key');
  return key !== undefined && /^[\x21-\x7e]{1,64}$/.test(key)
    ? `${c.var.principal.id} ${key}`
    : new Fault('PARAMETER_INVALID', {
        parameter: 'idempotency-key',
        expected: 'a header idempotency-key of 1 to 64 visible ASCII characters, another for each change',
      });
}

/**
 * The seq at which the subject must stand for a change to be made; undefined where the request does not say, or takes any.
 *
 * @faults PARAMETER_INVALID
 */
export function seqIn(c: Context): number | undefined | Fault {
  const tag = c.req.header('if-match');
  if (tag === undefined || tag.trim() === '*') return undefined;
  return (
    seqInTag(tag.trim()) ??
    new Fault('PARAMETER_INVALID', {
      parameter: 'if-match',
      expected: 'the etag of an answer about the subject, such as "seq-7"',
    })
  );
}
