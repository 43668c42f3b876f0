/** What somebody may be to a subject, or to all of them. */
export const ROLES = [
  'reader',
  'consumer',
  'producer',
  'data-owner',
  'model-owner',
  'releaser',
  'admin',
] as const;

export type Role = (typeof ROLES)[number];

export const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text);
