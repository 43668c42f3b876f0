import type { Json } from '../../base/canonical-json.ts';
import type { IcebergPrimitive } from './primitive.ts';
import type { IcebergField, IcebergType } from './type.ts';

/** Whether a JSON value is a default of a field, by the single-value serialization of the specification. */
export function fitsField({ required, type }: Pick<IcebergField, 'required' | 'type'>, value: Json): boolean {
  if (value === null) return !required;
  // A struct is there or it is not; what is in it, its own fields say.
  if (type.kind === 'struct')
    return isObject(value) && Object.keys(value).length === 0 && isWhole(type.fields);
  return fits(type, value);
}

const isWhole = (fields: readonly IcebergField[]): boolean =>
  fields.every(({ required, initialDefault }) => !required || initialDefault !== undefined);

function fits(type: IcebergType, value: Json): boolean {
  switch (type.kind) {
    case 'list':
      return Array.isArray(value) && value.every(item => fitsPart(type.element, type.elementRequired, item));
    case 'map': {
      if (!isObject(value)) return false;
      const { keys, values, ...rest } = value;
      if (!Array.isArray(keys) || !Array.isArray(values) || Object.keys(rest).length > 0) return false;
      if (keys.length !== values.length) return false;
      return (
        keys.every(key => fits(type.key, key)) &&
        values.every(item => fitsPart(type.value, type.valueRequired, item))
      );
    }
    case 'struct': {
      if (!isObject(value)) return false;
      const known = new Map(type.fields.map(field => [String(field.id), field]));
      if (Object.keys(value).some(id => !known.has(id))) return false;
      return type.fields.every(field => fitsPart(field.type, field.required, value[field.id] ?? null));
    }
    default:
      return fitsPrimitive(type, value);
  }
}

const fitsPart = (type: IcebergType, required: boolean, value: Json): boolean =>
  value === null ? !required : fits(type, value);

function fitsPrimitive(type: IcebergPrimitive, value: Json): boolean {
  switch (type.kind) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'int':
      return isInteger(value, 31n);
    case 'long':
      return isInteger(value, 63n);
    case 'float':
      return typeof value === 'number' && (Number.isFinite(Math.fround(value)) || !Number.isFinite(value));
    case 'double':
      return typeof value === 'number' || typeof value === 'bigint';
    case 'decimal':
      return typeof value === 'string' && isDecimal(value, type.precision, type.scale);
    case 'string':
      return typeof value === 'string';
    case 'uuid':
      return isText(value, /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
    case 'fixed':
      return isText(value, /^(?:[\dA-Fa-f]{2})*$/) && value.length === 2 * type.bytes;
    case 'binary':
      return isText(value, /^(?:[\dA-Fa-f]{2})*$/);
    case 'date':
      return isMoment(value, '', '');
    case 'time':
      return isText(value, new RegExp(`^${TIME}(?:\\.\\d{1,6})?$`));
    case 'timestamp':
      return isMoment(value, `T${TIME}(?:\\.\\d{1,6})?`, '');
    case 'timestamptz':
      return isMoment(value, `T${TIME}(?:\\.\\d{1,6})?`, UTC);
    case 'timestamp_ns':
      return isMoment(value, `T${TIME}(?:\\.\\d{1,9})?`, '');
    case 'timestamptz_ns':
      return isMoment(value, `T${TIME}(?:\\.\\d{1,9})?`, UTC);
    case 'unknown':
    case 'variant':
    case 'geometry':
    case 'geography':
      return false;
  }
}

const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d)?';
const UTC = '(?:\\+00:00|Z)';

function isMoment(value: Json, time: string, zone: string): boolean {
  if (typeof value !== 'string') return false;
  const [, year, month, day] = new RegExp(`^(-?\\d{4,6})-(\\d\\d)-(\\d\\d)${time}${zone}$`).exec(value) ?? [];
  return year !== undefined && isDay(Number(year), Number(month), Number(day));
}

function isDay(year: number, month: number, day: number): boolean {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return days !== undefined && day >= 1 && day <= days;
}

/** `14.20` of decimal(9, 2): as many digits behind the point as the scale says. */
function isDecimal(text: string, precision: number, scale: number): boolean {
  const [, whole, part = ''] = /^-?(\d{1,38})(?:\.(\d{1,38}))?$/.exec(text) ?? [];
  if (whole === undefined || part.length !== scale) return false;
  return `${whole}${part}`.replace(/^0+/, '').length <= precision;
}

function isInteger(value: Json, bits: bigint): boolean {
  if (typeof value === 'number' ? !Number.isInteger(value) : typeof value !== 'bigint') return false;
  const whole = BigInt(value as number | bigint);
  return whole >= -(1n << bits) && whole < 1n << bits;
}

const isText = (value: Json, form: RegExp): value is string => typeof value === 'string' && form.test(value);

const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
