import type { PublicKeyText } from './key.ts';
import { APPROVAL_ROLES, type ApprovalRole } from './role.ts';

/** A key, and whose it is. Days are ISO dates, both ends inclusive. */
export type ApprovalKey = {
  readonly id: string;
  readonly person: string;
  readonly roles: readonly ApprovalRole[];
  readonly publicKey: PublicKeyText;
  readonly from: string | undefined;
  readonly until: string | undefined;
  readonly revoked: { readonly at: string; readonly reason: string } | undefined;
};

/** The kinds of report that a change may have attached. */
export const REPORT_KINDS = ['golden', 'shadow', 'coverage'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** What a change needs. */
export type ApprovalRule = {
  /** Each is another key of another person; a role that stands twice needs two. */
  readonly roles: readonly ApprovalRole[];
  /** Reports that a change which needs a migration has attached. */
  readonly evidence: readonly ReportKind[];
};

export type ApprovalPolicy = {
  readonly keys: readonly ApprovalKey[];
  /** The first that names a subject is its rule; `all` names every one. */
  readonly required: readonly (ApprovalRule & { readonly subjects: readonly string[] | 'all' })[];
};

/** Where nothing is said of a subject: both owners, and every report. */
export const USUAL_RULE: ApprovalRule = { roles: APPROVAL_ROLES, evidence: REPORT_KINDS };

export const ruleFor = ({ required }: ApprovalPolicy, subject: string): ApprovalRule =>
  required.find(({ subjects }) => subjects === 'all' || subjects.includes(subject)) ?? USUAL_RULE;
