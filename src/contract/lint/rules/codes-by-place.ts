import { allFields } from '../../check-schema.ts';
import { lintRule } from '../lint-rule.ts';

/** A term moved up in the file changes what every stored integer stands for; a code that is written stays with its term. */
export const codesByPlace = lintRule<{ field: string }>({
  id: 'CODES_BY_PLACE',
  level: 'note',
  fix: 'none',
  asks: 'A vocabulary whose codes are stored writes each code.',
  say: f => `${f.field} stores codes of a vocabulary that gives none, so that they are places in its list`,
  remedy: 'Write `code:` at each term, as the number it has now; the digest of the vocabulary stays.',
  find: ({ contract: { schema }, codesByPlace: places }) =>
    allFields(schema)
      .filter(
        ([{ type, vocabulary }]) => type.kind !== 'string' && vocabulary && places.has(vocabulary.digest),
      )
      .map(([{ name }, path]) => ({ path: [...path, 'vocabulary'], facts: { field: name } })),
});
