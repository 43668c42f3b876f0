import { sha256 } from '../../src/base/digest.ts';
import type { Field, Logical, Scalar, ScalarType, Type, Typed } from '../../src/contract/field.ts';
import { parseUnit } from '../../src/contract/parse-unit.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { Unit } from '../../src/contract/unit.ts';
import type { Vocabulary } from '../../src/contract/vocabulary.ts';

/** A field with one id and nothing else to say, and what a test says of it. */
export const makeField = (kind: Scalar, given: Partial<Field> = {}): Field => ({
  id: 1,
  name: 'value',
  aliases: [],
  ...typedAs(kind),
  logical: LOGICAL_OF[kind],
  nullable: false,
  default: { kind: 'none' },
  range: undefined,
  vocabulary: undefined,
  unknownPolicy: undefined,
  ignoreValue: undefined,
  ...given,
});

export const makeList = (element: Field, min: number, max: number, given: Partial<Field> = {}): Field => ({
  ...makeField('bool', { id: 100, name: 'items', logical: 'sequence' }),
  type: { kind: 'list', element, length: { min, max } },
  ...given,
});

const holding = (id: number, name: string, logical: Logical, type: Type, given: Partial<Field>): Field => ({
  ...makeField('bool', { id, name, logical }),
  type,
  ...given,
});

export const makeSet = (element: Field, min: number, max: number, given: Partial<Field> = {}): Field =>
  holding(100, 'kinds', 'sequence', { kind: 'list', element, length: { min, max }, order: 'set' }, given);

export const makeStruct = (fields: readonly Field[], given: Partial<Field> = {}): Field =>
  holding(200, 'parts', 'structure', { kind: 'struct', fields }, given);

export const makeMap = (key: Field, value: Field, entries: number, given: Partial<Field> = {}): Field =>
  holding(300, 'by_key', 'mapping', { kind: 'map', key, value, entries }, given);

export const makeTensor = (element: Field, shape: readonly number[], given: Partial<Field> = {}): Field =>
  holding(400, 'array', 'tensor', { kind: 'tensor', element, shape }, given);

/** The type and, where it counts time, the unit, with parameters that leave room. */
export const typedAs = (kind: Scalar): Typed => ({
  type: scalarType(kind),
  unit: ['time', 'timestamp', 'duration'].includes(kind) ? unit('ms') : undefined,
});

export function scalarType(kind: Scalar): ScalarType {
  if (kind === 'decimal') return { kind, precision: 9, scale: 2 };
  if (kind === 'fixed') return { kind, size: 4 };
  return kind === 'timestamp' ? { kind, zone: 'instant' } : { kind };
}

export const LOGICAL_OF: Readonly<Record<Scalar, Logical>> = {
  bool: 'flag',
  int8: 'number',
  int16: 'number',
  int32: 'number',
  int64: 'number',
  uint8: 'number',
  uint16: 'number',
  uint32: 'number',
  uint64: 'number',
  float16: 'number',
  bfloat16: 'number',
  float32: 'number',
  float64: 'number',
  decimal: 'number',
  string: 'text',
  bytes: 'binary',
  fixed: 'binary',
  date: 'date',
  time: 'time',
  timestamp: 'timestamp',
  duration: 'duration',
};

export const makeSchema = (fields: readonly Field[], given: Partial<Schema> = {}): Schema => ({
  fields,
  normalizer: undefined,
  key: [],
  label: undefined,
  slices: [],
  ...given,
});

/** Terms as `id: label|alias`, with codes from 0 unless a row has one: `7: rain|rainy = 40`. */
export function makeVocabulary(...rows: readonly string[]): Vocabulary {
  const terms = rows.map((row, place) => {
    const [, id, texts, code] = /^(\d+): (.+?)(?: = (-?\d+))?$/.exec(row)!;
    const [label, ...aliases] = texts!.split('|');
    return { id: Number(id), label: label!, aliases, code: BigInt(code ?? place) };
  });
  return { digest: sha256(rows.join('\n')), terms };
}

export function unit(text: string): Unit {
  const read = parseUnit(text);
  if (read instanceof Error) throw read;
  return read;
}
