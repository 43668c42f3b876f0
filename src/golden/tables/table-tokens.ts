import type { Schema } from '../../contract/schema.ts';
import type { Value } from '../../contract/value.ts';
import type { Join, Sides } from '../key.ts';
import { tokenChange, tokenCounter } from '../tokens/token-change.ts';
import {
  type TokenComparison,
  type TokenMeans,
  tokensOf,
  toldTokenizer,
} from '../tokens/token-comparison.ts';

/**
 * How many tokens the texts of two tables have; undefined where no column but those of the key holds any.
 *
 * @param read  the cells of a column, by its place
 */
export function tableTokens(
  { fields, key }: Schema,
  join: Pick<Join, 'before' | 'after'>,
  read: (at: number) => Sides<(row: number) => Value>,
  { before, after, limits: asked }: TokenMeans,
): TokenComparison | undefined {
  if (typeof before.text === 'string' || typeof after.text === 'string')
    throw new TypeError('a tokenizer that was asked for runs');
  const counters = { before: tokenCounter(before.text), after: tokenCounter(after.text) };
  const limits = [...new Set(asked)].sort((a, b) => a - b);
  const counted = fields.flatMap((field, at) =>
    tokensOf(field) !== 'text' || key.includes(field.id)
      ? []
      : [tokenChange({ name: field.name, of: 'text' }, join, read(at), counters, limits)],
  );
  if (counted.length === 0) return undefined;
  return {
    tokenizers: { before: toldTokenizer(before), after: toldTokenizer(after) },
    isSame: before.digest === after.digest,
    limits,
    fields: counted,
    truncated: [],
  };
}
