import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchOf } from '../../src/contract/batch.ts';
import { type EncodingName, encodings } from '../../src/contract/encoding.ts';
import { WITHHELD } from '../../src/contract/withheld.ts';
import { tokenizerFor } from '../../src/engine/token-ranks.ts';
import { compare } from '../../src/golden/compare.ts';
import { goldenDocument } from '../../src/golden/report.ts';
import { tellComparison } from '../../src/golden/tell.ts';
import type { SideTokenizer, TokenMeans } from '../../src/golden/tokens/token-comparison.ts';
import { goldenVerdict } from '../../src/golden/verdict.ts';
import { makeField, makeList, makeSchema } from '../contract/make-field.ts';
import { must } from '../contract/small-subject.ts';

const schema = makeSchema(
  [
    makeField('int64', { id: 1, name: 'mail', logical: 'identifier' }),
    makeField('string', { id: 2, name: 'body', logical: 'text', nullable: true }),
    makeList(makeField('int32', { id: 4, name: 'id', logical: 'number' }), 0, 9, {
      id: 3,
      name: 'ids',
      logical: 'tokens',
    }),
  ],
  { key: [1] },
);

const side = (name: EncodingName): SideTokenizer => {
  const encoding = encodings().get(name)!;
  return { digest: encoding.digest, text: must(tokenizerFor(encoding)) };
};
const R50K = side('r50k_base');
const O200K = side('o200k_base');
const counted = ({ text }: SideTokenizer, body: string): number =>
  typeof text === 'string' ? Number.NaN : text.encode(body).length;

type Mail = readonly [body: string | null, ids: readonly number[]];
const compared = (before: readonly Mail[], after: readonly Mail[], means: TokenMeans | undefined) => {
  const batch = (mails: readonly Mail[]) =>
    batchOf(
      schema,
      mails.map(([body, ids], mail) => [BigInt(mail), body, ids]),
    );
  return must(compare(schema, batch(before), batch(after), { tokens: means }));
};
const bodies = (...texts: readonly (string | null)[]): readonly Mail[] => texts.map(text => [text, []]);
const both = (given: Partial<TokenMeans> = {}): TokenMeans => ({
  before: R50K,
  after: O200K,
  limits: [],
  ...given,
});
const checks = (comparison: ReturnType<typeof compared>, thresholds: Readonly<Record<string, number>> = {}) =>
  goldenVerdict(comparison, thresholds).checks.map(({ measure, answer }) => `${measure} ${answer}`);

// Under r50k_base every newline and blank of such a text is a token of its own.
const LONG = 'a\n\n\n\n        b\n\n\n\n        c';

describe('tokens of a text', () => {
  it('are counted under the tokenizer of either version, though no letter of it changed', () => {
    const [field] = compared(bodies(LONG, 'same'), bodies(LONG, 'same'), both()).tokens!.fields;
    const [before, after] = [counted(R50K, LONG), counted(O200K, LONG)];
    expect(after).toBeLessThan(before);
    expect(field).toMatchObject({
      name: 'body',
      of: 'text',
      compared: 2,
      same: 1,
      shorter: 1,
      longer: 0,
      total: { before: before + 1, after: after + 1 },
      most: before - after,
      relative: { p05: (after - before) / before, median: (after - before) / before, p95: 0 },
    });
  });

  it('are counted where a side has one alone, in no case', () => {
    const [field] = compared(bodies(null, 'a', 'b'), bodies('a', null, 'b'), both()).tokens!.fields;
    expect(field).toMatchObject({ compared: 1, same: 1 });
  });

  it('are counted on each side of every limit', () => {
    const [before, after] = [counted(R50K, LONG), counted(O200K, LONG)];
    const means = both({ limits: [after, before, before - 1, after] });
    const { limits, fields } = compared(bodies(LONG), bodies(LONG), means).tokens!;
    expect(limits).toEqual([after, before - 1, before].filter((one, at, all) => all.indexOf(one) === at));
    expect(fields[0]!.limits.at(0)).toEqual({
      limit: after,
      beyond: { before: 1, after: 0 },
      over: 0,
      under: 1,
    });
    expect(fields[0]!.limits.at(-1)).toEqual({
      limit: before,
      beyond: { before: 0, after: 0 },
      over: 0,
      under: 0,
    });
  });

  it('add up, whatever the texts are', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 })), {
          minLength: 1,
          maxLength: 8,
        }),
        pairs => {
          const means = both({ limits: [3] });
          const [field] = compared(
            bodies(...pairs.map(([old]) => old)),
            bodies(...pairs.map(([, now]) => now)),
            means,
          ).tokens!.fields;
          const counts = pairs.map(([old, now]) => [counted(R50K, old), counted(O200K, now)] as const);
          expect(field!.same + field!.longer + field!.shorter).toBe(field!.compared);
          expect(field!.total).toEqual({
            before: counts.reduce((sum, [old]) => sum + old, 0),
            after: counts.reduce((sum, [, now]) => sum + now, 0),
          });
          const [{ beyond, over, under }] = field!.limits as [(typeof field & object)['limits'][number]];
          expect(beyond.after - beyond.before).toBe(over - under);
          expect(over).toBe(counts.filter(([old, now]) => old <= 3 && now > 3).length);
        },
      ),
      { numRuns: 30 },
    ));

  it('are not counted under what can not be run, which is said, and never by another', () => {
    const strange: SideTokenizer = { digest: undefined, text: 'version 1 binds no tokenizer' };
    const { tokens } = compared(bodies('a'), bodies('a'), both({ before: strange }));
    expect(tokens!.fields.map(({ name }) => name)).toEqual(['ids']);
    expect(tokens!.tokenizers.before.because).toBe('version 1 binds no tokenizer');
  });

  it('are not counted where no version binds a tokenizer', () => {
    expect(compared(bodies('a'), bodies('a'), undefined).tokens).toBeUndefined();
  });
});

