import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchOf, rowsOf } from '../../src/contract/batch.ts';
import type { Field } from '../../src/contract/field.ts';
import { meaningOf, sameMeaning } from '../../src/contract/meaning.ts';
import { readPlan } from '../../src/contract/read-plan.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { RecordValues, Value } from '../../src/contract/value.ts';
import type { Vocabulary } from '../../src/contract/vocabulary.ts';
import { type Applied, applyPlan } from '../../src/convert/apply-plan.ts';
import {
  makeField,
  makeList,
  makeMap,
  makeSchema,
  makeStruct,
  makeVocabulary,
  unit,
} from '../contract/make-field.ts';

const apply = (writer: Schema, reader: Schema, rows: readonly RecordValues[]): Applied =>
  applyPlan(readPlan(writer, reader), writer, reader, batchOf(writer, rows));

function applied(writer: Schema, reader: Schema, rows: readonly RecordValues[]) {
  const result = apply(writer, reader, rows);
  if (result.kind === 'refused') throw new Error(result.refusals.map(({ code }) => code).join());
  return { ...result, rows: rowsOf(reader, result.accepted) };
}

const weather = makeVocabulary('1: sun', '2: rain', '3: other');
const label = (given: Partial<Field> = {}): Field =>
  makeField('string', { logical: 'label', vocabulary: weather, unknownPolicy: { kind: 'reject' }, ...given });

