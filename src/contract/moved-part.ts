import type { Field, Type } from './field.ts';

/**
 * Where a convention names the fields of a struct by their places: both orders, if a field that both have stands at
 * another place. Every id and name is kept, and the longitude is the latitude.
 */
export function movedParts(
  { type: from, convention: said }: Field,
  { type: to, convention: says }: Field,
): { readonly from: string; readonly to: string } | undefined {
  if (said === undefined || says === undefined) return undefined;
  const [before, after] = [idsOf(from), idsOf(to)];
  const moved = after.some((id, place) => before.includes(id) && before[place] !== id);
  return moved ? { from: text(said, before), to: text(says, after) } : undefined;
}

const text = (convention: readonly string[], ids: readonly number[]): string =>
  `${convention.join(', ')} of the fields ${ids.join(', ')}`;

/** Parts lie innermost, and what is in a struct is no dimension any more. */
function idsOf(type: Type): readonly number[] {
  switch (type.kind) {
    case 'list':
    case 'tensor':
      return idsOf(type.element.type);
    case 'struct':
      return type.fields.map(({ id }) => id);
    default:
      return [];
  }
}
