import { type Kind, SCALARS, type Scalar } from '../contract/field.ts';
import { ACCESS, type Access } from './finding.ts';

/** A reader by position has no writer's schema to resolve against: only what is the same bytes is the same value. */
const RESOLVED: readonly Access[] = ['id', 'name'];
/** Stored in a form of its own, which ordinary readers by name don't resolve: by id the read plan does. */
const PLANNED: readonly Access[] = ['id'];

/**
 * What a value of one physical type may be read as with no bit lost, and by which access paths.
 *
 * Absent on purpose, though other systems have some of them:
 * - int64, uint64 → float64: 2^53 + 1 has no float64. int32, uint32 → float32: 2^24 + 1 has no float32. int16 → float16:
 *   2^11 + 1 has no float16. int16, uint16 → bfloat16, and float16 → bfloat16: 2^8 + 1 has no bfloat16.
 * - a signed integer → an unsigned one: -1 has none. An unsigned one → a signed one of its width: its upper half has none.
 * - uint64 → int64, for that reason.
 * - bfloat16 → float16: 2^127 has no float16.
 * - float64 → float32, and every other float → a narrower one: it rounds; a rule of its own says so.
 * - an integer → decimal: how many digits there is room for is no matter of the kind, and -2^31 needs ten.
 * - decimal → a float: 0.1 has none.
 * - bytes → string: not every byte sequence is UTF-8. bytes → fixed: not every length is the one.
 * - bool → an integer, date → int32, time, timestamp and duration → int64, and back: every bit is kept and the meaning is
 *   not.
 * - date → timestamp: a day is no moment, and int32 days reach further than 64 bits of nanoseconds.
 */
const PROMOTES: Readonly<Record<Scalar, Readonly<Partial<Record<Scalar, readonly Access[]>>>>> = {
  bool: {},
  int8: {
    int16: ACCESS,
    int32: ACCESS,
    int64: ACCESS,
    float16: PLANNED,
    bfloat16: PLANNED,
    float32: RESOLVED,
    float64: RESOLVED,
  },
  int16: { int32: ACCESS, int64: ACCESS, float32: RESOLVED, float64: RESOLVED },
  int32: { int64: ACCESS, float64: RESOLVED },
  int64: {},
  uint8: {
    int16: ACCESS,
    int32: ACCESS,
    int64: ACCESS,
    uint16: ACCESS,
    uint32: ACCESS,
    uint64: PLANNED,
    float16: PLANNED,
    bfloat16: PLANNED,
    float32: RESOLVED,
    float64: RESOLVED,
  },
  uint16: {
    int32: ACCESS,
    int64: ACCESS,
    uint32: ACCESS,
    uint64: PLANNED,
    float32: RESOLVED,
    float64: RESOLVED,
  },
  uint32: { int64: ACCESS, uint64: PLANNED, float64: RESOLVED },
  uint64: {},
  float16: { float32: PLANNED, float64: PLANNED },
  bfloat16: { float32: PLANNED, float64: PLANNED },
  float32: { float64: RESOLVED },
  float64: {},
  decimal: {},
  string: { bytes: ACCESS },
  bytes: {},
  fixed: { bytes: PLANNED },
  date: {},
  time: {},
  timestamp: {},
  duration: {},
};

/** The access paths by which a reader of `to` holds every `from`, exactly. Parameters have rules of their own. */
export function promotions(from: Kind, to: Kind): readonly Access[] {
  if (from === to) return ACCESS;
  return isScalar(from) && isScalar(to) ? (PROMOTES[from][to] ?? NEVER) : NEVER;
}

const isScalar = (kind: Kind): kind is Scalar => (SCALARS as readonly Kind[]).includes(kind);

const NEVER: readonly Access[] = [];
