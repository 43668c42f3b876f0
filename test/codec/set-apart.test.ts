import type { RecordBatch } from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { type Apart, ApartRecords } from '../../src/codec/apart.ts';
import { arrowCodec } from '../../src/codec/arrow/arrow-codec.ts';
import { ArrowReader } from '../../src/codec/arrow/arrow-reader.ts';
import { writeContainer } from '../../src/codec/avro-container.ts';
import type { Refusal } from '../../src/codec/codec.ts';
import { ContainerReader } from '../../src/codec/container/container-reader.ts';
import { jsonCodec } from '../../src/codec/json.ts';
import { JsonLinesReader } from '../../src/codec/json-lines-reader.ts';
import { batchOf, rowsOf } from '../../src/contract/batch.ts';
import type { Field, Type } from '../../src/contract/field.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { makeField, makeList, makeMap, makeSchema, makeSet, makeStruct } from '../contract/make-field.ts';
import { anyRows, anySchema } from './any-schema.ts';

/** The same with room for more: nulls, and longer lists and maps. */
const loose = (field: Field): Field => ({ ...field, nullable: true, type: looseType(field.type) });

function looseType(type: Type): Type {
  switch (type.kind) {
    case 'list':
      return {
        ...type,
        length: { ...type.length, max: type.length.max + 2 },
        element: type.order === 'set' ? { ...loose(type.element), nullable: false } : loose(type.element),
      };
    case 'map':
      return { ...type, entries: type.entries + 2, value: loose(type.value) };
    case 'struct':
      return { ...type, fields: type.fields.map(loose) };
    default:
      return type;
  }
}

type Reader = { push(bytes: Uint8Array): unknown; end(): unknown };

/** One result a record: its values, or why it was set apart. */
function results(
  schema: Schema,
  open: (apart: ApartRecords) => Reader,
  bytes: Uint8Array,
): readonly unknown[] {
  const apart = new ApartRecords();
  const reader = open(apart);
  const batches: RecordBatch[] = [];
  for (const made of [reader.push(bytes), reader.end()]) {
    if (made instanceof Fault) throw made;
    if (made !== undefined && !Array.isArray(made)) throw new RangeError((made as Refusal).code);
    batches.push(...((made ?? []) as RecordBatch[]));
  }
  return batches.flatMap(batch => {
    const found = new Map(apart.of(batch).map(record => [record.row, told(record)]));
    return rowsOf(schema, batch).map((row, at) => found.get(at) ?? row);
  });
}

const told = ({ code, field }: Pick<Apart, 'code' | 'field'>): object => ({ code, field });

const FORMATS = {
  avro: {
    write: (schema: Schema, rows: readonly RecordValues[]) =>
      writeContainer(schema, batchOf(schema, rows), { codec: 'null', meta: new Map() }),
    open: (schema: Schema, apart?: ApartRecords) => new ContainerReader(schema, apart),
  },
  json: {
    write: (schema: Schema, rows: readonly RecordValues[]) => jsonCodec.encode(schema, batchOf(schema, rows)),
    open: (schema: Schema, apart?: ApartRecords) => new JsonLinesReader(schema, apart),
  },
  arrow: {
    write: (schema: Schema, rows: readonly RecordValues[]) =>
      arrowCodec.encode(schema, batchOf(schema, rows)),
    open: (schema: Schema, apart?: ApartRecords) => new ArrowReader(schema, { apart }),
  },
};

const schemas = anySchema.map(strict => ({ strict, wide: { ...strict, fields: strict.fields.map(loose) } }));
const cases = schemas.chain(({ strict, wide }) => anyRows(wide).map(rows => ({ strict, wide, rows })));

describe.each(Object.entries(FORMATS))('a reader of %s that sets records apart', (_, { write, open }) => {
  /** Each record as a reader of it alone finds it, which ends at what it refuses. */
  function alone(strict: Schema, wide: Schema, row: RecordValues): unknown {
    const bytes = write(wide, [row]);
    if (bytes instanceof Fault) throw bytes;
    const reader = open(strict);
    const made: readonly unknown[] = [reader.push(bytes), reader.end()];
    const refused = made.find(each => each !== undefined && !Array.isArray(each));
    if (refused instanceof Fault) return refused.facts;
    return refused ?? rowsOf(strict, (made as RecordBatch[][]).flatMap(each => each ?? [])[0]!)[0];
  }

  it('finds of each record what a reader of it alone finds', () =>
    fc.assert(
      fc.property(cases, ({ strict, wide, rows }) => {
        const bytes = write(wide, rows);
        if (bytes instanceof Fault) return;
        const found = results(strict, apart => open(strict, apart), bytes);
        expect(found).toHaveLength(rows.length);
        for (const [at, each] of found.entries()) {
          const expected = alone(strict, wide, rows[at]!);
          if (Array.isArray(expected)) expect(each).toEqual(expected);
          else expect(each).toMatchObject({ code: (expected as { code: string }).code });
        }
      }),
      { numRuns: 30 },
    ));
});

const LIMITED = makeSchema([
  makeField('int32', { id: 1, name: 'n' }),
  makeList(makeField('int8', { id: 3, name: 'x' }), 0, 2, { id: 2, name: 'l' }),
  makeSet(makeField('string', { id: 5, name: 'e' }), 0, 3, { id: 4, name: 's' }),
]);

const json = (text: string | Uint8Array, schema = LIMITED): readonly unknown[] =>
  results(schema, apart => new JsonLinesReader(schema, apart), Buffer.from(text));

