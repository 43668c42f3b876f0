import { breaks, type FieldPair, type Rule, SAFE } from '../rule.ts';
import { confusesUnknown } from '../stand-in.ts';
import { sameWriteDefault } from '../unchanged.ts';
import { writeDefaultText } from '../wording.ts';

/**
 * Records that know nothing say -1 until today and 0 from today on, and the data set holds both: what was one gap is two
 * classes.
 */
export const writeDefaultSame: Rule = {
  id: 'WRITE_DEFAULT_SAME',
  promise: 'What a writer writes that has nothing to write stays the same, in value and in meaning.',
  remedy: 'Keep the write default; where another is meant, convert what is stored to it in one step.',
  looks: ['writeDefault'],
  pair: pair =>
    changesWriteDefault(pair) ? breaks(writeDefaultText(pair.writer), writeDefaultText(pair.reader)) : SAFE,
};

/** Given or taken back, it changes no record that was ever written, unless its own records can't be told from true ones. */
function changesWriteDefault({ writer, reader }: FieldPair): boolean {
  const [from, to] = [writer.writeDefault, reader.writeDefault];
  if (sameWriteDefault(from, to)) return false;
  return (
    (from !== undefined && to !== undefined) || confusesUnknown(writer, from) || confusesUnknown(reader, to)
  );
}
