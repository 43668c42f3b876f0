import { LIMITS } from '../../base/limits.ts';
import type { Tick } from '../columnar/column.ts';
import { THRIFT, type ThriftReader, ThriftStop } from './thrift.ts';

/** One node of the flat list a Parquet footer keeps its schema in, its annotations as they were written. */
export type Element = {
  /** Absent of a group. */
  readonly physical: Physical | undefined;
  /** Of a FIXED_LEN_BYTE_ARRAY. */
  readonly length: number | undefined;
  /** Absent of the root alone. */
  readonly repetition: Repetition | undefined;
  readonly name: string;
  readonly children: number;
  readonly converted: number | undefined;
  readonly scale: number | undefined;
  readonly precision: number | undefined;
  readonly id: number | undefined;
  readonly logical: Logical | undefined;
};

const PHYSICALS = [
  'BOOLEAN',
  'INT32',
  'INT64',
  'INT96',
  'FLOAT',
  'DOUBLE',
  'BYTE_ARRAY',
  'FIXED_LEN_BYTE_ARRAY',
] as const;
export type Physical = (typeof PHYSICALS)[number];

const REPETITIONS = ['required', 'optional', 'repeated'] as const;
export type Repetition = (typeof REPETITIONS)[number];

/** The annotations that are one word, by their place in the union. */
const WORDS = {
  1: 'STRING',
  2: 'MAP',
  3: 'LIST',
  4: 'ENUM',
  6: 'DATE',
  11: 'UNKNOWN',
  12: 'JSON',
  13: 'BSON',
  14: 'UUID',
  15: 'FLOAT16',
  16: 'VARIANT',
} as const;

export type Logical =
  | { readonly kind: (typeof WORDS)[keyof typeof WORDS] | 'INTERVAL' }
  | { readonly kind: 'DECIMAL'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'TIME' | 'TIMESTAMP'; readonly unit: Tick; readonly utc: boolean }
  | { readonly kind: 'INT'; readonly bits: number; readonly signed: boolean }
  | { readonly kind: 'GEOMETRY' | 'GEOGRAPHY'; readonly frame: string };

export function readElements(reader: ThriftReader, type: number): readonly Element[] {
  const elements: Element[] = [];
  reader.structs(type, () => {
    if (elements.length >= LIMITS.native_types_max)
      throw new ThriftStop(`it has more than ${LIMITS.native_types_max} columns`);
    elements.push(readElement(reader));
  });
  return elements;
}

function readElement(reader: ThriftReader): Element {
  const numbers: Partial<Record<number, number>> = {};
  const number = (id: number) => (type: number) => {
    numbers[id] = reader.int(type);
  };
  let name = '';
  let logical: Logical | undefined;
  reader.struct({
    1: number(1),
    2: number(2),
    3: number(3),
    4: type => {
      name = reader.text(type);
    },
    5: number(5),
    6: number(6),
    7: number(7),
    8: number(8),
    9: number(9),
    10: type => {
      if (type !== THRIFT.struct) throw new ThriftStop('a logical type is none');
      logical = readLogical(reader);
    },
  });
  const [physical, repetition] = [numbers[1], numbers[3]];
  return {
    physical: physical === undefined ? undefined : known(PHYSICALS, physical, 'a physical type'),
    length: numbers[2],
    repetition: repetition === undefined ? undefined : known(REPETITIONS, repetition, 'a repetition'),
    name,
    children: numbers[5] ?? 0,
    converted: numbers[6],
    scale: numbers[7],
    precision: numbers[8],
    id: numbers[9],
    logical,
  };
}

function known<T>(names: readonly T[], index: number, what: string): T {
  const name = names[index];
  if (name === undefined) throw new ThriftStop(`${what} is unknown`);
  return name;
}

