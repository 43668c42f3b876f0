import fc from 'fast-check';
import type { Field } from '../../src/contract/field.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { anyNested, numbered, valuesOf } from '../contract/any-nested.ts';
import { anyScalarType } from '../contract/any-scalar.ts';
import { makeField, makeSchema } from '../contract/make-field.ts';

const names = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
  fc.constantFrom('__proto__', 'constructor', 'a', 'value', '"', '\\'),
);

/** Any schema of one to five fields, lists of lists included, with ids in no order. */
export const anySchema: fc.Arbitrary<Schema> = fc
  .uniqueArray(names, { minLength: 1, maxLength: 5 })
  .chain(taken =>
    fc.tuple(
      ...taken.map((name, index) =>
        anyField(2).map(field => withIds(field, 1 + ((index * 37) % 101) * 10_000, name)),
      ),
    ),
  )
  .map(fields => makeSchema(fields));

function anyField(depth: number): fc.Arbitrary<Field> {
  const scalar = fc
    .tuple(anyScalarType, fc.boolean())
    .map(([typed, nullable]) => makeField('bool', { ...typed, nullable }));
  if (depth === 0) return scalar;
  return fc.oneof({ weight: 3, arbitrary: scalar }, { weight: 2, arbitrary: anyNested(anyField(depth - 1)) });
}

function withIds(field: Field, id: number, name: string): Field {
  let next = 0;
  // Ids inside go down and up by turns, so that no order of ids is the order of fields.
  const ids = (): number => id + (next % 2 === 0 ? next++ : 1_000 - next++);
  return { ...numbered(field, ids), name };
}

export const anyValue = valuesOf;

export const anyRows = (schema: Schema): fc.Arbitrary<RecordValues[]> =>
  fc.array(fc.tuple(...schema.fields.map(anyValue)), { maxLength: 12 });

export const schemaAndRows: fc.Arbitrary<readonly [Schema, RecordValues[]]> = anySchema.chain(schema =>
  anyRows(schema).map(rows => [schema, rows] as const),
);
