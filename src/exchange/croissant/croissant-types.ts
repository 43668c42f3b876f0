import type { Json } from '../../base/canonical-json.ts';
import type { Kind, Logical } from '../../contract/field.ts';

export type CroissantType = {
  readonly physical: Kind;
  readonly more?: Readonly<Record<string, Json>>;
  readonly logical?: Logical;
  /** Whether the type says as much: the vocabulary's own numbers have no width. */
  readonly isSaid: boolean;
};

const said = (physical: Kind, logical?: Logical): CroissantType => ({
  physical,
  ...(logical !== undefined && { logical }),
  isSaid: true,
});

/** Types of values, without the prefix of their vocabulary. */
export const CROISSANT_TYPES: Readonly<Record<string, CroissantType>> = {
  Boolean: said('bool'),
  Text: said('string'),
  URL: said('string'),
  Date: said('date'),
  Integer: { physical: 'int64', isSaid: false },
  Number: { physical: 'float64', isSaid: false },
  Float: { physical: 'float64', isSaid: false },
  DateTime: { physical: 'timestamp', more: { zone: 'instant', unit: 'us' }, isSaid: false },
  Time: { physical: 'time', more: { unit: 'us' }, isSaid: false },
  Int8: said('int8'),
  Int16: said('int16'),
  Int32: said('int32'),
  Int64: said('int64'),
  UInt8: said('uint8'),
  UInt16: said('uint16'),
  UInt32: said('uint32'),
  UInt64: said('uint64'),
  Float16: said('float16'),
  Float32: said('float32'),
  Float64: said('float64'),
};

/** What a field is for, where the type of a dataset says that and not what its values are. */
export const CROISSANT_ROLES: Readonly<Record<string, Logical>> = { Split: 'split', Label: 'category' };

/** `sc:Text`, `https://schema.org/Text` → `Text` */
export const unprefixed = (type: string): string => type.replace(/^.*[:/#]/, '');
