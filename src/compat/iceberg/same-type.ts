import { icebergTypeText } from '../../native/iceberg/parse-struct.ts';
import type { IcebergField, IcebergType } from '../../native/iceberg/type.ts';

/** Whether two types are one, with every id and name in them; documentation apart. */
export function sameType(one: IcebergType, other: IcebergType): boolean {
  if (icebergTypeText(one) !== icebergTypeText(other)) return false;
  if (one.kind === 'list' && other.kind === 'list')
    return (
      one.elementId === other.elementId &&
      one.elementRequired === other.elementRequired &&
      sameType(one.element, other.element)
    );
  if (one.kind === 'map' && other.kind === 'map')
    return (
      one.keyId === other.keyId &&
      one.valueId === other.valueId &&
      one.valueRequired === other.valueRequired &&
      sameType(one.key, other.key) &&
      sameType(one.value, other.value)
    );
  if (one.kind !== 'struct' || other.kind !== 'struct') return true;
  return (
    one.fields.length === other.fields.length &&
    one.fields.every((field, place) => sameField(field, other.fields[place]!))
  );
}

const sameField = (one: IcebergField, other: IcebergField): boolean =>
  one.id === other.id &&
  one.name === other.name &&
  one.required === other.required &&
  sameType(one.type, other.type);
