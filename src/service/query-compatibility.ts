import type { Json } from '../base/canonical-json.ts';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { SubjectState } from '../change/subject-state.ts';
import { type Comparison, compare } from '../compat/compare.ts';
import { type History, historyOf } from '../compat/history.ts';
import type { Side } from '../compat/judge-against.ts';
import type { ReadStore } from '../store/port.ts';
import { governanceIn } from './query-objects.ts';
import { sentSchema, storedSchema, storedSchemas } from './query-schemas.ts';
import { knownSubject, knownVersion } from './query-subjects.ts';

/** A schema, by one of its names or as it is. */
export type SchemaRef =
  | { readonly kind: 'version'; readonly subject: string; readonly version: number }
  | { readonly kind: 'schema'; readonly digest: Digest }
  | { readonly kind: 'document'; readonly document: Json };

export type CompatibilityAsk = { readonly older: SchemaRef; readonly newer: SchemaRef };

/**
 * What the definitions of two schemas promise each other. Where the older is a version of a subject, the ids that
 * subject used before count too, as they do when a version is proposed. Versions of two subjects promise each other
 * nothing: an id is permanent within its subject, and stands for another thing in the next. What stands beside the schemas
 * counts where both are versions: a schema alone says nothing of it.
 *
 * @faults SUBJECTS_APART, and those of `knownSubject`, `knownVersion`, `storedSchema` and `sentSchema`
 */
export async function queryCompatibility(
  store: ReadStore,
  { older, newer }: CompatibilityAsk,
): Promise<Comparison | Fault> {
  const before = await sideOf(store, older);
  if (before instanceof Fault) return before;
  const after = await sideOf(store, newer);
  if (after instanceof Fault) return after;
  // One that is not there is a slip of the hand, and told as that.
  if (older.kind === 'version' && newer.kind === 'version' && older.subject !== newer.subject)
    return new Fault('SUBJECTS_APART', { older: older.subject, newer: newer.subject });
  const history = await pastOf(store, older, newer);
  return history instanceof Fault ? history : compared(before, after, history);
}

function compared(older: Side, newer: Side, history: History | undefined): Comparison {
  const [before, after] = [older.beside, newer.beside];
  const beside = before === undefined || after === undefined ? undefined : { older: before, newer: after };
  return compare(older.schema, newer.schema, history, undefined, beside);
}

async function sideOf(store: ReadStore, ref: SchemaRef): Promise<Side | Fault> {
  if (ref.kind === 'version') return versionSide(store, ref);
  const schema = await (ref.kind === 'document'
    ? sentSchema(store, ref.document)
    : storedSchema(store, ref.digest));
  return schema instanceof Fault ? schema : { schema };
}

async function versionSide(
  store: ReadStore,
  ref: Extract<SchemaRef, { kind: 'version' }>,
): Promise<Side | Fault> {
  const state = await knownSubject(store, ref.subject);
  if (state instanceof Fault) return state;
  const entry = knownVersion(state, ref.version);
  if (entry instanceof Fault) return entry;
  const schema = await storedSchema(store, entry.recordSchema);
  if (schema instanceof Fault) return schema;
  const digest = entry.governance;
  if (digest === undefined) return { schema };
  const bytes = await store.getObject(digest);
  if (bytes instanceof Fault) return bytes;
  const beside = governanceIn(bytes);
  return beside === undefined
    ? new Fault('OBJECT_OTHER_KIND', { digest, kind: 'governance' })
    : { schema, beside };
}

/** The versions before the newer one, when both are versions; else those up to the older one. */
async function pastOf(
  store: ReadStore,
  older: SchemaRef,
  newer: SchemaRef,
): Promise<History | Fault | undefined> {
  if (older.kind !== 'version') return undefined;
  const state = await knownSubject(store, older.subject);
  if (state instanceof Fault) return state;
  const before = newer.kind === 'version' ? newer.version : older.version + 1;
  return historyBefore(store, state, before);
}

async function historyBefore(
  store: ReadStore,
  state: SubjectState,
  before: number,
): Promise<History | Fault> {
  const past = [...state.versions].filter(([version]) => version < before).sort(([a], [b]) => a - b);
  const schemas = await storedSchemas(
    store,
    past.map(([, { recordSchema }]) => recordSchema),
  );
  if (schemas instanceof Fault) return schemas;
  return historyOf(past.map(([version], index) => ({ version, schema: schemas[index]! })));
}