describe('applying a read plan', () => {
  it('reads a decimal of 128 bits under 256, alone and in a list, because only its digits count', () => {
    const decimal = (precision: number, given: Partial<Field> = {}): Field =>
      makeField('decimal', { type: { kind: 'decimal', precision, scale: 2 }, ...given });
    const both = (precision: number): Schema =>
      makeSchema([
        decimal(precision, { id: 1, nullable: true }),
        makeList(decimal(precision, { id: 3 }), 0, 4, { id: 2 }),
      ]);
    const rows = [
      [-(10n ** 37n) - 1n, [1n, -1n]],
      [null, []],
    ];
    expect(applied(both(38), both(76), rows).rows).toEqual(rows);
  });

  it('holds a range of decimals, and of integers beyond 2^63, to their ends', () => {
    const price = makeSchema([makeField('decimal', { range: { min: -100n, max: 100n } })]);
    expect(applied(price, price, [[-100n], [100n], [101n], [-101n]]).rejects.map(({ row }) => row)).toEqual([
      2, 3,
    ]);
    const top = makeSchema([makeField('uint64', { range: { min: 2n ** 63n, max: undefined } })]);
    const read = applied(top, top, [[2n ** 63n], [2n ** 63n - 1n], [2n ** 64n - 1n]]);
    expect(read.rejects.map(({ row }) => row)).toEqual([1]);
  });

  it('reads renamed, reordered, widened, added and dropped fields', () => {
    const writer = makeSchema([
      makeField('int32', { id: 1, name: 'a' }),
      makeField('string', { id: 2, name: 'b' }),
      makeField('bool', { id: 3, name: 'c' }),
      makeList(makeField('float32', { id: 5, nullable: true }), 0, 4, { id: 4 }),
    ]);
    const reader = makeSchema([
      makeField('bytes', { id: 2, name: 'B', logical: 'text' }),
      makeField('int32', {
        id: 9,
        name: 'new',
        nullable: true,
        default: { kind: 'value', value: null, means: 'unknown' },
      }),
      makeField('int64', { id: 1, name: 'A' }),
      makeList(makeField('float64', { id: 5, nullable: true }), 0, 4, { id: 4 }),
    ]);
    const result = applied(writer, reader, [
      [-5, 'é', true, [0.5, null]],
      [0, '', false, []],
    ]);
    expect(
      result.rows.map(row => row.map(value => (value instanceof Uint8Array ? [...value] : value))),
    ).toEqual([
      [[0xc3, 0xa9], null, -5n, [0.5, null]],
      [[], null, 0n, []],
    ]);
    expect(result.counts).toEqual({
      read: 2,
      accepted: 2,
      rejected: 0,
      defaultsFilled: new Map([[9, 2]]),
      unknownTerms: new Map(),
    });
  });

  it('carries an int64 that no double holds', () => {
    const schema = makeSchema([makeField('int64', { unit: unit('By'), logical: 'quantity' })]);
    expect(applied(schema, schema, [[9007199254740993n]]).rows).toEqual([[9007199254740993n]]);
  });

  it('refuses the batch when the plan refuses, because no record of it has a reading', () => {
    const [seconds, milliseconds] = ['s', 'ms'].map(code =>
      makeSchema([makeField('int64', { unit: unit(code), logical: 'duration' })]),
    );
    const result = apply(seconds!, milliseconds!, [[2n]]);
    expect(result).toMatchObject({ kind: 'refused', refusals: [{ code: 'UNIT_CHANGED', field: 1 }] });
  });

  it('rejects a record once, at the first field by id, however the columns stand', () => {
    const range = { min: 0n, max: 9n };
    const schema = makeSchema([makeField('int32', { id: 7, range }), makeField('int32', { id: 3, range })]);
    const result = applied(schema, schema, [
      [99, 99],
      [1, 1],
      [99, 2],
    ]);
    expect(result.rejects).toEqual([
      { row: 0, field: 3, code: 'RANGE' },
      { row: 2, field: 7, code: 'RANGE' },
    ]);
    expect(result.rows).toEqual([[1, 1]]);
  });

  it('rejects a null the reader does not allow and keeps the zero beside it', () => {
    const writer = makeSchema([makeField('int32', { nullable: true })]);
    const result = applied(writer, makeSchema([makeField('int32')]), [[null], [0]]);
    expect(result.rejects).toEqual([{ row: 0, field: 1, code: 'NULL_NOT_ALLOWED' }]);
    expect(result.rows).toEqual([[0]]);
  });

  it('rejects what broke the writer\'s own promise, because "early" is not "new"', () => {
    const writer = makeSchema([label()]);
    const wider = makeSchema([
      label({ vocabulary: makeVocabulary('1: sun', '2: rain', '3: other', '4: fog') }),
    ]);
    expect(applied(writer, wider, [['fog'], ['sun']]).rejects).toEqual([
      { row: 0, field: 1, code: 'UNKNOWN_ENUM' },
    ]);
    expect(applied(wider, wider, [['fog']]).rejects).toEqual([]);
  });

  it.each([
    ['passed on', { unknownPolicy: { kind: 'pass' } }],
    ['ignored', { unknownPolicy: { kind: 'ignore' }, ignoreValue: -100n }],
    ['mapped to another term', { unknownPolicy: { kind: 'map', term: 3 } }],
  ] as const)('rejects a value that was %s when it was written, and is a term now', (_, open) => {
    const written = makeVocabulary('1: sun', '2: rain', '3: other');
    const read = makeVocabulary('1: sun', '2: rain', '3: other', '4: fog', '5: ice');
    const labels = (vocabulary: Vocabulary) => label({ ...open, vocabulary, id: 2 });
    const fields: ReadonlyArray<readonly [(inner: Field) => Field, (value: string) => Value]> = [
      [inner => inner, value => value],
      [inner => makeList(inner, 0, 3), value => ['sun', value]],
      [inner => makeStruct([inner]), value => [value]],
      [inner => makeMap(inner, { ...inner, id: 3 }, 3), value => [['sun', value]]],
      [inner => makeMap(inner, { ...inner, id: 3 }, 3), value => [[value, 'sun']]],
    ];
    for (const [around, held] of fields) {
      const [writer, reader] = [written, read].map(terms => makeSchema([around(labels(terms))])) as [
        Schema,
        Schema,
      ];
      const result = applied(
        writer,
        reader,
        ['sun', 'fog', 'hail'].map(text => [held(text)]),
      );
      expect(result.rejects).toEqual([{ row: 1, field: reader.fields[0]!.id, code: 'TERM_NAMED_LATER' }]);
      // Of its own writer nothing was named later.
      expect(applied(writer, writer, [[held('fog')]]).rejects).toEqual([]);
    }
  });

  it('rejects a code that was none when it was written, in a wider integer too', () => {
    const open = { type: { kind: 'uint8' }, unknownPolicy: { kind: 'pass' } } as const;
    const wide = label({
      ...open,
      type: { kind: 'int32' },
      vocabulary: makeVocabulary('1: sun', '2: rain', '3: fog'),
    });
    const narrow = label({ ...open, vocabulary: makeVocabulary('1: sun', '2: rain') });
    const result = applied(makeSchema([narrow]), makeSchema([wide]), [[1], [2], [3]]);
    expect(result.rejects).toEqual([{ row: 1, field: 1, code: 'TERM_NAMED_LATER' }]);
    expect(result.counts.unknownTerms).toEqual(new Map([[1, 1]]));
  });

  it('folds unknown terms only where the policy says so, and counts the records it touched', () => {
    const open = { unknownPolicy: { kind: 'map', term: 3 } } as const;
    const writer = makeSchema([
      label({ ...open, vocabulary: makeVocabulary('1: sun', '3: other', '4: fog') }),
    ]);
    const result = applied(writer, makeSchema([label(open)]), [['sun'], ['fog'], ['other'], ['fog']]);
    expect(result.rows).toEqual([['sun'], ['other'], ['other'], ['other']]);
    expect(result.counts.unknownTerms).toEqual(new Map([[1, 2]]));
  });

  it('names lists and their elements as the reader does, even where it copies no byte', () => {
    const list = (name: string): Schema =>
      makeSchema([makeList(makeField('string', { id: 2, name }), 0, 3, { name })]);
    const result = applied(list('old'), list('new'), [[['a', '']], [[]]]);
    expect(result.rows).toEqual([[['a', '']], [[]]]);
    const [field] = result.accepted.schema.fields;
    expect([field!.name, field!.type.children[0].name]).toEqual(['new', 'new']);
  });

  it('throws at a plan or a batch of another pair, because that is a mistake of ours', () => {
    const [a, b] = [makeSchema([makeField('int32')]), makeSchema([makeField('int32', { id: 2 })])];
    const text = makeSchema([makeField('string')]);
    expect(() => applyPlan(readPlan(a, a), a, b, batchOf(a, []))).toThrow(TypeError);
    expect(() => applyPlan(readPlan(a, a), b, a, batchOf(b, []))).toThrow(TypeError);
    expect(() => applyPlan(readPlan(a, a), a, a, batchOf(text, [['1']]))).toThrow(TypeError);
  });
});

