import type { TermChange } from './vocabulary-diff.ts';

/** How the codes of the terms in both vocabularies moved: the first of these that holds. */
export type Recoding =
  | { readonly kind: 'none' }
  /** All by one number, as where a background class was put before them. */
  | { readonly kind: 'offset'; readonly offset: bigint }
  /** The same codes, given out otherwise. */
  | { readonly kind: 'permuted' }
  /** In order still, by one number within each step: as where codes with gaps were numbered through. */
  | { readonly kind: 'stepwise'; readonly steps: readonly CodeStep[] }
  | { readonly kind: 'irregular' };

/** Terms whose codes lie side by side and moved by one number; both codes are the writer's, both inclusive. */
export type CodeStep = {
  readonly first: bigint;
  readonly last: bigint;
  readonly terms: number;
  readonly offset: bigint;
};

export function recodingOf(shared: readonly TermChange[]): Recoding {
  const moved = shared.some(({ from, to }) => from.code !== to.code);
  if (!moved) return { kind: 'none' };
  const steps = stepsOf(shared);
  if (steps?.length === 1) return { kind: 'offset', offset: steps[0]!.offset };
  const codes = new Set(shared.map(({ from }) => from.code));
  if (shared.every(({ to }) => codes.has(to.code))) return { kind: 'permuted' };
  return steps === undefined ? { kind: 'irregular' } : { kind: 'stepwise', steps };
}

/** `undefined` where the order of the codes was not kept. */
function stepsOf(shared: readonly TermChange[]): readonly CodeStep[] | undefined {
  const byCode = [...shared].sort((a, b) => (a.from.code < b.from.code ? -1 : 1));
  const steps: CodeStep[] = [];
  let above: bigint | undefined;
  for (const { from, to } of byCode) {
    if (above !== undefined && to.code <= above) return undefined;
    above = to.code;
    const offset = to.code - from.code;
    const last = steps.at(-1);
    if (last?.offset === offset)
      steps[steps.length - 1] = { ...last, last: from.code, terms: last.terms + 1 };
    else steps.push({ first: from.code, last: from.code, terms: 1, offset });
  }
  return steps;
}
