/** A dictionary that is larger is none: pages behind it hold their values themselves. */
export const DICTIONARY_bytes = 1 << 20;

/** Whoever chose the values may have chosen those of one hash, each of which would be held against all others. */
export const PLACES_TRIED = 256;