/** Fields of each kind with values that include the ones a sloppy reader invents: 0, "" and []. */
const nullable = fc.boolean();
const cells: ReadonlyArray<fc.Arbitrary<Value>> = [
  fc.constantFrom<Value>(null, 0, 1, 5, 50),
  fc.constantFrom<Value>(null, 0n, 1n, 5n, 2n ** 60n),
  fc.constantFrom<Value>(null, 0, -0, 0.5, Number.NaN, Number.POSITIVE_INFINITY),
  fc.constantFrom<Value>(null, '', 'sun', 'rain', 'fog'),
  fc.constantFrom<Value>(null, [], [0], [1, null], [1, 2, 3]),
];
const record = fc.tuple(...cells) as fc.Arbitrary<RecordValues>;

const writerFields: readonly Field[] = [
  makeField('int32', { id: 1, nullable: true }),
  makeField('int64', { id: 2, nullable: true, unit: unit('ms'), logical: 'duration' }),
  makeField('float32', { id: 3, nullable: true }),
  label({ id: 4, nullable: true, unknownPolicy: { kind: 'pass' } }),
  makeList(makeField('int32', { id: 6, nullable: true }), 0, 3, { id: 5, nullable: true }),
];
const readerFields = (nulls: readonly boolean[], ranged: boolean): readonly Field[] => [
  makeField('float64', { id: 1, nullable: nulls[0]!, range: ranged ? { min: 1, max: 9 } : undefined }),
  makeField('int64', {
    id: 2,
    nullable: nulls[1]!,
    unit: unit('ms'),
    logical: 'duration',
    range: ranged ? { min: 1n, max: 9n } : undefined,
  }),
  makeField('float64', { id: 3, nullable: nulls[2]!, range: ranged ? { min: 0, max: 1 } : undefined }),
  label({ id: 4, nullable: nulls[3]!, unknownPolicy: { kind: 'pass' } }),
  makeList(makeField('int64', { id: 6, nullable: nulls[4]!, logical: 'number' }), ranged ? 1 : 0, 2, {
    id: 5,
    nullable: nulls[4]!,
  }),
];
const setting = fc.tuple(
  fc.array(record, { maxLength: 12 }),
  fc.tuple(nullable, nullable, nullable, nullable, nullable),
  fc.boolean(),
);