/** A union: a struct of which one field is set. One that is newer than this is said to be unknown, not passed over. */
function readLogical(reader: ThriftReader): Logical {
  let found: Logical | undefined;
  const set = (read: () => Logical) => (type: number) => {
    if (type !== THRIFT.struct) throw new ThriftStop('a logical type is none');
    found = read();
  };
  const word = (kind: (typeof WORDS)[keyof typeof WORDS]) =>
    set(() => {
      reader.struct({});
      return { kind };
    });
  reader.struct({
    ...Object.fromEntries(Object.entries(WORDS).map(([id, kind]) => [id, word(kind)])),
    5: set(() => {
      const { scale, precision } = integers(reader, { 1: 'scale', 2: 'precision' });
      return { kind: 'DECIMAL', scale: scale ?? 0, precision: precision ?? 0 };
    }),
    7: set(() => readTime(reader, 'TIME')),
    8: set(() => readTime(reader, 'TIMESTAMP')),
    10: set(() => readInteger(reader)),
    17: set(() => readPlaced(reader, 'GEOMETRY')),
    18: set(() => readPlaced(reader, 'GEOGRAPHY')),
  });
  if (found === undefined) throw new ThriftStop('a logical type is unknown');
  return found;
}

function integers<Name extends string>(
  reader: ThriftReader,
  names: Readonly<Record<number, Name>>,
): Partial<Record<Name, number>> {
  const found: Partial<Record<Name, number>> = {};
  reader.struct(
    Object.fromEntries(
      Object.entries(names).map(([id, name]) => [
        id,
        (type: number) => {
          found[name] = reader.int(type);
        },
      ]),
    ),
  );
  return found;
}

function readTime(reader: ThriftReader, kind: 'TIME' | 'TIMESTAMP'): Logical {
  let utc = false;
  let unit: Tick | undefined;
  const tick = (to: Tick) => () => {
    reader.struct({});
    unit = to;
  };
  reader.struct({
    1: type => {
      utc = reader.bool(type);
    },
    2: () => reader.struct({ 1: tick('ms'), 2: tick('us'), 3: tick('ns') }),
  });
  if (unit === undefined) throw new ThriftStop('a unit of time is unknown');
  return { kind, unit, utc };
}

function readInteger(reader: ThriftReader): Logical {
  let [bits, signed] = [0, false];
  reader.struct({
    1: type => {
      bits = reader.int(type);
    },
    2: type => {
      signed = reader.bool(type);
    },
  });
  return { kind: 'INT', bits, signed };
}

const EDGES = ['spherical', 'vincenty', 'thomas', 'andoyer', 'karney'];

function readPlaced(reader: ThriftReader, kind: 'GEOMETRY' | 'GEOGRAPHY'): Logical {
  let [crs, edges] = ['OGC:CRS84', 'spherical'];
  reader.struct({
    1: type => {
      crs = reader.text(type);
    },
    2: type => {
      edges = known(EDGES, reader.int(type), 'a way of joining points');
    },
  });
  return { kind, frame: kind === 'GEOMETRY' ? crs : `${crs}, ${edges}` };
}

const INTEGERS = [8, 16, 32, 64];

/** What annotations were before there were logical types, by their numbers; a group's are told apart by `parse-tree`. */
export function logicalOf({ logical, converted, precision, scale }: Element): Logical | undefined {
  if (logical !== undefined || converted === undefined) return logical;
  if (converted === 5) return { kind: 'DECIMAL', precision: precision ?? 0, scale: scale ?? 0 };
  if (converted >= 11 && converted <= 18)
    return { kind: 'INT', bits: INTEGERS[(converted - 11) % 4]!, signed: converted >= 15 };
  const found = CONVERTED[converted];
  if (found === undefined) throw new ThriftStop('a converted type is unknown');
  return found;
}

const CONVERTED: Readonly<Record<number, Logical>> = {
  0: { kind: 'STRING' },
  1: { kind: 'MAP' },
  2: { kind: 'MAP' },
  3: { kind: 'LIST' },
  4: { kind: 'ENUM' },
  6: { kind: 'DATE' },
  7: { kind: 'TIME', unit: 'ms', utc: true },
  8: { kind: 'TIME', unit: 'us', utc: true },
  9: { kind: 'TIMESTAMP', unit: 'ms', utc: true },
  10: { kind: 'TIMESTAMP', unit: 'us', utc: true },
  19: { kind: 'JSON' },
  20: { kind: 'BSON' },
  21: { kind: 'INTERVAL' },
};
