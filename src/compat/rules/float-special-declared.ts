import type { Field } from '../../contract/field.ts';
import { isFloat } from '../../contract/kind-table.ts';
import { acceptsInfinity, acceptsNan } from '../../contract/senses.ts';
import { breaks, type Rule, SAFE } from '../rule.ts';

/** What was only a habit of readers is now a promise, or no longer one: nothing breaks, and the digest is another. */
export const floatSpecialDeclared: Rule = {
  id: 'FLOAT_SPECIAL_DECLARED',
  promise: 'Whether NaN and infinities may occur is said once.',
  remedy: 'Nothing need be done: the same values pass as before.',
  looks: ['senses'],
  pair: ({ writer, reader }) => {
    if (!isFloat(writer.type.kind) || !isFloat(reader.type.kind)) return SAFE;
    const nan = writer.nan !== reader.nan && !acceptsNan(writer) && !acceptsNan(reader);
    const infinity =
      writer.infinity !== reader.infinity && !(isRefused(writer, reader) || isRefused(reader, writer));
    return nan || infinity ? breaks(text(writer), text(reader)) : SAFE;
  },
};

const isRefused = (to: Field, from: Field): boolean => to.infinity === 'refuse' && acceptsInfinity(from);

const text = ({ nan, infinity }: Field): string =>
  `NaN ${nan ?? 'not said'}, infinity ${infinity ?? 'not said'}`;
