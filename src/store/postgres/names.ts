import { LIMITS } from '../../base/limits.ts';
import { Damaged } from '../damaged.ts';

/**
 * A name as a text of PostgreSQL, which has no U+0000: that and U+0001 are written as U+0001 with a digit after it. No
 * two names have one text, and texts stand in the order of their names.
 *
 * @throws TypeError on a lone surrogate, which has no bytes, and on what is longer than an index takes: both are
 *   mistakes of a caller, and no store keeps them
 */
export function writtenName(name: string): string {
  if (!name.isWellFormed()) throw new TypeError('a name has a lone surrogate');
  const text = name.replace(RESERVED, found => (found === '\u0000' ? '\u00010' : '\u00011'));
  if (Buffer.byteLength(text) > LIMITS.store_name_bytes_max)
    throw new TypeError(`a name has more than ${LIMITS.store_name_bytes_max} bytes`);
  return text;
}

/** The name that was written so. @faults STORE_CORRUPT, through `Damaged` */
export const nameWritten = (text: string): string =>
  text.replace(WRITTEN, found => {
    if (found === '\u00010') return '\u0000';
    if (found === '\u00011') return '\u0001';
    throw new Damaged('a stored name is none');
  });

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is asked for
const RESERVED = /[\u0000\u0001]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is asked for
const WRITTEN = /\u0001[\s\S]?/g;
