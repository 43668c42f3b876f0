/** What a proposal is of: one version, or one data revision. */
export type Named = { readonly version: number } | { readonly revision: string };

/** As a fault names it: `version 4 of training.example`. */
export const nameOf = (subject: string, of: Named): string =>
  'version' in of ? `version ${of.version} of ${subject}` : `revision ${of.revision} of ${subject}`;
