import { isIP } from 'node:net';
import * as z from 'zod';
import { LIMITS } from '../../base/limits.ts';
import { eachOnce } from '../../contract/contract-shape.ts';
import { isLoopback } from './client-address.ts';
import { GRANT_SUBJECTS, isWhole } from './grant-shape.ts';
import { ROLES } from './roles.ts';

/** Signatures by a key that only the provider has. What is signed with a shared secret, or not at all, is none. */
export const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;

const ADDRESS = z
  .string()
  .max(LIMITS.oidc_address_chars_max)
  .refine(isGuardedAddress, 'an address with https, and without a query; http is for the loopback alone');

const CLAIM_NAME = z.string().min(1).max(LIMITS.name_chars_max);

/** Of a token whose claim has the value, or has it in its list: a role. */
const MAPPING = z
  .strictObject({
    /** The name of the claim; a list leads into an object, one name a level. */
    claim: z.union([CLAIM_NAME, z.array(CLAIM_NAME).min(1).max(LIMITS.oidc_claim_depth_max)]),
    value: z.string().min(1).max(LIMITS.subject_chars_max),
    role: z.enum(ROLES),
    subjects: GRANT_SUBJECTS.default('all'),
  })
  .refine(isWhole, { path: ['subjects'], error: 'all, for an admin: tokens are of no subject' });

const OIDC = z.strictObject({
  issuer: ADDRESS,
  /** What tokens for this registry say they are for. */
  audience: z.string().min(1).max(LIMITS.oidc_address_chars_max),
  /** Where its keys are; without it, its discovery document says so, and must name an address of its own. */
  jwksUri: ADDRESS.optional(),
  algorithms: eachOnce(z.array(z.enum(ALGORITHMS)).min(1)).default(['RS256', 'ES256']),
  grants: z.array(MAPPING).min(1).max(LIMITS.oidc_mappings_max),
});

const RATE = (atOnce: number, perSecond: number) =>
  z
    .strictObject({
      atOnce: z.int().min(1).max(LIMITS.rate_per_second_max),
      perSecond: z.number().min(0.01).max(LIMITS.rate_per_second_max),
    })
    .default({ atOnce, perSecond });

const RATES = z.strictObject({
  /** Of one principal, whatever it asks. */
  requests: RATE(2_000, 1_000),
  /** Of one principal, what may change something. */
  changes: RATE(100, 20),
  /** Of one address, what everybody may ask. */
  anyone: RATE(200, 50),
  /** Of one address, what was not let in. */
  refused: RATE(50, 5),
});

/** Who may ask over HTTP. `none` asks nobody who they are, and lets them read. */
export const AUTH = z.union([
  z.literal('none'),
  z
    .strictObject({
      /** Whether the tokens of `assay token new` are taken. */
      tokens: z.boolean().default(true),
      oidc: OIDC.optional(),
      rates: RATES.default(RATES.parse({})),
      /** Addresses of proxies whose `x-forwarded-for` is believed. */
      proxies: z
        .array(z.string().refine(text => isIP(text) !== 0, 'the address of a proxy, such as 10.0.0.7'))
        .max(LIMITS.proxies_max)
        .default([]),
    })
    .refine(({ tokens, oidc }) => tokens || oidc !== undefined, {
      path: ['tokens'],
      error: 'true, where there is no oidc: nobody could ask anything',
    }),
]);

export type Auth = z.output<typeof AUTH>;
export type Guarded = Exclude<Auth, 'none'>;
export type Oidc = z.output<typeof OIDC>;

/** Keys that come unguarded may be anybody's. */
function isGuardedAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (`${username}${password}${search}${hash}` !== '' || /[?#]/.test(text)) return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
