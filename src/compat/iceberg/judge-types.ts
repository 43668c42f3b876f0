import { icebergTypeText } from '../../native/iceberg/parse-struct.ts';
import type { IcebergPrimitive } from '../../native/iceberg/primitive.ts';
import type { IcebergType } from '../../native/iceberg/type.ts';
import type { Found } from '../native/found.ts';
import type { IcebergRule } from './iceberg-rules.ts';
import { keepsDateParts, promotion } from './promotions.ts';

/** What a table says about a field beside its schema. */
export type Around = { readonly formatVersion: number; readonly transforms: readonly string[] };

/** Two types of one field that are not both lists, both maps or both structs. */
export function judgeTypes(
  found: Found<IcebergRule>,
  writer: IcebergType,
  reader: IcebergType,
  path: string,
  { formatVersion, transforms }: Around,
): void {
  const [from, to] = [icebergTypeText(writer), icebergTypeText(reader)];
  if (from === to) return;
  const promoted = promotion(writer, reader);
  if (promoted === undefined) {
    found.add('TYPE_MISMATCH', path, from, to);
    judgeMeaning(found, writer, reader, path);
    return;
  }
  for (const rule of promoted) found.add(rule, path, from, to);
  if (writer.kind !== 'date') return;
  if (formatVersion < 3) found.add('DATE_NEEDS_VERSION_3', path, from, to);
  const changed = transforms.filter(transform => !keepsDateParts(transform));
  if (changed.length > 0) found.add('PARTITION_SOURCE_CHANGED', path, `${changed.join(', ')} of ${from}`, to);
}

/** What the values would be taken for, by a reader that looks at the bytes and not at the type. */
function judgeMeaning(
  found: Found<IcebergRule>,
  writer: IcebergType,
  reader: IcebergType,
  path: string,
): void {
  const [from, to] = [icebergTypeText(writer), icebergTypeText(reader)];
  const [before, after] = [momentOf(writer.kind), momentOf(reader.kind)];
  if (before !== undefined && after !== undefined) {
    if (before.zoned !== after.zoned) found.add('ZONE_CHANGED', path, from, to);
    if (before.nanos !== after.nanos)
      found.add('TIME_UNIT_CHANGED', path, from, to, after.nanos ? '×1000' : '×1/1000');
  }
  if (writer.kind === 'decimal' && reader.kind === 'decimal' && writer.scale !== reader.scale)
    found.add('DECIMAL_SCALE_CHANGED', path, from, to, shiftText(reader.scale - writer.scale));
  if (isPlaced(writer) && writer.kind === reader.kind) found.add('COORDINATES_CHANGED', path, from, to);
}

const isPlaced = ({ kind }: IcebergType): boolean => kind === 'geometry' || kind === 'geography';

const shiftText = (digits: number): string => {
  const factor = `1${'0'.repeat(Math.abs(digits))}`;
  return digits > 0 ? `×${factor}` : `×1/${factor}`;
};

type Moment = { readonly zoned: boolean; readonly nanos: boolean };

const MOMENTS: Readonly<Partial<Record<IcebergPrimitive['kind'], Moment>>> = {
  timestamp: { zoned: false, nanos: false },
  timestamptz: { zoned: true, nanos: false },
  timestamp_ns: { zoned: false, nanos: true },
  timestamptz_ns: { zoned: true, nanos: true },
};

const momentOf = (kind: IcebergType['kind']): Moment | undefined =>
  kind === 'struct' || kind === 'list' || kind === 'map' ? undefined : MOMENTS[kind];
