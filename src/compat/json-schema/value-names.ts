import { canonicalJson, type Json } from '../../base/canonical-json.ts';
import type { JsonSchema } from '../../native/json-schema/json-schema.ts';
import type { Found } from '../native/found.ts';
import type { JsonSchemaRule } from './json-schema-rules.ts';

/** Keywords in wide use for the names of the values of an `enum`, in its order. */
const NAMES: readonly string[] = ['x-enumNames', 'x-enum-varnames', 'x-enum-names', 'enumNames'];

/** A value that both sides have and name otherwise: what is stored is read alike, and stands for something else. */
export function judgeValueNames(
  found: Found<JsonSchemaRule>,
  writer: JsonSchema,
  reader: JsonSchema,
  path: string,
): void {
  for (const [from, to] of [
    ...NAMES.map(key => [listedNames(writer, key), listedNames(reader, key)] as const),
    [titles(writer), titles(reader)] as const,
  ]) {
    const renamed = [...from].filter(([value, name]) => (to.get(value) ?? name) !== name);
    for (const [value, name] of renamed)
      found.add(
        'VALUE_NAME_CHANGED',
        path,
        shown(`${value} is ${name}`),
        shown(`${value} is ${to.get(value)}`),
      );
  }
}

type Names = ReadonlyMap<string, string>;

function listedNames({ notes: { enum: values = [], others } }: JsonSchema, key: string): Names {
  const names = Object.hasOwn(others, key) ? others[key] : undefined;
  if (!Array.isArray(names)) return new Map();
  return new Map(
    values
      .slice(0, names.length)
      .map((value, at) => [canonicalJson(value), canonicalJson(names[at] as Json)]),
  );
}

/** Of alternatives of one value each, what each is called: its title, or the text it has in place of one. */
function titles({ oneOf = [], anyOf = [] }: JsonSchema): Names {
  const names = new Map<string, string>();
  for (const { values, notes } of [...oneOf, ...anyOf]) {
    const name = notes.title ?? notes.description;
    const [value, ...more] = values?.list ?? [];
    if (value !== undefined && more.length === 0 && name !== undefined)
      names.set(canonicalJson(value), canonicalJson(name));
  }
  return names;
}

const SHOWN_CHARS = 120;

const shown = (text: string): string => (text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text);
