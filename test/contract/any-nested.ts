import fc from 'fast-check';
import type { Field, NestedKind, Scalar, TypeOf } from '../../src/contract/field.ts';
import { identityOf } from '../../src/contract/identity.ts';
import { isNested, sizeOf } from '../../src/contract/nested.ts';
import type { Value } from '../../src/contract/value.ts';
import { sensible } from './any-declared.ts';
import { anyKeyType, anyTensorType, scalarValues } from './any-scalar.ts';
import { makeField, makeList, makeMap, makeSet, makeStruct, makeTensor } from './make-field.ts';

/** A field that holds others, of ids that are all alike: `numbered` tells them apart. */
export const anyNested = (inside: fc.Arbitrary<Field>): fc.Arbitrary<Field> =>
  fc.boolean().chain(nullable =>
    fc.oneof(
      inside.map(element => makeList({ ...element, name: 'element' }, 0, 6, { nullable })),
      inside.map(element => makeSet({ ...element, name: 'element', nullable: false }, 0, 4, { nullable })),
      fc.array(inside, { minLength: 1, maxLength: 3 }).map(fields =>
        makeStruct(
          fields.map((field, at) => ({ ...field, name: `m${at}` })),
          { nullable },
        ),
      ),
      fc
        .tuple(anyKeyType, inside)
        .map(([key, value]) =>
          makeMap(
            makeField(key.type.kind as Scalar, { ...key, name: 'key' }),
            { ...value, name: 'value' },
            4,
            { nullable },
          ),
        ),
      fc
        .tuple(anyTensorType, fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }))
        .map(([element, shape]) =>
          makeTensor(makeField(element.type.kind as Scalar, { ...element, name: 'element' }), shape, {
            nullable,
          }),
        ),
    ),
  );

/** The same field with ids of its own all through, in no order. */
export function numbered(field: Field, id: () => number): Field {
  const own = { ...sensible(field), id: id() };
  const { type } = field;
  switch (type.kind) {
    case 'list':
    case 'tensor':
      return { ...own, type: { ...type, element: numbered(type.element, id) } };
    case 'map':
      return { ...own, type: { ...type, key: numbered(type.key, id), value: numbered(type.value, id) } };
    case 'struct':
      return { ...own, type: { ...type, fields: type.fields.map(member => numbered(member, id)) } };
    default:
      return own;
  }
}

export function valuesOf(field: Field): fc.Arbitrary<Value> {
  const present = isNested(field.type) ? nestedValues(field.type) : scalarValues(field);
  return field.nullable ? fc.option(present, { freq: 4 }) : present;
}

function nestedValues(type: TypeOf<NestedKind>): fc.Arbitrary<Value> {
  switch (type.kind) {
    case 'list': {
      const { element, length } = type;
      const bounds = { minLength: length.min, maxLength: Math.min(length.max, 6) };
      return type.order === 'set'
        ? fc.uniqueArray(valuesOf(element), { ...bounds, selector: value => identityOf(element, value) })
        : fc.array(valuesOf(element), bounds);
    }
    case 'struct':
      return fc.tuple(...type.fields.map(valuesOf));
    case 'map':
      return fc.uniqueArray(fc.tuple(valuesOf(type.key), valuesOf(type.value)), {
        maxLength: type.entries,
        selector: ([key]) => identityOf(type.key, key),
      });
    case 'tensor':
      return fc.array(valuesOf(type.element), { minLength: sizeOf(type), maxLength: sizeOf(type) });
  }
}
