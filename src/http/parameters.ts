import type { Context } from 'hono';
import { type Digest, isDigest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { SUBJECT } from '../contract/contract-shape.ts';
import { echoed } from './problem.ts';

/** @faults DIGEST_MALFORMED */
export function digestIn(c: Context): Digest | Fault {
  const found = c.req.param('digest') ?? '';
  return isDigest(found) ? found : new Fault('DIGEST_MALFORMED', { found: echoed(found) });
}

/** @faults PARAMETER_INVALID */
export function subjectIn(c: Context): string | Fault {
  const parsed = SUBJECT.safeParse(c.req.param('subject'));
  return parsed.success
    ? parsed.data
    : invalid('subject', 'lower-case words with dots between them, such as training.example');
}

/** @faults PARAMETER_INVALID */
export const versionIn = (c: Context): number | Fault => wholeNumber('version', c.req.param('version'));

/** @faults PARAMETER_INVALID */
export function revisionIn(c: Context): string | Fault {
  const found = c.req.param('revision') ?? '';
  return found.length <= LIMITS.name_chars_max && /^[^\p{Cc}]+$/u.test(found)
    ? found
    : invalid(
        'revision',
        `the name of a revision, percent-encoded, at most ${LIMITS.name_chars_max} characters`,
      );
}

/** @faults PARAMETER_INVALID */
export function pageIn(c: Context): { readonly from: number; readonly limit: number } | Fault {
  const from = wholeNumber('from', c.req.query('from') ?? '1');
  if (from instanceof Fault) return from;
  const limit = limitIn(c);
  return limit instanceof Fault ? limit : { from, limit };
}

/** @faults PARAMETER_INVALID */
export function limitIn(c: Context): number | Fault {
  const limit = wholeNumber('limit', c.req.query('limit') ?? String(LIMITS.journal_page_entries));
  if (limit instanceof Fault) return limit;
  return limit <= LIMITS.journal_entries_max
    ? limit
    : invalid('limit', `a whole number from 1 to ${LIMITS.journal_entries_max}`);
}

function wholeNumber(parameter: string, text: string | undefined): number | Fault {
  return text !== undefined && /^[1-9][0-9]{0,8}$/.test(text)
    ? Number(text)
    : invalid(parameter, 'a whole number from 1 on, in at most nine digits');
}

const invalid = (parameter: string, expected: string): Fault =>
  new Fault('PARAMETER_INVALID', { parameter, expected });