describe('JSON Lines', () => {
  it.each<readonly [what: string, line: string, code: string, field: number | undefined]>([
    ['a null where none may be', '{"n":null,"l":[],"s":[]}', 'NULL_NOT_ALLOWED', 1],
    ['a value of another type behind others', '{"l":[1],"s":["a"],"n":"x"}', 'TYPE_MISMATCH', 1],
    ['an integer too large', '{"n":1,"l":[1,200],"s":[]}', 'OVERFLOW', 3],
    ['a list too long', '{"n":1,"l":[1,2,3],"s":[]}', 'ARRAY_TOO_LONG', 2],
    ['an element of a set twice', '{"n":1,"l":[],"s":["a","\\u0061"]}', 'DUPLICATE_ELEMENT', 4],
    ['a key twice', '{"n":1,"n":1,"l":[],"s":[]}', 'DUPLICATE_KEY', 1],
    ['a key too few', '{"n":1,"l":[]}', 'MISSING_FIELD', 4],
    ['half a surrogate', '{"n":1,"l":[],"s":["\\ud800"]}', 'INVALID_UTF8', 5],
    ['no object', '[1]', 'TYPE_MISMATCH', undefined],
    [
      'a value too many',
      '{"n":1,"l":[],"s":[],"more":{"a":[null,{"b":-1.5e3}]}}',
      'UNKNOWN_FIELD',
      undefined,
    ],
  ])('go on behind %s', (_, line, code, field) => {
    const good = '{"n":1,"l":[7],"s":["a"]}';
    expect(json(`${good}\n${line}\n${good}\n`)).toEqual([[1, [7], ['a']], { code, field }, [1, [7], ['a']]]);
  });

  it('go on behind a text that is none, and name its field', () => {
    const bad = Buffer.from('{"n":1,"l":[],"s":["?"]}\n{"n":2,"l":[],"s":[]}\n');
    bad[bad.indexOf('?')] = 0xff;
    expect(json(bad)).toEqual([{ code: 'INVALID_UTF8', field: 5 }, [2, [], []]]);
  });

  it.each(['{"n":"x","l":[],"s":[]', '{"n":"x"}}', '{"n":01,"l":[],"s":[]}', '{"x":tru}', '{"x":"\\q"}', ''])(
    'end at %s, because what is no JSON may be two lines or half a file',
    line => expect(() => json(`${line}\n{"n":1,"l":[],"s":[]}\n`)).toThrow(Fault),
  );

  it('name the key that no field has, as far as names go', () => {
    const apart = new ApartRecords();
    const reader = new JsonLinesReader(LIMITED, apart);
    reader.push(Buffer.from(`{"${'k'.repeat(300)}\\u0000":1}\n`));
    const batches = reader.end() as RecordBatch[];
    expect(batches.flatMap(batch => apart.of(batch))).toEqual([
      { row: 0, field: undefined, code: 'UNKNOWN_FIELD', key: 'k'.repeat(200) },
    ]);
    const told = new JsonLinesReader(LIMITED).push(Buffer.from('{"n":1,"colour":2}\n'));
    expect(told).toMatchObject({ facts: { key: 'colour', line: 1, column: 8 } });
  });

  it('count no default of a record that was set apart', () => {
    const some = makeSchema([
      makeField('int8', { id: 1, name: 'a', default: { kind: 'value', value: 7, means: 'value' } }),
      makeStruct(
        [makeField('int8', { id: 3, name: 'b', default: { kind: 'value', value: 1, means: 'unknown' } })],
        {
          id: 2,
          name: 's',
        },
      ),
      makeField('int8', { id: 4, name: 'c' }),
    ]);
    const reader = new JsonLinesReader(some, new ApartRecords());
    reader.push(Buffer.from('{"c":1,"s":{}}\n{"s":{},"c":1000}\n{"s":{}}\n'));
    reader.end();
    expect(reader.absentFilled).toEqual(
      new Map([
        [1, 1],
        [3, 1],
      ]),
    );
  });

  it.each([
    ['{"n":1,"l":[],"s":["ab", "c" ,"ab"]}', 31],
    ['{"n":1,"l":[],"s":["é", "\\u00e9"]}', 25],
  ])('tell where the second stands of what stands twice: %s', (line, column) => {
    const good = '{"n":1,"l":[],"s":["a"]}\n';
    const read = new JsonLinesReader(LIMITED).push(Buffer.from(`${good}${good}${line}\n`));
    expect(read).toMatchObject({ facts: { code: 'DUPLICATE_ELEMENT', line: 3, column, field: 's (4)' } });
    const decoded = jsonCodec.decode(LIMITED, Buffer.from(good + line));
    const { offset } = decoded as Refusal;
    expect(
      Buffer.from(good + line)
        .subarray(good.length, offset)
        .toString(),
    ).toHaveLength(column - 1);
  });

  it('tell it of the entry of a map, in a list of such', () => {
    const key = makeField('int8', { id: 4, name: 'key' });
    const value = makeField('int8', { id: 5, name: 'value' });
    const maps = makeSchema([
      makeList(makeMap(key, value, 3, { id: 3, name: 'm' }), 0, 3, { id: 2, name: 'l' }),
    ]);
    const entry = (k: number): string => `{"key":${k},"value":0}`;
    const line = `{"l":[[${entry(1)},${entry(2)}],[${entry(1)},${entry(1)}]]}`;
    expect(new JsonLinesReader(maps).push(Buffer.from(`${line}\n`))).toMatchObject({
      facts: { code: 'DUPLICATE_KEY', field: 'l (2).m (3)', column: line.lastIndexOf(entry(1)) + 1 },
    });
  });
});
