import type { Json } from '../../base/canonical-json.ts';
import type { JsonSchema, JsonSchemaNotes } from '../../native/json-schema/json-schema.ts';
import { type Named, type Naming, namesBeside, namesOfNumbers } from '../native/value-naming.ts';

/** What an alternative calls its values. */
export const namesIn = ({ title, description, others }: JsonSchemaNotes): Naming => ({
  titles: new Set(title === undefined ? [] : [title]),
  texts: new Set(description === undefined ? [] : [description]),
  others: new Set(
    Object.entries(others).flatMap(([key, text]) => (typeof text === 'string' ? [`${key} ${text}`] : [])),
  ),
});

/** What lists and maps beside an `enum` call its values. */
export function listedNames(schema: JsonSchema, known: readonly Json[] | undefined): readonly Named[] {
  const words = { ...schema.notes.others, ...schema.notes.unheard };
  const values = schema.notes.enum ?? known ?? (isFlag(schema) ? FLAGS : undefined);
  return values === undefined ? namesOfNumbers(words) : namesBeside(words, values);
}

/** In the order in which forms list them. */
const FLAGS: readonly Json[] = [true, false];

const isFlag = ({ types }: JsonSchema): boolean => types?.has('boolean') === true && types.size === 1;
