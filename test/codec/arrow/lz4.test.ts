import { describe, expect, it } from 'vitest';
import { lz4Unpacked } from '../../../src/codec/arrow/lz4.ts';

const TEXT = Buffer.from(
  'a text that is packed and packed and packed and packed, with sums of its block and of itself',
);
/** By the lz4 tool, 1.9.4: `lz4 -BX -BD --content-size`. */
const FRAME = Buffer.from(
  '04224d187c405c00000000000000a244000000ff0a6120746578742074686174206973207061636b656420616e640b000af1092c20' +
    '776974682073756d73206f662069747320626c6f636b3900906f6620697473656c6620ba58ef000000006a78a5e8',
  'hex',
);

describe('a frame of LZ4', () => {
  it('is unpacked where its sums and its length agree, and so are two behind one another', () => {
    expect(lz4Unpacked(FRAME, TEXT.length)).toEqual(new Uint8Array(TEXT));
    expect(lz4Unpacked(Buffer.concat([FRAME, FRAME]), 2 * TEXT.length)).toEqual(
      new Uint8Array(Buffer.concat([TEXT, TEXT])),
    );
  });

  it('is refused whatever bit of it is changed, because each stands under a sum or is one', () => {
    for (let bit = 0; bit < 8 * FRAME.length; bit++) {
      const changed = Buffer.from(FRAME);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(lz4Unpacked(changed, TEXT.length), `bit ${bit}`).toBeUndefined();
    }
  });

  it('is refused where it is cut, where bytes follow, and where it unpacks to more than was said', () => {
    for (let length = 0; length < FRAME.length; length++)
      expect(lz4Unpacked(FRAME.subarray(0, length), TEXT.length), `cut to ${length}`).toBeUndefined();
    expect(lz4Unpacked(Buffer.concat([FRAME, Buffer.alloc(1)]), TEXT.length)).toBeUndefined();
    expect(lz4Unpacked(FRAME, TEXT.length - 1)).toBeUndefined();
  });
});
