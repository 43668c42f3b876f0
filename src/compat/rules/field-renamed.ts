import { breaks, type FieldPair, type Rule, SAFE } from '../rule.ts';

/**
 * By id nothing happened. By name the old column is gone and a new one is empty, and a reader that fills it with a
 * default never says so. An alias helps only readers that know of aliases, and only newer ones.
 */
export const fieldRenamed: Rule = {
  id: 'FIELD_RENAMED',
  promise: 'A field keeps its name.',
  remedy:
    'Read by id. An alias serves newer readers of Avro; JSON has none, so keep the name for as long as it is read by name.',
  looks: ['name'],
  pair: pair => {
    const { writer, reader } = pair;
    const remedy = remedyOf(pair);
    return writer.name === reader.name
      ? SAFE
      : breaks(writer.name, reader.name, remedy === undefined ? {} : { remedy });
  },
};

/** What is left to do, where an alias is no answer or is given already. */
function remedyOf({ writer, reader, direction }: FieldPair): string | undefined {
  if (direction === 'forward')
    return 'Have the older reader read by id, or keep the old name until nothing older reads by name: no alias here reaches it.';
  return reader.aliases.includes(writer.name)
    ? 'The old name is among the aliases, which serves Avro. JSON has none: read it by id, or keep the old name until nothing reads JSON by name.'
    : undefined;
}
