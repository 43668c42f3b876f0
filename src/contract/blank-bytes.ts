import { decimalBits } from './arrow-field.ts';
import type { Kind, Type } from './field.ts';
import { sizeOf } from './nested.ts';

/** How much room a value takes where there is none: a null on the wire is a byte, and in a column a whole value. */
export function blankBytes(type: Type): number {
  switch (type.kind) {
    case 'fixed':
      return type.size;
    case 'decimal':
      return decimalBits(type) / 8;
    case 'struct':
      return type.fields.reduce((sum, field) => sum + blankBytes(field.type), 0);
    case 'tensor':
      return sizeOf(type) * blankBytes(type.element.type);
    default:
      return BYTES[type.kind] ?? OFFSET_BYTES;
  }
}

const OFFSET_BYTES = 4;

const BYTES: Readonly<Partial<Record<Kind, number>>> = {
  bool: 1,
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  float16: 2,
  bfloat16: 2,
  int64: 8,
  uint64: 8,
  float64: 8,
  time: 8,
  timestamp: 8,
  duration: 8,
};
