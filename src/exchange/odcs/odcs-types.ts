import type { Json } from '../../base/canonical-json.ts';
import type { Kind } from '../../contract/field.ts';

/** What a type of a database says, where all that have it say the same. */
export type KnownType = { readonly physical: Kind; readonly more?: Readonly<Record<string, Json>> };

const at = (unit: string, zone?: string): Readonly<Record<string, Json>> => ({ ...(zone && { zone }), unit });

const KNOWN: Readonly<Record<string, KnownType>> = {
  boolean: { physical: 'bool' },
  bool: { physical: 'bool' },
  tinyint: { physical: 'int8' },
  byteint: { physical: 'int8' },
  smallint: { physical: 'int16' },
  int2: { physical: 'int16' },
  int: { physical: 'int32' },
  integer: { physical: 'int32' },
  int4: { physical: 'int32' },
  serial: { physical: 'int32' },
  smallserial: { physical: 'int16' },
  bigserial: { physical: 'int64' },
  bigint: { physical: 'int64' },
  int8: { physical: 'int64' },
  int64: { physical: 'int64' },
  long: { physical: 'int64' },
  real: { physical: 'float32' },
  float4: { physical: 'float32' },
  double: { physical: 'float64' },
  'double precision': { physical: 'float64' },
  float8: { physical: 'float64' },
  float64: { physical: 'float64' },
  string: { physical: 'string' },
  text: { physical: 'string' },
  varchar: { physical: 'string' },
  char: { physical: 'string' },
  bpchar: { physical: 'string' },
  character: { physical: 'string' },
  'character varying': { physical: 'string' },
  nvarchar: { physical: 'string' },
  uuid: { physical: 'string' },
  binary: { physical: 'bytes' },
  varbinary: { physical: 'bytes' },
  bytes: { physical: 'bytes' },
  bytea: { physical: 'bytes' },
  blob: { physical: 'bytes' },
  date: { physical: 'date' },
  timestamptz: { physical: 'timestamp', more: at('us', 'instant') },
  'timestamp with time zone': { physical: 'timestamp', more: at('us', 'instant') },
  timestamp_tz: { physical: 'timestamp', more: at('us', 'instant') },
  timestamp_ntz: { physical: 'timestamp', more: at('us', 'local') },
  'timestamp without time zone': { physical: 'timestamp', more: at('us', 'local') },
};

/** Types whose values all databases know, and whose zone or unit they don't agree on. */
const LOOSELY_KNOWN: Readonly<Record<string, KnownType>> = {
  timestamp: { physical: 'timestamp', more: at('us', 'instant') },
  datetime: { physical: 'timestamp', more: at('us', 'local') },
  time: { physical: 'time', more: at('us') },
};

/** A physical type as databases write it: `BIGINT`, `varchar(20)`, `decimal(9, 2)`. Undefined where they differ in it. */
function physicalTypeOf(text: string): KnownType | undefined {
  const name = text.trim().toLowerCase();
  const [, precision, scale] =
    /^(?:decimal|numeric)\s*\(\s*(\d{1,2})\s*(?:,\s*(\d{1,2})\s*)?\)$/.exec(name) ?? [];
  if (precision !== undefined)
    return { physical: 'decimal', more: { precision: Number(precision), scale: Number(scale ?? 0) } };
  return ofTable(KNOWN, bareName(text));
}

/** Without its length: `varchar(20)`, `varchar[20]`. */
const bareName = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/\s{0,8}(?:\(\s*\d{1,10}\s*\)|\[\s*\d{1,10}\s*\])/, '');

const ofTable = <T>(table: Readonly<Record<string, T>>, key: string | undefined): T | undefined =>
  key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;

/** The formats of numbers, which follow the names of Rust. */
const NUMBER_FORMATS: Readonly<Record<string, Kind>> = {
  i8: 'int8',
  i16: 'int16',
  i32: 'int32',
  i64: 'int64',
  u8: 'uint8',
  u16: 'uint16',
  u32: 'uint32',
  u64: 'uint64',
  f16: 'float16',
  f32: 'float32',
  f64: 'float64',
};

/** What stands for a logical type that says no more, for a person to confirm. */
const LOGICAL_TYPES: Readonly<Record<string, KnownType>> = {
  string: { physical: 'string' },
  integer: { physical: 'int64' },
  number: { physical: 'float64' },
  boolean: { physical: 'bool' },
  date: { physical: 'date' },
  timestamp: { physical: 'timestamp', more: at('us', 'instant') },
  time: { physical: 'time', more: at('us') },
};

/** What a property says of its type, all its words together. */
export type Stated = {
  readonly found: KnownType | undefined;
  /** Whether its words say as much, and agree. */
  readonly isSaid: boolean;
  readonly isUuid: boolean;
  readonly notes: ReadonlyArray<readonly [what: string, why: string]>;
};

/**
 * A format of numbers counts most, then the type in the database, then the logical type, which says least.
 *
 * @param zone  what the options say of the zone, where it is a timestamp
 */
