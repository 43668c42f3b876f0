/**
 * One value of a record, in memory.
 *
 * bool → boolean; integers of at most 32 bits, date (days since 1970-01-01) and floats → number; int64, uint64, time,
 * timestamp and duration (in the field's unit) and decimal (unscaled) → bigint; string → string; bytes and fixed →
 * Uint8Array; list → array; struct → array of the values of its fields, in their order; map → array of [key, value];
 * tensor → array, row-major. `null` is a null; there is no "absent" here: absence is a fact about a writer's bytes, and
 * the read plan resolves it at the door.
 */
export type Value = null | boolean | number | bigint | string | Uint8Array | readonly Value[];

/** The values of one record, in the order of its schema's fields. */
export type RecordValues = readonly Value[];
