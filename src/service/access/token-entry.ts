import * as z from 'zod';
import type { ScopeState } from '../../change/decision.ts';
import { DIGEST, LINE } from '../../contract/contract-shape.ts';
import { DAY, dayEnd_ms } from '../day.ts';
import { GRANTS } from './grant-shape.ts';
import { isTokenId } from './token-text.ts';

/** Where the tokens are: no subject has this scope, as theirs all begin with `subject/`. */
export const ACCESS_SCOPE = 'access';

export const tokenRef = (id: string): string => `token/${id}`;

const ENTRY = z.strictObject({
  name: LINE,
  secret: DIGEST,
  grants: GRANTS,
  /** The last day on which it holds, in UTC. */
  expires: DAY,
  revoked: z.boolean(),
});

/** What the registry remembers of one token, under the ref `token/<id>`. */
export type TokenEntry = Readonly<z.output<typeof ENTRY>>;

export type TokenState = 'holds' | 'expired' | 'revoked';

/** Of one that is both, what no other day would mend. */
export const stateOf = (
  { revoked, expires }: Pick<TokenEntry, 'revoked' | 'expires'>,
  now_ms: number,
): TokenState => (revoked ? 'revoked' : now_ms >= dayEnd_ms(expires) ? 'expired' : 'holds');

/**
 * By their ids. What is not written as this program writes it is none: a role that only a later one knows allows
 * nothing here.
 */
export function tokensIn(scope: ScopeState): ReadonlyMap<string, TokenEntry> {
  const prefix = tokenRef('');
  return new Map(
    [...scope.refs].flatMap(([name, { value }]) => {
      const id = name.startsWith(prefix) ? name.slice(prefix.length) : '';
      const entry = isTokenId(id) ? ENTRY.safeParse(value) : undefined;
      return entry?.success ? [[id, entry.data] as const] : [];
    }),
  );
}
