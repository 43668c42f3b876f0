import type { Kind, Scalar } from '../contract/field.ts';
import { ACCESS, type Access } from './finding.ts';

/** A reader by position has no writer's schema to resolve against: only what is the same bytes is the same value. */
const RESOLVED: readonly Access[] = ['id', 'name'];

/**
 * What a value of one physical type may be read as with no bit lost, and by which access paths.
 *
 * Absent on purpose, though Avro has some of them:
 * - int64 → float64: 2^53 + 1 has no float64.
 * - int32 → float32: 2^24 + 1 has no float32.
 * - int64 → float32, for both reasons.
 * - float64 → float32: it rounds; a rule of its own says so.
 * - bytes → string: not every byte sequence is UTF-8.
 * - bool → int32, date → int32: every bit is kept and the meaning is not.
 */
const PROMOTES: Readonly<Record<Scalar, Readonly<Partial<Record<Scalar, readonly Access[]>>>>> = {
  bool: {},
  int32: { int64: ACCESS, float64: RESOLVED },
  int64: {},
  float32: { float64: RESOLVED },
  float64: {},
  string: { bytes: ACCESS },
  bytes: {},
  date: {},
};

/** The access paths by which a reader of `to` holds every `from`, exactly. */
export function promotions(from: Kind, to: Kind): readonly Access[] {
  if (from === to) return ACCESS;
  if (from === 'list' || to === 'list') return NEVER;
  return PROMOTES[from][to] ?? NEVER;
}

const NEVER: readonly Access[] = [];
