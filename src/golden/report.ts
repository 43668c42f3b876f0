import type { Json } from '../base/canonical-json.ts';
import type { Withheld } from '../contract/withheld.ts';
import type { Condition, Term } from './condition.ts';
import type { Confusion, Pair } from './confusion.ts';
import type { Distribution } from './distribution.ts';
import type { ExactNumber } from './exact-number.ts';
import type { Explanation, Found } from './explain.ts';
import type { FactorSuspect } from './factor-suspects.ts';
import type { FieldComparison } from './field-comparison.ts';
import type { KindCount, PathKinds } from './null-algebra.ts';
import type { NumberError } from './number-error.ts';
import type { SliceComparison } from './slice-comparison.ts';
import type { ToldComparison, ToldVerdict } from './tell.ts';
import { tokensDocument } from './tokens/report.ts';

/**
 * The comparison as a document: what its digest hashes and `--json` prints. What was not measured is null; what is
 * withheld says so in its place, and there alone is the list of such fields.
 */
export const goldenDocument = (comparison: ToldComparison): Json => ({
  format: 'assay.golden-comparison/1',
  rows: comparison.rows,
  key: comparison.key,
  missingRows: comparison.missingRows,
  extraRows: comparison.extraRows,
  fields: comparison.fields.map(fieldDocument),
  label: comparison.label ?? null,
  distribution: comparison.distribution === undefined ? null : distributionDocument(comparison.distribution),
  split: comparison.split ?? null,
  slices: comparison.slices.map(sliceDocument),
  rejects: comparison.rejects ?? null,
  skips: comparison.skips ?? null,
  nulls: comparison.nulls.map(nullsDocument),
  suspects: comparison.suspects.map(suspectDocument),
  ...(comparison.moved !== undefined && { moved: comparison.moved }),
  ...(comparison.renamedKeys !== undefined && { renamedKeys: comparison.renamedKeys }),
  ...(comparison.tokens !== undefined && { tokens: tokensDocument(comparison.tokens) }),
  ...(comparison.withheld.length > 0 && { withheld: comparison.withheld }),
});

const nullsDocument = ({ field, path, before, after, transitions }: PathKinds): Json => ({
  field,
  path,
  before: kindsDocument(before),
  after: kindsDocument(after),
  transitions,
});

const kindsDocument = (counts: readonly KindCount[]): Json =>
  Object.fromEntries(counts.map(({ kind, count }) => [kind, count]));

const suspectDocument = ({ guess, factor, ...said }: FactorSuspect<Withheld>): Json => ({
  ...said,
  factor: number(factor),
  guess: guess ?? null,
});

export const verdictDocument = ({ holds, checks }: ToldVerdict): Json => ({
  format: 'assay.golden-verdict/1',
  holds,
  checks: checks.map(({ measure, observed, allowed, answer }) => ({
    measure,
    observed: observed === undefined ? null : number(observed),
    allowed: allowed ?? null,
    answer,
  })),
});

/** JSON has no infinity; a document of evidence must be able to say that there was one. */
const number = (value: ExactNumber | Withheld): Json =>
  typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;

const fieldDocument = (field: FieldComparison<Withheld>): Json => ({
  field: field.field,
  name: field.name,
  same: field.same,
  differ: field.differ,
  transitions: field.transitions,
  statesChanged: field.statesChanged,
  number: field.number === undefined ? null : numberDocument(field.number),
  length: field.length ?? null,
  confusion: field.confusion === undefined ? null : confusionDocument(field.confusion),
  firstRows: field.firstRows,
  explanation: field.explanation === undefined ? null : explanationDocument(field.explanation),
});

export const numberDocument = ({
  compared,
  differ,
  absolute,
  relative,
  ulps,
  pattern,
}: NumberError<Withheld>): Json => ({
  compared,
  differ,
  absolute: number(absolute),
  relative,
  ulps: ulps === undefined ? null : number(ulps),
  pattern: pattern ?? null,
});

const confusionDocument = ({ pairs, others, whollyMoved, pattern }: Confusion<Withheld>): Json => ({
  pairs: pairs.map(pairDocument),
  others,
  whollyMoved: whollyMoved.map(pairDocument),
  pattern,
});

const pairDocument = ({ from, to, count }: Pair<Withheld>): Json => ({ from, to, count });

const distributionDocument = ({ labels, nulls, divergence }: Distribution<Withheld>): Json => ({
  labels,
  nulls,
  divergence,
});

export const sliceDocument = ({ slice, parts, clean, worst, touched }: SliceComparison<Withheld>): Json => ({
  slice,
  parts,
  clean,
  worst: worst ?? null,
  touched,
});

export const explanationDocument = ({
  rows,
  differing,
  kind,
  pairsAmong,
  best,
  oneTerm,
  twoTerms,
}: Explanation<Withheld>): Json => ({
  rows,
  differing,
  kind,
  // A key that only a search has which was cut, so that a document of any other stays what it was.
  ...(pairsAmong && { pairsAmong: { ...pairsAmong } }),
  best: foundDocument(best),
  oneTerm: foundDocument(oneTerm),
  twoTerms: foundDocument(twoTerms),
});

/** Shares follow from the counts, and bits are for choosing; neither is evidence. */
function foundDocument(found: Found<Withheld> | undefined): Json {
  if (found === undefined) return null;
  const { condition, matching, covered } = found;
  return { condition: conditionDocument(condition), matching, covered };
}

const conditionDocument = (condition: Condition<Withheld>): Json =>
  condition.kind === 'term'
    ? { kind: condition.kind, terms: [termDocument(condition.term)] }
    : { kind: condition.kind, terms: condition.terms.map(termDocument) };

function termDocument({ subject, test }: Term<Withheld>): Json {
  const value = 'value' in test ? test.value : undefined;
  const shown = typeof value === 'number' ? number(value) : (value ?? null);
  return { of: subject.of, field: subject.field, name: subject.name, test: test.kind, value: shown };
}
