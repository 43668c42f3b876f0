import { hash } from 'node:crypto';
import type { Schema } from '../../contract/schema.ts';
import type { Value } from '../../contract/value.ts';
import type { UnifiedColumn } from '../tables/unify.ts';
import type { Entry } from './entry.ts';
import { type Identity, identityReader } from './entry-readers.ts';

/** The rows of one side of two tables without a contract; what they say is what their cells say under the types of both. */
export function* entriesOfTable(
  schema: Schema,
  identity: Identity,
  columns: readonly UnifiedColumn[],
  side: 'old' | 'new',
  rows: number,
): Generator<Entry> {
  const read = identityReader(schema, identity, index => row => columns[index]!.valueAt(side, row));
  for (let row = 0; row < rows; row++) {
    const texts = columns.map(column => cellText(column.valueAt(side, row)));
    yield { ...read(row), row, content: hash('sha256', texts.join(''), 'buffer') };
  }
}

/** Its length in front; a null has none. */
function cellText(value: Value): string {
  if (value === null) return '~';
  const text = String(Object.is(value, -0) ? 0 : value);
  return `${text.length}:${text}`;
}
