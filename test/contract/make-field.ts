import { sha256 } from '../../src/base/digest.ts';
import type { Field, Logical, Scalar } from '../../src/contract/field.ts';
import { parseUnit } from '../../src/contract/parse-unit.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { Unit } from '../../src/contract/unit.ts';
import type { Vocabulary } from '../../src/contract/vocabulary.ts';

/** A field with one id and nothing else to say, and what a test says of it. */
export const makeField = (kind: Scalar, given: Partial<Field> = {}): Field => ({
  id: 1,
  name: 'value',
  aliases: [],
  type: { kind },
  logical: LOGICAL_OF[kind],
  nullable: false,
  default: { kind: 'none' },
  unit: undefined,
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

const LOGICAL_OF: Readonly<Record<Scalar, Logical>> = {
  bool: 'flag',
  int32: 'number',
  int64: 'number',
  float32: 'number',
  float64: 'number',
  string: 'text',
  bytes: 'binary',
  date: 'date',
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
