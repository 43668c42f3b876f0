import { decimalText } from './decimal-text.ts';
import type { Type } from './field.ts';
import type { Value } from './value.ts';

/** The double nearest to a value of an ordered type, in the field's unit: for statistics, never for a verdict on equality. */
export const nearNumber = (type: Type, value: Exclude<Value, null>): number =>
  Number(type.kind === 'decimal' ? decimalText(value as bigint, type.scale) : value);
