import fc from 'fast-check';
import { isNote } from '../../src/compat/catalogue.ts';
import { compare } from '../../src/compat/compare.ts';
import type { Direction, Finding } from '../../src/compat/finding.ts';
import { historyOf, judgeHistory } from '../../src/compat/history.ts';
import { judgeAgainst } from '../../src/compat/judge-against.ts';
import { schemaProblem } from '../../src/contract/check-schema.ts';
import { type Meaning, meaningOf, sameMeaning } from '../../src/contract/meaning.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { Value } from '../../src/contract/value.ts';
import { gate, settled } from '../../src/convert/gates.ts';
import { type FieldWords, schemaOf, type TermWords } from './schema-of.ts';

/** One field as three versions have it, and what records of the first may hold. */
export type ThreeVersions = { readonly words: readonly FieldWords[]; readonly held: readonly Value[] };

const CODES = [-1, 0, 1, 2, 3, 4];
const LABELS = ['a', 'b', 'c', 'd', 'e'];

const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined });

const means = fc.constantFrom('unknown' as const, 'none' as const);

/** A term keeps its id with its label; its code and its aliases move. */
const terms: fc.Arbitrary<readonly TermWords[]> = fc
  .tuple(
    fc.shuffledSubarray(LABELS, { minLength: 1, maxLength: 3 }),
    fc.shuffledSubarray(CODES, { minLength: 3, maxLength: 3 }),
    fc.array(maybe(fc.constantFrom(...LABELS)), { minLength: 3, maxLength: 3 }),
  )
  .map(([labels, codes, aliases]) =>
    labels.map((label, place) => {
      const alias = aliases[place];
      return {
        id: LABELS.indexOf(label) + 1,
        label,
        code: codes[place]!,
        aliases: alias === undefined || alias === label ? [] : [alias],
      };
    }),
  );

const sentinels = <T extends string | number>(values: readonly T[]) =>
  maybe(
    fc.uniqueArray(fc.record({ value: fc.constantFrom(...values), means }), {
      minLength: 1,
      maxLength: 3,
      selector: ({ value }) => value,
    }),
  );

const nulls = fc.oneof(
  fc.constant({ nullable: false }),
  fc.record({ nullable: fc.constant(true), nullMeans: maybe(means) }),
);

const range = fc
  .tuple(fc.constantFrom(-5, -1, 0, 1, 2), fc.constantFrom(2, 3, 4, 9))
  .map(([min, max]) => [min, max] as const);

const label = (type: 'int32' | 'string') =>
  fc
    .tuple(
      fc.record({
        type: fc.constant(type),
        logical: fc.constant('label' as const),
        vocabulary: terms,
        unknownPolicy: fc.constantFrom(
          'reject' as const,
          'reject' as const,
          'pass' as const,
          'ignore' as const,
        ),
        mapped: fc.boolean(),
        ignoreValue: fc.constantFrom(-100, -1, 2, 4),
        sentinels: type === 'int32' ? sentinels(CODES) : sentinels([...LABELS, 'NA']),
      }),
      nulls,
    )
    .map(([{ mapped, ...words }, senses]): Loose => {
      const [first] = words.vocabulary as readonly { readonly id: number }[];
      return { ...words, ...senses, ...(mapped && { unknownPolicy: { map: first!.id } }) };
    });

type FieldPart = Omit<FieldWords, 'id' | 'name'>;

/** As it is generated: what is undefined is left out of the field. */
type Loose = { readonly [K in keyof FieldPart]: FieldPart[K] | undefined };

const number = (type: 'int32' | 'float32') =>
  fc
    .tuple(
      fc.record({
        type: fc.constant(type),
        logical: fc.constant('number' as const),
        range: maybe(range),
        sentinels: sentinels([-9, -1, 0, 3, 7]),
        ...(type === 'float32' && {
          nan: maybe(fc.constantFrom('refuse' as const, 'unknown' as const, 'value' as const)),
          infinity: maybe(fc.constantFrom('refuse' as const, 'value' as const)),
        }),
      }),
      nulls,
    )
    .map(([words, senses]): Loose => ({ ...words, ...senses }));

