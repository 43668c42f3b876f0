import type { Type } from '../contract/field.ts';
import type { Value } from '../contract/value.ts';

/** Whether NaN or an infinity stands anywhere in a value. */
export const isEndless = (value: Value): boolean =>
  typeof value === 'number'
    ? !Number.isFinite(value)
    : typeof value === 'object' && value !== null && !(value instanceof Uint8Array) && value.some(isEndless);

/** Whether NaN or an infinity may stand in a value. */
export function holdsFloats(type: Type): boolean {
  switch (type.kind) {
    case 'float16':
    case 'float32':
    case 'float64':
      return true;
    case 'list':
    case 'tensor':
      return holdsFloats(type.element.type);
    case 'struct':
      return type.fields.some(member => holdsFloats(member.type));
    case 'map':
      return holdsFloats(type.key.type) || holdsFloats(type.value.type);
    default:
      return false;
  }
}