describe('token ids', () => {
  it('are counted as they stand, on either side of a limit', () => {
    const [, ids] = compared([[null, [1, 2, 3]]], [[null, [1]]], both({ limits: [2] })).tokens!.fields;
    expect(ids).toMatchObject({
      name: 'ids',
      of: 'ids',
      compared: 1,
      shorter: 1,
      most: 2,
      limits: [{ limit: 2, beyond: { before: 1, after: 0 }, over: 0, under: 1 }],
    });
  });
});

describe('the verdict', () => {
  const changed = compared(bodies(LONG), bodies(LONG), both({ limits: [counted(O200K, LONG)] }));

  it('allows neither other lengths under another tokenizer nor a crossed limit, unless a threshold does', () => {
    expect(checks(changed)).toEqual(['tokens.changed:body no-allowance', 'tokens.crossed:body no-allowance']);
    expect(checks(changed, { 'tokens.changed:body': 1 })).toContain('tokens.crossed:body no-allowance');
    expect(checks(changed, { 'tokens.median:body': 0.9, 'tokens.crossed:body': 1 })).toEqual([
      'tokens.median:body within',
      'tokens.crossed:body within',
    ]);
    expect(checks(changed, { 'tokens.length:body': 1, 'tokens.crossed:body': 0 })).toEqual([
      'tokens.length:body exceeded',
      'tokens.crossed:body exceeded',
    ]);
  });

  it('asks nothing more of lengths under one tokenizer, because the text is what changed', () => {
    const same = both({ after: R50K });
    expect(checks(compared(bodies('a'), bodies('a b c'), same), { 'cells.differ:body': 1 })).toEqual([
      'cells.differ:body within',
    ]);
  });

  it('evaluates no threshold on tokens that nobody could count', () => {
    const nobody = both({ before: { digest: undefined, text: 'no tokenizer' } });
    expect(checks(compared(bodies('a'), bodies('a'), nobody), { 'tokens.crossed:body': 5 })).toEqual([
      'tokens.crossed:body not-evaluated',
    ]);
  });
});

describe('what is told of tokens', () => {
  const comparison = compared(bodies(LONG), bodies(LONG), both({ limits: [9] }));

  it('is all of it where nothing is withheld, in the document too', () => {
    const told = tellComparison(schema, comparison, []);
    expect(goldenDocument(told)).toMatchObject({
      tokens: {
        tokenizers: { before: { encoding: 'r50k_base', because: null }, after: { encoding: 'o200k_base' } },
        limits: [9],
        fields: [{ name: 'body', shorter: 1 }, { name: 'ids' }],
      },
    });
  });

  it('is what was counted where values are withheld, and no length', () => {
    const [body] = tellComparison(schema, comparison, [2]).tokens!.fields;
    expect(body).toMatchObject({
      shorter: 1,
      total: { before: WITHHELD, after: WITHHELD },
      most: WITHHELD,
      relative: WITHHELD,
    });
  });
});
