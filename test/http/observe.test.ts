import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/canonical-json.ts';
import { Fault } from '../../src/base/fault.ts';
import { Metrics } from '../../src/engine/metrics/metrics.ts';
import { createApp } from '../../src/http/app.ts';
import type { RequestLine } from '../../src/http/observe/observe.ts';
import { requestMetrics } from '../../src/http/observe/request-metrics.ts';
import { oldReaders } from '../../src/service/observed/old-readers.ts';
import { readinessOf } from '../../src/service/observed/readiness.ts';
import { reportObserved } from '../../src/service/observed/report-observed.ts';
import { schemaMetrics } from '../../src/service/observed/schema-metrics.ts';
import { registryQueries } from '../../src/service/registry-queries.ts';
import { MemoryStore } from '../../src/store/memory.ts';
import type { Store } from '../../src/store/port.ts';
import { fillStore, NOW_MS } from './fill-store.ts';

const HOST = { host: 'localhost' };
const CANARY = 'planted-7f3a';
const REGISTERED = {
  producers: [],
  consumers: [
    { name: 'old', kind: 'trainer', subject: 'training.example', reads: { from: 3, to: 3 }, purpose: 'x' },
  ],
} as const;

const PRODUCER = { id: 'token:seven', grants: [{ role: 'producer', subjects: 'all' }] } as const;

