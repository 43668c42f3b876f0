import type { Digest } from '../base/digest.ts';

/**
 * Every digest that stands in a text, whatever it stands there for: as a value, or as a part of a name without its
 * algorithm. What looks like one and is none does no harm to those who keep what is named.
 */
export const digestsIn = (text: string): readonly Digest[] =>
  Array.from(text.matchAll(HEX), ([hex]): Digest => `sha256:${hex}`);

const HEX = /[0-9a-f]{64}/g;

/** The bytes of a document as a text: digests stand in JSON and in YAML, both of which write their characters as they are. */
export const textOfBytes = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
