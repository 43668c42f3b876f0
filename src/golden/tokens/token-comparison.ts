import type { RecordBatch } from 'apache-arrow';
import type { Digest } from '../../base/digest.ts';
import { columnReader } from '../../contract/batch.ts';
import type { TextTokenizer } from '../../contract/byte-pairs.ts';
import type { EncodingName } from '../../contract/encoding.ts';
import type { Field, FieldId } from '../../contract/field.ts';
import type { Schema } from '../../contract/schema.ts';
import type { Join, Sides } from '../key.ts';
import { type TokenChange, tokenChange, tokenCounter } from './token-change.ts';

/** What the text of a side becomes tokens with. */
export type SideTokenizer = {
  /** As the version binds it, or the definition of an encoding that was asked for; undefined where nothing is bound. */
  readonly digest: Digest | undefined;
  /** What runs it, or why text is not counted on this side. */
  readonly text: TextTokenizer | string;
};

/** What to count tokens with, and the lengths beyond which samples are cut. */
export type TokenMeans = Sides<SideTokenizer> & {
  readonly limits: readonly number[];
  /** Records of either side whose tokens a converter cut, by field. */
  readonly truncated?: Sides<ReadonlyMap<FieldId, number>> | undefined;
};

/** How many tokens samples have before and after. */
export type TokenComparison<V = never> = {
  readonly tokenizers: Sides<ToldTokenizer>;
  /** Whether one tokenizer stands on both sides, so that what changed is the text. */
  readonly isSame: boolean;
  /** Ascending, each once. */
  readonly limits: readonly number[];
  readonly fields: readonly TokenChange<V>[];
  /** Records that a converter cut on either side, of each field of which it cut any. */
  readonly truncated: readonly (Sides<number> & { readonly name: string })[];
};

export type ToldTokenizer = {
  readonly digest: Digest | undefined;
  readonly encoding: EncodingName | undefined;
  /** Why no text was counted. */
  readonly because: string | undefined;
};

/** Whether tokens are counted of a field: of text, and of ids as they stand. */
export const tokensOf = ({ type, logical, vocabulary }: Field): TokenChange['of'] | undefined => {
  if (logical === 'tokens' && type.kind === 'list') return 'ids';
  return type.kind === 'string' && logical === 'text' && vocabulary === undefined ? 'text' : undefined;
};

/** The lengths that lists of token ids have at most, which is where somebody cuts them. */
export const limitsIn = ({ fields }: Schema): readonly number[] =>
  fields.flatMap(({ type, logical }) =>
    logical === 'tokens' && type.kind === 'list' ? [type.length.max] : [],
  );

export function compareTokens(
  schema: Schema,
  batches: Sides<RecordBatch>,
  join: Pick<Join, 'before' | 'after'>,
  means: TokenMeans,
): TokenComparison {
  const { before, after } = means;
  const limits = [...new Set(means.limits)].sort((a, b) => a - b);
  const fields = schema.fields.flatMap((field, at) => {
    const of = tokensOf(field);
    const counters = of === undefined ? undefined : countersOf(of, means);
    if (of === undefined || counters === undefined) return [];
    const read = {
      before: columnReader(field, batches.before.data.children[at]!),
      after: columnReader(field, batches.after.data.children[at]!),
    };
    return [tokenChange({ name: field.name, of }, join, read, counters, limits)];
  });
  return {
    tokenizers: { before: toldTokenizer(before), after: toldTokenizer(after) },
    isSame: before.digest === after.digest,
    limits,
    fields,
    truncated: schema.fields.flatMap(({ id, name }) => {
      const [cutBefore = 0, cutAfter = 0] = [means.truncated?.before.get(id), means.truncated?.after.get(id)];
      return cutBefore + cutAfter === 0 ? [] : [{ name, before: cutBefore, after: cutAfter }];
    }),
  };
}

function countersOf(of: TokenChange['of'], { before, after }: TokenMeans) {
  if (of === 'ids') return { before: tokenCounter(undefined), after: tokenCounter(undefined) };
  // What can't be run is not approximated by something else.
  if (typeof before.text === 'string' || typeof after.text === 'string') return undefined;
  return { before: tokenCounter(before.text), after: tokenCounter(after.text) };
}

export const toldTokenizer = ({ digest, text }: SideTokenizer): ToldTokenizer => ({
  digest,
  encoding: typeof text === 'string' ? undefined : text.encoding.name,
  because: typeof text === 'string' ? text : undefined,
});
