import { KINDS, type Kind } from '../../contract/field.ts';
import { isFloat, isInteger } from '../../contract/kind-table.ts';

/** Whether a range of it has a `minimum` and a `maximum` in ODCS: both are numbers or dates there. */
export const isBounded = (physical: unknown): boolean => BOUNDED.has(physical);

const isBoundedKind = (kind: Kind): boolean =>
  isInteger(kind) || isFloat(kind) || kind === 'date' || kind === 'duration';

const BOUNDED: ReadonlySet<unknown> = new Set(KINDS.filter(isBoundedKind));
