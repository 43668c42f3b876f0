import fc from 'fast-check';
import type { Digest } from '../../src/base/digest.ts';
import type { Field, Scalar, Type, Typed } from '../../src/contract/field.ts';
import { inOrder } from '../../src/contract/identity.ts';
import { isFloat, KIND_TABLE } from '../../src/contract/kind-table.ts';
import { entryOf, isNested, withNested } from '../../src/contract/nested.ts';
import { parseUnit } from '../../src/contract/parse-unit.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { Unit } from '../../src/contract/unit.ts';
import type { Value } from '../../src/contract/value.ts';
import type { Vocabulary } from '../../src/contract/vocabulary.ts';
import { withSenses } from './any-declared.ts';
import { anyNested, numbered, valuesOf } from './any-nested.ts';
import { anyScalarType, scalarValues } from './any-scalar.ts';
import { LOGICAL_OF } from './make-field.ts';
import { ANIMALS, must, NORMALIZER, SMALL } from './small-subject.ts';

export const VOCABULARIES: ReadonlyMap<Digest, Vocabulary> = new Map(
  [ANIMALS, SMALL].map(vocabulary => [vocabulary.digest, vocabulary]),
);

/** Any schema a contract could say, but for its size. */
export const lawfulSchema: fc.Arbitrary<Schema> = fc
  .tuple(fc.array(field(1), { minLength: 1, maxLength: 6 }), fc.boolean(), fc.boolean())
  .map(([drafts, isNormalized, hasRoles]) => {
    let next = 0;
    const fields = drafts.map(draft => numbered(draft, () => (next += 3)));
    const key = fields.find(({ nullable, type }) => !nullable && ['string', 'int64'].includes(type.kind));
    const slice = fields.find(({ type }) => type.kind === 'date');
    return {
      fields: fields.map((each, index) => ({
        ...each,
        name: `f${index}`,
        aliases: [`g${index}`, `h${index}`],
      })),
      normalizer: isNormalized ? NORMALIZER : undefined,
      key: hasRoles && key ? [key.id] : [],
      label: fields.find(({ logical }) => logical === 'label')?.id,
      slices: hasRoles && slice ? [{ name: 'by_month', field: slice.id, by: 'month' as const }] : [],
    };
  });

const EMPTY = {
  id: 0,
  name: 'element',
  aliases: [],
  default: { kind: 'none' },
  unit: undefined,
  range: undefined,
  vocabulary: undefined,
  unknownPolicy: undefined,
  ignoreValue: undefined,
} as const satisfies Partial<Field>;

/** @param depth  how many lists may hold each other */
function field(depth: number): fc.Arbitrary<Field> {
  return fc.oneof(
    { weight: 3, arbitrary: silent(depth) },
    { weight: 1, arbitrary: silent(depth).chain(withSenses) },
  );
}

/** One that says nothing of values that are none. */
function silent(depth: number): fc.Arbitrary<Field> {
  const scalars = fc.oneof(
    { weight: 4, arbitrary: anyScalarType.filter(({ type }) => isMeasured(type)).chain(measured) },
    { weight: 4, arbitrary: anyScalarType.filter(({ type }) => !isMeasured(type)).chain(plain) },
    { weight: 1, arbitrary: classes() },
  );
  return depth === 0
    ? scalars
    : fc.oneof(
        { weight: 5, arbitrary: scalars },
        { weight: 1, arbitrary: list(depth) },
        { weight: 2, arbitrary: nested(depth) },
      );
}

const isMeasured = ({ kind }: Type): boolean =>
  ['integer', 'float', 'decimal'].includes(KIND_TABLE[kind].family);

function plain(typed: Typed): fc.Arbitrary<Field> {
  return fc
    .tuple(
      fc.boolean(),
      fc.option(scalarValues(typed), { nil: undefined }),
      fc.constantFrom('value', 'unknown'),
    )
    .map(([nullable, value, means]) => ({
      ...EMPTY,
      ...typed,
      logical: LOGICAL_OF[typed.type.kind as Scalar],
      nullable,
      default:
        value === undefined ? EMPTY.default : { kind: 'value', value, means: means as 'value' | 'unknown' },
    }));
}

