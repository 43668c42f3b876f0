import type { Type } from './field.ts';

/** A type as findings and refusals name it: `decimal(9, 2)`, `timestamp instant`, `int64`. */
export function typeText(type: Type): string {
  switch (type.kind) {
    case 'decimal':
      return `decimal(${type.precision}, ${type.scale})`;
    case 'fixed':
      return `fixed(${type.size})`;
    case 'timestamp':
      return `timestamp ${type.zone}`;
    case 'tensor':
      return `tensor ${type.shape.join(' × ')}`;
    default:
      return type.kind;
  }
}
