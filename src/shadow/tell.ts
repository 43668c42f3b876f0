import type { FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import { WITHHELD, type Withheld } from '../contract/withheld.ts';
import type { ShadowComparison, ShadowMeasurement } from './compare.ts';
import type { FieldHistogram } from './histogram.ts';
import type { FieldStatistics, Statistics } from './statistics.ts';
import { namesOf, type ShadowVerdict } from './verdict.ts';

/** Statistics and their verdict as they may be printed, stored and served. */
export type ToldShadow = {
  readonly comparison: ShadowComparison<Withheld>;
  readonly verdict: ShadowVerdict<Withheld>;
  /** The fields of which they tell no value. */
  readonly withheld: readonly FieldId[];
};

/**
 * Takes the values of some fields out, after they were judged. Counts, shares and distances between shares stay; quantiles are
 * values, and how far one moved can be a ratio of two.
 */
export function tellShadow(
  schema: Schema,
  comparison: ShadowComparison,
  verdict: ShadowVerdict,
  withheld: readonly FieldId[],
): ToldShadow {
  const hidden = new Set(withheld);
  const nameless = new Set(schema.slices.filter(({ field }) => hidden.has(field)).map(({ name }) => name));
  const closed = schema.fields.filter(({ id }) => hidden.has(id)).map(({ name }) => name);
  const sized = closed.flatMap(name => SIZED.map(measure => namesOf({ measure, of: name })[0]));
  const isSized = (name: string): boolean => sized.includes(name);
  const statistics = ({ rows, fields }: Statistics): Statistics<Withheld> => ({
    rows,
    fields: fields.map(field => (hidden.has(field.field) ? tellStatistics(field) : field)),
  });
  const parts = new Set(
    comparison.measurements
      .filter(({ part, of }) => part !== undefined && nameless.has(of))
      .map(measurement => namesOf(measurement)[0]),
  );
  const tellPart = <T extends Pick<ShadowMeasurement, 'part'>>(name: string, { part }: T) =>
    typeof part === 'string' && parts.has(name) ? WITHHELD : part;
  return {
    withheld,
    comparison: {
      before: statistics(comparison.before),
      after: statistics(comparison.after),
      measurements: comparison.measurements.map(measurement => {
        const [name] = namesOf(measurement);
        const told = { ...measurement, part: tellPart(name, measurement) };
        return isSized(name)
          ? { ...told, effect: told.effect && WITHHELD, chance: WITHHELD, error: WITHHELD }
          : told;
      }),
      findings: comparison.findings.map(finding =>
        closed.includes(finding.field)
          ? { ...finding, found: WITHHELD, near: finding.near && WITHHELD }
          : finding,
      ),
      histograms: comparison.histograms.map(histogram =>
        closed.includes(histogram.field) ? tellHistogram(histogram) : histogram,
      ),
    },
    verdict: {
      ...verdict,
      checks: verdict.checks.map(check => {
        const told = { ...check, part: tellPart(check.measure, check) };
        return isSized(check.measure) ? { ...told, effect: told.effect && WITHHELD } : told;
      }),
    },
  };
}

/** How far values moved, or by what they were multiplied, may be a ratio of two of them. */
const SIZED = ['shadow.quantiles', 'shadow.wasserstein', 'shadow.factor'] as const;

/** Counts of categories stay, what they are called does not; bars without their ends are shares. */
const tellHistogram = (histogram: FieldHistogram): FieldHistogram<Withheld> => ({
  ...histogram,
  edges: histogram.edges && WITHHELD,
  names: histogram.names?.map(() => WITHHELD),
});

const tellStatistics = (field: FieldStatistics): FieldStatistics<Withheld> => ({
  ...field,
  quantiles: field.quantiles && WITHHELD,
  lengths: field.lengths && WITHHELD,
  categories: field.categories && {
    ...field.categories,
    top: field.categories.top.map(({ count }) => ({ text: WITHHELD, count })),
  },
});
