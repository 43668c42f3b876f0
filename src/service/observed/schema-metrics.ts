import type { Digest } from '../../base/digest.ts';
import type { Metrics } from '../../engine/metrics/metrics.ts';

/** What producers, consumers and jobs count of the records they see, since they last reported. */
export const COUNTED = ['parseFailures', 'unknownFields', 'conversionRejects', 'dualReadMismatches'] as const;
export type Counted = (typeof COUNTED)[number];

export type SchemaReport = { readonly [name in Counted]?: number | undefined } & {
  /** The greatest distance between what is written now and what was approved, in millionths of 1. */
  readonly driftMillionths?: number | undefined;
  /** The newest moment up to which all records were converted, since 1970. */
  readonly backfilledTo_ms?: number | undefined;
};

export type SchemaMetrics = {
  readonly reported: (schema: Digest, report: SchemaReport) => void;
  /** Consumers and images that read a version, where a newer one is active. */
  readonly oldReaders: (stock: ReadonlyMap<Digest, number>) => void;
};

/** By recordSchema digest, and by nothing else. */
export function schemaMetrics(metrics: Metrics): SchemaMetrics {
  const labels = ['schema'] as const;
  const counters: Readonly<Record<Counted, (of: { schema: string }, by?: number) => void>> = {
    parseFailures: metrics.counter({
      name: 'assay_parse_failures_total',
      help: 'Records whose bytes could not be read under the schema, as reported',
      labels,
    }),
    unknownFields: metrics.counter({
      name: 'assay_unknown_fields_total',
      help: 'Fields seen in records that the schema does not have, as reported',
      labels,
    }),
    conversionRejects: metrics.counter({
      name: 'assay_conversion_rejects_total',
      help: 'Records that a converter to the schema rejected, as reported',
      labels,
    }),
    dualReadMismatches: metrics.counter({
      name: 'assay_dual_read_mismatches_total',
      help: 'Records that read differently on the old and the new path, as reported',
      labels,
    }),
  };
  const drift = metrics.gauge({
    name: 'assay_distribution_drift_ratio',
    help: 'Greatest distance of a field between what is written and what was approved, 0 to 1, as last reported',
    labels,
  });
  const backfill = metrics.gauge({
    name: 'assay_backfill_watermark_seconds',
    help: 'The moment, since 1970, up to which all records are of the schema, as last reported',
    labels,
  });
  const stock = metrics.gauge({
    name: 'assay_old_readers',
    help: 'Registered consumers and images that read the schema, where a newer version is active',
    labels,
  });
  return {
    reported: (schema, report) => {
      for (const name of COUNTED) {
        const count = report[name];
        if (count !== undefined) counters[name]({ schema }, count);
      }
      if (report.driftMillionths !== undefined) drift.set({ schema }, report.driftMillionths / 1e6);
      if (report.backfilledTo_ms !== undefined) backfill.set({ schema }, report.backfilledTo_ms / 1_000);
    },
    oldReaders: found => {
      stock.clear();
      for (const [schema, readers] of found) stock.set({ schema }, readers);
    },
  };
}
