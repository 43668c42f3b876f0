import type { Type } from '../../contract/field.ts';
import { breaks, type Rule, SAFE } from '../rule.ts';

/** The longest samples are the first to go, refused by a careful reader and cut short by a careless one. */
export const listLengthNarrows: Rule = {
  id: 'LIST_LENGTH_NARROWS',
  promise: 'A reader accepts every length of a list or map that the writer may write.',
  remedy: 'Widen the lengths again, or write a converter that says what becomes of the lists outside them.',
  looks: ['type'],
  pair: ({ writer: { type: from }, reader: { type: to } }) => {
    const [was, is] = [lengthOf(from), lengthOf(to)];
    if (from.kind !== to.kind || was === undefined || is === undefined) return SAFE;
    const narrows = is.min > was.min || is.max < was.max;
    return narrows ? breaks(`${was.min} to ${was.max}`, `${is.min} to ${is.max}`) : SAFE;
  },
};

function lengthOf(type: Type): { readonly min: number; readonly max: number } | undefined {
  if (type.kind === 'list') return type.length;
  return type.kind === 'map' ? { min: 0, max: type.entries } : undefined;
}
