import { LIMITS } from '../base/limits.ts';
import { blankBytes } from '../contract/blank-bytes.ts';
import type { Schema } from '../contract/schema.ts';
import { roomOf } from '../contract/value-length.ts';

/**
 * How many rows a reader of files puts into a batch: fewer where a record takes much room in columns though it may take next
 * to nothing in the file, as nulls and defaults do.
 */
export function rowsAtATime({ fields }: Schema, mayBeAbsent: (at: number) => boolean): number {
  const room = fields.reduce((sum, { type, default: fallback }, at) => {
    const filled = fallback.kind === 'value' && mayBeAbsent(at) ? roomOf(fallback.value) : 0;
    return sum + Math.max(blankBytes(type), filled);
  }, 1);
  const most = Math.floor(LIMITS.batch_columns_bytes / room);
  return Math.min(LIMITS.batch_rows, Math.max(1, most));
}
