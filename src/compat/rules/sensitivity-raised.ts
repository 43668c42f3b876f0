import { SENSITIVITIES } from '../../contract/contract-shape.ts';
import { breaks, type Rule, SAFE } from '../rule.ts';

/** Copies made before stand where the field may no longer be read. */
export const sensitivityRaised: Rule = {
  id: 'SENSITIVITY_RAISED',
  promise: 'A field that is guarded better from now on is seen to be.',
  remedy: 'Look for copies made before, and guard them as well.',
  direction: 'backward',
  governance: ({ writer, reader }) =>
    SENSITIVITIES.indexOf(reader.sensitivity) > SENSITIVITIES.indexOf(writer.sensitivity)
      ? breaks(writer.sensitivity, reader.sensitivity)
      : SAFE,
};
