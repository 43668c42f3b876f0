import { icebergTypeText } from '../../native/iceberg/parse-struct.ts';
import type { IcebergSchema } from '../../native/iceberg/type.ts';
import type { Found } from '../native/found.ts';
import { fieldsById } from './fields-by-id.ts';
import type { IcebergRule } from './iceberg-rules.ts';
import { isOneKind } from './promotions.ts';

/**
 * What the past of the older table has against ids the newer one adds. Ids are given out in one row that only grows: a
 * new one that is not above the last was given out before.
 */
export function judgePast(found: Found<IcebergRule>, older: IcebergSchema, newer: IcebergSchema): void {
  const { table } = older;
  if (table === undefined) return;
  const current = fieldsById(older.root);
  const past = table.past.map(fieldsById);
  for (const [id, field] of fieldsById(newer.root)) {
    if (current.has(id)) continue;
    const path = `$.${field.name}`;
    const former = past.map(fields => fields.get(id)).find(one => one !== undefined);
    const isOther = former !== undefined && former.name !== field.name && !isOneKind(former.type, field.type);
    if (isOther)
      found.add(
        'ID_REUSED',
        path,
        `${former.name}, ${icebergTypeText(former.type)}`,
        `${field.name}, ${icebergTypeText(field.type)}`,
      );
    else if (former !== undefined || (table.lastColumnId !== undefined && id <= table.lastColumnId))
      found.add('ID_BELOW_LAST', path, `last-column-id ${table.lastColumnId ?? 'unknown'}`, `id ${id}`);
  }
}
