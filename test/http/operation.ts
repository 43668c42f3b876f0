import { Metrics } from '../../src/engine/metrics/metrics.ts';
import type { AppOptions } from '../../src/http/app.ts';
import { readinessOf } from '../../src/service/observed/readiness.ts';
import { reportObserved } from '../../src/service/observed/report-observed.ts';
import { schemaMetrics } from '../../src/service/observed/schema-metrics.ts';
import type { ReadStore } from '../../src/store/port.ts';

/** What those ask who run a server, of one whose store answers. */
export function operationOf(store: ReadStore): Pick<AppOptions, 'operation' | 'observed'> {
  const metrics = new Metrics();
  const schemas = schemaMetrics(metrics);
  return {
    operation: {
      metrics,
      readiness: () => readinessOf({ store: async () => undefined }),
      refresh: async () => undefined,
    },
    observed: ask => reportObserved(store, schemas, ask),
  };
}
