import type { Json } from '../../base/canonical-json.ts';
import { Fault } from '../../base/fault.ts';
import { readInline } from '../read-document.ts';
import type { Column, ColumnarSchema } from './column.ts';

/** Where the library `datasets` keeps what its columns stand for. */
const FEATURES_KEY = 'huggingface';

/** The names of the classes 0, 1, … of each column that has some, as `datasets` writes them beside the schema. */
export function classLabels({ columns, said }: ColumnarSchema): ReadonlyMap<Column, readonly string[]> {
  const found = new Map<Column, readonly string[]>();
  const text = said?.get(FEATURES_KEY);
  const read = text === undefined ? undefined : readInline(Buffer.from(text));
  if (read === undefined || read instanceof Fault) return found;
  const features = memberOf(memberOf(read, 'info'), 'features');
  for (const column of columns) gather(found, column, memberOf(features, column.name));
  return found;
}

function gather(found: Map<Column, readonly string[]>, column: Column, feature: Json | undefined): void {
  const { type } = column;
  if (feature === undefined) return;
  const inner = Array.isArray(feature) ? (feature as readonly Json[])[0] : memberOf(feature, 'feature');
  if (type.kind === 'list') gather(found, type.element, inner);
  else if (type.kind === 'struct')
    // A sequence of structs is written as a struct of sequences.
    for (const field of type.fields)
      if (field.type.kind === 'list' && inner !== undefined)
        gather(found, field.type.element, memberOf(inner, field.name));
      else gather(found, field, memberOf(feature, field.name));
  else if (memberOf(feature, '_type') === 'ClassLabel') {
    const names = memberOf(feature, 'names');
    if (isTexts(names)) found.set(column, names);
  }
}

const memberOf = (value: Json | undefined, key: string): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, key)
    ? (value as { readonly [key: string]: Json })[key]
    : undefined;

const isTexts = (value: Json | undefined): value is readonly string[] =>
  Array.isArray(value) && value.every(item => typeof item === 'string');
