/**
 * One value of a record, in memory.
 *
 * bool → boolean; int32 and date (days since 1970-01-01) → number; int64 → bigint; float32 and float64 → number;
 * string → string; bytes → Uint8Array; list → array. `null` is a null; there is no "absent" here: absence is a fact
 * about a writer's bytes, and the read plan resolves it at the door.
 */
export type Value = null | boolean | number | bigint | string | Uint8Array | readonly Value[];

/** The values of one record, in the order of its schema's fields. */
export type RecordValues = readonly Value[];
