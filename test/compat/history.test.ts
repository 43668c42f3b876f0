import { describe, expect, it } from 'vitest';
import { compare } from '../../src/compat/compare.ts';
import { historyOf, judgeHistory } from '../../src/compat/history.ts';
import { idsOf } from '../../src/contract/ledger.ts';
import type { Schema } from '../../src/contract/schema.ts';
import { type FieldWords, schemaOf } from './schema-of.ts';

const n: FieldWords = { id: 1, name: 'n', type: 'int32' };
const score: FieldWords = { id: 2, name: 'score', type: 'float32' };
const tags: FieldWords = {
  id: 3,
  name: 'tags',
  type: 'list',
  element: { id: 4, name: 'element', type: 'string' },
};

const versions = (...fields: FieldWords[][]): Schema[] => fields.map(some => schemaOf({ fields: some }));
const pastOf = (schemas: readonly Schema[]) =>
  historyOf(schemas.map((schema, index) => ({ version: index + 1, ids: idsOf(schema), schema })));

const judge = (past: FieldWords[][], proposed: FieldWords[]): string[] =>
  judgeHistory(pastOf(versions(...past)), schemaOf({ fields: proposed })).map(
    found => `${found.rule} ${found.path.at(-1)!.id}`,
  );

describe('the past of a subject', () => {
  it('remembers every id with its names, and the version that retired it', () => {
    const past = pastOf(versions([n, score], [{ ...n, name: 'count' }], [{ ...n, name: 'count' }, tags]));
    expect([...past.values()]).toMatchObject([
      { id: 1, names: ['n', 'count'], retiredIn: undefined },
      { id: 2, names: ['score'], retiredIn: 2 },
      { id: 3, retiredIn: undefined },
      { id: 4, names: ['element'], retiredIn: undefined },
    ]);
  });

  it('refuses a retired id for another thing', () =>
    expect(judge([[n, score], [n]], [n, { id: 2, name: 'city', type: 'string' }])).toEqual(['ID_REUSED 2']));

  it('refuses a retired id for the same thing, because records in between were written without it', () =>
    expect(judge([[n, score], [n]], [n, score])).toEqual(['ID_REUSED 2']));

  it('refuses the retired id of an element', () =>
    expect(judge([[n, tags], [n]], [n, { ...tags, id: 5 }])).toEqual(['NAME_REUSED 5', 'ID_REUSED 4']));

  it('sees a name come back under another id, several versions later', () =>
    expect(judge([[n, score], [n], [n]], [n, { ...score, id: 7 }])).toEqual(['NAME_REUSED 7']));

  it('sees a name taken that a living field had before it was renamed', () =>
    expect(
      judge(
        [[n], [{ ...n, name: 'count' }]],
        [
          { ...n, name: 'count' },
          { ...score, name: 'n' },
        ],
      ),
    ).toEqual(['NAME_REUSED 2']));

  it('lets a field take its own old name back', () =>
    expect(judge([[n], [{ ...n, name: 'count' }]], [n])).toEqual([]));

  it('has nothing against a fresh id, and nothing against another list of elements', () =>
    expect(
      judge(
        [[n, tags]],
        [n, tags, { ...tags, id: 8, name: 'words', element: { ...n, id: 9, name: 'element' } }],
      ),
    ).toEqual([]));

  it('forbids a change that the last version alone would let pass', () => {
    const [first, second, third] = versions(
      [n, score],
      [n],
      [n, { ...score, nullable: true, default: null }],
    );
    expect(compare(second!, third!).class).toBe('compatible');
    expect(compare(second!, third!, pastOf([first!, second!]))).toMatchObject({
      class: 'forbidden',
      for: [],
    });
  });

  it('says once what the last version and the ledger both say', () => {
    const schemas = versions([n, score]);
    const proposed = schemaOf({ fields: [n, { ...score, id: 7, nullable: true, default: null }] });
    const found = compare(schemas[0]!, proposed, pastOf(schemas)).findings;
    const reused = found.filter(({ rule }) => rule === 'NAME_REUSED');
    expect(reused.map(({ direction }) => direction)).toEqual(['backward', 'forward']);
  });
});

describe('the terms of a field, over its past', () => {
  const label = (...vocabulary: NonNullable<FieldWords['vocabulary']>): FieldWords => ({
    id: 7,
    name: 'label',
    type: 'int32',
    logical: 'label',
    vocabulary,
  });
  const [sun, rain, hail] = [
    { id: 1, label: 'sun' },
    { id: 2, label: 'rain' },
    { id: 2, label: 'hail' },
  ];

  it('refuse a term id that stood for something else, though no version in between had it', () =>
    expect(judge([[label(sun, rain)], [label(sun)]], [label(sun, hail)])).toEqual([
      'VOCABULARY_TERM_REUSED 7',
    ]));

  it('let a term come back as what it was', () =>
    expect(judge([[label(sun, rain)], [label(sun)]], [label(sun, rain)])).toEqual([]));

  it('follow a term through its spellings, one alias at a time', () =>
    expect(
      judge(
        [[label(sun, rain)], [label(sun, { id: 2, label: 'wet', aliases: ['rain'] })]],
        [label(sun, { id: 2, label: 'soaked', aliases: ['wet'] })],
      ),
    ).toEqual([]));

  const fog = { id: 4, label: 'fog', code: 1 };

  it("refuse a code that was another term's, though no version in between had it", () => {
    const past = [[label(sun, rain)], [label(sun)]];
    expect(judge(past, [label(sun, fog)])).toEqual(['VOCABULARY_CODE_REUSED 7']);
    expect(judge(past, [label(sun, { ...fog, code: 2 })])).toEqual([]);
    expect(judge(past, [label(sun, { ...fog, label: 'Rain' })])).toEqual([]);
  });

  it("say once of a code that it was another's, because the version that took it was accepted", () => {
    const past = [[label(sun, rain)], [label(sun)], [label(sun, fog)]];
    expect(judge(past, [label(sun, fog, { id: 5, label: 'snow', code: 2 })])).toEqual([]);
    expect(judge([...past, [label(sun)]], [label(sun, fog)])).toEqual([]);
  });

  it('say nothing of codes that living terms exchange, because the last version does', () =>
    expect(
      judge(
        [[label({ ...sun, code: 0 }, { ...rain, code: 1 })]],
        [label({ ...sun, code: 1 }, { ...rain, code: 0 })],
      ),
    ).toEqual([]));

  it('say nothing of another list altogether, because the last version already did', () =>
    expect(judge([[label(sun, rain)]], [label({ id: 1, label: 'cat' }, { id: 2, label: 'dog' })])).toEqual(
      [],
    ));
});
