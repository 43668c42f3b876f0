import type { Json } from '../../base/canonical-json.ts';
import type { IcebergPrimitive } from './primitive.ts';

/** A default as it was written; null is one too, and not the same as none. */
export type IcebergDefault = { readonly value: Json } | undefined;

export type IcebergField = {
  /** Permanent within its table, and never used again. */
  readonly id: number;
  readonly name: string;
  readonly required: boolean;
  readonly type: IcebergType;
  readonly doc: string | undefined;
  /** What rows have that were written before the field was there. */
  readonly initialDefault: IcebergDefault;
  /** What writers put where they know nothing. */
  readonly writeDefault: IcebergDefault;
};

export type IcebergStruct = { readonly kind: 'struct'; readonly fields: readonly IcebergField[] };

export type IcebergList = {
  readonly kind: 'list';
  readonly elementId: number;
  readonly elementRequired: boolean;
  readonly element: IcebergType;
};

export type IcebergMap = {
  readonly kind: 'map';
  readonly keyId: number;
  readonly key: IcebergType;
  readonly valueId: number;
  readonly valueRequired: boolean;
  readonly value: IcebergType;
};

export type IcebergType = IcebergPrimitive | IcebergStruct | IcebergList | IcebergMap;

/** A schema, and what the table it stands in says of it. */
export type IcebergSchema = {
  readonly root: IcebergStruct;
  /** The way to it in the document. */
  readonly at: readonly (string | number)[];
  /** The fields that tell rows apart. */
  readonly identifierIds: readonly number[];
  /** Of the table's format: what the metadata says, or the least that has everything the schema uses. */
  readonly formatVersion: number;
  /** Absent where the schema stands alone. */
  readonly table: IcebergTable | undefined;
};

export type IcebergTable = {
  readonly lastColumnId: number | undefined;
  /** The transforms a field feeds, by its id. */
  readonly transforms: ReadonlyMap<number, readonly string[]>;
  /** The current order of rows, `bucket[4] of field 3` each. */
  readonly sorting: readonly string[];
  /** The names of its properties. */
  readonly properties: readonly string[];
  /** The schemas that were in force before, as far as they are kept. */
  readonly past: readonly IcebergStruct[];
};
