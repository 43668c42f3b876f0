import { LIMITS } from '../base/limits.ts';
import type { FieldId } from '../contract/field.ts';
import type { RejectCode } from '../contract/reject.ts';
import type { Refusal } from './codec.ts';

/** Bytes being read, up to `end`, and the first thing that was wrong with them. */
export class GuardedInput {
  readonly bytes: Uint8Array;
  offset = 0;
  end: number;
  /** What was refused was refused for want of room. */
  isCrowded = false;
  #refusal: Omit<Refusal, 'kind' | 'row'> | undefined;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.end = bytes.length;
    if (bytes.length > LIMITS.codec_bytes_max) this.refuse('MALFORMED', undefined, LIMITS.codec_bytes_max);
  }

  get refused(): boolean {
    return this.#refusal !== undefined;
  }

  /** Notes what was wrong; false, so that a reader can return it and stop. */
  refuse(code: RejectCode, field: FieldId | undefined, offset: number, key?: string): false {
    this.#refusal ??= { code, field, offset, ...(key !== undefined && { key }) };
    return false;
  }

  /** Notes that there is no more room where the value goes: in a batch of its own there may be. */
  refuseRoom(field: FieldId, offset: number): false {
    this.isCrowded ||= !this.refused;
    return this.refuse('OVERFLOW', field, offset);
  }

  /** As if nothing had been wrong. */
  forget(): void {
    this.#refusal = undefined;
    this.isCrowded = false;
  }

  refusalAt(row: number): Refusal {
    const refusal = this.#refusal ?? { code: 'MALFORMED', field: undefined, offset: this.offset };
    return { kind: 'refused', row, ...refusal };
  }
}
