import { Hono } from 'hono';
import { canonicalJson } from '../base/canonical-json.ts';
import type { Metrics } from '../engine/metrics/metrics.ts';
import type { Readiness } from '../service/observed/readiness.ts';

export type Operation = {
  readonly metrics: Metrics;
  readonly readiness: () => Promise<Readiness>;
  /** Brought up to date before the metrics are read. */
  readonly refresh: () => Promise<void>;
};

/** For whoever runs the server: whether it lives, whether it can serve, and what it has counted. */
export const operationRoutes = ({ metrics, readiness, refresh }: Operation): Hono =>
  new Hono()
    .get('/healthz', c => c.json({ status: 'ok' }))
    .get('/readyz', async c => {
      const found = await readiness();
      const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
      return c.body(canonicalJson(found), found.status === 'ready' ? 200 : 503, headers);
    })
    .get('/metrics', async c => {
      await refresh();
      return c.body(await metrics.text(), 200, {
        'content-type': 'text/plain; version=0.0.4; charset=utf-8',
        'cache-control': 'no-store',
      });
    });
