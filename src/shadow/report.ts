import type { Json } from '../base/canonical-json.ts';
import type { ShadowComparison, ShadowMeasurement } from './compare.ts';
import { statisticsDocument } from './statistics.ts';
import type { ShadowVerdict } from './verdict.ts';

/** What its digest hashes and `--json` prints. What could not be measured is null. */
export const shadowDocument = ({ before, after, measurements }: ShadowComparison): Json => ({
  format: 'assay.shadow-comparison/1',
  before: statisticsDocument(before),
  after: statisticsDocument(after),
  measurements: measurements.map(measurementDocument),
});

export const shadowVerdictDocument = ({ holds, evaluated, checks }: ShadowVerdict): Json => ({
  format: 'assay.shadow-verdict/1',
  holds,
  evaluated,
  checks: checks.map(({ measure, part, effect, allowed, answer }) => ({
    measure,
    ...partDocument(part),
    effect: effect ?? null,
    allowed: allowed ?? null,
    answer,
  })),
});

const measurementDocument = ({
  measure,
  of,
  part,
  effect,
  chance,
  before,
  after,
}: ShadowMeasurement): Json => ({
  measure,
  of,
  ...partDocument(part),
  effect: effect ?? null,
  chance,
  used: { before, after },
});

/** Absent where there is no part; null is the part of the rows without a value. */
const partDocument = (part: string | null | undefined): { part?: string | null } =>
  part === undefined ? {} : { part };
