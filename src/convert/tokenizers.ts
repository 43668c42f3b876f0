import type { Digest } from '../base/digest.ts';
import type { TextTokenizer } from '../contract/byte-pairs.ts';
import type { Encoding } from '../contract/encoding.ts';
import type { BoundTokenizer, ConversionPlan, FieldConversion } from './conversion-plan.ts';

/** The encoding that each tokenizer of a subject is, or why it can't be run, by the digest that contracts bind. */
export type KnownTokenizers = ReadonlyMap<Digest, Encoding | string>;

/** What two versions bind, and which encodings that are. */
export type Tokenizers = {
  readonly from: Digest | undefined;
  readonly to: Digest | undefined;
  readonly known: KnownTokenizers;
};

/** Encodings that can be run, by the digests of their definitions: handed to whoever applies a plan that asks for them. */
export type RunningEncodings = ReadonlyMap<Digest, TextTokenizer>;

export const NO_ENCODINGS: RunningEncodings = new Map();

/** The encodings that plans ask for, each once. */
export function encodingsIn(plans: readonly ConversionPlan[]): readonly BoundTokenizer[] {
  const found = new Map<Digest, BoundTokenizer>();
  for (const bound of plans.flatMap(({ fields }) => fields.flatMap(boundIn)))
    found.set(bound.definition, bound);
  return [...found.values()];
}

function boundIn(conversion: FieldConversion): readonly BoundTokenizer[] {
  if (conversion.kind === 'struct') return conversion.members.flatMap(boundIn);
  if (conversion.kind !== 'value') return [];
  const { steps, inside } = conversion;
  const own = steps.flatMap(step =>
    step.kind === 'retokenise' ? [step.to, ...(step.from === undefined ? [] : [step.from])] : [],
  );
  if (inside === undefined) return own;
  return inside.kind === 'list'
    ? [...own, ...boundIn(inside.element)]
    : [...own, ...boundIn(inside.key), ...boundIn(inside.value)];
}
