import type { FieldId } from '../contract/field.ts';
import { GuardedInput } from './guarded-input.ts';

/** Avro's numbers. `long` leaves its value in `low` and `high`, so that reading one makes no bigint. */
export class AvroInput extends GuardedInput {
  readonly view: DataView;
  low = 0;
  high = 0;

  constructor(bytes: Uint8Array) {
    super(bytes);
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** A zigzag varint of at most ten bytes. Longer spellings of a small number are lawful Avro and are taken. */
  long(field: FieldId | undefined): boolean {
    const first = this.offset < this.end ? this.bytes[this.offset]! : 0x80;
    if (first > 0x7f) return this.#long(field);
    this.offset++;
    this.low = (first >>> 1) ^ -(first & 1);
    this.high = this.low >> 31;
    return true;
  }

  /** The long just read; rounded beyond 2^53, which is far enough to compare with a bound. */
  number(): number {
    return this.high * 2 ** 32 + (this.low >>> 0);
  }

  #long(field: FieldId | undefined): boolean {
    let [low, high] = [0, 0];
    for (let index = 0; index < 10; index++) {
      const at = this.offset + index;
      if (at >= this.end) return this.refuse('TRUNCATED', field, this.offset);
      const byte = this.bytes[at]!;
      const bits = byte & 0x7f;
      if (index < 4) low |= bits << (7 * index);
      else if (index === 4) [low, high] = [low | (bits << 28), bits >>> 4];
      else high |= bits << (7 * index - 32);
      if (byte > 0x7f) continue;
      // The tenth byte has room for one bit of a 64-bit number.
      if (index === 9 && byte > 1) return this.refuse('OVERFLOW', field, this.offset);
      const sign = -(low & 1);
      this.low = ((low >>> 1) | (high << 31)) ^ sign;
      this.high = (high >>> 1) ^ sign;
      this.offset = at + 1;
      return true;
    }
    return this.refuse('MALFORMED', field, this.offset);
  }
}
