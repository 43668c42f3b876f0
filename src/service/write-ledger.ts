import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { canonicalJson } from '../base/canonical-json.ts';
import { Fault } from '../base/fault.ts';
import { isAccepted } from '../change/states.ts';
import {
  acceptedRevisions,
  retiredTo,
  type SubjectState,
  subjectScope,
  subjectState,
} from '../change/subject-state.ts';
import { burntIn, withBurnt } from '../change/used-ids.ts';
import { governanceDigest } from '../contract/governance.ts';
import {
  acceptRevision,
  acceptVersion,
  idsEverUsed,
  type Ledger,
  restateVersion,
  retireTo,
} from '../contract/ledger.ts';
import { printLedger } from '../contract/ledger-file.ts';
import { setDigest } from '../golden/set.ts';
import { makeFolder } from '../store/make-folder.ts';
import type { Store } from '../store/port.ts';
import { type LoadedSubject, loadSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import { reasonOf } from './read-file.ts';

/**
 * Brings the ledger file of a subject up to what its store has active, and what ids it knows, so that a clone without a
 * store has the whole history. After a crash before it, the next proposal does it.
 *
 * Others may write at the same time. The file is replaced whole, and whoever finds that the store has gone on since it
 * looked writes again: so the last writer has seen everything.
 *
 * @returns whether the file was changed
 * @faults LEDGER_UNWRITTEN, those of `loadSubject` and the store
 */
export async function writeLedger(
  project: Project,
  store: Store,
  subject: string,
  opId: string,
): Promise<boolean | Fault> {
  let changed = false;
  for (;;) {
    const scope = await store.readScope(subjectScope(subject));
    if (scope instanceof Fault) return scope;
    const loaded = loadSubject(project, subject);
    if (loaded instanceof Fault) return loaded;
    const ledger = withAccepted(loaded, subjectState(scope));
    if (ledger === loaded.ledger) return changed;
    const unwritten = replaceFile(project.root, loaded.ledgerPath, printLedger(ledger), opId);
    if (unwritten !== undefined) return unwritten;
    changed = true;
    const after = await store.readScope(subjectScope(subject));
    if (after instanceof Fault) return after;
    if (after.seq === scope.seq) return changed;
  }
}

/** The same ledger when it lacks nothing. */
function withAccepted({ ledger, contracts, sets }: LoadedSubject, state: SubjectState): Ledger {
  let next = ledger;
  for (const contract of contracts.values()) {
    const entry = state.versions.get(contract.version);
    const isKnown = next.versions.some(({ version }) => version === contract.version);
    const isAsStored = entry?.recordSchema === contract.recordSchema;
    if (!isKnown && entry !== undefined && isAccepted(entry.state) && isAsStored)
      next = acceptVersion(next, contract);
    // What a contract says beside its schema may not have been accepted yet.
    if (isAsStored && entry?.governance === governanceDigest(contract)) next = restateVersion(next, contract);
  }
  for (const [name, entry] of acceptedRevisions(state)) {
    const set = sets.get(name);
    const isKnown = next.revisions.some(known => known.name === name);
    if (!isKnown && set !== undefined && setDigest(set) === entry.data)
      next = acceptRevision(next, { name, version: entry.version, data: entry.data });
  }
  const retired = retiredTo(state);
  const isKnown = next.versions.some(({ version }) => version === retired);
  if (retired !== undefined && isKnown) next = retireTo(next, retired);
  const burnt = burntIn(withBurnt(state.ids, ledger.burnt), new Set(idsEverUsed(next).keys()));
  return canonicalJson(burnt) === canonicalJson(next.burnt) ? next : { ...next, burnt };
}

/** The draft lies apart, where no reader of the project looks, should a crash leave it. @faults LEDGER_UNWRITTEN */
function replaceFile(root: string, name: string, text: string, opId: string): Fault | undefined {
  const folder = path.join(root, '.assay');
  const draft = path.join(folder, `${opId}.draft`);
  try {
    makeFolder(folder);
    writeFileSync(draft, text, { flush: true });
    renameSync(draft, path.join(root, ...name.split('/')));
    return undefined;
  } catch (error) {
    if (existsSync(draft)) rmSync(draft);
    return new Fault('LEDGER_UNWRITTEN', { path: name, reason: reasonOf(error) });
  }
}