describe('laws of reading', () => {
  const run = ([rows, nulls, ranged]: [RecordValues[], boolean[], boolean]) => {
    const writer = makeSchema(writerFields);
    const reader = makeSchema([...readerFields(nulls, ranged)].reverse());
    return { rows, writer, reader, result: applied(writer, reader, rows) };
  };

  it('accounts for every record: read = accepted + rejected', () =>
    fc.assert(
      fc.property(setting, given => {
        const { rows, result } = run(given);
        const { read, accepted, rejected } = result.counts;
        expect(read).toBe(rows.length);
        expect(accepted + rejected).toBe(read);
        expect([result.rows.length, result.rejects.length]).toEqual([accepted, rejected]);
        expect(new Set(result.rejects.map(({ row }) => row)).size).toBe(rejected);
      }),
    ));

  it('means what was written, in every field of every accepted record', () =>
    fc.assert(
      fc.property(setting, given => {
        const { rows, writer, reader, result } = run(given);
        const rejected = new Set(result.rejects.map(({ row }) => row));
        const kept = rows.filter((_, row) => !rejected.has(row));
        for (const [row, values] of result.rows.entries())
          for (const [at, field] of reader.fields.entries()) {
            const column = writer.fields.findIndex(({ id }) => id === field.id);
            const before = meaningOf(writer.fields[column]!, kept[row]![column]!);
            expect(sameMeaning(before, meaningOf(field, values[at]!))).toBe(true);
          }
      }),
    ));

  it('holds a zero, an empty text or an empty list only where one was written', () =>
    fc.assert(
      fc.property(setting, given => {
        const { rows, writer, reader, result } = run(given);
        const rejected = new Set(result.rejects.map(({ row }) => row));
        const kept = rows.filter((_, row) => !rejected.has(row));
        for (const [row, values] of result.rows.entries())
          for (const [at, field] of reader.fields.entries()) {
            const written = kept[row]![writer.fields.findIndex(({ id }) => id === field.id)]!;
            expect(blanks(values[at]!)).toEqual(blanks(written));
          }
      }),
    ));

  it('fills in a blank only where the default of the reader is one', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<Value>(null, 0, 3), { maxLength: 6 }),
        fc.constantFrom<Value>(null, 0, 8),
        (given, value) => {
          const writer = makeSchema([makeField('int32', { nullable: true })]);
          const added = makeField('int32', {
            id: 2,
            nullable: true,
            default: { kind: 'value', value, means: 'unknown' },
          });
          const { rows, counts } = applied(
            writer,
            makeSchema([...writer.fields, added]),
            given.map(item => [item]),
          );
          expect(rows).toEqual(given.map(item => [item, value]));
          expect(counts.defaultsFilled).toEqual(new Map([[2, given.length]]));
        },
      ),
    ));

  it('reads its own schema as it is, byte for byte of meaning', () =>
    fc.assert(
      fc.property(fc.array(record, { maxLength: 12 }), rows => {
        const schema = makeSchema(writerFields);
        expect(applied(schema, schema, rows).rows).toEqual(rowsOf(schema, batchOf(schema, rows)));
      }),
    ));
});

/** The places of zeros, empty texts and empty lists in a value. */
function blanks(value: Value, path = '$'): string[] {
  if (value === 0 || value === 0n || value === '') return [path];
  if (!Array.isArray(value)) return [];
  if (value.length === 0) return [path];
  return value.flatMap((item, at) => blanks(item as Value, `${path}.${at}`));
}
