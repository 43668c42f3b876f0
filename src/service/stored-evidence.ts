import * as z from 'zod';
import { type Digest, isDigest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { governedBy } from '../change/decide-governance.ts';
import { type Named, nameOf } from '../change/named.ts';
import type { RevisionEntry, SubjectState, VersionEntry } from '../change/subject-state.ts';
import type { FieldId } from '../contract/field.ts';
import type { ReadStore } from '../store/port.ts';

/**
 * That what the store says of a version or a revision stands on documents it no longer has as they were: its schema and
 * governance, or manifest, its change record, the evidence that names, and every other document that was kept with it:
 * vocabularies, normalizers, tokenizers, and the files it was authored in. Whoever builds on the entry asks first.
 *
 * @param held  digests that were found to be in order; those that are now are added
 * @faults OBJECT_CORRUPT OBJECT_LOST, and those of the store
 */
export async function evidenceFault(
  store: ReadStore,
  state: SubjectState,
  of: Named,
  held: Set<Digest> = new Set(),
): Promise<Fault | undefined> {
  const entry = 'version' in of ? state.versions.get(of.version) : state.revisions.get(of.revision);
  if (entry === undefined) return undefined;
  const what = nameOf(state.subject, of);
  const record = await objectOf(store, what, entry.change);
  if (record instanceof Fault) return record;
  const governing = 'governing' in entry ? (entry.governing?.objects ?? []) : [];
  const governed = 'recordSchema' in entry ? governedBy(entry) : [];
  const beside = 'governance' in entry && entry.governance !== undefined ? [entry.governance] : [];
  for (const digest of [
    contentOf(entry),
    ...beside,
    ...evidenceIn(record),
    ...governing,
    ...governed,
    ...(entry.objects ?? []),
  ]) {
    if (held.has(digest)) continue;
    const found = await objectOf(store, what, digest);
    if (found instanceof Fault) return found;
    held.add(digest);
  }
  return undefined;
}

/**
 * The fields of which the stored evidence of a revision tells no value. Its fields may be guarded better by now; a
 * repeat is held against what was stored then. @faults those of the store
 */
export async function withheldThen(
  store: ReadStore,
  { change }: RevisionEntry,
): Promise<readonly FieldId[] | Fault> {
  const record = await store.getObject(change);
  if (record instanceof Fault) return record;
  const [findings] = evidenceIn(record);
  const bytes = await store.getObject(findings!);
  if (bytes instanceof Fault) return bytes;
  return FINDINGS.parse(JSON.parse(Buffer.from(bytes).toString('utf8'))).comparison?.withheld ?? [];
}

const FINDINGS = z.looseObject({
  comparison: z.looseObject({ withheld: z.array(z.int()).optional() }).nullable(),
});

const contentOf = (entry: VersionEntry | RevisionEntry): Digest =>
  'recordSchema' in entry ? entry.recordSchema : entry.data;

async function objectOf(store: ReadStore, what: string, digest: Digest): Promise<Uint8Array | Fault> {
  const bytes = await store.getObject(digest);
  return bytes instanceof Fault && bytes.code === 'OBJECT_UNKNOWN'
    ? new Fault('OBJECT_LOST', { what, digest })
    : bytes;
}

const DIGEST = z.custom<Digest>(isDigest);
const RECORD = z.looseObject({
  evidence: z.looseObject({
    findings: DIGEST,
    matrix: DIGEST.nullable(),
    golden: z.array(DIGEST),
    shadow: z.array(DIGEST).optional(),
    coverage: z.array(DIGEST).optional(),
    against: z.array(z.looseObject({ report: DIGEST })).optional(),
  }),
});

/** What a change record names; its bytes have its digest, so that they are as they were written. */
function evidenceIn(record: Uint8Array): readonly Digest[] {
  const { evidence } = RECORD.parse(JSON.parse(Buffer.from(record).toString('utf8')));
  const { findings, matrix, golden, shadow = [], coverage = [], against = [] } = evidence;
  return [
    findings,
    ...(matrix === null ? [] : [matrix]),
    ...golden,
    ...shadow,
    ...coverage,
    ...against.map(({ report }) => report),
  ];
}
