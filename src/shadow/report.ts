import type { Json } from '../base/canonical-json.ts';
import type { Withheld } from '../contract/withheld.ts';
import type { ShadowMeasurement } from './compare.ts';
import { statisticsDocument } from './statistics.ts';
import type { ToldShadow } from './tell.ts';

/** What its digest hashes and `--json` prints. What could not be measured is null, what is withheld says so. */
export const shadowDocument = ({
  comparison: { before, after, measurements },
  withheld,
}: ToldShadow): Json => ({
  format: 'assay.shadow-comparison/1',
  before: statisticsDocument(before),
  after: statisticsDocument(after),
  measurements: measurements.map(measurementDocument),
  ...(withheld.length > 0 && { withheld }),
});

export const shadowVerdictDocument = ({ verdict: { holds, evaluated, checks } }: ToldShadow): Json => ({
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
}: ShadowMeasurement<Withheld>): Json => ({
  measure,
  of,
  ...partDocument(part),
  effect: effect ?? null,
  chance,
  used: { before, after },
});

/** Absent where there is no part; null is the part of the rows without a value. */
const partDocument = (part: string | null | Withheld | undefined): { part?: string | null | Withheld } =>
  part === undefined ? {} : { part };