function observed(store: Store, trouble?: Fault) {
  const metrics = new Metrics();
  const schemas = schemaMetrics(metrics);
  const lines: RequestLine[] = [];
  let [ids, now_ms] = [0, 0];
  const app = createApp(registryQueries(store, REGISTERED), {
    access: {
      isOpen: true,
      admit: async () => PRODUCER,
      admitAnyone: () => undefined,
      tokensChanged: () => undefined,
    },
    observing: {
      metrics: requestMetrics(metrics),
      log: line => lines.push(line),
      newId: () => `id-${++ids}`,
      elapsed_ms: () => (now_ms += 2),
    },
    operation: {
      metrics,
      readiness: () => readinessOf({ store: async () => trouble }),
      refresh: async () => {
        const found = await oldReaders(store, REGISTERED);
        if (!(found instanceof Fault)) schemas.oldReaders(found);
      },
    },
    observed: ask => reportObserved(store, schemas, ask),
  });
  const ask = (path: string, init: RequestInit = {}) =>
    app.request(`http://localhost${path}`, { ...init, headers: { ...HOST, ...init.headers } });
  const report = (body: unknown, subject = 'training.example') =>
    ask(`/subjects/${subject}/observations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return { ask, report, lines, text: () => metrics.text() };
}

describe('an answer', () => {
  it('is counted by its route and logged once', async () => {
    const { ask, lines, text } = observed(new MemoryStore(() => 0));
    const answer = await ask('/faults/SHAPE');
    expect(answer.headers.get('x-request-id')).toBe('id-1');
    expect(lines).toEqual([
      {
        id: 'id-1',
        route: '/faults/{code}',
        method: 'GET',
        status: 200,
        code: undefined,
        duration_ms: 2,
        // This route asks nobody.
        principal: undefined,
      },
    ]);
    expect(await text()).toContain(
      'assay_requests_total{route="/faults/{code}",method="GET",status="2xx"} 1\n',
    );
    expect(await text()).toContain('assay_requests_open 0\n');
  });

  it('is told with the code of its refusal', async () => {
    const { ask, lines, text } = observed(new MemoryStore(() => 0));
    await ask('/nowhere');
    expect(lines[0]).toMatchObject({ route: 'none', status: 404, code: 'ROUTE_UNKNOWN' });
    expect(await text()).toContain('assay_refusals_total{code="ROUTE_UNKNOWN"} 1\n');
  });

  it('keeps an id that was sent, if it could be one, because it joins what two programs logged', async () => {
    const { ask, lines } = observed(new MemoryStore(() => 0));
    await ask('/', { headers: { 'x-request-id': 'job.17_a-b' } });
    await ask('/', { headers: { 'x-request-id': `${CANARY} "quoted"` } });
    expect(lines.map(({ id }) => id)).toEqual(['job.17_a-b', 'id-1']);
  });

  it('is logged and counted without anything else that was sent', async () => {
    const { ask, report, lines, text } = observed(new MemoryStore(() => 0));
    await ask(`/subjects/${CANARY}?${CANARY}=${CANARY}`);
    await ask(`/${CANARY}`, { headers: { authorization: `Bearer ${CANARY}`, cookie: CANARY } });
    await ask('/', { method: CANARY.toUpperCase() });
    await report({ schema: CANARY, [CANARY]: CANARY });
    const told = `${JSON.stringify(lines)} ${await text()}`.toLowerCase();
    expect(lines).toHaveLength(4);
    expect(told).not.toContain(CANARY);
  });
});

describe('what was counted of records', () => {
  it.each([
    ['parseFailures', 'assay_parse_failures_total', 3, 3],
    ['unknownFields', 'assay_unknown_fields_total', 3, 3],
    ['conversionRejects', 'assay_conversion_rejects_total', 3, 3],
    ['dualReadMismatches', 'assay_dual_read_mismatches_total', 3, 3],
    ['driftMillionths', 'assay_distribution_drift_ratio', 250_000, 0.25],
    ['backfilledTo_ms', 'assay_backfill_watermark_seconds', 1_500, 1.5],
  ])('as %s moves %s of its schema', async (key, name, sent, told) => {
    const { schema, report, text } = await known();
    expect((await report({ schema, [key]: sent })).status).toBe(200);
    expect(await text()).toContain(`${name}{schema="${schema}"} ${told}\n`);
  });

  it('adds up', async () => {
    const { schema, report, text } = await known();
    for (const parseFailures of [1, 0, 6]) await report({ schema, parseFailures });
    expect(await text()).toContain(`assay_parse_failures_total{schema="${schema}"} 7\n`);
  });

  it('is refused of a schema that no version has, because anybody could make series without end', async () => {
    const { report, text } = await known();
    const schema = `sha256:${'0'.repeat(64)}`;
    expect(await (await report({ schema, parseFailures: 1 })).json()).toMatchObject({
      code: 'SCHEMA_UNOBSERVED',
    });
    expect(await text()).not.toContain(schema);
  });

  it.each([
    ['SUBJECT_UNKNOWN', { parseFailures: 1 }, 'nobody.knows'],
    ['SHAPE', { parseFailures: -1 }, 'training.example'],
    ['SHAPE', { driftMillionths: 1_000_001 }, 'training.example'],
    ['UNKNOWN_KEY', { parseFailure: 1 }, 'training.example'],
  ])('is refused as %s', async (code, body, subject) => {
    const { schema, report } = await known();
    expect(await (await report({ schema, ...body }, subject)).json()).toMatchObject({ code });
  });
});

describe('GET /metrics', () => {
  it('tells how many registered readers are behind the newest version', async () => {
    const store = new MemoryStore(() => 0);
    const digestOf = (version: number) => `sha256:${String(version).repeat(64)}`;
    const write = (opId: string, head: number, versions: readonly number[]) =>
      store.transact('subject/training.example', opId, { kind: 'test' }, () => ({
        answer: { kind: 'test' },
        refs: new Map<string, Json>([
          ['head', head],
          ...versions.map(
            version => [`version/${version}`, { state: 'active', recordSchema: digestOf(version) }] as const,
          ),
        ]),
        objects: [],
      }));
    const { ask } = observed(store);
    const told = async () => (await (await ask('/metrics')).text()).match(/^assay_old_readers\{.*$/gm) ?? [];
    await write('one', 3, [2, 3]);
    expect(await told()).toEqual([]);
    await write('two', 4, [4]);
    expect(await told()).toEqual([`assay_old_readers{schema="${digestOf(3)}"} 1`]);
  });
});

describe('readiness', () => {
  it('is 200 where the store answers', async () => {
    const answer = await observed(new MemoryStore(() => 0)).ask('/readyz');
    expect([answer.status, await answer.json()]).toEqual([200, { checks: { store: 'ok' }, status: 'ready' }]);
  });

  it('is 503 with a code where it does not, and does not say where the store lies', async () => {
    const fault = new Fault('STORE_UNAVAILABLE', { path: CANARY, problem: 'EIO' });
    const answer = await observed(new MemoryStore(() => 0), fault).ask('/readyz');
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { checks: { store: 'STORE_UNAVAILABLE' }, status: 'not-ready' },
    ]);
  });

  it('is another question than whether the process lives', async () => {
    const fault = new Fault('STORE_UNAVAILABLE', { path: CANARY, problem: 'EIO' });
    expect((await observed(new MemoryStore(() => 0), fault).ask('/healthz')).status).toBe(200);
  });
});

/** Nothing here writes to it. */
const filled = (async () => {
  const store = new MemoryStore(() => NOW_MS);
  await fillStore(store, 'versions');
  return store;
})();

async function known() {
  const store = await filled;
  const seen = observed(store);
  const version = (await (await seen.ask('/subjects/training.example/versions/3')).json()) as {
    readonly recordSchema: string;
  };
  return { ...seen, schema: version.recordSchema };
}
