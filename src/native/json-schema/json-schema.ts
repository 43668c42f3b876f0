import type { Json } from '../../base/canonical-json.ts';
import type { Matcher } from './regex.ts';
import type { ValueSet } from './value-set.ts';

/** The sorts of JSON values; a number is an integer or has a fraction, and `1.0` is an integer. */
export const JSON_TYPES = ['null', 'boolean', 'integer', 'fraction', 'string', 'array', 'object'] as const;
export type JsonType = (typeof JSON_TYPES)[number];

export type Numeral = number | bigint;

export type NumberBound = { readonly value: Numeral; readonly exclusive: boolean };

export type Pattern = { readonly source: string; readonly matches: Matcher };

/**
 * One schema object or boolean, with what it asserts by itself. A schema below is the same object wherever it is
 * referred to, so what holds itself does so by reference.
 */
export type JsonSchema = {
  /** Unique, also between two documents. */
  readonly id: number;
  /** A boolean schema, or one that asserts nothing. */
  readonly accepts: 'all' | 'none' | 'some';
  readonly types: ReadonlySet<JsonType> | undefined;
  /** Of `enum` and `const`: what is left of both. */
  readonly values: ValueSet | undefined;

  readonly minimum: NumberBound | undefined;
  readonly maximum: NumberBound | undefined;
  readonly multipleOf: Numeral | undefined;

  readonly minLength: number;
  /** Infinity where there is none, as for every most of these. */
  readonly maxLength: number;
  readonly pattern: Pattern | undefined;
  readonly format: string | undefined;

  readonly prefix: readonly JsonSchema[];
  /** For items behind the prefix. */
  readonly items: JsonSchema | undefined;
  readonly minItems: number;
  readonly maxItems: number;
  readonly uniqueItems: boolean;
  readonly contains:
    | { readonly schema: JsonSchema; readonly least: number; readonly most: number }
    | undefined;

  readonly properties: ReadonlyMap<string, JsonSchema>;
  readonly patterns: ReadonlyArray<{ readonly pattern: Pattern; readonly schema: JsonSchema }>;
  /** For keys that neither names nor patterns cover. */
  readonly additional: JsonSchema | undefined;
  readonly required: ReadonlySet<string>;
  readonly minProperties: number;
  readonly maxProperties: number;
  readonly propertyNames: JsonSchema | undefined;
  readonly dependentRequired: ReadonlyMap<string, readonly string[]>;
  readonly dependentSchemas: ReadonlyMap<string, JsonSchema>;

  readonly ref: JsonSchema | undefined;
  readonly allOf: readonly JsonSchema[];
  /** Undefined where the keyword is absent. */
  readonly anyOf: readonly JsonSchema[] | undefined;
  readonly oneOf: readonly JsonSchema[] | undefined;
  readonly not: JsonSchema | undefined;
  readonly condition:
    | {
        readonly when: JsonSchema;
        readonly onTrue: JsonSchema | undefined;
        readonly onFalse: JsonSchema | undefined;
      }
    | undefined;

  /** Of what a text holds, where the dialect has it: said, and asserted by nobody. */
  readonly contentSchema: JsonSchema | undefined;

  /** Keywords that assert something nobody here reasons about. */
  readonly opaque: readonly string[];
  /** Everything asserted here and not below, as one text: two schemas with one text and the same parts are the same. */
  readonly local: string;
  /** Every schema directly below or referred to, by the keyword it stands under. */
  readonly parts: ReadonlyMap<string, JsonSchema>;
  readonly notes: JsonSchemaNotes;
};

/** What is said and asserts nothing. */
export type JsonSchemaNotes = {
  /** What the document calls itself. */
  readonly identifier: string | undefined;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly default: { readonly value: Json } | undefined;
  /** Encoding and media type of a text. */
  readonly content: string | undefined;
  /** `enum` as it was written: its order may be what a model was trained on. */
  readonly enum: readonly Json[] | undefined;
  /** Keywords without a meaning here, kept as they were written. */
  readonly others: { readonly [key: string]: Json };
  /** Every keyword, as it was written. */
  readonly written: { readonly [key: string]: Json };
  /** Of a schema that is a reference: what stands beside it, where its dialect does not look there. */
  readonly unheard: { readonly [key: string]: Json };
  /** Of a whole document: its definitions that nothing in it leads to. */
  readonly unused: readonly UnusedDefinition[];
};

/** @see JsonSchemaNotes */
export type UnusedDefinition = { readonly pointer: string; readonly value: Json };
