import type { RejectCode } from '../contract/reject.ts';
import type { Value } from '../contract/value.ts';

/** That a value has no place in the new version: the record it stands in is left out. */
export class Refused {
  readonly code: RejectCode;

  private constructor(code: RejectCode) {
    this.code = code;
  }

  /** One a code: a record that is refused is no reason to fill the memory. */
  static with(code: RejectCode): Refused {
    const known = KNOWN.get(code);
    if (known !== undefined) return known;
    const made = new Refused(code);
    KNOWN.set(code, made);
    return made;
  }
}

const KNOWN = new Map<RejectCode, Refused>();

/** What a step makes of one value. */
export type Act = (value: Value) => Value | Refused;
