import { isFloat } from '../../contract/kind-table.ts';
import { acceptsInfinity, acceptsNan } from '../../contract/senses.ts';
import { breaks, type FieldPair, type Rule, SAFE } from '../rule.ts';

/** One division by zero in a million records, lawful when it was written, and the reader refuses the record. */
export const floatSpecialNarrows: Rule = {
  id: 'FLOAT_SPECIAL_NARROWS',
  promise: 'A reader accepts NaN and infinities wherever the writer may write them.',
  remedy: 'Accept them until no supported version writes them, and convert what is stored.',
  looks: ['type', 'range', 'senses'],
  pair: pair => {
    if (!areFloats(pair)) return SAFE;
    const narrowed = [...(narrowsNan(pair) ? ['NaN'] : []), ...(narrowsInfinity(pair) ? ['infinity'] : [])];
    const text = narrowed.join(' and ');
    return narrowed.length === 0 ? SAFE : breaks(`${text} may be written`, `${text} refused`);
  },
};

/** Where neither side says anything of NaN, it is a matter of the range alone, and told there. */
const narrowsNan = ({ writer, reader }: FieldPair): boolean =>
  (writer.nan ?? reader.nan) !== undefined && acceptsNan(writer) && !acceptsNan(reader);

const narrowsInfinity = ({ writer, reader }: FieldPair): boolean =>
  reader.infinity === 'refuse' && acceptsInfinity(writer);

const areFloats = ({ writer, reader }: Pick<FieldPair, 'writer' | 'reader'>): boolean =>
  isFloat(writer.type.kind) && isFloat(reader.type.kind);