const text = fc
  .tuple(
    fc.record({
      type: fc.constant('string' as const),
      logical: fc.constant('text' as const),
      emptyMeans: maybe(fc.constantFrom('value' as const, 'unknown' as const)),
      sentinels: sentinels(['', 'NA', 'x', 'a b']),
    }),
    nulls,
  )
  .map(([words, senses]): Loose => ({ ...words, ...senses }));

const KINDS: readonly (readonly [part: fc.Arbitrary<Loose>, held: readonly Value[]])[] = [
  [label('int32'), [null, ...CODES, -100]],
  [label('string'), [null, ...LABELS, 'NA', 'f']],
  [number('int32'), [null, -9, -5, -1, 0, 1, 2, 3, 4, 7, 9, 100]],
  [
    number('float32'),
    [null, -9, -1, 0, 3, 7, 100, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ],
  [text, [null, '', 'NA', 'x', 'a b', 'y']],
];

type Wrap = { readonly wrap: (words: FieldWords) => FieldWords; readonly hold: (value: Value) => Value };

/** By itself, and inside another. */
const WRAPS: readonly Wrap[] = [
  { wrap: words => words, hold: value => value },
  { wrap: words => ({ id: 9, name: 'in', type: 'struct', fields: [words] }), hold: value => [value] },
  {
    wrap: words => ({
      id: 9,
      name: 'in',
      type: 'list',
      element: { ...words, name: 'element' },
      length: [0, 4],
    }),
    hold: value => [value],
  },
];

/** Three versions that differ in few things or in many. */
export const threeVersions: fc.Arbitrary<ThreeVersions> = fc
  .tuple(fc.constantFrom(...KINDS), fc.constantFrom(...WRAPS))
  .chain(([[part, held], { wrap, hold }]) =>
    fc
      .tuple(part, part, part, fc.array(fc.nat(3), { minLength: 24, maxLength: 24 }))
      .map(([first, other, another, keep]) => {
        const second = mixed(first, other, keep.slice(0, 12));
        const third = mixed(second, another, keep.slice(12));
        const words = [first, second, third].map(each => wrap({ ...given(each), id: 2, name: 'x' }));
        return { words, held: held.map(hold) };
      }),
  );

const given = (part: Loose): FieldPart =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as FieldPart;

/** Some keys as the one has them, the others as the other has. */
function mixed(kept: Loose, fresh: Loose, keep: readonly number[]): Loose {
  const keys = [...new Set([...Object.keys(kept), ...Object.keys(fresh)])] as readonly (keyof Loose)[];
  const taken = keys.map((key, place) => [key, (keep[place % keep.length]! > 0 ? kept : fresh)[key]]);
  return Object.fromEntries(taken) as Loose;
}

/** The schemas, where each is lawful. */
export function schemasOf({ words }: ThreeVersions): readonly [Schema, Schema, Schema] | undefined {
  const schemas = words.map(one => schemaOf({ fields: [{ id: 1, name: 'id', type: 'int64' }, one] }));
  return schemas.some(schema => schemaProblem(schema) !== undefined)
    ? undefined
    : [schemas[0]!, schemas[1]!, schemas[2]!];
}

/** What any reader takes it for that looks for its field by id and holds a value to nothing but its own contract. */
export function readAs({ fields }: Schema, value: Value): Meaning | undefined {
  const field = fields[1]!;
  return gate(field, value) === undefined ? meaningOf(field, settled(field, value)) : undefined;
}

export const isSame = (a: Meaning | undefined, b: Meaning | undefined): boolean =>
  a !== undefined && b !== undefined && sameMeaning(a, b);

/** What a check of the third version would tell of one direction, of the second version and of the first. */
export function told(
  [older, last, proposed]: readonly [Schema, Schema, Schema],
  direction: Direction,
): readonly Finding[] {
  const past = historyOf([
    { version: 1, schema: older },
    { version: 2, schema: last },
  ]);
  const pairs = [
    ...compare(last, proposed).findings,
    ...judgeAgainst({ schema: last }, { schema: proposed })({ schema: older }).fresh,
  ];
  return [...pairs.filter(found => found.direction === direction), ...judgeHistory(past, proposed)].filter(
    ({ rule, access }) => !isNote(rule) && access.includes('id'),
  );
}
