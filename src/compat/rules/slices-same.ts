import type { Slice } from '../../contract/schema.ts';
import { breaks, type Rule, SAFE } from '../rule.ts';
import { brief } from '../wording.ts';

/** A slice no longer cut is a regression no longer seen: the mean over the rest can only look better. */
export const slicesSame: Rule = {
  id: 'SLICES_SAME',
  promise: 'Evidence is cut the same way on both sides of a change.',
  remedy:
    'Change the slices in a version of their own, so that old and new evidence can still be laid side by side.',
  schema: ({ writer, reader }) =>
    sameSlices(writer.slices, reader.slices)
      ? SAFE
      : breaks(slicesText(writer.slices), slicesText(reader.slices)),
};

const sameSlices = (a: readonly Slice[], b: readonly Slice[]): boolean =>
  a.length === b.length && a.every((slice, index) => sameSlice(slice, b[index]!));

const sameSlice = (a: Slice, b: Slice): boolean => a.name === b.name && a.field === b.field && a.by === b.by;

const slicesText = (slices: readonly Slice[]): string =>
  slices.length === 0 ? 'none' : brief(slices, ({ name, field, by }) => `${name} (${field} by ${by})`);
