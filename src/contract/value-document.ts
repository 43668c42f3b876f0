import type { Json } from '../base/canonical-json.ts';
import type { Kind, NestedKind, Type, TypeOf } from './field.ts';
import { isFloat, KIND_TABLE } from './kind-table.ts';
import { entryOf, isNested } from './nested.ts';
import type { Value } from './value.ts';

/**
 * A value as documents hold it: integers, days, times in their unit and unscaled decimals as integers, floats as the 16
 * hex digits of their 64 bits (a narrower one is widened first, which is exact), bytes as hex, structs and
 * entries of maps as lists, the rest as JSON has it.
 */
export function valueDocument(type: Type, value: Value): Json {
  if (value === null) return null;
  if (isNested(type)) {
    const typeAt = typesInside(type);
    return (value as readonly Value[]).map((item, at) => valueDocument(typeAt(at), item));
  }
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (isFloat(type.kind)) return floatText(value as number);
  return value as Json;
}

/** The inverse, or `undefined` for what no value of the type is written as. */
export function valueFromDocument(type: Type, document: unknown): Value | undefined {
  if (document === null) return null;
  if (isNested(type)) {
    if (!Array.isArray(document)) return undefined;
    if (type.kind === 'struct' && document.length !== type.fields.length) return undefined;
    const typeAt = typesInside(type);
    const items = document.map((item, at) => valueFromDocument(typeAt(at), item));
    return items.includes(undefined) ? undefined : (items as Value[]);
  }
  switch (KIND_TABLE[type.kind].held) {
    case 'boolean':
      return typeof document === 'boolean' ? document : undefined;
    case 'string':
      return typeof document === 'string' && document.isWellFormed() ? document : undefined;
    case 'bytes': {
      const isHex = typeof document === 'string' && /^(?:[0-9a-f]{2})*$/.test(document);
      return isHex ? new Uint8Array(Buffer.from(document, 'hex')) : undefined;
    }
    case 'bigint':
      return integerFromDocument(document);
    case 'number':
      if (isFloat(type.kind)) return floatFromText(document);
      return typeof document === 'number' && Number.isSafeInteger(document) ? document : undefined;
    case 'list':
      return undefined;
  }
}

/** The type of each value inside one: the same for all but those of a struct. */
function typesInside(type: TypeOf<NestedKind>): (at: number) => Type {
  if (type.kind === 'struct') return at => type.fields[at]!.type;
  const each = type.kind === 'map' ? entryOf(type).type : type.element.type;
  return () => each;
}

export const endDocument = (kind: Kind, end: bigint | number | undefined): Json => {
  if (end === undefined) return null;
  return isFloat(kind) ? floatText(end as number) : end;
};

/** `null` for an open end, `undefined` for what no end is written as. */
export function endFromDocument(kind: Kind, document: unknown): bigint | number | null | undefined {
  if (document === null) return null;
  return isFloat(kind) ? floatFromText(document) : integerFromDocument(document);
}

/** An integer as canonical JSON has it: a number, or decimal digits beyond 2^53 - 1. */
export function integerFromDocument(document: unknown): bigint | undefined {
  if (typeof document === 'number') return Number.isSafeInteger(document) ? BigInt(document) : undefined;
  return typeof document === 'string' && /^-?[1-9][0-9]{15,75}$/.test(document)
    ? BigInt(document)
    : undefined;
}

function floatText(value: number): string {
  const bits = Buffer.alloc(8);
  bits.writeDoubleBE(value);
  return bits.toString('hex');
}

function floatFromText(document: unknown): number | undefined {
  if (typeof document !== 'string' || !/^[0-9a-f]{16}$/.test(document)) return undefined;
  const value = Buffer.from(document, 'hex').readDoubleBE();
  return Number.isFinite(value) ? value : undefined;
}
