import type { Field } from '../contract/field.ts';
import type { Value } from '../contract/value.ts';
import type { Chance } from './chance.ts';
import { typicalValue } from './typical-value.ts';

/** A lone continuation byte, an overlong slash, half a surrogate pair, and a byte that is in no encoding of anything. */
export const NOT_UTF8 = [
  [0x80, 0x41, 0x41],
  [0xc0, 0xaf, 0x41],
  [0xed, 0xa0, 0x80],
  [0xff, 0x41, 0x41],
] as const;
/** Stands in a text until one of them is put in its place. */
export const MARK = 'assay utf-8 mark';

/** A value with the mark somewhere in it; undefined for a type without text. */
export function withMark(field: Field, next: Chance): Value | undefined {
  const { type } = field;
  if (type.kind === 'string') return MARK;
  switch (type.kind) {
    case 'list': {
      const inside = withMark(type.element, next);
      if (inside === undefined) return undefined;
      const size = Math.max(type.length.min, 1);
      return [inside, ...Array.from({ length: size - 1 }, () => typicalValue(type.element, next))];
    }
    case 'struct': {
      const at = type.fields.findIndex(member => withMark(member, next) !== undefined);
      if (at < 0) return undefined;
      return type.fields.map((member, index) =>
        index === at ? withMark(member, next)! : typicalValue(member, next),
      );
    }
    case 'map': {
      const [key, value] = [withMark(type.key, next), withMark(type.value, next)];
      if (key === undefined && value === undefined) return undefined;
      return [[key ?? typicalValue(type.key, next), value ?? typicalValue(type.value, next)]];
    }
    default:
      return undefined;
  }
}
