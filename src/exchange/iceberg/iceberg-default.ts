import type { Json } from '../../base/canonical-json.ts';
import type { IcebergField, IcebergType } from '../../native/iceberg/type.ts';
import { isWritten, type Written } from '../draft.ts';

/** A default as a contract writes it; undefined where it has no text there. The parser has held it against its type. */
export function icebergDefault(type: IcebergType, value: Json): Json | undefined {
  if (value === null) return null;
  switch (type.kind) {
    case 'list':
      return each(value as readonly Json[], item => icebergDefault(type.element, item));
    case 'map': {
      const { keys, values } = value as { readonly keys: readonly Json[]; readonly values: readonly Json[] };
      return each(keys, (key, index) => {
        const [own, held] = [icebergDefault(type.key, key), icebergDefault(type.value, values[index]!)];
        return own === undefined || held === undefined ? undefined : { key: own, value: held };
      });
    }
    case 'struct':
      return structDefault(type.fields, value as Written);
    case 'float':
      return typeof value === 'number' || typeof value === 'bigint'
        ? finite(Math.fround(Number(value)))
        : undefined;
    case 'double':
      return typeof value === 'number' || typeof value === 'bigint' ? finite(Number(value)) : undefined;
    case 'uuid':
      return String(value).replaceAll('-', '');
    case 'fixed':
    case 'binary':
      return String(value).toLowerCase();
    case 'date':
      return fourDigits(String(value));
    case 'time':
      return withSeconds(String(value));
    case 'timestamp':
    case 'timestamp_ns':
      return fourDigits(withSeconds(String(value)));
    case 'timestamptz':
    case 'timestamptz_ns':
      return fourDigits(withSeconds(String(value).replace(/(?:\+00:00|Z)$/, '')), 'Z');
    default:
      return value;
  }
}

const finite = (value: number): Json | undefined => (Number.isFinite(value) ? value : undefined);

/** A contract has the years 0000 to 9999. */
const fourDigits = (text: string, mark = ''): Json | undefined =>
  /^\d{4}-/.test(text) ? text + mark : undefined;

const withSeconds = (text: string): string => (/(?:^|T)\d\d:\d\d$/.test(text) ? `${text}:00` : text);

/** An empty one is filled by the defaults of its fields. */
function structDefault(fields: readonly IcebergField[], value: Written): Json | undefined {
  const members = fields.map(field => {
    const own = value[String(field.id)] ?? field.initialDefault?.value ?? null;
    return [field.name, icebergDefault(field.type, own)] as const;
  });
  return members.some(([, member]) => member === undefined)
    ? undefined
    : (Object.fromEntries(members) as Json);
}

function each<T>(items: readonly T[], to: (item: T, index: number) => Json | undefined): Json | undefined {
  const all = items.map(to);
  return all.includes(undefined) ? undefined : (all as Json[]);
}

/** A default of a contract as a table's metadata writes it; undefined where the type it is kept as is another. */
export function icebergDefaultOf(type: Json, written: Json): Json | undefined {
  if (written === null) return null;
  if (typeof type === 'string') {
    if (type.startsWith('timestamptz')) return String(written).replace(/Z$/, '+00:00');
    if (type.startsWith('decimal') || type === 'string') return String(written);
    if (type === 'int' || type === 'long') return typeof written === 'string' ? undefined : written;
    return written;
  }
  if (!isWritten(type) || type['type'] !== 'list' || !Array.isArray(written)) return undefined;
  return each(written as readonly Json[], item => icebergDefaultOf(type['element']!, item));
}
