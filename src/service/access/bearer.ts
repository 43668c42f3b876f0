import { LIMITS } from '../../base/limits.ts';

/** What an Authorization header carries, in either of the two forms there are. */
export type Bearer =
  | { readonly kind: 'token'; readonly text: string }
  | { readonly kind: 'jwt'; readonly text: string }
  | { readonly kind: 'none'; readonly reason: string };

const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i;
const JWT = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

/** RFC 6750, and nothing beside it. What was sent is never repeated: the reason must not hold it. */
export function parseBearer(header: string | undefined): Bearer {
  if (header === undefined) return none('nothing was sent that says who asks');
  if (header.length > LIMITS.authorization_chars_max) return none('what was sent is too long for a token');
  const text = BEARER.exec(header)?.[1];
  if (text === undefined) return none('what was sent is no bearer token');
  if (text.startsWith('assay_')) return { kind: 'token', text };
  return JWT.test(text) ? { kind: 'jwt', text } : none('what was sent is no token of a known form');
}

const none = (reason: string): Bearer => ({ kind: 'none', reason });
