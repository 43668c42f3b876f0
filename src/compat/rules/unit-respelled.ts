import { isIdentity } from '../../contract/unit-conversion.ts';
import { breaks, type Rule, SAFE } from '../rule.ts';
import { unitText } from '../wording.ts';

/** The numbers mean what they meant; a consumer that compares unit codes as text sees a change where there is none. */
export const unitRespelled: Rule = {
  id: 'UNIT_RESPELLED',
  promise: 'One unit is written one way.',
  remedy: 'Keep the old code, or tell consumers that compare codes as text.',
  looks: ['unit'],
  pair: ({ writer, reader, conversion }) =>
    conversion !== undefined && isIdentity(conversion)
      ? breaks(unitText(writer.unit), unitText(reader.unit))
      : SAFE,
};
