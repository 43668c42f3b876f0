import { LIMITS } from '../base/limits.ts';
import { INHERITED_NAMES } from '../contract/inherited-names.ts';

/** A name as fields of a contract have it, out of any text, that none of `taken` bears; entered there. */
export function lawfulName(text: string, taken: Set<string>): string {
  const letters = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '_');
  const begun = /^[A-Za-z_]/.test(letters) ? letters : `_${letters}`;
  const stem = begun.slice(0, LIMITS.name_chars_max - ROOM_FOR_NUMBER);
  let name = begun.length <= LIMITS.name_chars_max ? begun : stem;
  for (let number = 2; taken.has(name) || INHERITED_NAMES.has(name); number++) name = `${stem}_${number}`;
  taken.add(name);
  return name;
}

const ROOM_FOR_NUMBER = 6;
