import { type Kind, SCALARS, type Scalar } from '../contract/field.ts';
import { ACCESS, type Access } from './finding.ts';

/** A reader by position has no writer's schema to resolve against: only what is the same bytes is the same value. */
const RESOLVED: readonly Access[] = ['id', 'name'];
/** Stored in a form of its own, which ordinary readers by name don't resolve: by id the read plan does. */
const PLANNED: readonly Access[] = ['id'];

/**
 * What a value of one physical type may be read as with no bit lost, and by which access paths.
 * What is absent is so on purpose, and `contract/types-apart.ts` has the reasons. A signed integer is no unsigned one (-1), an
 * unsigned one no signed one of its width (its upper half); int64 and uint64 are no float64 (2^53 + 1), int32 and uint32 no
 * float32 (2^24 + 1), int16 no float16 (2^11 + 1), and none of 16 bits a bfloat16 (2^8 + 1); a bfloat16 is no float16 (2^127).
 */
export const PROMOTES: Readonly<Record<Scalar, Readonly<Partial<Record<Scalar, readonly Access[]>>>>> = {
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

/**
 * Integers that readers by id and by name take for a float, rounded: the ones that hold more digits. Those that are stored in a
 * form of their own (uint64, float16, bfloat16) ordinary readers don't take at all.
 */
const ROUNDS: Readonly<Partial<Record<Kind, readonly Kind[]>>> = {
  int32: ['float32'],
  int64: ['float32', 'float64'],
  uint32: ['float32'],
};

/** Whether what was written decodes as the other type, and to another number. By position it does not even decode. */
export const rounds = (from: Kind, to: Kind): boolean => ROUNDS[from]?.includes(to) ?? false;

const isScalar = (kind: Kind): kind is Scalar => (SCALARS as readonly Kind[]).includes(kind);

const NEVER: readonly Access[] = [];
