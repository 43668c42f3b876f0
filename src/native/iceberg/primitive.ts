/** The types that are one word, and the first version of the format that has them. */
const WORDS = {
  boolean: 1,
  int: 1,
  long: 1,
  float: 1,
  double: 1,
  date: 1,
  time: 1,
  timestamp: 1,
  timestamptz: 1,
  string: 1,
  uuid: 1,
  binary: 1,
  timestamp_ns: 3,
  timestamptz_ns: 3,
  unknown: 3,
  variant: 3,
} as const;

export type IcebergWord = keyof typeof WORDS;

export type IcebergPrimitive =
  | { readonly kind: IcebergWord }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'fixed'; readonly bytes: number }
  /** The reference system of the coordinates; that of the web where none is named. */
  | { readonly kind: 'geometry'; readonly crs: string }
  /** And how points are joined. */
  | { readonly kind: 'geography'; readonly crs: string; readonly edges: string };

/** Longitude and latitude: what a type that names no system means. */
const CRS = 'OGC:CRS84';
const EDGES = ['spherical', 'vincenty', 'thomas', 'andoyer', 'karney'];

/** A type that is written as a text; undefined where it is none. White space is free around what stands in brackets. */
export function primitiveOf(text: string): IcebergPrimitive | undefined {
  if (isWord(text)) return { kind: text };
  const [, name, inside] = /^(\w+)(?:\(([^()]*)\)|\[\s*\d+\s*\])?$/.exec(text) ?? [];
  switch (name) {
    case 'decimal':
      return decimalOf(text);
    case 'fixed':
      return fixedOf(text);
    case 'geometry':
    case 'geography': {
      if (text.endsWith(']')) return undefined;
      const [crs = CRS, edges, ...more] =
        inside === undefined ? [] : inside.split(',').map(one => one.trim());
      if (crs === '' || more.length > 0) return undefined;
      if (name === 'geometry') return edges === undefined ? { kind: name, crs } : undefined;
      return EDGES.includes(edges ?? 'spherical')
        ? { kind: name, crs, edges: edges ?? 'spherical' }
        : undefined;
    }
    default:
      return undefined;
  }
}

/** The text of a type, in the one spelling. */
export function primitiveText(type: IcebergPrimitive): string {
  switch (type.kind) {
    case 'decimal':
      return `decimal(${type.precision}, ${type.scale})`;
    case 'fixed':
      return `fixed[${type.bytes}]`;
    case 'geometry':
      return `geometry(${type.crs})`;
    case 'geography':
      return `geography(${type.crs}, ${type.edges})`;
    default:
      return type.kind;
  }
}

/** The first version of the format that has the type. */
export const versionOf = ({ kind }: IcebergPrimitive): number =>
  kind === 'geometry' || kind === 'geography' ? 3 : isWord(kind) ? WORDS[kind] : 1;

const isWord = (text: string): text is IcebergWord => Object.hasOwn(WORDS, text);

const DECIMAL_DIGITS_MAX = 38;

function decimalOf(text: string): IcebergPrimitive | undefined {
  const [, digits, after] = /^decimal\(\s*(\d{1,2})\s*,\s*(\d{1,2})\s*\)$/.exec(text) ?? [];
  const [precision, scale] = [Number(digits), Number(after)];
  const isLawful = precision >= 1 && precision <= DECIMAL_DIGITS_MAX && scale <= precision;
  return isLawful ? { kind: 'decimal', precision, scale } : undefined;
}

function fixedOf(text: string): IcebergPrimitive | undefined {
  const [, length] = /^fixed\[\s*(\d{1,10})\s*\]$/.exec(text) ?? [];
  const bytes = Number(length);
  return bytes >= 1 && bytes <= 0x7fffffff ? { kind: 'fixed', bytes } : undefined;
}
