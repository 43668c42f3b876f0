import type { Digest } from '../../base/digest.ts';
import type { ApprovalKey, ApprovalPolicy } from './policy.ts';
import { ruleFor } from './policy.ts';
import type { ApprovalRole } from './role.ts';

/** One approval, as it is kept under the ref `approval/<hex of the change>`: who signed what, and on which day it came. */
export type ApprovalEntry = {
  /** What the key is called in `registry.config.ts`. */
  readonly key: string;
  readonly publicKey: string;
  readonly person: string;
  readonly role: ApprovalRole;
  /** The envelope that has the signature. */
  readonly envelope: Digest;
  readonly on: string;
};

export type CountedApproval = ApprovalEntry & {
  /** `counts`, or why it does not. */
  readonly standing: 'counts' | 'spare' | 'revoked' | 'unknown-key' | 'other-role';
};

/** Which roles are filled, each by another key of another person. */
export type Tally = {
  readonly isMet: boolean;
  readonly has: number;
  readonly needs: number;
  /** The roles nobody fills. */
  readonly missing: readonly ApprovalRole[];
  readonly approvals: readonly CountedApproval[];
  /** Approvals by keys that were revoked since. */
  readonly incidents: readonly { readonly key: ApprovalKey; readonly approval: ApprovalEntry }[];
};

/**
 * What the approvals of one change come to under the policy of today. A key is told by its bytes: a name is a hint, and one
 * person counts once, whatever keys and roles they have. A key that expired since had its day; one that was revoked never
 * counts again.
 */
export function tallyOf(policy: ApprovalPolicy, subject: string, entries: readonly ApprovalEntry[]): Tally {
  const { roles } = ruleFor(policy, subject);
  const keys = new Map(policy.keys.map(key => [key.publicKey as string, key]));
  const good = entries.flatMap(entry => {
    const key = keys.get(entry.publicKey);
    return key === undefined || whyNot(key, entry) !== undefined ? [] : [{ entry, person: key.person }];
  });
  const filled = assign(roles, good);
  const counting = new Set(filled.flatMap(one => one?.entry ?? []));
  return {
    isMet: filled.every(one => one !== undefined),
    has: filled.filter(one => one !== undefined).length,
    needs: roles.length,
    missing: roles.filter((_, at) => filled[at] === undefined),
    approvals: entries.map(entry => {
      const key = keys.get(entry.publicKey);
      const why = key === undefined ? 'unknown-key' : whyNot(key, entry);
      return { ...entry, standing: why ?? (counting.has(entry) ? 'counts' : 'spare') };
    }),
    incidents: entries.flatMap(approval => {
      const key = keys.get(approval.publicKey);
      return key?.revoked === undefined ? [] : [{ key, approval }];
    }),
  };
}

const whyNot = (key: ApprovalKey, { role }: ApprovalEntry): 'revoked' | 'other-role' | undefined => {
  if (key.revoked !== undefined) return 'revoked';
  return key.roles.includes(role) ? undefined : 'other-role';
};

type Candidate = { readonly entry: ApprovalEntry; readonly person: string };

/**
 * As many roles as can be filled at once, each by another person: somebody who could fill two makes room where only they can
 * fill the other.
 */
function assign(
  roles: readonly ApprovalRole[],
  candidates: readonly Candidate[],
): readonly (Candidate | undefined)[] {
  const filled: (Candidate | undefined)[] = roles.map(() => undefined);
  const fill = (place: number, tried: Set<string>): boolean =>
    candidates.some(candidate => {
      const { person, entry } = candidate;
      if (entry.role !== roles[place] || tried.has(person)) return false;
      tried.add(person);
      const held = filled.findIndex(other => other?.person === person);
      if (held >= 0 && !fill(held, tried)) return false;
      filled[place] = candidate;
      return true;
    });
  for (const place of roles.keys()) fill(place, new Set());
  return filled;
}
