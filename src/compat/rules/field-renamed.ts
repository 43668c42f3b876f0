import { breaks, type Rule, SAFE } from '../rule.ts';

/**
 * By id nothing happened. By name the old column is gone and a new one is empty, and a reader that fills it with a
 * default never says so. An alias helps only readers that know of aliases.
 */
export const fieldRenamed: Rule = {
  id: 'FIELD_RENAMED',
  promise: 'A field keeps its name.',
  remedy: 'Read by id, or keep the old name among the aliases until nothing reads by name.',
  pair: ({ writer, reader }) => (writer.name === reader.name ? SAFE : breaks(writer.name, reader.name)),
};
