import type { Fault } from '../base/fault.ts';
import type { WrittenField } from './contract-shape.ts';
import type { PlainScalar, Scalar, ScalarType } from './field.ts';

/** The keys that say more of a scalar than its name does. */
export const SCALAR_KEYS = ['precision', 'scale', 'size', 'zone'] as const;
export type ScalarKey = (typeof SCALAR_KEYS)[number];

/** The type of a scalar; `missing` is asked for the fault where a key it needs was not written. */
export function scalarType(
  written: WrittenField,
  kind: Scalar,
  missing: (key: ScalarKey, because: string) => Fault,
): ScalarType | Fault {
  const { precision, scale, size, zone } = written;
  switch (kind) {
    case 'decimal':
      if (precision === undefined) return missing('precision', 'how many digits it has must be said');
      if (scale === undefined) return missing('scale', 'how many digits stand behind the point must be said');
      return { kind, precision, scale };
    case 'fixed':
      return size === undefined ? missing('size', 'how many bytes it has must be said') : { kind, size };
    case 'timestamp':
      return zone === undefined
        ? missing('zone', 'instant and local are read differently, and neither is the usual one')
        : { kind, zone };
    default:
      return { kind: kind satisfies PlainScalar };
  }
}
