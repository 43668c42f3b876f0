import type { Oidc } from './auth-config.ts';
import type { Grant } from './principal.ts';

type Mapping = Oidc['grants'][number];

/** What the claims of a token amount to here. Whoever no line is about may do nothing. */
export const grantsOf = (claims: object, mappings: readonly Mapping[]): readonly Grant[] =>
  mappings
    .filter(({ claim, value }) => has(claimAt(claims, claim), value))
    .map(({ role, subjects }) => ({ role, subjects }));

function claimAt(claims: object, claim: Mapping['claim']): unknown {
  let found: unknown = claims;
  for (const name of typeof claim === 'string' ? [claim] : claim) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = Reflect.get(found, name);
  }
  return found;
}

/** Text that is equal, and no other: `true` is not "true". */
const has = (found: unknown, value: string): boolean =>
  found === value || (Array.isArray(found) && found.includes(value));
