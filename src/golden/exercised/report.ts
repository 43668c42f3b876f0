import type { Json } from '../../base/canonical-json.ts';
import { LIMITS } from '../../base/limits.ts';
import type { FieldId } from '../../contract/field.ts';
import { WITHHELD } from '../../contract/withheld.ts';
import type { Coverage, FieldCoverage } from './coverage.ts';
import type { CoverageCheck } from './coverage-rule.ts';
import type { PartCoverage } from './part-coverage.ts';

/**
 * What golden samples exercise, as a document. Of a field whose values are withheld its kinds are told, and neither terms, nor parts,
 * nor where in its range its numbers lie.
 */
export const coverageDocument = (coverage: Coverage, withheld: readonly FieldId[]): Json => ({
  format: 'assay.golden-coverage/1',
  samples: coverage.samples,
  fields: coverage.fields.map(field => fieldDocument(field, withheld.includes(field.within))),
  slices: coverage.slices.map(part => partDocument(part, withheld)),
  strata: coverage.strata.map(part => partDocument(part, withheld)),
  splits: coverage.splits.map(part => partDocument(part, withheld)),
  rejects: coverage.rejects,
});

function fieldDocument({ field, path, kinds, asked, terms, range }: FieldCoverage, isHidden: boolean): Json {
  const unseen = terms?.terms.filter(({ count }) => count === 0) ?? [];
  return {
    field,
    path,
    kinds: Object.fromEntries(kinds.map(({ kind, count }) => [kind, count])),
    asked,
    terms:
      terms === undefined || isHidden
        ? hidden(terms)
        : {
            seen: terms.terms.length - unseen.length,
            unseen: unseen.length,
            firstUnseen: unseen.slice(0, LIMITS.evidence_rows_max).map(({ label }) => label),
            outside: terms.outside,
          },
    range: range === undefined || isHidden ? hidden(range) : { counts: range.counts, asked: range.asked },
  };
}

const hidden = (what: object | undefined): Json => (what === undefined ? null : WITHHELD);

const partDocument = ({ name, field, parts }: PartCoverage, withheld: readonly FieldId[]): Json => ({
  name,
  field,
  parts: withheld.includes(field)
    ? parts.map(({ key, count }) => ({ key: key === null ? null : WITHHELD, count }))
    : parts,
});

export const coverageCheckDocument = ({ measure, missing, allowed, named, holds }: CoverageCheck): Json => ({
  measure,
  missing,
  allowed,
  named,
  answer: holds ? 'within' : 'too-thin',
});
