import type { Waiver } from '../../change/record.ts';

export const waiverText = ({ owner, reason, until }: Omit<Waiver, 'waives'>): string =>
  `waived by ${owner} until ${until}: ${reason}`;
