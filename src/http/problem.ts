import type { Context } from 'hono';
import { canonicalJson } from '../base/canonical-json.ts';
import type { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { problemDocument } from '../service/wire/problem-document.ts';

/** RFC 9457. The code is the contract; the words may improve. */
export function problem(c: Context, fault: Fault): Response {
  c.set('refused', fault.code);
  return c.body(problemText(fault), fault.status, problemHeaders(fault));
}

/** RFC 9110 section 15.5.6: whoever is told what is not allowed is told what is. */
export const problemHeaders = (fault: Fault): Readonly<Record<string, string>> => ({
  'content-type': 'application/problem+json',
  'cache-control': 'no-store',
  ...('allowed' in fault.facts && { allow: fault.facts.allowed }),
});

export const problemText = (fault: Fault): string => canonicalJson(problemDocument(fault));

/** As much of what was sent as a problem repeats. */
export const echoed = (text: string): string => text.slice(0, LIMITS.echoed_chars_max).toWellFormed();
