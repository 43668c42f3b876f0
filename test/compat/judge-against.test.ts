import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { type Digest, sha256 } from '../../src/base/digest.ts';
import { isNote } from '../../src/compat/catalogue.ts';
import { compare } from '../../src/compat/compare.ts';
import type { Finding } from '../../src/compat/finding.ts';
import { judgeAgainst, type Side } from '../../src/compat/judge-against.ts';
import { allFields } from '../../src/contract/check-schema.ts';
import type { Governance } from '../../src/contract/governance.ts';
import type { Schema } from '../../src/contract/schema.ts';
import { schemaDocument } from '../../src/contract/schema-document.ts';
import { SchemaReader } from '../../src/contract/schema-reader.ts';
import { must } from '../contract/small-subject.ts';
import { schemaWords } from './edits.ts';
import { type FieldWords, schemaOf } from './schema-of.ts';

const id: FieldWords = { id: 1, name: 'id', type: 'int64' };
const score: FieldWords = { id: 2, name: 'score', type: 'float32', nullable: true };
const schema = (...fields: FieldWords[]) => schemaOf({ fields });
const judged = (older: Schema, last: Schema, proposed: Schema) =>
  judgeAgainst({ schema: last }, { schema: proposed })({ schema: older });
const rules = (found: readonly { readonly rule: string }[]) => found.map(({ rule }) => rule);

