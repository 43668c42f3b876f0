import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { canonicalJson } from '../base/canonical-json.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { approvedBy, governedBy } from '../change/decide-governance.ts';
import { readRecord } from '../change/read-record.ts';
import { isAccepted } from '../change/states.ts';
import {
  acceptedRevisions,
  retiredTo,
  type SubjectState,
  subjectScope,
  subjectState,
} from '../change/subject-state.ts';
import { burntIn, withBurnt } from '../change/used-ids.ts';
import type { Authored } from '../contract/authored.ts';
import { governanceDigestOf } from '../contract/contract.ts';
import {
  acceptRevision,
  acceptVersion,
  type GovernedRevision,
  governVersion,
  idsEverUsed,
  type Ledger,
  restateVersion,
  retireTo,
} from '../contract/ledger.ts';
import { printLedger } from '../contract/ledger-file.ts';
import { setDigest } from '../golden/set.ts';
import { makeFolder } from '../store/make-folder.ts';
import type { ReadStore } from '../store/port.ts';
import { asAccepted } from './accepted-beside.ts';
import { KeptContracts } from './kept-contracts.ts';
import { type LoadedSubject, loadSubject, readLedger } from './load-subject.ts';
import { type Project, subjectNames } from './project.ts';
import { listFolder, readFile, reasonOf } from './read-file.ts';

/**
 * Brings the ledger file of a subject up to what its store has active, and what ids it knows, so that a clone without a
 * store has the whole history. After a crash before it, the next proposal does it.
 *
 * Others may write at the same time. The file is replaced whole, and whoever finds that the store has gone on since it
 * looked writes again: so the last writer has seen everything.
 *
 * @returns whether the file was changed
 * @faults LEDGER_UNWRITTEN, those of `loadSubject`, `asAccepted`, `governedIn` and the store
 */
export async function writeLedger(
  project: Project,
  store: ReadStore,
  subject: string,
  opId: string,
): Promise<boolean | Fault> {
  let changed = false;
  for (;;) {
    const scope = await store.readScope(subjectScope(subject));
    if (scope instanceof Fault) return scope;
    const loaded = loadSubject(project, subject);
    if (loaded instanceof Fault) return loaded;
    const state = subjectState(scope);
    // What a contract says beside its schema by now may not have been accepted.
    const ground = await asAccepted(store, loaded, state);
    if (ground instanceof Fault) return ground;
    const governed = await governedIn(store, loaded.ledger, state);
    if (governed instanceof Fault) return governed;
    const ledger = withAccepted(loaded, ground.contracts, governed, state);
    if (ledger === loaded.ledger) return changed;
    const unwritten = replaceFile(project.root, loaded.ledgerPath, printLedger(ledger), opId);
    if (unwritten !== undefined) return unwritten;
    changed = true;
    const after = await store.readScope(subjectScope(subject));
    if (after instanceof Fault) return after;
    if (after.seq !== scope.seq) continue;
    pruneKept(project);
    return changed;
  }
}

/**
 * The same, where the text of the ledger as it is now came from elsewhere.
 *
 * @returns whether the file was changed
 * @faults LEDGER_UNWRITTEN, and those of `readFile`
 */
export function takeLedger(
  project: Project,
  ledgerPath: string,
  text: string,
  opId: string,
): boolean | Fault {
  const folder = path.posix.dirname(ledgerPath);
  const entries = listFolder(project.root, folder);
  if (entries instanceof Fault) return entries;
  const isThere = entries.includes(path.posix.basename(ledgerPath));
  const before = isThere ? readFile(project.root, ledgerPath, LIMITS.ledger_bytes_max) : undefined;
  if (before instanceof Fault) return before;
  if (before !== undefined && Buffer.from(text, 'utf8').equals(before)) return false;
  const unwritten = replaceFile(project.root, ledgerPath, text, opId);
  if (unwritten !== undefined) return unwritten;
  pruneKept(project);
  return true;
}

/** Of contracts that were parsed before, those alone that a ledger names are kept; all, while one of the ledgers can't be read. */
function pruneKept(project: Project): void {
  const names = subjectNames(project);
  if (names instanceof Fault) return;
  const made: Authored[] = [];
  for (const name of names) {
    const held = readLedger(project, name);
    if (held instanceof Fault) return;
    for (const { file, defaults } of held.ledger.versions)
      if (file !== undefined) made.push({ file, defaults });
  }
  new KeptContracts(project.root).prune(made);
}

/** The same ledger when it lacks nothing. */
function withAccepted(
  { ledger, contracts, sets }: LoadedSubject,
  accepted: LoadedSubject['contracts'],
  governed: ReadonlyMap<number, readonly GovernedRevision[]>,
  state: SubjectState,
): Ledger {
  let next = ledger;
  for (const contract of contracts.values()) {
    const entry = state.versions.get(contract.version);
    const isKnown = next.versions.some(({ version }) => version === contract.version);
    const isAsStored = entry?.recordSchema === contract.recordSchema;
    if (!isKnown && entry !== undefined && isAccepted(entry.state) && isAsStored)
      next = acceptVersion(next, accepted.get(contract.version)!);
    if (isAsStored && entry?.governance === governanceDigestOf(contract))
      next = restateVersion(next, contract);
  }
  for (const [version, revisions] of governed) next = governVersion(next, version, revisions);
  for (const [name, entry] of acceptedRevisions(state)) {
    const set = sets.get(name);
    const isKnown = next.revisions.some(known => known.name === name);
    if (!isKnown && set !== undefined && setDigest(set) === entry.data)
      next = acceptRevision(next, { name, version: entry.version, data: entry.data });
  }
  const { compatibility } = state;
  if (compatibility !== undefined && compatibility !== next.compatibility) next = { ...next, compatibility };
  const retired = retiredTo(state);
  const isKnown = next.versions.some(({ version }) => version === retired);
  if (retired !== undefined && isKnown) next = retireTo(next, retired);
  const burnt = burntIn(withBurnt(state.ids, ledger.burnt), new Set(idsEverUsed(next).keys()));
  return canonicalJson(burnt) === canonicalJson(next.burnt) ? next : { ...next, burnt };
}

/**
 * The approved revisions of what stands beside schemas, of versions of which a ledger lacks some.
 *
 * @faults those of `readRecord` and the store
 */
async function governedIn(
  store: ReadStore,
  { versions }: Ledger,
  state: SubjectState,
): Promise<ReadonlyMap<number, readonly GovernedRevision[]> | Fault> {
  const found = new Map<number, readonly GovernedRevision[]>();
  for (const [version, entry] of state.versions) {
    const approved = approvedBy(entry);
    const known = versions.find(one => one.version === version)?.governed ?? [];
    if (approved.length <= known.length) continue;
    const revisions: GovernedRevision[] = [];
    for (const [place, change] of governedBy(entry).entries()) {
      const bytes = await store.getObject(change);
      if (bytes instanceof Fault) return bytes;
      const record = readRecord(change, bytes);
      if (record instanceof Fault) return record;
      const { governance } = record.evidence;
      if (governance === undefined) throw new RangeError('the record is of a revision of the governance');
      revisions.push({ change: approved[place]!, ...governance });
    }
    found.set(version, revisions);
  }
  return found;
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
