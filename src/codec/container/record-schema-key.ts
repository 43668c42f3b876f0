/** The header's entry that tells two schemas apart which differ only in meaning. */
export const RECORD_SCHEMA_KEY = 'assay.recordSchema';