describe('a proposal held against an older version than the last', () => {
  it('is told what the step from the last does not show: the default that made the older records readable is gone', () => {
    const found = judged(schema(id), schema(id, { ...score, default: null }), schema(id, score));
    expect(rules(found.fresh)).toContain('REQUIRED_FIELD_ADDED');
    expect(found.settled).toEqual({ backward: 0, forward: 0 });
  });

  it('is not told again what was broken, and accepted, before the last', () => {
    const seconds: FieldWords = { id: 3, name: 'wait', type: 'int64', unit: 's', logical: 'duration' };
    const wait: FieldWords = { ...seconds, unit: 'ms' };
    const found = judged(
      schema(id, seconds),
      schema(id, wait),
      schema(id, { ...wait, name: 'waited', aliases: ['wait'] }),
    );
    expect(found.settled).toEqual({ backward: 1, forward: 1 });
    expect(found.settledIn).toEqual({ backward: new Set([3]), forward: new Set([3]) });
    expect(rules(found.fresh)).not.toContain('FIELD_UNIT_SAME');
  });

  it('is told where a thing once broken is broken further', () => {
    const wait = (unit: string): FieldWords => ({
      id: 3,
      name: 'wait',
      type: 'int64',
      unit,
      logical: 'duration',
    });
    const found = judged(schema(wait('s')), schema(wait('ms')), schema(wait('us')));
    expect(rules(found.fresh)).toContain('FIELD_UNIT_SAME');
  });

  it('is told of a term that records of the older may hold as unknown, though the last rejects what it does not know', () => {
    const weather = (
      unknownPolicy: NonNullable<FieldWords['unknownPolicy']>,
      ...vocabulary: string[]
    ): Schema =>
      schema({ id: 3, name: 'weather', type: 'string', logical: 'label', vocabulary, unknownPolicy });
    const older = weather({ map: 1 }, 'other', 'sun');
    const last = weather('reject', 'other', 'sun', 'hail');
    expect(judged(older, last, last).fresh).toEqual([]);
    const found = judged(older, last, weather('reject', 'other', 'sun', 'hail', 'fog'));
    expect(rules(found.fresh)).toContain('VOCABULARY_UNKNOWN_KEPT');
    expect(rules(compare(last, weather('reject', 'other', 'sun', 'hail', 'fog')).findings)).not.toContain(
      'VOCABULARY_UNKNOWN_KEPT',
    );
  });

  it('is told of a value that is taken again: it stood for none, was refused since, and would be a number', () => {
    const level = (words: Partial<FieldWords>): FieldWords => ({
      id: 3,
      name: 'level',
      type: 'int32',
      ...words,
    });
    const found = judged(
      schema(level({ range: [0, 10], sentinels: [{ value: -1, means: 'unknown' }] })),
      schema(level({ range: [0, 10] })),
      schema(level({ range: [-10, 10] })),
    );
    expect(rules(found.fresh)).toContain('SENTINELS_SAME');
  });

  it('is told of one that is taken again though another, which is still refused, stands before it', () => {
    const level = (words: Partial<FieldWords>): FieldWords => ({
      id: 3,
      name: 'level',
      type: 'int32',
      ...words,
    });
    const sentinels = [-1, 50].map(value => ({ value, means: 'unknown' as const }));
    const found = judged(
      schema(level({ range: [0, 10], sentinels })),
      schema(level({ range: [0, 10] })),
      schema(level({ range: [0, 60] })),
    );
    expect(found.fresh.filter(({ direction }) => direction === 'backward')).toMatchObject([
      { rule: 'SENTINELS_SAME', to: '-1 is refused, 50 is a value like another' },
    ]);
  });

  it('is told of a sentinel that has the index the loss once skipped, though it is skipped no more since the last', () => {
    const label = (words: Partial<FieldWords>): FieldWords => ({
      id: 3,
      name: 'weather',
      type: 'int32',
      logical: 'label',
      vocabulary: ['sun', 'rain'],
      ...words,
    });
    const found = judged(
      schema(label({ ignoreValue: -1 })),
      schema(label({ ignoreValue: -100 })),
      schema(label({ ignoreValue: -100, sentinels: [{ value: -1, means: 'unknown' }] })),
    );
    expect(rules(found.fresh)).toContain('IGNORE_VALUE_SAME');
  });

  it('is told of a class that has the index the loss once skipped, though it is skipped no more since the last', () => {
    const label = (words: Partial<FieldWords>): FieldWords => ({
      id: 3,
      name: 'weather',
      type: 'int32',
      logical: 'label',
      vocabulary: ['sun', 'rain'],
      ...words,
    });
    const fog = { id: 9, label: 'fog', code: -1 };
    const found = judged(
      schema(label({ ignoreValue: -1 })),
      schema(label({})),
      schema(label({ vocabulary: [{ id: 1, label: 'sun' }, { id: 2, label: 'rain' }, fog] })),
    );
    expect(rules(found.fresh)).toContain('IGNORE_VALUE_SAME');
  });

  const classes = (count: number, at: (place: number) => number): FieldWords => ({
    id: 3,
    name: 'class',
    type: 'int32',
    logical: 'label',
    vocabulary: Array.from({ length: count }, (_, place) => ({
      id: place + 1,
      label: `c${place}`,
      code: at(place),
    })),
  });
  const reversed = (place: number): number => 19 - place;
  const others = (place: number): number => (place === 10 ? 8 : place === 11 ? 9 : reversed(place));

  it('is told of an exchange beyond what a finding shows, because its text is the one that was settled', () => {
    const [first, second] = [schema(classes(20, place => place)), schema(classes(20, reversed))];
    const found = judged(first, second, schema(classes(20, others)));
    expect(rules(found.fresh)).toEqual(['VOCABULARY_REORDERED', 'VOCABULARY_REORDERED']);
  });

  it('is not told again of a long list that stayed, when another thing of the field changes', () => {
    const [first, second] = [schema(classes(20, place => place)), schema(classes(20, reversed))];
    const found = judged(
      first,
      second,
      schema({ ...classes(20, reversed), name: 'kind', aliases: ['class'] }),
    );
    expect(rules(found.fresh)).not.toContain('VOCABULARY_REORDERED');
    expect(found.settled).toEqual({ backward: 1, forward: 1 });
  });

  it('is told of a code that is given to another term, though the term it was of went before the last', () => {
    const label = (...terms: readonly string[]): FieldWords => ({
      id: 3,
      name: 'weather',
      type: 'int32',
      logical: 'label',
      vocabulary: [...terms].map((label, code) => ({ id: label.length, label, code })),
    });
    const found = judged(schema(label('a', 'bb')), schema(label('a')), schema(label('a', 'ccc')));
    expect(rules(found.fresh)).toEqual(['VOCABULARY_CODE_REUSED', 'VOCABULARY_CODE_REUSED']);
  });
});

