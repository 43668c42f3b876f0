import type { Json } from '../../base/canonical-json.ts';
import type { Digest } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import type { Decision, ScopeState } from '../../change/decision.ts';
import type { Grant } from './principal.ts';
import { stateOf, type TokenEntry, tokenRef, tokensIn } from './token-entry.ts';

export type NewToken = {
  readonly id: string;
  readonly name: string;
  readonly secret: Digest;
  readonly grants: readonly Grant[];
  readonly expires: string;
  /** When it is asked for: the name of a token that has expired is free again. */
  readonly now_ms: number;
};

/** The journal has all of a token but its secret, and not even the digest of that. */
export type TokenAnswer = {
  readonly kind: 'issued' | 'revoked' | 'already';
  readonly token: string;
  readonly name: string;
  readonly grants: Json;
  readonly expires: string;
};

/** @faults TOKENS_TOO_MANY TOKEN_NAME_TAKEN TOKEN_ID_TAKEN */
export function decideNewToken(scope: ScopeState, ask: NewToken): Decision<TokenAnswer> {
  const { id, name, secret, expires, now_ms } = ask;
  const tokens = tokensIn(scope);
  const grants = grantsJson(ask.grants);
  const most = LIMITS.tokens_max;
  if (tokens.size >= most) return new Fault('TOKENS_TOO_MANY', { most });
  // It would be two bearers' token, and each could ask for the other's to be revoked.
  if (scope.refs.has(tokenRef(id))) return new Fault('TOKEN_ID_TAKEN', { id });
  const namesake = [...tokens].find(([, other]) => other.name === name && stateOf(other, now_ms) === 'holds');
  if (namesake !== undefined) return new Fault('TOKEN_NAME_TAKEN', { name, id: namesake[0] });
  const entry = { name, secret, grants, expires, revoked: false };
  return {
    answer: { kind: 'issued', token: id, name, grants, expires },
    refs: new Map([[tokenRef(id), entry]]),
    objects: [],
  };
}

/** @faults TOKEN_UNKNOWN */
export function decideRevocation(scope: ScopeState, id: string): Decision<TokenAnswer> {
  const entry = tokensIn(scope).get(id);
  if (entry === undefined) return new Fault('TOKEN_UNKNOWN', { id });
  const { name, expires } = entry;
  const grants = grantsJson(entry.grants);
  return {
    answer: { kind: entry.revoked ? 'already' : 'revoked', token: id, name, grants, expires },
    refs: entry.revoked ? new Map() : new Map([[tokenRef(id), revoked(entry)]]),
    objects: [],
  };
}

const revoked = ({ name, secret, grants, expires }: TokenEntry): Json => ({
  name,
  secret,
  grants: grantsJson(grants),
  expires,
  revoked: true,
});

const grantsJson = (grants: readonly Grant[]): Json =>
  grants.map(({ role, subjects }) => ({ role, subjects }));
