import { row } from './row.ts';

export const ACCESS_FAULTS = {
  UNAUTHENTICATED: row<{ reason: string }>({
    status: 401,
    exit: 2,
    say: f => `this registry answers those it knows, and ${f.reason}`,
    remedy: () =>
      'send `authorization: Bearer` and a token that holds; an admin makes one with assay token new',
  }),
  FORBIDDEN: row<{ principal: string; action: string; subject: string; roles: string }>({
    status: 403,
    exit: 2,
    say: f => `${f.principal} may not ${f.action} ${f.subject}`,
    remedy: f => `ask an admin for a token for ${f.subject} with one of the roles that may: ${f.roles}`,
  }),
  NOT_THE_PROPOSER: row<{ principal: string; what: string }>({
    status: 403,
    exit: 2,
    say: f => `${f.principal} did not propose ${f.what}`,
    remedy: f => `whoever proposed ${f.what} withdraws it, or the data owner does`,
  }),
  TOO_MANY_REQUESTS: row<{ whose: string; retry_after_s: number }>({
    status: 429,
    exit: 4,
    say: f => `more came from ${f.whose} than is answered`,
    remedy: f => `ask again in ${f.retry_after_s} s, and more slowly`,
  }),
  IDENTITY_UNAVAILABLE: row<{ retry_after_s: number }>({
    status: 503,
    exit: 4,
    say: () => 'the identity provider does not answer, so that nobody knows who asks',
    remedy: f => `ask again in ${f.retry_after_s} s; whoever runs this server is told why`,
  }),
  IDENTITY_BROKEN: row<{ issuer: string; problem: string }>({
    status: 503,
    exit: 4,
    say: f => `the identity provider ${f.issuer} can't be asked: ${f.problem}`,
    remedy: f => `see that ${f.issuer} is up, and is what auth.oidc of registry.config.ts says`,
  }),
  TOKEN_UNKNOWN: row<{ id: string }>({
    status: 404,
    exit: 2,
    say: f => `there is no token ${f.id}`,
    remedy: () => 'assay token list has all there are; a token is named by its id',
  }),
  TOKEN_NAME_TAKEN: row<{ name: string; id: string }>({
    status: 409,
    exit: 2,
    say: f => `the token ${f.id} is called ${f.name}`,
    remedy: f => `choose another name, or revoke ${f.id} first`,
  }),
  TOKEN_ID_TAKEN: row<{ id: string }>({
    status: 409,
    exit: 3,
    say: f => `there is a token ${f.id} already`,
    remedy: () => 'ask again: another id is made each time',
  }),
  TOKENS_TOO_MANY: row<{ most: number }>({
    status: 409,
    exit: 2,
    say: f => `there are ${f.most} tokens, and no more are kept`,
    remedy: () => 'give people and jobs tokens of an identity provider: auth.oidc in registry.config.ts',
  }),
  TOKEN_EXPIRY: row<{ expires: string; first: string; last: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.expires} is not a day on which a token may end`,
    remedy: f => `take a day from ${f.first} to ${f.last}`,
  }),
  ROLE_SUBJECTS: row<{ role: string }>({
    status: 422,
    exit: 2,
    say: f => `a token with the role ${f.role} is for all subjects`,
    remedy: f => `leave out --subject, or the role ${f.role}`,
  }),
  HOST_UNGUARDED: row<{ host: string }>({
    status: 403,
    exit: 2,
    say: f => `${f.host} is not the loopback, and registry.config.ts has no auth`,
    remedy: () => 'set auth in registry.config.ts, as docs/access.md has it, or leave --host out',
  }),
} as const;
