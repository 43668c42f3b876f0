import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Digest, sha256 } from '../../src/base/digest.ts';
import { batchOf, rowsOf } from '../../src/contract/batch.ts';
import { type Encoding, type EncodingName, encodings } from '../../src/contract/encoding.ts';
import type { Field } from '../../src/contract/field.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { RecordValues, Value } from '../../src/contract/value.ts';
import { applyConversion } from '../../src/convert/apply-conversion.ts';
import { applyChain, chainOf } from '../../src/convert/chain.ts';
import type { ConversionPlan } from '../../src/convert/conversion-plan.ts';
import { planConversion } from '../../src/convert/plan-conversion.ts';
import { planDocument } from '../../src/convert/plan-document.ts';
import type { KnownTokenizers } from '../../src/convert/tokenizers.ts';
import { encodingsFor, tokenizerFor } from '../../src/engine/token-ranks.ts';
import { makeField, makeList, makeSchema } from '../contract/make-field.ts';
import { must } from '../contract/small-subject.ts';
import { parsed, sideOf } from './converters.ts';

const [OLD, NEW, STRANGE] = [sha256('old'), sha256('new'), sha256('strange')];
const R50K = encodings().get('r50k_base')!;
const O200K = encodings().get('o200k_base')!;
const KNOWN: KnownTokenizers = new Map<Digest, Encoding | string>([
  [OLD, R50K],
  [NEW, O200K],
  [STRANGE, 'none of its files is the definition of an encoding'],
]);

const text = (given: Partial<Field> = {}): Field =>
  makeField('string', { id: 1, logical: 'text', name: 'body', ...given });
const ids = (given: Partial<Field> = {}, max = 2048, kind: 'int16' | 'int32' | 'int64' = 'int32'): Field =>
  makeList(makeField(kind, { id: 3, name: 'id', logical: 'number' }), 0, max, {
    id: 2,
    name: 'ids',
    logical: 'tokens',
    ...given,
  });
const length = (given: Partial<Field> = {}): Field =>
  makeField('int32', { id: 4, name: 'length', logical: 'count', ...given });

type Bound = { readonly from?: typeof OLD | undefined; readonly to?: typeof OLD | undefined };
const planned = (
  from: Schema,
  to: Schema,
  entries: readonly string[],
  more = '',
  bound: Bound = { from: OLD, to: NEW },
) =>
  planConversion(
    { ...sideOf(1, from), tokenizer: bound.from },
    { ...sideOf(2, to), tokenizer: bound.to },
    parsed(entries, more),
    KNOWN,
  );

function planOf(...given: Parameters<typeof planned>): ConversionPlan {
  const plan = planned(...given);
  if (!('fields' in plan)) throw plan[0] ?? new Error('no plan');
  return plan;
}

function faultsOf(...given: Parameters<typeof planned>): readonly string[] {
  const plan = planned(...given);
  return 'fields' in plan
    ? []
    : plan.map(({ code, facts }) => ('because' in facts ? `${code}: ${facts.because}` : code));
}

/** Of each record its new values, or why there are none; and which were cut. */
function applied(plan: ConversionPlan, rows: readonly RecordValues[]) {
  const done = applyConversion(plan, batchOf(plan.from.schema, rows), must(encodingsFor([plan])));
  const made = rowsOf(plan.to.schema, done.converted);
  const codes = new Map(done.rejects.map(({ row, code }) => [row, code]));
  return {
    rows: rows.map((_, row) => codes.get(row) ?? made[done.rows.indexOf(row)]!),
    truncated: [...done.truncated],
  };
}

const encoded = (name: EncodingName, value: string): readonly number[] =>
  must(tokenizerFor(encodings().get(name)!)).encode(value);

const TEXT_TO_IDS = ['{id: 2, from: 1, steps: [{kind: retokenise, gives: ids, over: reject}]}'];

