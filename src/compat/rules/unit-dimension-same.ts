import { breaks, type Rule, SAFE } from '../rule.ts';
import { unitText } from '../wording.ts';

/** A length in bytes read as a length in tokens is still a small integer. No factor leads from one to the other. */
export const unitDimensionSame: Rule = {
  id: 'UNIT_DIMENSION_SAME',
  promise: 'A field goes on measuring the same kind of thing.',
  remedy: 'Add a field under a new id: no conversion exists between the two.',
  looks: ['unit'],
  pair: ({ writer, reader, conversion }) =>
    writer.unit === undefined ||
    reader.unit === undefined ||
    writer.unit.code === reader.unit.code ||
    conversion !== undefined
      ? SAFE
      : breaks(unitText(writer.unit), unitText(reader.unit)),
};
