import { row } from './row.ts';

export const APPROVAL_FAULTS = {
  ATTESTATION_PARSE: row<{ document: string; path: string; problem: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.document} is no signed approval: ${f.path} ${f.problem}`,
    remedy: () =>
      'sign what `assay approve --dry-run` prints, and nothing else; docs/approvals.md has the form',
  }),
  APPROVAL_UNBOUND: row<{ what: string; path: string; says: string; is: string }>({
    status: 409,
    exit: 2,
    say: f => `the signed statement says ${f.path} ${f.says}, and ${f.what} is asked about, with ${f.is}`,
    remedy: f => `sign a statement of ${f.what} and of the change record that stands there now`,
  }),
  APPROVAL_SIGNATURE: row<{ what: string; signatures: number }>({
    status: 403,
    exit: 2,
    say: f => `no key of the policy has made any of the ${f.signatures} signatures for ${f.what}`,
    remedy: () =>
      'sign with a key that registry.config.ts lists under approvals.keys, or have it listed there',
  }),
  APPROVAL_ROLE: row<{ key: string; role: string; roles: string }>({
    status: 403,
    exit: 2,
    say: f => `key ${f.key} signs as ${f.roles}, and the statement says ${f.role}`,
    remedy: f => `sign as ${f.roles}, or give ${f.key} the role in registry.config.ts`,
  }),
  KEY_REVOKED: row<{ key: string; person: string; at: string; reason: string }>({
    status: 403,
    exit: 2,
    say: f => `key ${f.key} of ${f.person} was revoked on ${f.at}: ${f.reason}`,
    remedy: f => `sign with another key of ${f.person}: \`assay key new\` makes one`,
  }),
  KEY_EXPIRED: row<{ key: string; person: string; until: string; today: string }>({
    status: 403,
    exit: 2,
    say: f => `key ${f.key} of ${f.person} was good until ${f.until}, and today is ${f.today}`,
    remedy: f => `sign with the key that took its place: \`assay key new\` makes one for ${f.person}`,
  }),
  KEY_NOT_YET_VALID: row<{ key: string; person: string; from: string; today: string }>({
    status: 403,
    exit: 2,
    say: f => `key ${f.key} of ${f.person} is good from ${f.from} on, and today is ${f.today}`,
    remedy: f => `sign with the key that ${f.person} has until then`,
  }),
  KEY_UNREADABLE: row<{ file: string; problem: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.file} is no private key of Ed25519: ${f.problem}`,
    remedy: f => `\`assay key new ${f.file}\` writes one where no file is`,
  }),
  APPROVAL_UNSIGNED: row<{ what: string; roles: string }>({
    status: 403,
    exit: 2,
    say: f => `${f.what} is approved by signatures of ${f.roles} alone`,
    remedy: () =>
      '`assay approve … --key FILE --role ROLE` signs, and `--envelope FILE` takes what was signed elsewhere',
  }),
  APPROVAL_POLICY_MISSING: row<{ what: string }>({
    status: 409,
    exit: 2,
    say: f => `registry.config.ts has no approvals, so that no signature can count for ${f.what}`,
    remedy: () => 'list the keys of those who approve under approvals.keys in registry.config.ts',
  }),
  APPROVAL_THRESHOLD: row<{ what: string; has: number; needs: number; missing: string }>({
    status: 409,
    exit: 1,
    say: f =>
      `${f.what} has the approval of ${f.has} of ${f.needs}; each must be another key and another person, and ${f.missing} is missing`,
    remedy: f => `have ${f.missing} read the change record of ${f.what} and sign it with \`assay approve\``,
  }),
  APPROVALS_FULL: row<{ what: string; most: number }>({
    status: 422,
    exit: 2,
    say: f => `${f.what} has ${f.most} approvals already, and no more are kept`,
    remedy: () => 'nobody need approve it any more',
  }),
  GATE_UNMET: row<{ what: string; count: number; unmet: string }>({
    status: 409,
    exit: 1,
    say: f => `${f.count} conditions of the gate are not met for ${f.what}: ${f.unmet}`,
    remedy: f => `\`assay gate\` shows what each condition of ${f.what} lacks`,
  }),
  EVIDENCE_PARSE: row<{ file: string; path: string; problem: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.file} is no report that can be attached: ${f.path} ${f.problem}`,
    remedy: () => 'attach what `assay shadow --json` or `assay golden run --json` printed, unchanged',
  }),
  EVIDENCE_UNBOUND: row<{ file: string; what: string; part: string; says: string; is: string }>({
    status: 409,
    exit: 2,
    say: f => `${f.file} was made with ${f.part} ${f.says}, and ${f.what} has ${f.is}`,
    remedy: f => `make the report again of ${f.what} as it was proposed, and attach that`,
  }),
  EVIDENCE_ATTACHED: row<{ what: string }>({
    status: 409,
    exit: 2,
    say: f => `the evidence of ${f.what} has all of that already`,
    remedy: () => 'attach what is new, or go on',
  }),
  WAIVER_PASSED: row<{ waives: string; until: string; today: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.waives} was waived until ${f.until}, and today is ${f.today}`,
    remedy: f => `mend what ${f.waives} waives, or have its owner give a day after ${f.today}`,
  }),
} as const;
