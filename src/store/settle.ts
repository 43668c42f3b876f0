import { canonicalJson, type Json } from '../base/canonical-json.ts';

/**
 * The value as it will be read back, so that a first answer and its replay are the same value: a bigint beyond 2^53 is
 * already the decimal string it will be, and nothing is shared with the caller.
 */
export const settle = <T extends Json>(value: T): T => JSON.parse(canonicalJson(value)) as T;