export function statedType(
  logical: string | undefined,
  physical: string | undefined,
  format: string | undefined,
  zone: (() => StatedZone) | undefined,
): Stated {
  const isUuid = format === 'uuid' || physical?.trim().toLowerCase() === 'uuid';
  const width = ofTable(NUMBER_FORMATS, format);
  const known = physical === undefined ? undefined : physicalTypeOf(physical);
  const loose = physical === undefined ? undefined : ofTable(LOOSELY_KNOWN, bareName(physical));
  const usual = usualType(logical, physical === undefined ? format : undefined);
  const isAtOdds = width !== undefined && known !== undefined && known.physical !== width;
  const notes: Array<readonly [string, string]> = [];
  if (physical !== undefined)
    notes.push([
      `physicalType: ${physical}`,
      isAtOdds
        ? `its format ${format} says something else, which is proposed`
        : 'a contract says what a value is, and not how a database calls it',
    ]);
  if (format !== undefined && width === undefined && !isUuid)
    notes.push([`format: ${format.slice(0, 80)}`, 'a contract has no place for it']);
  const typed = width === undefined ? (known ?? loose ?? usual) : { physical: width };
  const isOther = typed !== undefined && logical !== undefined && !isOf(logical, typed);
  if (isOther) notes.push([`logicalType: ${logical.slice(0, 80)}`, otherwise(logical)]);
  const { found, isZoned, told } = zonedType(typed, known, zone);
  notes.push(...told);
  const isPlain = found !== undefined && SAID_ALONE.has(found.physical);
  const isSaid = width === undefined ? known !== undefined || (loose === undefined && isPlain) : !isAtOdds;
  const isTimed = found !== undefined && TIMED.has(found.physical) && logical === 'date';
  return {
    found,
    isSaid: isSaid && (!isOther || isTimed) && isZoned && !isVague(found, known, physical),
    isUuid,
    notes,
  };
}

const otherwise = (logical: string): string =>
  Object.hasOwn(LOGICAL_TYPES, logical)
    ? 'its format or physicalType says something else, which is proposed'
    : 'the standard has no such logical type';

/** Whether a type is one that a logical type stands for. */
function isOf(logical: string, { physical, more }: KnownType): boolean {
  const kinds = ofTable(KINDS_OF, logical);
  return (
    kinds?.has(physical) === true && (physical !== 'decimal' || logical === 'number' || more?.['scale'] === 0)
  );
}

const WHOLE: readonly Kind[] = [
  'int8',
  'int16',
  'int32',
  'int64',
  'uint8',
  'uint16',
  'uint32',
  'uint64',
  'decimal',
];

const KINDS_OF: Readonly<Record<string, ReadonlySet<Kind>>> = {
  // The standard has no type of bytes.
  string: new Set(['string', 'bytes']),
  integer: new Set(WHOLE),
  number: new Set([...WHOLE, 'float16', 'float32', 'float64']),
  boolean: new Set(['bool']),
  date: new Set(['date']),
  timestamp: new Set(['timestamp']),
  time: new Set(['time']),
};

const TIMED: ReadonlySet<Kind> = new Set(['timestamp', 'time']);

/** What the options of a timestamp say of its zone. */
export type StatedZone = {
  /** Whether its values name a zone. */
  readonly timezone: boolean | undefined;
  /** The zone they are in where they name none. */
  readonly defaultTimezone: string | undefined;
};

type Zoned = {
  readonly found: KnownType | undefined;
  /** Whether nothing is said against the zone that was found. */
  readonly isZoned: boolean;
  readonly told: Stated['notes'];
};

/** A timestamp that names no zone is local, unless it is said to be in UTC; what the database says of it counts more. */
function zonedType(
  found: KnownType | undefined,
  known: KnownType | undefined,
  zone: (() => StatedZone) | undefined,
): Zoned {
  if (found?.physical !== 'timestamp' || zone === undefined) return { found, isZoned: true, told: [] };
  const { timezone, defaultTimezone } = zone();
  const isUtc = defaultTimezone !== undefined && UTC.has(defaultTimezone.toLowerCase());
  const said = timezone === undefined ? undefined : timezone || isUtc ? 'instant' : 'local';
  const own = known?.more?.['zone'];
  const isAtOdds = own !== undefined && said !== undefined && own !== said;
  const told: Array<readonly [string, string]> = [];
  if (timezone === false || isAtOdds)
    told.push([
      `timezone: ${timezone}`,
      isAtOdds ? `its physicalType says something else, and ${own} is proposed` : `${said} is proposed`,
    ]);
  if (defaultTimezone !== undefined && !(isUtc && said === 'instant' && own !== 'local'))
    told.push([
      `defaultTimezone: ${defaultTimezone.slice(0, 80)}`,
      'a timestamp of a contract is an instant, or local',
    ]);
  if (said === undefined || own !== undefined) return { found, isZoned: !isAtOdds, told };
  return { found: { ...found, more: { ...found.more, zone: said } }, isZoned: true, told };
}

const UTC: ReadonlySet<string> = new Set([
  'utc',
  'etc/utc',
  'z',
  'zulu',
  'etc/zulu',
  'etc/gmt',
  'gmt',
  'etc/uct',
  'uct',
]);

/** Logical types that leave nothing open. */
const SAID_ALONE: ReadonlySet<Kind> = new Set(['string', 'bool', 'date']);

/** A date of a type that nobody knows may have a time of day. */
const isVague = (found: KnownType | undefined, known: KnownType | undefined, physical: string | undefined) =>
  found?.physical === 'date' && known === undefined && physical !== undefined;

/** In version 3.0 a date is whatever has to do with time: its format tells which. */
function usualType(logical: string | undefined, format: string | undefined): KnownType | undefined {
  const isTimed = logical === 'date' && format !== undefined && /[Hhms]/.test(format);
  if (!isTimed) return ofTable(LOGICAL_TYPES, logical);
  return ofTable(LOGICAL_TYPES, /[yuMd]/.test(format) ? 'timestamp' : 'time');
}