describe('text', () => {
  it('becomes the ids of the tokenizer that the new version binds', () => {
    const plan = planOf(makeSchema([text()]), makeSchema([text(), ids()]), TEXT_TO_IDS);
    const words = ['It is raining.', '', '<|endoftext|>', 'naïve \ufeff 日本'];
    expect(
      applied(
        plan,
        words.map(word => [word]),
      ).rows,
    ).toEqual(words.map(word => [word, encoded('o200k_base', word)]));
  });

  it('is put into a Unicode form before, where a step says so', () => {
    const plan = planOf(makeSchema([text()]), makeSchema([ids()]), [
      '{id: 2, from: 1, steps: [{kind: text, form: NFC}, {kind: retokenise, gives: ids, over: reject}]}',
    ]);
    expect(applied(plan, [['e\u0301']]).rows).toEqual([[encoded('o200k_base', '\u00e9')]]);
  });

  it('becomes as many as it has tokens in a field of lengths, and null stays null', () => {
    const plan = planOf(
      makeSchema([text({ nullable: true, nullMeans: 'unknown' })]),
      makeSchema([length({ nullable: true, nullMeans: 'unknown' })]),
      ['{id: 4, from: 1, steps: [{kind: retokenise, gives: length}]}'],
    );
    expect(applied(plan, [['It is raining.'], [null], ['']]).rows).toEqual([
      [encoded('o200k_base', 'It is raining.').length],
      [null],
      [0],
    ]);
  });

  it('fills ids of 64 bits with bigints', () => {
    const plan = planOf(makeSchema([text()]), makeSchema([ids({}, 9, 'int64')]), TEXT_TO_IDS);
    expect(applied(plan, [['a b']]).rows).toEqual([[encoded('o200k_base', 'a b').map(BigInt)]]);
  });
});

describe('more tokens than there is room for', () => {
  const words = 'one two three four five';
  const all = encoded('o200k_base', words);

  it('refuse the record', () => {
    const plan = planOf(makeSchema([text()]), makeSchema([ids({}, 4)]), TEXT_TO_IDS);
    expect(all).toHaveLength(5);
    expect(applied(plan, [[words], ['one two three four']]).rows).toEqual([
      'TOKENS_TOO_MANY',
      [encoded('o200k_base', 'one two three four')],
    ]);
  });

  it('are left out, and the record counted, where that is what the step says', () => {
    const plan = planOf(makeSchema([text()]), makeSchema([ids(), length()]), [
      '{id: 2, from: 1, steps: [{kind: retokenise, gives: ids, max: 3, over: truncate}]}',
      '{id: 4, from: 1, steps: [{kind: retokenise, gives: length, max: 3, over: truncate}]}',
    ]);
    const { rows, truncated } = applied(plan, [['one'], [words]]);
    expect(rows).toEqual([
      [encoded('o200k_base', 'one'), 1],
      [all.slice(0, 3), 3],
    ]);
    expect(truncated).toEqual([
      [2, [1]],
      [4, [1]],
    ]);
  });

  it('are not counted of a record that another field refuses', () => {
    const plan = planOf(makeSchema([text()]), makeSchema([ids(), length({ range: { min: 0n, max: 2n } })]), [
      '{id: 2, from: 1, steps: [{kind: retokenise, gives: ids, max: 3, over: truncate}]}',
      '{id: 4, from: 1, steps: [{kind: retokenise, gives: length}]}',
    ]);
    expect(applied(plan, [[words]])).toEqual({ rows: ['RANGE'], truncated: [[2, []]] });
  });

  it.each([
    ['{kind: retokenise, gives: ids}', 'say in `over`'],
    ['{kind: retokenise, gives: ids, max: 2049, over: reject}', 'holds 2048'],
  ])('are asked about before anything runs: %s', (step, because) => {
    const faults = faultsOf(makeSchema([text()]), makeSchema([ids()]), [
      `{id: 2, from: 1, steps: [${step}]}`,
    ]);
    expect(faults.join()).toContain(because);
  });
});

