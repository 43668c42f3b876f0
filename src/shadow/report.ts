import type { Json } from '../base/canonical-json.ts';
import type { Withheld } from '../contract/withheld.ts';
import type { ShadowMeasurement } from './compare.ts';
import type { ShadowFinding } from './finding.ts';
import type { FieldHistogram } from './histogram.ts';
import { statisticsDocument } from './statistics.ts';
import type { ToldShadow } from './tell.ts';

/** What its digest hashes and `--json` prints. What could not be measured is null, what is withheld says so. */
export const shadowDocument = ({
  comparison: { before, after, measurements, findings, histograms },
  withheld,
}: ToldShadow): Json => ({
  format: 'assay.shadow-comparison/1',
  before: statisticsDocument(before),
  after: statisticsDocument(after),
  measurements: measurements.map(measurementDocument),
  findings: findings.map(findingDocument),
  histograms: histograms.map(histogramDocument),
  ...(withheld.length > 0 && { withheld }),
});

export const shadowVerdictDocument = ({ verdict: { holds, evaluated, checks } }: ToldShadow): Json => ({
  format: 'assay.shadow-verdict/1',
  holds,
  evaluated,
  checks: checks.map(({ measure, part, effect, allowed, answer, needs }) => ({
    measure,
    ...partDocument(part),
    effect: effect ?? null,
    allowed: allowed ?? null,
    answer,
    ...(needs !== undefined && { needs }),
  })),
});

const measurementDocument = ({
  measure,
  of,
  part,
  effect,
  chance,
  error,
  before,
  after,
}: ShadowMeasurement<Withheld>): Json => ({
  measure,
  of,
  ...partDocument(part),
  effect: effect ?? null,
  chance,
  error,
  interval: intervalOf(effect, chance, error),
  used: { before, after },
});

/** Where the effect lies with what chance and sketches explain taken off and put on. */
function intervalOf(
  effect: number | Withheld | undefined,
  chance: number | Withheld,
  error: number | Withheld,
): Json {
  if (typeof effect !== 'number' || typeof chance !== 'number' || typeof error !== 'number')
    return effect === undefined ? null : (effect as Withheld);
  return [Math.max(0, effect - chance - error), Math.min(Number.MAX_VALUE, effect + chance + error)];
}

const findingDocument = ({ units, near, ...finding }: ShadowFinding<Withheld>): Json => ({
  ...finding,
  units: { before: units.before ?? null, after: units.after ?? null },
  near: near ?? null,
});

const histogramDocument = ({ edges, names, ...histogram }: FieldHistogram<Withheld>): Json => ({
  ...histogram,
  edges: edges ?? null,
  names: names ?? null,
});

/** Absent where there is no part; null is the part of the rows without a value. */
const partDocument = (part: string | null | Withheld | undefined): { part?: string | null | Withheld } =>
  part === undefined ? {} : { part };
