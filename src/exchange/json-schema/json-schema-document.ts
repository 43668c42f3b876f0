import { jsonSchemaOf } from '../../codec/json-schema.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Written } from '../draft.ts';
import type { Extension } from '../extension.ts';

/** The keyword for what others have no words for: names that begin with `x-` are nobody's. */
export const SCHEMA_EXTENSION = 'x-assay';

/** What an ordinary validator holds a record in JSON against, with its documentation. */
export function jsonSchemaDocument({ subject, schema, governance, doc }: Contract): Written {
  const { $schema, properties, ...rest } = jsonSchemaOf(schema) as Written;
  const described = schema.fields.map(field => {
    const own = (properties as Written)[field.name] as Written;
    const description = governance.get(field.id)?.doc;
    return [field.name, description === undefined ? own : { ...own, description }] as const;
  });
  return {
    $schema: $schema!,
    title: subject,
    ...(doc !== undefined && { description: doc }),
    ...rest,
    properties: Object.fromEntries(described),
  };
}

export function extendJsonSchema(
  document: Written,
  contract: Extension,
  fields: ReadonlyMap<number, Extension>,
): Written {
  const properties = Object.entries(document['properties'] as Written).map(([name, property], index) => {
    const own = fields.get(index);
    return [
      name,
      own === undefined ? property : { ...(property as Written), [SCHEMA_EXTENSION]: own },
    ] as const;
  });
  return { ...document, properties: Object.fromEntries(properties), [SCHEMA_EXTENSION]: contract };
}
