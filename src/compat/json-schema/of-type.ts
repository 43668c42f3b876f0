import { blankSchema } from '../../native/json-schema/blank-schema.ts';
import { JSON_TYPES, type JsonSchema, type JsonType } from '../../native/json-schema/json-schema.ts';

const ofType = (type: JsonType): JsonSchema =>
  Object.assign(blankSchema({}), { types: new Set([type]), local: `{"of":"${type}"}` });

/** The schema of each type alone, to add to what is known. */
export const OF_TYPE = Object.fromEntries(
  JSON_TYPES.map(type => [type, ofType(type)]),
) as unknown as Readonly<Record<JsonType, JsonSchema>>;
