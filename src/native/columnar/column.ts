/** A column of a Parquet or an Arrow schema, or what stands inside one. */
export type Column = {
  readonly name: string;
  /** Absent where none was written. */
  readonly id: number | undefined;
  readonly nullable: boolean;
  readonly type: ColumnType;
  /** How the values lie in the file, in the words of its format; readers give the same values either way. */
  readonly stored: string;
  /** What is said of it beside its type, as it was written. */
  readonly properties: ReadonlyMap<string, string>;
  /** Where its values are places in a list that stands among the records of an Arrow file. */
  readonly dictionary?: Dictionary;
};

export type Dictionary = {
  readonly id: number;
  /** Whether its writer says that the order of the list means something. */
  readonly isOrdered: boolean;
  /** What it lists, where that was looked for. */
  readonly values?: Listed;
};

/** The values of a dictionary in its order, each once, or why they are not known; null is a null among them. */
export type Listed = readonly (string | null)[] | string;

export const TICKS = ['s', 'ms', 'us', 'ns'] as const;
export type Tick = (typeof TICKS)[number];

export type ColumnType =
  | { readonly kind: 'null' | 'bool' | 'string' | 'binary' | 'date' | 'uuid' | 'json' | 'bson' | 'enum' }
  /** A moment in twelve bytes whose frame nobody wrote down; old writers have it. */
  | { readonly kind: 'int96' | 'variant' }
  | { readonly kind: 'int'; readonly bits: number; readonly signed: boolean }
  | { readonly kind: 'float'; readonly bits: number }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'time' | 'duration'; readonly unit: Tick }
  /** Without a zone it is what a clock on a wall shows. */
  | { readonly kind: 'timestamp'; readonly unit: Tick; readonly zone: string | undefined }
  | { readonly kind: 'interval'; readonly unit: string }
  | { readonly kind: 'fixed'; readonly bytes: number }
  | { readonly kind: 'geometry' | 'geography'; readonly frame: string }
  /** Of as many elements each, where there is a size. */
  | { readonly kind: 'list'; readonly element: Column; readonly size: number | undefined }
  | { readonly kind: 'map'; readonly key: Column; readonly value: Column }
  | { readonly kind: 'struct'; readonly fields: readonly Column[] }
  | { readonly kind: 'union'; readonly mode: string; readonly fields: readonly Column[] };

export type ColumnarSchema = {
  readonly columns: readonly Column[];
  /** The keys of what is said of the file as a whole. */
  readonly keys: readonly string[];
  /** What is said under each, where it says something. */
  readonly said?: ReadonlyMap<string, string>;
  /** What is said under the one key that exports of contracts write. */
  readonly contract?: string;
  /** Of the Arrow schema beside a Parquet file: empty where the columns say what it says, else why it was not read. */
  readonly arrowProblem?: string;
};

/** Where writers of Parquet leave the schema they had the records in, for readers of Arrow. */
export const ARROW_SCHEMA_KEY = 'ARROW:schema';

/** Where an export keeps of a contract what columns have no words for. */
export const CONTRACT_KEY = 'assay';

/** A type in a few words, never with what it holds. */
export function columnTypeText(type: ColumnType): string {
  switch (type.kind) {
    case 'int':
      return `${type.signed ? 'int' : 'uint'}${type.bits}`;
    case 'float':
      return `float${type.bits}`;
    case 'decimal':
      return `decimal(${type.precision}, ${type.scale})`;
    case 'time':
    case 'duration':
    case 'interval':
      return `${type.kind}[${type.unit}]`;
    case 'timestamp':
      return type.zone === undefined ? `timestamp[${type.unit}]` : `timestamp[${type.unit}, ${type.zone}]`;
    case 'fixed':
      return `fixed(${type.bytes})`;
    case 'geometry':
    case 'geography':
      return `${type.kind}(${type.frame})`;
    case 'list':
      return type.size === undefined ? 'list' : `list of ${type.size}`;
    case 'union':
      return `${type.mode} union`;
    default:
      return type.kind;
  }
}
