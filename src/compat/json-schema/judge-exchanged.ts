import type { Json } from '../../base/canonical-json.ts';
import type { JsonSchema } from '../../native/json-schema/json-schema.ts';
import { isJsonObject } from '../../native/json-schema/resolve-ref.ts';
import { exchangedTexts, type PlaceTexts } from '../native/exchanged-texts.ts';
import { type Found, stepped } from '../native/found.ts';
import { isTextKey } from '../native/text-key.ts';
import type { JsonSchemaRule } from './json-schema-rules.ts';
import { alongside, type Spend, saidBy } from './place.ts';

/**
 * Places of one value that exchanged what is said of them: the properties of an object, and the schemas that a discriminator
 * leads to. Those of a tuple are told apart as values are.
 */
export function judgeExchanged(
  found: Found<JsonSchemaRule>,
  writer: JsonSchema,
  reader: JsonSchema,
  path: string,
): void {
  for (const places of [placesOfObject, placesOfMapping])
    for (const { place, from, to } of exchangedTexts(
      places(writer, found.spend),
      places(reader, found.spend),
    ))
      found.add('PLACES_EXCHANGED', stepped(path, place), shown(from), shown(to));
}

const placesOfObject = (schema: JsonSchema, spend: Spend): PlaceTexts =>
  new Map(
    alongside([schema], spend).flatMap(({ properties }) =>
      spend(properties.size)
        ? [...properties].map(([key, one]) => [`.${key}`, textsOf(one, spend)] as const)
        : [],
    ),
  );

/** What each value of a discriminator, as OpenAPI has it, leads to. */
function placesOfMapping(schema: JsonSchema): PlaceTexts {
  const { discriminator } = saidBy(schema).others;
  const mapping: Json | undefined = isJsonObject(discriminator) ? discriminator['mapping'] : undefined;
  if (!isJsonObject(mapping)) return new Map();
  return new Map(
    Object.entries(mapping).flatMap(([value, target]) =>
      typeof target === 'string' ? [[`<${value}>`, new Map([['mapping', target]])] as const] : [],
    ),
  );
}

/** What the outermost schema says under each key, as what stands beside a reference is said of its use. */
function textsOf(schema: JsonSchema, spend: Spend): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const one of alongside([schema], spend)) {
    const { title, description, others } = saidBy(one);
    for (const [key, text] of Object.entries({ title, description, ...others }))
      if (typeof text === 'string' && isTextKey(key) && !texts.has(key)) texts.set(key, text.trim());
  }
  return texts;
}

const SHOWN_CHARS = 120;

const shown = (text: string): string => (text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text);
