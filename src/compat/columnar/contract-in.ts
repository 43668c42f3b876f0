import type { Json } from '../../base/canonical-json.ts';
import { Fault } from '../../base/fault.ts';
import { CONTRACT_KEY, type Column, type ColumnarSchema } from '../../native/columnar/column.ts';
import { readInline } from '../../native/read-document.ts';
import { extensionChanges, type Inside } from '../native/contract-extension.ts';
import type { Found } from '../native/found.ts';
import type { ColumnarRule } from './columnar-rules.ts';

/** What an export says of a contract in a file: of the whole, and of columns at the top. */
export type ContractIn = {
  readonly whole: Json | undefined;
  readonly columns: ReadonlyMap<Column, Json>;
};

/** Arrow has it beside each column, Parquet in one text with the places of its columns. */
export function contractIn({ columns, contract }: ColumnarSchema): ContractIn {
  const found = new Map<Column, Json>();
  const said = contract === undefined ? undefined : jsonOf(contract);
  const { fields, ...whole } = isMap(said) ? said : { fields: undefined };
  const placed = isMap(fields) ? fields : {};
  for (const [place, column] of columns.entries()) {
    const own = column.properties.get(CONTRACT_KEY);
    const of = own === undefined ? placed[String(place)] : jsonOf(own);
    if (of !== undefined) found.set(column, of);
  }
  return { whole: isMap(said) ? whole : said, columns: found };
}

export function judgeContract(
  found: Found<ColumnarRule>,
  writer: Json | undefined,
  reader: Json | undefined,
  path: string,
  inside?: readonly [Inside, Inside],
): void {
  for (const { means, from, to } of extensionChanges(writer, reader, inside))
    found.add(means ? 'CONTRACT_MEANING_CHANGED' : 'CONTRACT_WORDS_CHANGED', path, from, to);
}

/** What an extension beside a column finds inside it. */
export const insideOf =
  ({ type }: Column): Inside =>
  () => {
    switch (type.kind) {
      case 'list':
        return new Map([['element', ['element', insideOf(type.element)]]]);
      case 'map':
        return new Map([
          ['key', ['key', insideOf(type.key)]],
          ['value', ['value', insideOf(type.value)]],
        ]);
      case 'struct':
        return new Map(type.fields.map((field, at) => [`fields.${at}`, [field.name, insideOf(field)]]));
      default:
        return new Map();
    }
  };

/** Where it is no JSON the text itself is compared. */
function jsonOf(text: string): Json {
  const read = readInline(Buffer.from(text));
  return read instanceof Fault ? text : read;
}

const isMap = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
