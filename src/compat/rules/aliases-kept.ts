import type { Field } from '../../contract/field.ts';
import { breaks, type Rule, SAFE } from '../rule.ts';
import { brief } from '../wording.ts';

/** An alias is how a reader by name finds records older than a rename: without it they have no such column. */
export const aliasesKept: Rule = {
  id: 'ALIASES_KEPT',
  promise: 'A reader knows every former name the writer knew, in the same order.',
  remedy: 'Keep the alias for as long as records written under that name can be read.',
  looks: ['name', 'aliases'],
  pair: ({ writer, reader }) =>
    keepsAll(writer, reader) ? SAFE : breaks(aliasText(writer), aliasText(reader)),
};

/** In order, because two former names can both be there, and the first one found is the one read. */
function keepsAll(writer: Field, reader: Field): boolean {
  const needed = writer.aliases.filter(alias => alias !== reader.name);
  let next = 0;
  for (const alias of reader.aliases) if (alias === needed[next]) next++;
  return next === needed.length;
}

const aliasText = ({ aliases }: Field): string => (aliases.length === 0 ? 'no aliases' : brief(aliases));