describe('what stands beside a schema, held against an older version than the last', () => {
  const [first, second] = [sha256('one tokenizer'), sha256('another')];
  type Words = { tokenizer?: Digest; sensitivity?: Governance['sensitivity']; fields?: FieldWords[] };
  const side = ({ tokenizer, sensitivity = 'restricted', fields = [id, score] }: Words): Side => ({
    schema: schema(...fields),
    beside: {
      tokenizer,
      governance: new Map(fields.map(field => [field.id!, { owner: 'a', sensitivity, doc: undefined }])),
    },
  });
  const against = (older: Words, last: Words, proposed: Words) =>
    judgeAgainst(side(last), side(proposed))(side(older));

  it('is told where the last did not have the field, and so could not show that it is guarded less', () => {
    const found = against({}, { fields: [id] }, { sensitivity: 'public' });
    const paths = found.fresh
      .filter(({ rule }) => rule === 'SENSITIVITY_LOWERED')
      .map(({ path }) => path.map(step => step.id));
    expect(paths).toEqual([[1], [2]]);
  });

  it('is told of another tokenizer than the older version had, and of one that was accepted before it is not', () => {
    const fresh = against({ tokenizer: first }, { tokenizer: first }, { tokenizer: second });
    expect(rules(fresh.fresh)).toEqual(['TOKENIZER_SAME', 'TOKENIZER_SAME']);
    const settled = against({ tokenizer: first }, { tokenizer: second }, { tokenizer: second });
    expect(settled).toEqual({
      fresh: [],
      settled: { backward: 0, forward: 0 },
      settledBeside: { backward: 1, forward: 1 },
      settledIn: { backward: new Set(), forward: new Set() },
    });
  });

  it('is told of another normalizer, which is part of the schema', () => {
    const [older, last, proposed] = [first, first, second].map(normalizer => ({
      schema: { ...schema(id), normalizer },
    }));
    const found = judgeAgainst(last!, proposed!)(older!);
    expect(rules(found.fresh)).toEqual(['NORMALIZER_SAME', 'NORMALIZER_SAME']);
  });

  it('says nothing where it is not known of one of them', () => {
    const known = side({ tokenizer: first });
    const { fresh, settledBeside } = judgeAgainst(known, side({}))({ schema: known.schema });
    expect({ fresh, settledBeside }).toEqual({ fresh: [], settledBeside: { backward: 0, forward: 0 } });
  });
});

describe('the memory of a judgement of many versions', () => {
  /** Three schemas that repeat fields as the same objects, as the versions of a subject do. */
  const versions = fc
    .tuple(schemaWords(), schemaWords(), schemaWords(), fc.array(fc.nat(2), { maxLength: 12 }))
    .map(([first, second, third, from]) => {
      const [a, b, c] = [first, second, third].map(schemaOf) as [Schema, Schema, Schema];
      const shared = (schema: Schema, other: Schema): Schema => ({
        ...schema,
        fields: schema.fields.map((field, place) =>
          from[place] === 0 ? field : (other.fields.find(({ id }) => id === field.id) ?? field),
        ),
      });
      const middle = shared(b, a);
      return [a, middle, shared(c, middle)] as const;
    });
  const key = ({ rule, direction, path, from, to }: Finding): string =>
    [rule, direction, path.map(({ id }) => id).join('.'), from, to].join('|');

  it('changes no verdict: what is fresh and how much is settled is what two plain comparisons say', () =>
    fc.assert(
      fc.property(versions, ([older, last, proposed]) => {
        const against = judgeAgainst({ schema: last }, { schema: proposed });
        // What a text was cut of is a case of its own, above.
        const isWhole = ({ from, to }: Finding): boolean => !/ and \d+ more/.test(from + to);
        const known = new Set(compare(older, last).findings.map(key));
        const all = compare(older, proposed).findings.filter(isWhole);
        const settled = all.filter(one => known.has(key(one)) && !isNote(one.rule)).length;
        // Twice, because the second time everything is remembered.
        for (const found of [against({ schema: older }), against({ schema: older })]) {
          expect(found.fresh.filter(isWhole).map(key).sort()).toEqual(
            all
              .map(key)
              .filter(one => !known.has(one))
              .sort(),
          );
          if (found.fresh.every(isWhole) && compare(older, proposed).findings.every(isWhole))
            expect(found.settled.backward + found.settled.forward).toBe(settled);
        }
      }),
      { numRuns: 100 },
    ));
});

describe('the documents of many versions', () => {
  it('are read as one by one, and share what they repeat', () =>
    fc.assert(
      fc.property(fc.array(schemaWords(), { minLength: 2, maxLength: 4 }), all => {
        const schemas = all.map(schemaOf);
        const vocabularies = new Map(
          schemas.flatMap(schema =>
            allFields(schema).flatMap(([{ vocabulary }]) =>
              vocabulary === undefined ? [] : [[vocabulary.digest, vocabulary] as const],
            ),
          ),
        );
        const reader = new SchemaReader(vocabularies);
        for (const schema of [...schemas, ...schemas]) {
          const text = canonicalJson(schemaDocument(schema));
          const read = must(reader.read(text));
          expect(canonicalJson(schemaDocument(read))).toBe(text);
          for (const field of must(reader.read(text)).fields) expect(read.fields).toContain(field);
        }
      }),
      { numRuns: 30 },
    ));

  const broken = [
    '',
    '{}',
    '{"fields":[',
    '{"fields":[{"id":1}],"key":[],"slices":[]}',
    '{"fields":[{"a":"}]',
    '{"fields":[]}',
  ];
  it('are refused where they are none', () => {
    for (const text of broken)
      expect(new SchemaReader(new Map()).read(text), text).toMatchObject({ code: 'SCHEMA_DOCUMENT' });
  });
});
