/** The document that says what a ledger has of something adopted. */
export const ADOPTED_FORMAT = 'assay.adopted/1';
