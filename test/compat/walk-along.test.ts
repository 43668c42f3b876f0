import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeAgainst } from '../../src/compat/judge-against.ts';
import type { Field } from '../../src/contract/field.ts';
import type { Schema } from '../../src/contract/schema.ts';
import { EDITS, type Edit, schemaWords } from './edits.ts';
import { type FieldWords, type SchemaWords, schemaOf } from './schema-of.ts';

/** What one field can do to another: those that are not looked at again must feel it. */
const AMONG_FIELDS: Readonly<Record<string, Edit>> = {
  'exchanges the names of two fields': (words, at) => {
    const [first, second] = [at, (at + 1) % words.fields.length];
    const names = [words.fields[first]!.name, words.fields[second]!.name] as const;
    const renamed = withField(words, first, field => ({ ...field, name: names[1] }));
    return withField(renamed, second, field => ({ ...field, name: names[0] }));
  },
  'gives a field the name of another as an alias': (words, at) => {
    const { name } = words.fields[(at + 1) % words.fields.length]!;
    return withField(words, at, field => ({ ...field, aliases: [name] }));
  },
  'puts a field into a struct': ({ fields, ...words }, at) => {
    const [moved, struct] = [fields[at]!, fields.find(field => field.fields !== undefined)];
    if (struct === undefined || struct === moved) return undefined;
    const into = { ...struct, fields: [...struct.fields!, moved] };
    return {
      ...words,
      fields: fields.filter(one => one !== moved).map(one => (one === struct ? into : one)),
    };
  },
  'takes a field out of a struct': ({ fields, ...words }) => {
    const struct = fields.find(field => (field.fields?.length ?? 0) > 1);
    if (struct === undefined) return undefined;
    const from = { ...struct, fields: struct.fields!.slice(1) };
    return { ...words, fields: [...fields.map(one => (one === struct ? from : one)), struct.fields![0]!] };
  },
  'gives the role of the label to another field': (words, at) => ({ ...words, label: words.fields[at]!.id }),
  'adds a member of a struct to the record': words => ({
    ...words,
    fields: [...words.fields, { id: 116, name: 'street', type: 'string' }],
  }),
};

/** Made again and again, these would leave a vocabulary without terms. */
const { 'removes a term': _, 'merges two terms': __, ...repeatable } = EDITS;
const edit = fc.oneof(
  fc.constantFrom(...Object.values(repeatable)),
  fc.constantFrom(...Object.values(AMONG_FIELDS)),
);

/** A subject's versions, each an edit or two away from the one before, that repeat their fields as the same objects. */
const history = fc
  .tuple(
    schemaWords(),
    fc.array(fc.array(fc.tuple(edit, fc.nat(20)), { minLength: 1, maxLength: 2 }), {
      minLength: 3,
      maxLength: 12,
    }),
  )
  .map(([first, steps]) => {
    const known = new Map<string, Field>();
    const versions = [shared(first, known)];
    let words = first;
    for (const step of steps) {
      for (const [edit, at] of step) {
        const next = edit(words, at % words.fields.length) ?? words;
        // An edit may meet one that was made before it: two fields of one id or name are no schema.
        if (isUnique(next.fields.flatMap(idsIn)) && isUnique(next.fields.map(({ name }) => name)))
          words = next;
      }
      versions.push(shared(words, known));
    }
    return versions;
  });

describe('many versions held against one', () => {
  const flag: FieldWords = { id: 1, name: 'flag', type: 'bool' };
  const street: FieldWords = { id: 116, name: 'street', type: 'string' };
  const number: FieldWords = { id: 117, name: 'number', type: 'int32', nullable: true, default: null };
  const address = (...fields: FieldWords[]): FieldWords => ({
    id: 16,
    name: 'address',
    type: 'struct',
    fields,
  });
  const rows: readonly (readonly [what: string, words: readonly SchemaWords[]])[] = [
    [
      'a field comes that lies in a struct of the proposal',
      [
        { fields: [flag, address(street)] },
        { fields: [flag, address(street), number] },
        { fields: [flag, address(street)] },
        { fields: [flag, address(street, number)] },
      ],
    ],
    [
      'a field comes to the record that lay in a struct of the older versions',
      [
        { fields: [flag, address(street, number)] },
        { fields: [flag, address(street), number] },
        { fields: [flag, number] },
      ],
    ],
    [
      'another field is the label, and none changes',
      [
        { fields: [flag, street], label: 1 },
        { fields: [flag, street], label: 116 },
        { fields: [flag, street] },
        {
          fields: [
            { ...flag, type: 'string' },
            { ...street, type: 'bool' },
          ],
        },
      ],
    ],
  ];
  it.each(rows)('are each told what it would be told alone where %s', (_what, words) => {
    const known = new Map<string, Field>();
    const versions = words.map(each => shared(each, known));
    const [last, proposed] = versions.slice(-2) as [Schema, Schema];
    const against = judgeAgainst({ schema: last }, { schema: proposed });
    for (const schema of versions)
      expect(against({ schema })).toEqual(judgeAgainst({ schema: last }, { schema: proposed })({ schema }));
  });

  it('are each told what it would be told alone, because what one shares with the one before is looked at once', () => {
    let told = 0;
    fc.assert(
      fc.property(history, fc.boolean(), (versions, isBackwards) => {
        const [last, proposed] = versions.slice(-2).map(schema => ({ schema })) as [
          { schema: Schema },
          { schema: Schema },
        ];
        const against = judgeAgainst(last, proposed);
        const older = isBackwards ? versions.toReversed() : versions;
        for (const schema of older) {
          const found = against({ schema });
          const alone = judgeAgainst(last, proposed)({ schema });
          expect(found).toEqual(alone);
          told += found.fresh.length + found.settled.backward;
        }
      }),
      { numRuns: 80 },
    );
    expect(told).toBeGreaterThan(500);
  });
});

const isUnique = (list: readonly (string | number)[]): boolean => new Set(list).size === list.length;

const idsIn = ({ id, element, key, value, fields = [] }: FieldWords): readonly number[] => [
  id,
  ...[element, key, value, ...fields].flatMap(inner => (inner === undefined ? [] : idsIn(inner))),
];

function shared(words: SchemaWords, known: Map<string, Field>): Schema {
  const schema = schemaOf(words);
  const fields = schema.fields.map((field, place) => {
    const text = JSON.stringify(words.fields[place]);
    const before = known.get(text) ?? field;
    known.set(text, before);
    return before;
  });
  return { ...schema, fields };
}

function withField(words: SchemaWords, at: number, edit: (field: FieldWords) => FieldWords): SchemaWords {
  return { ...words, fields: words.fields.map((field, place) => (place === at ? edit(field) : field)) };
}
