import type { Range, Type } from '../../contract/field.ts';
import { exactNumber } from '../../contract/meaning.ts';
import { orderOfMultiple } from '../../contract/pi-multiple.ts';
import { type Conversion, converted } from '../../contract/unit-conversion.ts';
import { breaks, type Rule, SAFE } from '../rule.ts';
import { inItsUnit, rangeText } from '../wording.ts';

/** What was lawful when it was written is refused when it is read, and the rare cases leave the training set first. */
export const rangeNarrows: Rule = {
  id: 'RANGE_NARROWS',
  promise: 'A reader accepts the whole range the writer may write.',
  remedy: 'Widen the range again, or write a converter that says what becomes of the values outside it.',
  looks: ['type', 'unit', 'range'],
  pair: ({ writer, reader, conversion }) => {
    if (reader.range === undefined) return SAFE;
    // The digits of two scales are no common measure either.
    if (scaleOf(writer.type) !== scaleOf(reader.type)) return SAFE;
    // Units of two dimensions have no common scale; the unit rules speak of that.
    if (writer.unit?.code !== reader.unit?.code && conversion === undefined) return SAFE;
    const narrows =
      cutsOff(writer.type, writer.range?.min, reader.range.min, 'below', conversion) ||
      cutsOff(writer.type, writer.range?.max, reader.range.max, 'above', conversion);
    return narrows
      ? breaks(inItsUnit(rangeText(writer), writer, reader), inItsUnit(rangeText(reader), reader, writer))
      : SAFE;
  },
};

const scaleOf = (type: Type): number => (type.kind === 'decimal' ? type.scale : 0);

type End = Range['min'];

function cutsOff(
  type: Type,
  from: End,
  to: End,
  side: 'below' | 'above',
  conversion: Conversion | undefined,
): boolean {
  if (to === undefined) return false;
  if (from === undefined) return true;
  const past = conversion === undefined ? order(from, to) : convertedOrder(type, from, to, conversion);
  return side === 'below' ? past < 0 : past > 0;
}

/** Across bigint and number; -0 stands before 0, as it does in the digest. */
function order(a: bigint | number, b: bigint | number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  return Number(Object.is(b, -0)) - Number(Object.is(a, -0));
}

/** The digits of a decimal are no number before their point is set: a unit may have a zero of its own. */
const convertedOrder = (
  type: Type,
  from: bigint | number,
  to: bigint | number,
  conversion: Conversion,
): number => orderOfMultiple(converted(conversion, exactNumber(type, from)), exactNumber(type, to));
