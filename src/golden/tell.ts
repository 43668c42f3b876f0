import type { FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import { WITHHELD, type Withheld } from '../contract/withheld.ts';
import type { CellState } from './cell-state.ts';
import type { Comparison } from './compare.ts';
import type { Condition, Term, Test } from './condition.ts';
import type { Confusion, ConfusionPattern, Pair } from './confusion.ts';
import type { Distribution } from './distribution.ts';
import type { Explanation, Found } from './explain.ts';
import type { FactorSuspect } from './factor-suspects.ts';
import { type FieldComparison, inOrder, type Transition } from './field-comparison.ts';
import { WITHHELD_MEASURES } from './measures.ts';
import type { NumberPattern } from './number-pattern.ts';
import type { SliceComparison, SlicePart } from './slice-comparison.ts';
import { tellTokens } from './tokens/report.ts';
import type { GoldenVerdict } from './verdict.ts';

/** A comparison that may be printed, stored and served. */
export type ToldComparison = Comparison<Withheld> & {
  /** The fields of which it tells no value. */
  readonly withheld: readonly FieldId[];
};

/** The verdict on it, given before anything was withheld. */
export type ToldVerdict = GoldenVerdict<Withheld> & { readonly withheld: readonly FieldId[] };

/**
 * Takes the values of some fields out of a comparison. What was counted stays, and so do states (null, NaN, empty) and the name of
 * a field that explains; what a value could be worked out from goes with it: from 0 to 72,000 the greatest change is
 * the value itself, and a ratio of two integers gives both away.
 */
export function tellComparison(
  schema: Schema,
  comparison: Comparison<Withheld>,
  withheld: readonly FieldId[],
): ToldComparison {
  const isHidden = hiddenIn(withheld);
  const slicesHidden = new Set(schema.slices.filter(({ field }) => isHidden(field)).map(({ name }) => name));
  const { label, distribution } = comparison;
  return {
    ...comparison,
    withheld,
    fields: comparison.fields.map(field => ({
      ...(isHidden(field.field) ? tellField(field) : field),
      explanation: field.explanation && tellExplanation(field.explanation, isHidden),
    })),
    distribution:
      distribution && label !== undefined && isHidden(label) ? tellDistribution(distribution) : distribution,
    moved: comparison.moved && tellMoves(comparison, isHidden),
    renamedKeys: comparison.renamedKeys?.map(remap =>
      schema.fields.some(({ name, id }) => name === remap.column && isHidden(id))
        ? { ...remap, from: WITHHELD, to: WITHHELD }
        : remap,
    ),
    tokens:
      comparison.tokens &&
      tellTokens(comparison.tokens, name =>
        comparison.fields.some(field => field.name === name && isHidden(field.field)),
      ),
    slices: comparison.slices.map(slice => (slicesHidden.has(slice.slice) ? tellSlice(slice) : slice)),
    suspects: comparison.suspects.map(suspect => (isHidden(suspect.field) ? tellSuspect(suspect) : suspect)),
  };
}

function tellMoves(
  { key, split, moved }: Comparison<Withheld>,
  isHidden: (field: FieldId) => boolean,
): Comparison<Withheld>['moved'] {
  const isSplitHidden = split !== undefined && isHidden(split);
  return (
    moved && {
      ...moved,
      listed: moved.listed.map(({ sample, from, to }) => ({
        sample: sample.map((part, at) => (isHidden(key[at]!) ? WITHHELD : part)),
        from: isSplitHidden ? WITHHELD : from,
        to: isSplitHidden ? WITHHELD : to,
      })),
    }
  );
}

/** What stands in a report that shows no value of any record: counts, states, and the names of fields. */
export const tellCounts = (schema: Schema, told: ToldComparison): ToldComparison =>
  tellComparison(
    schema,
    told,
    schema.fields.map(({ id }) => id),
  );

export function tellVerdict(
  { fields }: Pick<Comparison<Withheld>, 'fields'>,
  verdict: GoldenVerdict<Withheld>,
  withheld: readonly FieldId[],
): ToldVerdict {
  const isHidden = hiddenIn(withheld);
  const names = fields.filter(({ field }) => isHidden(field)).map(({ name }) => name);
  const hidden = new Set(WITHHELD_MEASURES.flatMap(measure => names.map(name => `${measure}:${name}`)));
  const checks = verdict.checks.map(check =>
    check.observed !== undefined && hidden.has(check.measure) ? { ...check, observed: WITHHELD } : check,
  );
  return { ...verdict, checks, withheld };
}

type IsHidden = (field: FieldId) => boolean;

const hiddenIn = (withheld: readonly FieldId[]): IsHidden => {
  const hidden = new Set(withheld);
  return field => hidden.has(field);
};

const tellField = (field: FieldComparison<Withheld>): FieldComparison<Withheld> => ({
  ...field,
  transitions: withoutZero(field.transitions),
  number: field.number && {
    ...field.number,
    absolute: WITHHELD,
    relative: WITHHELD,
    ulps: field.number.ulps === undefined ? undefined : WITHHELD,
    pattern: field.number.pattern && NUMBER_PATTERNS[field.number.pattern.kind],
  },
  length: field.length && { ...field.length, most: WITHHELD },
  confusion: field.confusion && tellConfusion(field.confusion),
});

/** Zero is a value that is told apart; where none may be told, it is one like another. */
function withoutZero(transitions: readonly Transition[]): readonly Transition[] {
  const counts = new Map<string, number>();
  const told = (state: CellState): CellState => (state === 'zero' ? 'value' : state);
  for (const { from, to, count } of transitions) {
    const move = `${told(from)} ${told(to)}`;
    counts.set(move, count + (counts.get(move) ?? 0));
  }
  return inOrder(counts);
}

const NUMBER_PATTERNS: { readonly [K in NumberPattern['kind']]: NumberPattern<Withheld> } = {
  scaled: { kind: 'scaled', factor: WITHHELD },
  shifted: { kind: 'shifted', by: WITHHELD },
};

const tellSuspect = (suspect: FactorSuspect<Withheld>): FactorSuspect<Withheld> => ({
  ...suspect,
  factor: WITHHELD,
  guess: suspect.guess && WITHHELD,
});

/** A null is a state, and stays. */
const tellText = (text: string | null | Withheld): Withheld | null => (text === null ? null : WITHHELD);

const tellPair = ({ from, to, count }: Pair<Withheld>): Pair<Withheld> => ({
  from: tellText(from),
  to: tellText(to),
  count,
});

const tellConfusion = ({
  pairs,
  others,
  whollyMoved,
  pattern,
}: Confusion<Withheld>): Confusion<Withheld> => ({
  pairs: pairs.map(tellPair),
  others,
  whollyMoved: whollyMoved.map(tellPair),
  pattern: tellPattern(pattern),
});

function tellPattern(pattern: ConfusionPattern<Withheld>): ConfusionPattern<Withheld> {
  switch (pattern.kind) {
    case 'offset':
      return {
        kind: 'offset',
        pieces: pattern.pieces.map(() => ({ first: WITHHELD, last: WITHHELD, by: WITHHELD })),
      };
    case 'merge':
      return { kind: 'merge', into: WITHHELD, from: pattern.from.map(() => WITHHELD) };
    case 'split':
      return { kind: 'split', from: WITHHELD, into: pattern.into.map(() => WITHHELD) };
    default:
      return { kind: pattern.kind };
  }
}

const tellDistribution = ({ labels, ...counts }: Distribution<Withheld>): Distribution<Withheld> => ({
  ...counts,
  labels: labels.map(label => ({ ...label, label: WITHHELD })),
});

const tellPart = (part: SlicePart<Withheld>): SlicePart<Withheld> => ({ ...part, key: tellText(part.key) });

const tellSlice = (slice: SliceComparison<Withheld>): SliceComparison<Withheld> => ({
  ...slice,
  worst: slice.worst && tellPart(slice.worst),
  touched: slice.touched.map(tellPart),
});

function tellExplanation(explanation: Explanation<Withheld>, isHidden: IsHidden): Explanation<Withheld> {
  const found = (one: Found<Withheld> | undefined): Found<Withheld> | undefined =>
    one && { ...one, condition: tellCondition(one.condition, isHidden) };
  const { best, oneTerm, twoTerms } = explanation;
  // The best is one of the two, and who prints them asks which.
  const [one, two] = [found(oneTerm), found(twoTerms)];
  return { ...explanation, best: best && (best === oneTerm ? one : two), oneTerm: one, twoTerms: two };
}

function tellCondition(condition: Condition<Withheld>, isHidden: IsHidden): Condition<Withheld> {
  const told = ({ subject, test }: Term<Withheld>): Term<Withheld> => ({
    subject,
    test: isHidden(subject.field) ? TOLD_TESTS[test.kind] : test,
  });
  if (condition.kind === 'term') return { kind: 'term', term: told(condition.term) };
  const [left, right] = condition.terms;
  return { kind: condition.kind, terms: [told(left), told(right)] };
}

/** A search cuts with "at least" and "below" at zero alone: these words would tell the value they stand before. */
const TOLD_TESTS: { readonly [K in Test['kind']]: Test<Withheld> } = {
  above: { kind: 'above', value: WITHHELD },
  'at-least': { kind: 'above', value: WITHHELD },
  below: { kind: 'at-most', value: WITHHELD },
  'at-most': { kind: 'at-most', value: WITHHELD },
  is: { kind: 'is', value: WITHHELD },
  'is-not': { kind: 'is-not', value: WITHHELD },
  null: { kind: 'null' },
  'not-null': { kind: 'not-null' },
  nan: { kind: 'nan' },
  'not-nan': { kind: 'not-nan' },
};
