import type { FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import { WITHHELD, type Withheld } from '../contract/withheld.ts';
import type { ShadowComparison, ShadowMeasurement } from './compare.ts';
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
  const sized = schema.fields
    .filter(({ id }) => hidden.has(id))
    .flatMap(({ name }) => namesOf({ measure: 'shadow.quantiles', of: name }).slice(0, 1));
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
        return isSized(name) ? { ...told, effect: told.effect && WITHHELD, chance: WITHHELD } : told;
      }),
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

const tellStatistics = (field: FieldStatistics): FieldStatistics<Withheld> => ({
  ...field,
  quantiles: field.quantiles && WITHHELD,
  lengths: field.lengths && WITHHELD,
  categories: field.categories && {
    ...field.categories,
    top: field.categories.top.map(({ count }) => ({ text: WITHHELD, count })),
  },
});
