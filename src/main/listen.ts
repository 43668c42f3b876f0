import { randomBytes, randomUUID } from 'node:crypto';
import { Fault } from '../base/fault.ts';
import type { Address, Changed, Listening } from '../cli/world.ts';
import { Metrics } from '../engine/metrics/metrics.ts';
import { createApp } from '../http/app.ts';
import { LOOPBACK_HOSTS } from '../http/host-guard.ts';
import { requestMetrics } from '../http/observe/request-metrics.ts';
import { serveApp } from '../http/serve.ts';
import { whoAsks } from '../http/who-asks.ts';
import { openAccess } from '../service/access/access.ts';
import { ReadableStore } from '../service/access/readable-store.ts';
import { tokenDesk } from '../service/access/token-desk.ts';
import { oldReaders } from '../service/observed/old-readers.ts';
import { readinessOf } from '../service/observed/readiness.ts';
import { reportObserved } from '../service/observed/report-observed.ts';
import { schemaMetrics } from '../service/observed/schema-metrics.ts';
import type { Project } from '../service/project.ts';
import { registryQueries } from '../service/registry-queries.ts';
import { standingQueries } from '../service/standing-queries.ts';
import type { ReadStore } from '../store/port.ts';
import { openLog } from './log.ts';
import { sentChanges } from './sent-changes.ts';

/** Answers HTTP from a store: who asks is told apart, each answer is counted and logged, and no record value is. */
export async function listen(
  { store, changed }: { readonly store: ReadStore; readonly changed: Changed | undefined },
  project: Project,
  { host, port, allowedHosts, logLevel }: Address,
  now_ms: () => number,
): Promise<Listening | Fault> {
  const { config } = project;
  const own = host.includes(':') ? `[${host}]` : host;
  const seen = new ReadableStore(store, whoAsks);
  const metrics = new Metrics();
  metrics.collectProcess();
  const requests = requestMetrics(metrics);
  const schemas = schemaMetrics(metrics);
  const log = openLog(logLevel);
  const access = openAccess({ auth: config.auth, store, now_ms });
  const changes = changed && sentChanges(changed, now_ms);
  const app = createApp(registryQueries(seen, config), {
    access,
    standing: standingQueries(seen, project, now_ms),
    ...(changes && { changes }),
    ...(changed && { tokens: tokenDesk(changed.store, access, now_ms, randomBytes) }),
    hosts: [...LOOPBACK_HOSTS, own, ...allowedHosts],
    onTrouble: log.trouble,
    observing: {
      metrics: requests,
      log: log.request,
      newId: randomUUID,
      elapsed_ms: () => performance.now(),
    },
    operation: {
      metrics,
      readiness: () => readinessOf({ store: () => storeAnswers(store) }),
      refresh: async () => {
        const found = await oldReaders(store, config);
        if (found instanceof Fault) log.trouble(found);
        else schemas.oldReaders(found);
      },
    },
    observed: ask => reportObserved(seen, schemas, ask),
  });
  const listening = await serveApp(app, host, port, {
    onRefused: fault => {
      requests.refused(fault.code);
      log.refused(fault);
    },
  });
  if (listening instanceof Fault) return listening;
  const close = async (): Promise<void> => {
    await listening.close();
    changes?.close();
  };
  return { ...listening, close };
}

async function storeAnswers(store: ReadStore): Promise<Fault | undefined> {
  const scopes = await store.scopes();
  return scopes instanceof Fault ? scopes : undefined;
}
