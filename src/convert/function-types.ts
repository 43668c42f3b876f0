import type { Scalar } from '../contract/field.ts';

/**
 * A function of a converter, as its author writes it: it is given the columns of a batch and gives columns back, one for each
 * field that it makes, by name, with as many rows. It gives the same for a row whatever stands beside it.
 *
 * @param Takes  by the name of an old field, the column
 * @param Makes  by the name of a new field, the column
 */
export type ConverterFunction<
  Takes extends Readonly<Record<string, FunctionColumn>> = Readonly<Record<string, FunctionColumn>>,
  Makes extends Readonly<Record<string, MadeValues>> = Readonly<Record<string, MadeValues>>,
> = (batch: FunctionBatch<Takes>, reject: RejectRow) => Makes;

export type FunctionBatch<Takes> = { readonly rows: number; readonly columns: Takes };

/** Leaves a record out, with a code that the converter lists. The first code of a row counts. */
export type RejectRow = (row: number, code: string) => void;

/** What the values of a type are to a function. An int64 is never a number. */
export type ColumnValues = {
  bool: Uint8Array;
  int8: Int8Array;
  int16: Int16Array;
  int32: Int32Array;
  int64: BigInt64Array;
  uint8: Uint8Array;
  uint16: Uint16Array;
  uint32: Uint32Array;
  uint64: BigUint64Array;
  float16: Float32Array;
  bfloat16: Float32Array;
  float32: Float32Array;
  float64: Float64Array;
  /** Without its point: 1.25 with a scale of 2 is 125n. */
  decimal: readonly (bigint | null)[];
  string: readonly (string | null)[];
  bytes: readonly (Uint8Array | null)[];
  fixed: readonly (Uint8Array | null)[];
  /** Days since 1970-01-01. */
  date: Int32Array;
  /** In the column's `unit`, as what follows. */
  time: BigInt64Array;
  timestamp: BigInt64Array;
  duration: BigInt64Array;
};

/** A column of one value a row. */
export type ScalarColumn<K extends Scalar = Scalar> = {
  readonly kind: K;
  readonly values: ColumnValues[K];
  /** 1 where there is a value and 0 where there is a null, whatever `values` holds there; undefined where there is no null. */
  readonly valid: Uint8Array | undefined;
  /** What the values count, where the contract says so; of a time s, ms, us or ns. */
  readonly unit: string | undefined;
  /** Digits of a decimal behind the point. */
  readonly scale: number | undefined;
};

/** Row `r` has the items from `offsets[r]` to before `offsets[r + 1]`. */
export type ListColumn<Item extends FunctionColumn = FunctionColumn> = {
  readonly kind: 'list';
  readonly offsets: Int32Array;
  readonly items: Item;
  readonly valid: Uint8Array | undefined;
};

export type MapColumn<
  Key extends FunctionColumn = FunctionColumn,
  Entry extends FunctionColumn = FunctionColumn,
> = {
  readonly kind: 'map';
  readonly offsets: Int32Array;
  readonly keys: Key;
  readonly entries: Entry;
  readonly valid: Uint8Array | undefined;
};

export type StructColumn<
  Members extends Readonly<Record<string, FunctionColumn>> = Readonly<Record<string, FunctionColumn>>,
> = { readonly kind: 'struct'; readonly members: Members; readonly valid: Uint8Array | undefined };

/** Row `r` has the items from `r * size` to before `(r + 1) * size`. */
export type TensorColumn<Item extends FunctionColumn = FunctionColumn> = {
  readonly kind: 'tensor';
  readonly size: number;
  readonly items: Item;
  readonly valid: Uint8Array | undefined;
};

// biome-ignore lint/suspicious/noExplicitAny: a column of a member's own type is one of any
type AnyOf = any;
export type FunctionColumn =
  | ScalarColumn<AnyOf>
  | ListColumn<AnyOf>
  | MapColumn<AnyOf, AnyOf>
  | StructColumn<AnyOf>
  | TensorColumn<AnyOf>;

/** What a function gives: values alone where none is null, or values and which of them are there. */
export type MadeValues =
  | ColumnValues[Scalar]
  | { readonly values: ColumnValues[Scalar]; readonly valid?: Uint8Array | undefined }
  | { readonly offsets: Int32Array; readonly items: MadeValues; readonly valid?: Uint8Array | undefined }
  | {
      readonly offsets: Int32Array;
      readonly keys: MadeValues;
      readonly entries: MadeValues;
      readonly valid?: Uint8Array | undefined;
    }
  | {
      readonly members: Readonly<Record<string, MadeValues>>;
      readonly valid?: Uint8Array | undefined;
    }
  | { readonly items: MadeValues; readonly valid?: Uint8Array | undefined };
