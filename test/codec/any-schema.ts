import fc from 'fast-check';
import type { Field } from '../../src/contract/field.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { RecordValues, Value } from '../../src/contract/value.ts';
import { anyScalarType, scalarValues } from '../contract/any-scalar.ts';
import { makeField, makeList, makeSchema } from '../contract/make-field.ts';

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
        anyField(2).map(field => withIds(field, 1 + ((index * 37) % 101) * 10, name)),
      ),
    ),
  )
  .map(fields => makeSchema(fields));

function anyField(depth: number): fc.Arbitrary<Field> {
  const scalar = fc
    .tuple(anyScalarType, fc.boolean())
    .map(([typed, nullable]) => makeField('bool', { ...typed, nullable }));
  if (depth === 0) return scalar;
  const list = fc
    .tuple(anyField(depth - 1), fc.boolean())
    .map(([element, nullable]) => makeList(element, 0, 6, { nullable }));
  return fc.oneof({ weight: 3, arbitrary: scalar }, { weight: 1, arbitrary: list });
}

function withIds(field: Field, id: number, name: string): Field {
  if (field.type.kind !== 'list') return { ...field, id, name };
  return {
    ...field,
    id,
    name,
    type: { ...field.type, element: withIds(field.type.element, id + 1, 'element') },
  };
}

export function anyValue(field: Field): fc.Arbitrary<Value> {
  const present: fc.Arbitrary<Value> =
    field.type.kind === 'list'
      ? fc.array(anyValue(field.type.element), { maxLength: 6 })
      : scalarValues(field);
  return field.nullable ? fc.option(present, { freq: 4 }) : present;
}

export const anyRows = (schema: Schema): fc.Arbitrary<RecordValues[]> =>
  fc.array(fc.tuple(...schema.fields.map(anyValue)), { maxLength: 12 });

export const schemaAndRows: fc.Arbitrary<readonly [Schema, RecordValues[]]> = anySchema.chain(schema =>
  anyRows(schema).map(rows => [schema, rows] as const),
);