describe('ids of the old tokenizer', () => {
  const plan = (more = '') =>
    planOf(makeSchema([ids()]), makeSchema([ids()]), [
      `{id: 2, steps: [{kind: retokenise, gives: ids, over: reject${more}}]}`,
    ]);

  it('become those of the new one by way of the text that they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), words => {
        expect(applied(plan(), [[encoded('r50k_base', words)]]).rows).toEqual([
          [encoded('o200k_base', words)],
        ]);
      }),
      { numRuns: 40 },
    );
  });

  it('are refused where they are no text, or none of its ids', () => {
    const broken = encoded('r50k_base', '\u{10348}').slice(0, -1);
    expect(applied(plan(), [[broken], [[50_257]], [[-1]]]).rows).toEqual([
      'INVALID_UTF8',
      'TOKEN_UNKNOWN',
      'TOKEN_UNKNOWN',
    ]);
  });

  it('carry a special token over by its text where a step says so, and are refused where none does', () => {
    const rows = [[[...encoded('r50k_base', 'a'), 50_256, ...encoded('r50k_base', 'b')]]] as const;
    expect(applied(plan(), rows).rows).toEqual(['TOKEN_SPECIAL']);
    expect(applied(plan(', specials: carry'), rows).rows).toEqual([
      [[...encoded('o200k_base', 'a'), 199_999, ...encoded('o200k_base', 'b')]],
    ]);
  });

  it('come back as they were, of ids that the tokenizer itself made', () => {
    const there = plan();
    const back = planOf(
      makeSchema([ids()]),
      makeSchema([ids()]),
      ['{id: 2, steps: [{kind: retokenise, gives: ids, over: reject}]}'],
      '',
      { from: NEW, to: OLD },
    );
    const rows: RecordValues[] = [[encoded('r50k_base', 'There and back, 日本.')]];
    const done = applyChain(
      chainOf([there, back]),
      batchOf(there.from.schema, rows),
      must(encodingsFor([there, back])),
    );
    expect(rowsOf(back.to.schema, done.converted)).toEqual(rows);
  });

  it('are no longer told as cut where a later plan leaves the record out', () => {
    const cut = planOf(makeSchema([text()]), makeSchema([text(), ids()]), [
      '{id: 2, from: 1, steps: [{kind: retokenise, gives: ids, max: 1, over: truncate}]}',
    ]);
    const fewer = planOf(
      cut.to.schema,
      cut.to.schema,
      ['{id: 1, steps: [{kind: reject, when: "body == \'a b\'"}]}'],
      '',
      { from: NEW, to: NEW },
    );
    const batch = batchOf(cut.from.schema, [['a b'], ['a c'], ['a']]);
    const done = applyChain(chainOf([cut, fewer]), batch, must(encodingsFor([cut])));
    expect([...done.truncated]).toEqual([[2, [1]]]);
  });

  it('are counted as they are where both versions bind one tokenizer, and need no step', () => {
    const same = { from: OLD, to: OLD };
    const counted = planOf(
      makeSchema([ids()]),
      makeSchema([length()]),
      ['{id: 4, from: 2, steps: [{kind: retokenise, gives: length}]}'],
      '',
      same,
    );
    expect(applied(counted, [[[1, 2, 3]]]).rows).toEqual([[3]]);
    expect(faultsOf(makeSchema([ids()]), makeSchema([ids()]), [], '', same)).toEqual([]);
    expect(
      faultsOf(
        makeSchema([ids()]),
        makeSchema([ids()]),
        ['{id: 2, steps: [{kind: retokenise, gives: ids, over: reject}]}'],
        '',
        same,
      ).join(),
    ).toContain('what they were');
  });

  it('are not taken over under another tokenizer, unless somebody declares that they are right', () => {
    const [from, to] = [makeSchema([ids()]), makeSchema([ids()])];
    expect(faultsOf(from, to, []).join()).toContain('CONVERTER_MEANING_LEFT');
    expect(
      faultsOf(from, to, ['{id: 2, steps: [{kind: declare, what: [tokenizer], reason: they always were}]}']),
    ).toEqual([]);
    expect(faultsOf(from, to, [], '', { from: undefined, to: NEW }).join()).toContain(
      'CONVERTER_MEANING_LEFT',
    );
  });
});

