/** Who approves a change: whoever answers for the data, and whoever answers for the model that is trained on it. */
export const APPROVAL_ROLES = ['data-owner', 'model-owner'] as const;
export type ApprovalRole = (typeof APPROVAL_ROLES)[number];

export const isApprovalRole = (word: unknown): word is ApprovalRole =>
  APPROVAL_ROLES.some(role => role === word);
