import { LIMITS } from '../../base/limits.ts';
import type { FieldId } from '../../contract/field.ts';
import type { Schema } from '../../contract/schema.ts';
import { WITHHELD, type Withheld } from '../../contract/withheld.ts';
import type { Coverage } from './coverage.ts';
import type { PartCoverage } from './part-coverage.ts';

/** How many samples of each sort the golden sets of a version are to have; 0 asks for none. */
export type CoverageRule = {
  /** In all. */
  readonly samples: number;
  /** Of each term of each vocabulary. */
  readonly perTerm: number;
  /** Of each part of a slice, a stratum and a split. */
  readonly perPart: number;
  /** Of each kind of null that the contract lets in. */
  readonly perKind: number;
  /** At both ends of each declared range, between them, at zero and below it. */
  readonly perRange: number;
};

/** A person looks at twenty records, and one of each sort shows at least that it is not broken. */
export const COVERAGE_DEFAULTS: CoverageRule = {
  samples: 20,
  perTerm: 1,
  perPart: 1,
  perKind: 1,
  perRange: 0,
};

/** What a change record may let be missing, as thresholds are named there. */
export const COVERAGE_MEASURES = {
  'coverage.samples': 'samples that there are too few of',
  'coverage.terms': 'terms of a field that too few samples have',
  'coverage.kinds': 'kinds of null of a field that too few samples have',
  'coverage.range': 'parts of the range of a field that too few samples lie in',
  'coverage.parts': 'parts of a slice that too few samples lie in',
  'coverage.strata': 'parts of a stratum that too few samples lie in',
} as const;
export type CoverageMeasure = keyof typeof COVERAGE_MEASURES;

export const isCoverageMeasure = (name: string): name is CoverageMeasure =>
  Object.hasOwn(COVERAGE_MEASURES, name);

/** The names such a threshold may have under a schema. Strata are named by manifests, so any slice or field may be one. */
export function coverageThresholdNames(measure: string, { fields, slices }: Schema): readonly string[] {
  const named = (of: readonly { readonly name: string }[]): readonly string[] =>
    of.map(({ name }) => `${measure}:${name}`);
  switch (measure) {
    case 'coverage.samples':
      return [measure];
    case 'coverage.parts':
      return named(slices);
    case 'coverage.strata':
      return named([...slices, ...fields]);
    default:
      return isCoverageMeasure(measure) ? named(fields) : [];
  }
}

/** One thing that golden samples should have, and how much of it they lack. */
export type CoverageCheck = {
  /** `coverage.terms:priority` */
  readonly measure: string;
  /** How many are missing. */
  readonly missing: number;
  readonly allowed: number;
  /** The first few of them, where they are no samples; of guarded fields no name. */
  readonly named: readonly (string | Withheld)[];
  readonly holds: boolean;
};

/**
 * What the samples of a version lack, and whether that makes them too thin.
 *
 * @param thresholds  of the change record, by `coverage.terms:priority` and so on: how many may be missing
 * @param withheld  fields of which no value may be told
 */
export function coverageChecks(
  { fields: own }: Schema,
  coverage: Coverage,
  rule: CoverageRule,
  thresholds: Readonly<Record<string, number>> = {},
  withheld: readonly FieldId[] = [],
): readonly CoverageCheck[] {
  const nameOf = (id: FieldId): string => own.find(field => field.id === id)?.name ?? String(id);
  const check = (
    measure: string,
    named: readonly (string | Withheld)[],
    missing = named.length,
  ): readonly CoverageCheck[] => {
    const allowed = thresholds[measure];
    if (missing === 0 && allowed === undefined) return [];
    return [
      {
        measure,
        missing,
        allowed: allowed ?? 0,
        named: named.slice(0, LIMITS.evidence_rows_max),
        holds: missing <= (allowed ?? 0),
      },
    ];
  };
  const byField = (measure: CoverageMeasure, found: (of: Coverage['fields'][number]) => readonly string[]) =>
    own.flatMap(({ id, name }) => {
      const inside = coverage.fields.filter(({ within }) => within === id);
      const missing = inside.flatMap(found);
      return check(
        `${measure}:${name}`,
        withheld.includes(id) && measure === 'coverage.terms' ? missing.map(() => WITHHELD) : missing,
      );
    });
  const partsOf = (measure: CoverageMeasure, { name, field, parts }: PartCoverage) =>
    check(
      `${measure}:${name}`,
      parts
        .filter(({ count }) => count < rule.perPart)
        .map(({ key }) => (withheld.includes(field) ? WITHHELD : (key ?? 'null'))),
    );
  const lacking = Math.max(0, rule.samples - coverage.samples);
  return [
    ...check('coverage.samples', [], lacking),
    ...byField('coverage.terms', ({ field, within, path, terms }) =>
      (terms?.terms ?? [])
        .filter(({ count }) => count < rule.perTerm)
        .map(({ label }) => (field === within ? label : `${path}: ${label}`)),
    ),
    ...byField('coverage.kinds', ({ field, within, path, kinds, asked }) =>
      asked
        .filter(kind => (kinds.find(one => one.kind === kind)?.count ?? 0) < rule.perKind)
        .map(kind => (field === within ? kind : `${path}: ${kind}`)),
    ),
    ...byField('coverage.range', ({ field, within, path, range }) =>
      (range?.asked ?? [])
        .filter(part => range!.counts[part] < rule.perRange)
        .map(part => (field === within ? part : `${path}: ${part}`)),
    ),
    ...coverage.slices.flatMap(slice => partsOf('coverage.parts', slice)),
    ...coverage.strata.flatMap(stratum => partsOf('coverage.strata', stratum)),
    ...coverage.splits.flatMap(split => partsOf('coverage.strata', { ...split, name: nameOf(split.field) })),
  ];
}
