import { canonicalJson } from '../base/canonical-json.ts';
import { isCategorical } from '../contract/category.ts';
import { decimalText } from '../contract/decimal-text.ts';
import type { Field, Type } from '../contract/field.ts';
import { KIND_TABLE } from '../contract/kind-table.ts';
import type { Schema } from '../contract/schema.ts';
import type { Value } from '../contract/value.ts';
import { valueDocument } from '../contract/value-document.ts';
import { lengthOf } from '../contract/value-length.ts';
import type { CountedColumn } from './ask.ts';
import { isEndless } from './not-finite.ts';
import { placeFormOf } from './place.ts';
import { holdsLengths, holdsNumbers } from './summary.ts';

/**
 * How values of a column are laid out where they are counted, so that one value is the same wherever it came from: integers,
 * days and times as whole numbers of 64 bits, without or with a sign, every float as a double, which is exact, decimals by their digits, lists of integers
 * as such, and what is nested otherwise as canonical JSON.
 */
export type Form = 'whole' | 'natural' | 'real' | 'truth' | 'digits' | 'text' | 'bytes' | 'wholes' | 'json';

export function formOf({ type }: Pick<Field, 'type'>): Form {
  switch (KIND_TABLE[type.kind].family) {
    case 'truth':
      return 'truth';
    case 'integer':
      return type.kind === 'uint64' ? 'natural' : 'whole';
    case 'time':
      return 'whole';
    case 'float':
      return 'real';
    case 'decimal':
      return 'digits';
    case 'text':
      return 'text';
    case 'bytes':
      return 'bytes';
    default:
      return type.kind === 'list' && formOf(type.element) === 'whole' ? 'wholes' : 'json';
  }
}

export const countedColumns = ({ fields }: Schema): readonly CountedColumn[] =>
  fields.map(field => ({
    form: formOf(field),
    places: placeFormOf(field),
    hasNumbers: holdsNumbers(field),
    hasLengths: holdsLengths(field),
    nullable: field.nullable,
    sentinels: (field.sentinels ?? []).map(({ value }) => value),
    length: field.type.kind === 'list' ? field.type.length : undefined,
    hasNullElements: field.type.kind === 'list' && field.type.element.nullable,
  }));

/** A value laid out in the form of its column. */
export type Laid = bigint | number | boolean | string | Uint8Array | readonly (bigint | null)[];

export function layer({ type }: Pick<Field, 'type'>): (value: Exclude<Value, null>) => Laid {
  switch (formOf({ type })) {
    case 'whole':
    case 'natural':
      return value => BigInt(value as number | bigint);
    case 'digits': {
      const { scale } = type as Extract<Type, { kind: 'decimal' }>;
      return value => decimalText(value as bigint, scale);
    }
    case 'wholes':
      return value =>
        (value as readonly (number | bigint | null)[]).map(item => (item === null ? null : BigInt(item)));
    case 'json':
      return value => `${isEndless(value) ? NOT_FINITE : ''}${canonicalJson(valueDocument(type, value))}`;
    default:
      return value => value as Laid;
  }
}

/** Before the canonical JSON of a value in which NaN or an infinity stands; no JSON begins so. */
export const NOT_FINITE = '!';

/** The length of a value, where its column has lengths. */
export const lengthIn = (value: Exclude<Value, null>): number =>
  lengthOf(value as Parameters<typeof lengthOf>[0]);

/** The inverse of `layer`, of values that are told. */
export function liftedFrom({ type }: Pick<Field, 'type'>): (laid: Laid) => Value {
  switch (formOf({ type })) {
    case 'whole':
    case 'natural':
      return KIND_TABLE[type.kind].held === 'number' ? laid => Number(laid) : laid => BigInt(laid as bigint);
    case 'digits':
      return laid => BigInt((laid as string).replace('.', ''));
    default:
      return laid => laid as Value;
  }
}

/** Whether the values that were counted are told: categories by what they are called, numbers by their size. */
export const isKept = (field: Field): boolean => isCategorical(field) || holdsNumbers(field);