describe('a tokenizer', () => {
  it.each([
    [undefined, 'CONVERTER_STEP_UNFIT: the new version binds no tokenizer'],
    [STRANGE, 'TOKENIZER_NOT_RUNNABLE: none of its files is the definition of an encoding'],
  ] as const)('that nobody can run makes nothing: %s', (to, fault) => {
    expect(faultsOf(makeSchema([text()]), makeSchema([ids()]), TEXT_TO_IDS, '', { from: OLD, to })).toEqual([
      fault,
    ]);
  });

  it('of the old version is not asked of where text is what is tokenized', () => {
    expect(
      faultsOf(makeSchema([text()]), makeSchema([ids()]), TEXT_TO_IDS, '', { from: STRANGE, to: NEW }),
    ).toEqual([]);
  });

  it('stands in the plan with its digest and its encoding, on both sides', () => {
    const plan = planOf(makeSchema([ids()]), makeSchema([ids()]), [
      '{id: 2, steps: [{kind: retokenise, gives: ids, over: reject}]}',
    ]);
    expect(planDocument(plan)).toMatchObject({
      from: { tokenizer: OLD },
      to: { tokenizer: NEW },
      fields: [
        {
          steps: [
            {
              kind: 'retokenise',
              gives: 'ids',
              from: { tokenizer: OLD, encoding: 'r50k_base', definition: R50K.digest },
              to: { tokenizer: NEW, encoding: 'o200k_base', definition: O200K.digest },
              max: 2048,
              over: 'reject',
              specials: 'reject',
            },
          ],
        },
      ],
    });
  });
});

describe('the step', () => {
  const step = '{kind: retokenise, gives: ids, over: reject}';
  const from = (field: Field): readonly string[] =>
    faultsOf(makeSchema([field]), makeSchema([ids()]), [`{id: 2, from: ${field.id}, steps: [${step}]}`]);
  const to = (field: Field, gives = step): readonly string[] =>
    faultsOf(makeSchema([text()]), makeSchema([field]), [`{id: ${field.id}, from: 1, steps: [${gives}]}`]);

  it('takes text and token ids alone', () => {
    expect(from(makeField('int32', { id: 1 })).join()).toContain('a int32 is neither');
    expect(from(ids({ logical: 'sequence' })).join()).toContain('holds no token ids');
    expect(from(text({ sentinels: [{ value: 'N/A', means: 'unknown' }] })).join()).toContain(
      'a sentinel is no text',
    );
    expect(from(text())).toEqual([]);
  });

  it('gives lists of token ids that hold every id, and whole numbers', () => {
    expect(to(ids({ logical: 'sequence' })).join()).toContain(
      'a list of whole numbers that is called tokens',
    );
    expect(to(ids({}, 9, 'int16')).join()).toContain('ids up to 200018');
    expect(to(length(), '{kind: retokenise, gives: ids, over: reject}').join()).toContain(
      'list of whole numbers',
    );
    expect(to(text({ id: 9 }), '{kind: retokenise, gives: length}').join()).toContain(
      'a string holds no length',
    );
    expect(to(length(), '{kind: retokenise, gives: length, over: reject}').join()).toContain(
      'which is not written',
    );
  });

  it('asks nothing of special tokens of text, because text has none', () => {
    expect(to(ids(), '{kind: retokenise, gives: ids, over: reject, specials: carry}').join()).toContain(
      'says nothing',
    );
  });

  it('gives the same in whatever batches records come', () => {
    const plan = planOf(makeSchema([text()]), makeSchema([ids()]), TEXT_TO_IDS);
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { minLength: 2, maxLength: 6 }),
        words => {
          const rows = words.map((word): readonly Value[] => [word]);
          const apart = rows.flatMap(row => applied(plan, [row]).rows);
          expect(applied(plan, rows).rows).toEqual(apart);
        },
      ),
      { numRuns: 20 },
    );
  });
});
