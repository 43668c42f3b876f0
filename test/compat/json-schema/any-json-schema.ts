import fc from 'fast-check';
import type { Json } from '../../../src/base/canonical-json.ts';

type JsonObject = { readonly [key: string]: Json };

const KEYS = ['a', 'b', 'ab'] as const;
const TYPES = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const;

const scalar: fc.Arbitrary<Json> = fc.constantFrom<Json>(
  null,
  true,
  false,
  -1,
  0,
  0.5,
  1,
  2,
  3,
  '',
  'a',
  'ab',
  'abc',
);

/** Values of a small world, so that schemas drawn apart still meet the same ones. */
export const anyDocument = fc.letrec<{ value: Json }>(tie => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 3, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
    {
      weight: 2,
      arbitrary: fc.dictionary(fc.constantFrom(...KEYS, 'c'), tie('value'), {
        maxKeys: 3,
        noNullPrototype: true,
      }),
    },
  ),
})).value;

const conditional = ([when, yes, no]: readonly [Json, Json, Json]): Json =>
  Object.fromEntries([
    ['if', when],
    ['then', yes],
    ['else', no],
  ]);

const small = fc.constantFrom(0, 1, 2, 3);

/** Some of the keywords, each with a part of the probability. */
const some = (keywords: Readonly<Record<string, fc.Arbitrary<Json>>>): fc.Arbitrary<JsonObject> =>
  fc.record(keywords, { requiredKeys: [], noNullPrototype: true }) as fc.Arbitrary<JsonObject>;

const pick = (keywords: fc.Arbitrary<JsonObject>, most: number): fc.Arbitrary<JsonObject> =>
  fc.tuple(keywords, fc.array(fc.nat(), { minLength: most, maxLength: most })).map(([all, picks]) => {
    const entries = Object.entries(all);
    const kept = new Set(picks.map(at => (entries.length === 0 ? -1 : at % entries.length)));
    return Object.fromEntries(entries.filter((_, at) => kept.has(at)));
  });

const anySchema: fc.Arbitrary<Json> = fc.letrec<{ schema: Json }>(tie => {
  const below = tie('schema');
  const branches = fc.array(below, { minLength: 1, maxLength: 3 });
  const typed: Readonly<Record<(typeof TYPES)[number], fc.Arbitrary<JsonObject>>> = {
    null: fc.constant({}),
    boolean: fc.constant({}),
    integer: some({ minimum: small, maximum: small, multipleOf: fc.constantFrom(1, 2) }),
    number: some({
      minimum: small,
      exclusiveMaximum: small,
      multipleOf: fc.constantFrom(0.5, 1, 2),
      exclusiveMinimum: small,
    }),
    string: some({ minLength: small, maxLength: small, pattern: fc.constantFrom('^a', 'b$', '^[ab]+$') }),
    // Not both: beside prefixItems, ajv lets an empty list pass whatever it must contain.
    array: fc.boolean().chain(isTuple =>
      some({
        items: below,
        minItems: small,
        maxItems: small,
        uniqueItems: fc.boolean(),
        ...(isTuple ? { prefixItems: branches } : { contains: below }),
      }),
    ),
    object: some({
      properties: fc.dictionary(fc.constantFrom(...KEYS), below, { maxKeys: 3, noNullPrototype: true }),
      required: fc.subarray([...KEYS]),
      additionalProperties: fc.oneof(fc.constant(false), below),
      patternProperties: fc.dictionary(fc.constantFrom('^a', 'b$'), below, {
        maxKeys: 2,
        noNullPrototype: true,
      }),
      minProperties: small,
      maxProperties: small,
      propertyNames: some({ pattern: fc.constantFrom('^a', 'b$'), maxLength: small }),
      dependentRequired: fc.dictionary(fc.constantFrom(...KEYS), fc.subarray([...KEYS]), {
        maxKeys: 1,
        noNullPrototype: true,
      }),
      unevaluatedProperties: fc.constant(false),
    }),
  };
  const ofType = fc
    .constantFrom(...TYPES)
    .chain(type => pick(typed[type], 3).map(keywords => ({ type, ...keywords })));
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      { weight: 6, arbitrary: ofType },
      { weight: 1, arbitrary: fc.boolean() },
      { weight: 1, arbitrary: fc.constantFrom<Json>({ $ref: '#/$defs/x' }, { $ref: '#/$defs/y' }) },
      {
        weight: 1,
        arbitrary: fc
          .array(scalar, { minLength: 1, maxLength: 3 })
          .map(values => ({ enum: [...new Set(values)] })),
      },
      { weight: 1, arbitrary: scalar.map(value => ({ const: value })) },
      {
        weight: 1,
        arbitrary: fc.subarray([...TYPES], { minLength: 2, maxLength: 3 }).map(type => ({ type })),
      },
      { weight: 1, arbitrary: branches.map(anyOf => ({ anyOf })) },
      { weight: 1, arbitrary: branches.map(oneOf => ({ oneOf })) },
      { weight: 1, arbitrary: branches.map(allOf => ({ allOf })) },
      { weight: 1, arbitrary: below.map(not => ({ not })) },
      { weight: 1, arbitrary: fc.tuple(below, below, below).map(conditional) },
    ),
  };
}).schema;

const ROOT = fc
  .tuple(anySchema, anySchema, anySchema)
  .map(([root, x, y]) => ({ allOf: [root], $defs: { x, y } }));

/** Two schemas that mostly differ in one place: of two drawn apart, hardly one holds the other. */
export const anySchemaPair: fc.Arbitrary<readonly [writer: Json, reader: Json]> = fc.oneof(
  { weight: 1, arbitrary: fc.tuple(ROOT, ROOT) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(ROOT, anySchema, fc.nat(), fc.constantFrom('replace', 'drop', 'either'))
      .map(([root, other, at, how]) => [root, edited(root, other, at, how)] as const),
  },
);

/** The document with one place of it changed. */
function edited(root: Json, other: Json, at: number, how: 'replace' | 'drop' | 'either'): Json {
  let count = 0;
  const places: number = countPlaces(root);
  const target = at % places;
  const visit = (value: Json): Json => {
    if (Array.isArray(value)) return (value as readonly Json[]).map(visit);
    if (typeof value !== 'object' || value === null) return value;
    const here = count++ === target;
    const entries = Object.entries(value);
    if (here && how === 'drop' && !('$defs' in value) && !('x' in value)) {
      const dropped = at % Math.max(1, entries.length);
      return Object.fromEntries(
        entries.filter((_, index) => index !== dropped).map(([key, below]) => [key, visit(below)]),
      );
    }
    const same = Object.fromEntries(entries.map(([key, below]) => [key, visit(below)]));
    if (!here || '$defs' in value || !isSchema(value as JsonObject)) return same;
    return how === 'either' ? { anyOf: [same, other] } : other;
  };
  return visit(root);
}

const isSchema = (value: JsonObject): boolean =>
  ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', 'not', 'if', '$ref'].some(key => key in value);

const countPlaces = (value: Json): number => {
  if (typeof value !== 'object' || value === null) return 0;
  const below = Object.values(value).reduce<number>((sum, item) => sum + countPlaces(item as Json), 0);
  return below + (Array.isArray(value) ? 0 : 1);
};
