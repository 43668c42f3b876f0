import type { Type } from '../../contract/field.ts';
import { isFloat } from '../../contract/kind-table.ts';
import { type Conversion, conversionText, isIdentity } from '../../contract/unit-conversion.ts';
import { breaks, type Rule, SAFE } from '../rule.ts';
import { unitText } from '../wording.ts';

/**
 * Seconds become milliseconds and not a byte of the type changes: every number parses, a thousand times too small. The
 * loss curve bends, and someone spends a week on it.
 */
export const fieldUnitSame: Rule = {
  id: 'FIELD_UNIT_SAME',
  promise: 'A field keeps its unit.',
  remedy: 'Write a converter that applies the conversion, or add a field in the new unit under a new id.',
  looks: ['unit'],
  pair: ({ writer, reader, conversion }) => {
    const isStated = writer.unit !== undefined;
    if (!isStated && reader.unit === undefined) return SAFE;
    // A unit first written down says what the numbers were all along, or it doesn't: no factor can tell.
    if (isStated !== (reader.unit !== undefined)) return breaks(unitText(writer.unit), unitText(reader.unit));
    if (conversion === undefined || isIdentity(conversion)) return SAFE;
    const text = conversionFor(reader.type, conversion);
    return breaks(unitText(writer.unit), unitText(reader.unit), { conversion: text });
  },
};

/** 90 degrees are π/2 radians, and only a float has a value that is near enough to be meant. */
function conversionFor({ kind }: Type, conversion: Conversion): string {
  const text = conversionText(conversion);
  return conversion.pi !== 0 && !isFloat(kind)
    ? `${text}, refused: only a float comes near a multiple of π`
    : text;
}
