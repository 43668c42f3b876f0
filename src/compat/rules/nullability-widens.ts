import { breaks, type Rule, SAFE } from '../rule.ts';

/** A null where none is expected stops one reader, and is a zero or an empty string to the next. */
export const nullabilityWidens: Rule = {
  id: 'NULLABILITY_WIDENS',
  promise: 'A reader accepts null wherever the writer may write it.',
  remedy: 'Keep the field nullable until no supported version writes null, and backfill what is stored.',
  looks: ['nullable'],
  pair: ({ writer, reader }) =>
    writer.nullable && !reader.nullable ? breaks('nullable', 'not nullable') : SAFE,
};
