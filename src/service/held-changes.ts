import { canonicalJson } from '../base/canonical-json.ts';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { type Named, nameOf } from '../change/named.ts';
import { readRecord } from '../change/read-record.ts';
import { type AuthoredChange, authoredDocument, stepText } from '../change/record.ts';
import { isAccepted } from '../change/states.ts';
import type { SubjectState, VersionEntry } from '../change/subject-state.ts';
import type { Contract } from '../contract/contract.ts';
import { governanceDigest } from '../contract/governance.ts';
import { setDigest } from '../golden/set.ts';
import type { ReadStore } from '../store/port.ts';
import { changeFileName } from './load-changes.ts';
import { changeOf, type LoadedSubject } from './load-subject.ts';
import { startOf } from './read-file.ts';

/**
 * Holds the change records of a working tree against those under which a store accepted what they lead to: whoever reads
 * the file of an accepted step reads what was agreed to, and its absence is no answer either.
 *
 * What the tree itself no longer has as it was accepted is told by others. Its faults are CHANGE_EDITED.
 *
 * @param of  one version or revision; all that were accepted, where it is left out
 * @faults OBJECT_LOST, those of `readRecord` and the store
 */
export async function changedRecords(
  store: ReadStore,
  loaded: LoadedSubject,
  state: SubjectState,
  of?: Named,
): Promise<readonly Fault[] | Fault> {
  const found: Fault[] = [];
  for (const [named, change] of acceptedChanges(loaded, state, of)) {
    const bytes = await store.getObject(change);
    if (bytes instanceof Fault)
      return bytes.code === 'OBJECT_UNKNOWN'
        ? new Fault('OBJECT_LOST', { what: nameOf(state.subject, named), digest: change })
        : bytes;
    const record = readRecord(change, bytes);
    if (record instanceof Fault) return record;
    const edited = editedFault(loaded, record.authored, change);
    if (edited !== undefined) found.push(edited);
  }
  return found;
}

function acceptedChanges(
  { contracts, sets }: LoadedSubject,
  { versions, revisions }: SubjectState,
  of: Named | undefined,
): readonly (readonly [of: Named, change: Digest])[] {
  const changes: (readonly [of: Named, change: Digest])[] = [];
  for (const [version, entry] of versions) {
    const isAsked = of === undefined || ('version' in of && of.version === version);
    const contract = contracts.get(version);
    if (!isAsked || contract?.recordSchema !== entry.recordSchema || !isAccepted(entry.state)) continue;
    for (const change of [entry.change, ...besideChange(entry, contract)])
      changes.push([{ version }, change]);
  }
  for (const [revision, { state, data, change }] of revisions) {
    const isAsked = of === undefined || ('revision' in of && of.revision === revision);
    const set = sets.get(revision);
    if (isAsked && isAccepted(state) && set !== undefined && setDigest(set) === data)
      changes.push([{ revision }, change]);
  }
  return changes;
}

/** The record of what stands beside the schema now; the next revision is written into the same file. */
const besideChange = ({ governing, governance }: VersionEntry, contract: Contract): readonly Digest[] =>
  governing?.state === 'active' &&
  governing.governance === governance &&
  governanceDigest(contract) === governance
    ? [governing.change]
    : [];

/** @faults CHANGE_EDITED */
function editedFault(loaded: LoadedSubject, accepted: AuthoredChange, change: Digest): Fault | undefined {
  const { step, subject } = accepted;
  const written = changeOf(loaded, step);
  const shared = { subject, step: `${step.kind} ${stepText(step)}`, accepted: change };
  // The first of a subject needs no record.
  if (written === undefined && step.from === undefined) return undefined;
  if (written === undefined) {
    const folder = loaded.ledgerPath.slice(0, loaded.ledgerPath.lastIndexOf('/'));
    const file = `${folder}/changes/${changeFileName(step)}`;
    return new Fault('CHANGE_EDITED', { ...shared, what: 'its file', is: 'gone' }, startOf(file));
  }
  const [was, is] = [authoredDocument(accepted), authoredDocument(written.change)];
  const [key] = Object.keys(was).filter(name => canonicalJson(was[name]!) !== canonicalJson(is[name]!));
  if (key === undefined) return undefined;
  const place = written.places.get(key === 'withdrawBy' ? 'withdraw_by' : key) ?? startOf(written.path);
  return new Fault('CHANGE_EDITED', { ...shared, what: key, is: 'another' }, place);
}
