import type { Json } from '../../base/canonical-json.ts';
import type { AvroPrimitiveKind } from './type.ts';

/** What values stand for. A name the specification does not have is kept: two sides may still differ in it. */
export type AvroLogical =
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'other'; readonly name: string };

type Carrier = { readonly kind: AvroPrimitiveKind | 'fixed' | 'array' | 'map' | 'record' | 'enum' };

/** The types that may carry each logical type of the specification. */
const CARRIERS: Readonly<Record<string, readonly Carrier['kind'][]>> = {
  decimal: ['bytes', 'fixed'],
  'big-decimal': ['bytes'],
  uuid: ['string', 'fixed'],
  date: ['int'],
  'time-millis': ['int'],
  'time-micros': ['long'],
  'timestamp-millis': ['long'],
  'timestamp-micros': ['long'],
  'timestamp-nanos': ['long'],
  'local-timestamp-millis': ['long'],
  'local-timestamp-micros': ['long'],
  'local-timestamp-nanos': ['long'],
  duration: ['fixed'],
};

/** Bytes of a `fixed` that carries it. */
const SIZES: Readonly<Record<string, number>> = { uuid: 16, duration: 12 };

/**
 * The logical type of a schema object. One that does not fit its type is none: the specification has every reader
 * fall back to the type below, and so must a verdict.
 */
export function avroLogical(
  carrier: Carrier,
  attributes: { readonly [key: string]: Json },
  size?: number,
): AvroLogical | undefined {
  const name = attributes['logicalType'];
  if (typeof name !== 'string') return undefined;
  const carriers = Object.hasOwn(CARRIERS, name) ? CARRIERS[name]! : undefined;
  if (carriers === undefined) return { kind: 'other', name };
  if (!carriers.includes(carrier.kind)) return undefined;
  if (name === 'decimal') return decimal(attributes, size);
  return size === undefined || size === SIZES[name] ? { kind: 'other', name } : undefined;
}

function decimal(attributes: { readonly [key: string]: Json }, size?: number): AvroLogical | undefined {
  const { precision, scale = 0 } = attributes;
  if (!isCount(precision) || !isCount(scale) || precision < 1 || scale > precision) return undefined;
  if (size !== undefined && precision > digitsOf(size)) return undefined;
  return { kind: 'decimal', precision, scale };
}

const isCount = (value: Json | undefined): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** Decimal digits that two's complement of so many bytes always holds. */
const digitsOf = (bytes: number): number => Math.floor(Math.log10(2) * (8 * bytes - 1));

export const logicalText = (logical: AvroLogical | undefined): string => {
  if (logical === undefined) return 'none';
  return logical.kind === 'decimal' ? `decimal(${logical.precision}, ${logical.scale})` : logical.name;
};
