import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { LIMITS } from '../../base/limits.ts';
import { LABELS, type Label, type LabelValues } from './labels.ts';

export type MetricRow<L extends Label> = {
  /** With its unit last: `assay_request_duration_seconds`. */
  readonly name: string;
  readonly help: string;
  readonly labels: readonly L[];
};

/** What has been counted since the process began, as Prometheus reads it. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #folded: Counter<Label>;

  constructor() {
    this.#folded = new Counter({
      name: 'assay_series_folded_total',
      help: 'Observations whose labels were replaced by "other", because their metric has as many series as it may',
      labelNames: ['metric'],
      registers: [this.#registry],
    });
  }

  /** Besides what the product counts: memory, garbage collection, the lag of the event loop. */
  collectProcess(): void {
    collectDefaultMetrics({ register: this.#registry, prefix: 'assay_' });
  }

  counter<L extends Label>(row: MetricRow<L>): (labels: LabelValues<L>, by?: number) => void {
    const { options, bounded } = this.#made(row);
    const counter = new Counter(options);
    return (labels, by = 1) => counter.inc(bounded(labels), by);
  }

  gauge<L extends Label>(
    row: MetricRow<L>,
  ): {
    readonly set: (labels: LabelValues<L>, value: number) => void;
    readonly add: (labels: LabelValues<L>, by: number) => void;
    readonly clear: () => void;
  } {
    const { options, bounded, clear } = this.#made(row);
    const gauge = new Gauge(options);
    return {
      set: (labels, value) => gauge.set(bounded(labels), value),
      add: (labels, by) => gauge.inc(bounded(labels), by),
      clear: () => {
        gauge.reset();
        clear();
      },
    };
  }

  /** @param buckets  upper bounds, ascending, in the unit of the name */
  histogram<L extends Label>(
    row: MetricRow<L>,
    buckets: readonly number[],
  ): (labels: LabelValues<L>, value: number) => void {
    const { options, bounded } = this.#made(row);
    const histogram = new Histogram({ ...options, buckets: [...buckets] });
    return (labels, value) => histogram.observe(bounded(labels), value);
  }

  /** In the text format 0.0.4. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  #made<L extends Label>({ name, help, labels }: MetricRow<L>) {
    const stranger = labels.find(label => !LABELS.includes(label));
    if (stranger !== undefined) throw new RangeError(`${name} may not be told apart by ${stranger}`);
    const series = new Set<string>();
    const bounded = (values: LabelValues<L>): LabelValues<L> => {
      const key = labels.map(label => values[label]).join('\n');
      if (series.has(key)) return values;
      if (series.size < LIMITS.metric_series_max) {
        series.add(key);
        return values;
      }
      this.#folded.inc({ metric: name });
      return Object.fromEntries(labels.map(label => [label, 'other'])) as LabelValues<L>;
    };
    const options = { name, help, labelNames: labels, registers: [this.#registry] };
    return { options, bounded, clear: () => series.clear() };
  }
}
