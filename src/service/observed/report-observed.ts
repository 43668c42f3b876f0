import type { Digest } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import type { ReadStore } from '../../store/port.ts';
import { knownSubject } from '../query-subjects.ts';
import type { SchemaMetrics, SchemaReport } from './schema-metrics.ts';

export type ObservedAsk = {
  readonly subject: string;
  /** Of a stored version of the subject; another would be a series for as long as somebody sends it. */
  readonly schema: Digest;
  readonly report: SchemaReport;
};

/**
 * Takes what somebody counted. It is no evidence, and is not kept: it is for those who watch.
 *
 * @faults SUBJECT_UNKNOWN SCHEMA_UNOBSERVED, and those of the store
 */
export async function reportObserved(
  store: ReadStore,
  metrics: SchemaMetrics,
  { subject, schema, report }: ObservedAsk,
): Promise<{ readonly subject: string; readonly schema: Digest } | Fault> {
  const state = await knownSubject(store, subject);
  if (state instanceof Fault) return state;
  const isKnown = [...state.versions.values()].some(({ recordSchema }) => recordSchema === schema);
  if (!isKnown) return new Fault('SCHEMA_UNOBSERVED', { subject, schema });
  metrics.reported(schema, report);
  return { subject, schema };
}
