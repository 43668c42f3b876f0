import type { RecordBatch } from 'apache-arrow';
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
  if (result.kind === 'refused') return result;
  for (const { row, field, code } of standingTwice(schema, result.batch))
    return { kind: 'refused', row, offset: undefined, field, code };
  return result;
}

/** A record in which something stands twice, and the map or set it stands in. */
export type Twice = { readonly row: number; readonly field: FieldId; readonly code: RejectCode };

/** The first in each record that has any, by ascending row. */
export function* standingTwice(schema: Schema, batch: RecordBatch): Generator<Twice> {
  const columns = columnsOf(schema, batch).filter(({ field }) => holdsOnce(field.type));
  if (columns.length === 0) return;
  const readers = columns.map(({ field, data }) => ({ field, read: columnReader(field, data) }));
  for (let row = 0; row < batch.numRows; row++) {
    const found = firstOf(readers, ({ field, read }) => twiceIn(field, read(row)));
    if (found !== undefined) yield { row, ...found };
  }
}

/** A map or a set stands in the type. */
export const holdsOnce = (type: Type): boolean =>
  type.kind === 'map' || (type.kind === 'list' && type.order === 'set') || holdsOnceInside(type);

const holdsOnceInside = (type: Type): boolean => childrenOf(type).some(child => holdsOnce(child.field.type));

function twiceIn({ id, type }: Field, value: Value): Omit<Twice, 'row'> | undefined {
  if (value === null || !Array.isArray(value)) return undefined;
  const items = value as readonly Value[];
  if (type.kind === 'map' || (type.kind === 'list' && type.order === 'set')) {
    const code = type.kind === 'map' ? 'DUPLICATE_KEY' : 'DUPLICATE_ELEMENT';
    if (duplicateIn(type, items) !== undefined) return { field: id, code };
  }
  if (!holdsOnceInside(type)) return undefined;
  return firstOf(items, (item, index) => twiceInside(type, item, index));
}

function twiceInside(type: Type, item: Value, index: number): Omit<Twice, 'row'> | undefined {
  if (type.kind === 'struct') return twiceIn(type.fields[index]!, item);
  if (type.kind === 'map') return twiceIn(type.value, (item as readonly Value[])[1]!);
  return type.kind === 'list' ? twiceIn(type.element, item) : undefined;
}

function firstOf<T, F>(items: readonly T[], find: (item: T, index: number) => F | undefined): F | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}
