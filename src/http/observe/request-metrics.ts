import type { Metrics } from '../../engine/metrics/metrics.ts';

/** One answer, as metrics and logs have it: nothing of it was chosen by whoever asked but what the registry knows. */
export type Answer = {
  /** The pattern of the route, `/schemas/{digest}`; `none` where nothing answers. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  /** Of a refusal. */
  readonly code: string | undefined;
  readonly duration_ms: number;
};

export type RequestMetrics = {
  readonly begun: () => void;
  readonly ended: (answer: Answer) => void;
  /** Of what never became a request. */
  readonly refused: (code: string) => void;
};

export function requestMetrics(metrics: Metrics): RequestMetrics {
  const requests = metrics.counter({
    name: 'assay_requests_total',
    help: 'Requests answered, by route, method and class of status',
    labels: ['route', 'method', 'status'],
  });
  const durations = metrics.histogram(
    {
      name: 'assay_request_duration_seconds',
      help: 'From the head of a request to its answer',
      labels: ['route', 'method'],
    },
    BUCKETS_S,
  );
  const open = metrics.gauge({ name: 'assay_requests_open', help: 'Requests being answered', labels: [] });
  const refusals = metrics.counter({
    name: 'assay_refusals_total',
    help: 'Requests refused, by the code of their fault',
    labels: ['code'],
  });
  return {
    begun: () => open.add({}, 1),
    ended: ({ route, method, status, code, duration_ms }) => {
      open.add({}, -1);
      requests({ route, method, status: `${Math.floor(status / 100)}xx` });
      durations({ route, method }, duration_ms / 1_000);
      if (code !== undefined) refusals({ code });
    },
    refused: code => refusals({ code }),
  };
}

/** Reading by digest takes a tenth of a millisecond; judging a pair of large schemas, seconds. */
const BUCKETS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
