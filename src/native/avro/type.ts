import type { Json } from '../../base/canonical-json.ts';
import type { AvroLogical } from './logical.ts';

/** The types without parts. */
export const AVRO_PRIMITIVES = [
  'null',
  'boolean',
  'int',
  'long',
  'float',
  'double',
  'bytes',
  'string',
] as const;
export type AvroPrimitiveKind = (typeof AVRO_PRIMITIVES)[number];

/** Attributes the specification gives no meaning to, kept as they were written. */
export type AvroProps = { readonly [key: string]: Json };

type Annotated = {
  readonly props: AvroProps;
  /** What the values stand for; absent where nothing is said, or what is said does not fit the type. */
  readonly logical: AvroLogical | undefined;
};

export type AvroPrimitive = Annotated & { readonly kind: AvroPrimitiveKind };

export type AvroArray = Annotated & { readonly kind: 'array'; readonly items: AvroType };

export type AvroMap = Annotated & { readonly kind: 'map'; readonly values: AvroType };

/** Empty where nothing can ever be written. */
export type AvroUnion = { readonly kind: 'union'; readonly branches: readonly AvroType[] };

/** What may be referred to by its name; the same object wherever it is. */
type Named = Annotated & {
  /** With its namespace. */
  readonly name: string;
  /** Former names, with their namespaces. */
  readonly aliases: readonly string[];
  readonly doc: string | undefined;
};

export type AvroField = {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly doc: string | undefined;
  readonly order: 'ascending' | 'descending' | 'ignore';
  /** What a reader takes where the writer has no such field; null is a default too. */
  readonly default: { readonly value: Json } | undefined;
  readonly type: AvroType;
  readonly props: AvroProps;
};

export type AvroRecord = Named & {
  readonly kind: 'record';
  readonly isError: boolean;
  readonly fields: readonly AvroField[];
};

export type AvroEnum = Named & {
  readonly kind: 'enum';
  readonly symbols: readonly string[];
  /** What a reader takes for a symbol it does not have. */
  readonly default: string | undefined;
};

export type AvroFixed = Named & { readonly kind: 'fixed'; readonly size: number };

export type AvroNamed = AvroRecord | AvroEnum | AvroFixed;

/** A schema; one that holds itself does so by reference. */
export type AvroType = AvroPrimitive | AvroArray | AvroMap | AvroUnion | AvroNamed;

export const isNamed = (type: AvroType): type is AvroNamed =>
  type.kind === 'record' || type.kind === 'enum' || type.kind === 'fixed';

/** The last part of a name: what resolution compares. */
export const unqualified = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** A type in a few words, never with what it holds. */
export function avroTypeText(type: AvroType): string {
  switch (type.kind) {
    case 'union':
      return `union of ${type.branches.length}`;
    case 'array':
      return `array of ${shortText(type.items)}`;
    case 'map':
      return `map of ${shortText(type.values)}`;
    case 'record':
    case 'enum':
      return `${type.kind} ${type.name}`;
    case 'fixed':
      return `fixed(${type.size}) ${type.name}`;
    default:
      return type.kind;
  }
}

/** What stands for a type inside the name of another, or in a path. */
export const shortText = (type: AvroType): string => (isNamed(type) ? type.name : type.kind);
