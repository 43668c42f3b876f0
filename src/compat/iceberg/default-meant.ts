import type { Json } from '../../base/canonical-json.ts';
import type { IcebergType } from '../../native/iceberg/type.ts';

/** A default in one spelling of several that stand for one value; the parser has held it against its type. */
export function defaultMeant(type: IcebergType, value: Json): Json {
  if (value === null) return null;
  switch (type.kind) {
    case 'list':
      return isList(value) ? value.map(item => defaultMeant(type.element, item)) : value;
    case 'map': {
      if (!isObject(value)) return value;
      const { keys = [], values = [] } = value;
      const all = (of: IcebergType, items: Json) =>
        isList(items) ? items.map(item => defaultMeant(of, item)) : items;
      return { keys: all(type.key, keys), values: all(type.value, values) };
    }
    case 'struct': {
      if (!isObject(value)) return value;
      const types = new Map(type.fields.map(field => [String(field.id), field.type]));
      return Object.fromEntries(
        Object.entries(value).map(([id, member]) => {
          const of = types.get(id);
          return [id, of === undefined ? member : defaultMeant(of, member)];
        }),
      );
    }
    case 'float':
      return typeof value === 'number' ? Math.fround(value) : value;
    case 'double':
      return typeof value === 'bigint' && Number.isFinite(Number(value)) ? Number(value) : value;
    case 'decimal':
      return String(value)
        .replace(/^(-?)0+(?=\d)/, '$1')
        .replace(/^-(?=[0.]+$)/, '');
    case 'fixed':
    case 'binary':
      return String(value).toLowerCase();
    // A date that was promoted is its first moment.
    case 'date':
      return `${String(value)}T00:00:00`;
    case 'time':
    case 'timestamp':
    case 'timestamp_ns':
    case 'timestamptz':
    case 'timestamptz_ns':
      return clockMeant(String(value));
    default:
      return value;
  }
}

/** Seconds that are none may be left out, and so may the zeros at their end; UTC is `Z` or `+00:00`. */
function clockMeant(text: string): string {
  const [, before = '', seconds = ':00', part = '', zone = ''] =
    /^(.*?\d\d:\d\d)(:\d\d)?(?:\.(\d+))?(Z|\+00:00)?$/.exec(text) ?? [undefined, text];
  const digits = part.replace(/0+$/, '');
  return `${before}${seconds}${digits === '' ? '' : `.${digits}`}${zone === '' ? '' : 'Z'}`;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
