import type { Json } from '../../base/canonical-json.ts';
import type { OutsideTerms } from './outside-terms.ts';
import type { UnitSuspect } from './unit-suspects.ts';

/** As `--json` prints it; what was not found is null. */
export const suspectDocument = (suspect: UnitSuspect): Json => ({
  code: 'UNIT_SUSPECT',
  ...suspect,
  witness: suspect.witness ?? null,
  factor: suspect.factor ?? null,
  seems: suspect.seems ?? null,
});

export const outsideDocument = (outside: OutsideTerms): Json => ({ ...outside });
