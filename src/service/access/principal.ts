import type { Role } from './roles.ts';

/** One role, over the subjects named or over all there are and will be. */
export type Grant = { readonly role: Role; readonly subjects: readonly string[] | 'all' };

/** Who asks, as far as the registry knows it. */
export type Principal = {
  /** `token:<id>`, or `oidc:<issuer>#<sub>`: what the journal has of whoever changed something. */
  readonly id: string;
  readonly grants: readonly Grant[];
};

/** Whoever asks where nobody is asked who they are. It may read, and nothing else. */
export const ANONYMOUS: Principal = { id: 'anonymous', grants: [{ role: 'reader', subjects: 'all' }] };
