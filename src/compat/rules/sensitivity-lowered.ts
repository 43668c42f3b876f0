import { SENSITIVITIES } from '../../contract/contract-shape.ts';
import { breaks, type Rule, SAFE } from '../rule.ts';

/** What only a few could read is public from now on, in every copy: no later version takes that back. */
export const sensitivityLowered: Rule = {
  id: 'SENSITIVITY_LOWERED',
  promise: 'A field is guarded at least as well as it was.',
  remedy: 'Restore the level; to lower it, have the data owner approve it in a change record.',
  direction: 'backward',
  governance: ({ writer, reader }) =>
    SENSITIVITIES.indexOf(reader.sensitivity) < SENSITIVITIES.indexOf(writer.sensitivity)
      ? breaks(writer.sensitivity, reader.sensitivity)
      : SAFE,
};