/** A quantity with a range; its default, if any, is an end of the range. */
function measured(typed: Typed): fc.Arbitrary<Field> {
  const units: readonly Unit[] = ['s', 'ms', 'Cel', 'm/s', 'By/{token}'].map(code => must(parseUnit(code)));
  const { kind } = typed.type;
  return fc
    .tuple(
      fc.array(scalarValues(typed) as fc.Arbitrary<number | bigint>, { minLength: 2, maxLength: 2 }),
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom(...units),
    )
    .map(([ends, hasDefault, isOpen, unit]) => {
      const [min, max] = [...ends].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)) as [Value, Value];
      const end = (value: Value) =>
        isFloat(kind) ? (value as number) + 0 : BigInt(value as number | bigint);
      return {
        ...EMPTY,
        type: typed.type,
        logical: 'quantity',
        nullable: true,
        unit,
        range: { min: end(min), max: isOpen ? undefined : end(max) },
        default: hasDefault ? { kind: 'value', value: max, means: 'value' } : EMPTY.default,
      };
    });
}

function classes(): fc.Arbitrary<Field> {
  const policy = fc.constantFrom<NonNullable<Field['unknownPolicy']>>(
    { kind: 'reject' },
    { kind: 'pass' },
    { kind: 'ignore' },
    { kind: 'map', term: 2 },
  );
  return fc
    .tuple(
      fc.constantFrom(ANIMALS, SMALL),
      fc.constantFrom('string', 'int64'),
      policy,
      fc.bigInt({ min: -9n, max: -1n }),
      fc.boolean(),
    )
    .map(([vocabulary, kind, unknownPolicy, ignoreValue, hasDefault]) => ({
      ...EMPTY,
      type: { kind: kind as 'string' | 'int64' },
      logical: 'label',
      nullable: false,
      vocabulary,
      unknownPolicy,
      ignoreValue,
      default: hasDefault
        ? { kind: 'value', value: kind === 'string' ? 'dog' : 1n, means: 'unknown' }
        : EMPTY.default,
    }));
}

function list(depth: number): fc.Arbitrary<Field> {
  return fc
    .tuple(field(depth - 1), fc.nat({ max: 5 }), fc.nat({ max: 5 }), fc.boolean())
    .map(([element, min, more, nullable]) => ({
      ...EMPTY,
      type: {
        kind: 'list',
        element: { ...element, default: EMPTY.default },
        length: { min, max: min + more },
      },
      logical: 'sequence',
      nullable,
      default: min === 0 ? { kind: 'value', value: [], means: 'value' } : EMPTY.default,
    }));
}

/** Anything that holds fields, with a default of its own where its values can be written down. */
function nested(depth: number): fc.Arbitrary<Field> {
  return anyNested(field(depth - 1))
    .map(withoutInner)
    .chain(made =>
      fc
        .option(writable(made) ? valuesOf({ ...made, nullable: false }) : fc.constant(undefined), {
          nil: undefined,
        })
        .map((value): Field => {
          if (value === undefined) return made;
          return { ...made, default: { kind: 'value', value: sorted(made, value), means: 'unknown' } };
        }),
    );
}

/** What a list, a map or a tensor holds has no default; a key and an element of a set are never null. */
function withoutInner(made: Field): Field {
  const { type } = made;
  const bare = (held: Field): Field => ({ ...held, default: EMPTY.default });
  switch (type.kind) {
    case 'list':
    case 'tensor':
      return { ...made, type: { ...type, element: bare(type.element) } };
    case 'map':
      return { ...made, type: { ...type, key: bare(type.key), value: bare(type.value) } };
    default:
      return made;
  }
}

/** Values of labels and of quantities with a range are chosen with the field, not here. */
const writable = (made: Field): boolean =>
  withNested(made, []).every(([{ vocabulary, range }]) => vocabulary === undefined && range === undefined);

/** As a contract keeps it: sets and maps in the order of their identities. */
function sorted(made: Field, value: Value): Value {
  const { type } = made;
  if (value === null || !isNested(type)) return value;
  const items = value as readonly Value[];
  switch (type.kind) {
    case 'struct':
      return type.fields.map((member, at) => sorted(member, items[at]!));
    case 'map':
      return inOrder(
        entryOf(type),
        items.map(item => sorted(entryOf(type), item)),
      );
    case 'list': {
      const inside = items.map(item => sorted(type.element, item));
      return type.order === 'set' ? inOrder(type.element, inside) : inside;
    }
    default:
      return items;
  }
}
