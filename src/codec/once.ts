import { columnReader, columnsOf } from '../contract/batch.ts';
import type { Field, FieldId, Type } from '../contract/field.ts';
import { duplicateIn } from '../contract/identity.ts';
import { childrenOf } from '../contract/nested.ts';
import type { RejectCode } from '../contract/reject.ts';
import type { Schema } from '../contract/schema.ts';
import type { Value } from '../contract/value.ts';
import type { DecodeResult } from './codec.ts';

/** What was decoded, unless a map in it has a key twice or a set an element: which of the two counts, readers disagree. */
export function once(schema: Schema, result: DecodeResult): DecodeResult {
  if (result.kind === 'refused' || !schema.fields.some(field => holdsOnce(field.type))) return result;
  const columns = columnsOf(schema, result.batch).filter(({ field }) => holdsOnce(field.type));
  const readers = columns.map(({ field, data }) => ({ field, read: columnReader(field, data) }));
  for (let row = 0; row < result.rows; row++)
    for (const { field, read } of readers) {
      const found = twiceIn(field, read(row));
      if (found !== undefined) return { kind: 'refused', row, offset: undefined, ...found };
    }
  return result;
}

/** A map or a set stands in the type. */
const holdsOnce = (type: Type): boolean =>
  type.kind === 'map' ||
  (type.kind === 'list' && type.order === 'set') ||
  childrenOf(type).some(child => holdsOnce(child.field.type));

type Twice = { readonly field: FieldId; readonly code: RejectCode };

function twiceIn({ id, type }: Field, value: Value): Twice | undefined {
  if (value === null || !Array.isArray(value)) return undefined;
  const items = value as readonly Value[];
  if (type.kind === 'map' || (type.kind === 'list' && type.order === 'set')) {
    const code = type.kind === 'map' ? 'DUPLICATE_KEY' : 'DUPLICATE_ELEMENT';
    if (duplicateIn(type, items) !== undefined) return { field: id, code };
  }
  if (!holdsOnceInside(type)) return undefined;
  for (const [index, item] of items.entries()) {
    const found = twiceInside(type, item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

const holdsOnceInside = (type: Type): boolean => childrenOf(type).some(child => holdsOnce(child.field.type));

function twiceInside(type: Type, item: Value, index: number): Twice | undefined {
  if (type.kind === 'struct') return twiceIn(type.fields[index]!, item);
  if (type.kind === 'map') return twiceIn(type.value, (item as readonly Value[])[1]!);
  return type.kind === 'list' ? twiceIn(type.element, item) : undefined;
}
