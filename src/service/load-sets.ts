import { Fault } from '../base/fault.ts';
import type { Contract } from '../contract/contract.ts';
import type { Ledger } from '../contract/ledger.ts';
import type { LedgerPlaces } from '../contract/ledger-file.ts';
import { spellingFault } from '../golden/read-set.ts';
import { type GoldenSet, parseSet, type SetUse, setDigest } from '../golden/set.ts';
import type { FaultList } from './fault-list.ts';
import type { Project } from './project.ts';
import { listFolder, startOf } from './read-file.ts';
import { source } from './source-file.ts';

/** By revision name: data that is offered, and fixed samples that changes are asked by. */
export type LoadedSets = {
  readonly sets: ReadonlyMap<string, GoldenSet>;
  readonly samples: ReadonlyMap<string, GoldenSet>;
};

/**
 * The manifests of a subject's data, by revision. What lies beside them is the data they name, or text for people;
 * anything else is a stray, FILE_UNEXPECTED.
 *
 * @faults SUBJECT_MISMATCH SET_FILE_NAME, and those of each file
 */
export function loadSets(
  project: Project,
  subject: string,
  faults: FaultList,
): LoadedSets & { readonly strays: readonly Fault[] } {
  const folder = `${project.config.golden}/${subject}`;
  const names = faults.keep(listFolder(project.root, folder)) ?? [];
  const manifests = names.filter(name => name.endsWith('.yaml'));
  const sets = faults.keepEach(manifests, name => {
    const path = `${folder}/${name}`;
    const file = source(project, path);
    if (file instanceof Fault) return file;
    const set = parseSet(path, file.bytes);
    if (set instanceof Fault) return set;
    if (set.subject !== subject)
      return new Fault(
        'SUBJECT_MISMATCH',
        { found: set.subject, expected: subject },
        set.places.get('subject'),
      );
    const { revision } = set;
    // One name a file, and one file a name: two manifests of one revision can't lie in one folder.
    if (name === `${revision}.yaml`) return set;
    return new Fault('SET_FILE_NAME', { revision }, set.places.get('revision') ?? startOf(path));
  });
  const isWhole = sets.length === manifests.length;
  const data = new Set(sets.flatMap(set => [set.data.file, ...set.expected.map(({ file }) => file)]));
  const strays = names.flatMap(name => {
    const isRead = name.endsWith('.yaml') || name.endsWith('.md') || data.has(name);
    // A manifest that can't be read may be the one that names the file.
    if (isRead || (!isWhole && !/\.ya?ml$/i.test(name))) return [];
    const known = 'a manifest such as 2.1.0.yaml, or a data file that one names';
    return [new Fault('FILE_UNEXPECTED', { path: `${folder}/${name}`, known })];
  });
  const named = (use: SetUse): ReadonlyMap<string, GoldenSet> =>
    new Map(sets.filter(set => set.use === use).map(set => [set.revision, set]));
  return { sets: named('revision'), samples: named('samples'), strays };
}

/**
 * Holds manifests against the contracts they name and the ledger: what was accepted is never edited and never lost.
 *
 * @faults VERSION_UNKNOWN SET_FIELD_UNKNOWN SET_KEY_MEANINGLESS SET_LIMITS_UNBOUND REVISION_EDITED REVISION_MISSING LEDGER_REVISION
 */
export function setFaults(
  { sets, samples }: LoadedSets,
  contracts: ReadonlyMap<number, Contract>,
  {
    ledger: { subject, revisions },
    places: inLedger,
  }: { readonly ledger: Ledger; readonly places: LedgerPlaces | undefined },
): readonly Fault[] {
  const versions = [...contracts.keys()];
  const found = [...sets.values(), ...samples.values()].flatMap((set): readonly Fault[] => {
    const { revision, version, places } = set;
    const contract = contracts.get(version);
    if (contract === undefined) {
      const known = versions.slice(-10).join(', ');
      return [new Fault('VERSION_UNKNOWN', { subject, version, known }, places.get('version'))];
    }
    const accepted = revisions.find(({ name }) => name === revision)?.data;
    const digest = setDigest(set);
    if (accepted !== undefined && accepted !== digest) {
      const facts = { subject, revision, accepted, found: digest };
      return [new Fault('REVISION_EDITED', facts, places.get('revision'))];
    }
    if (set.tokenLimits.length > 0 && contract.tokenizer === undefined)
      return [new Fault('SET_LIMITS_UNBOUND', { subject, version }, places.get('tokenLimits'))];
    const fault = spellingFault(set, contract.schema);
    return fault === undefined ? [] : [fault];
  });
  const unheld = revisions.flatMap(({ name: revision, version }): readonly Fault[] => {
    const set = sets.get(revision);
    const place = inLedger?.revision(revision);
    if (set === undefined) return [new Fault('REVISION_MISSING', { subject, revision }, place)];
    if (set.version === version) return [];
    const problem = `its manifest lies under version ${set.version}, not ${version}`;
    return [new Fault('LEDGER_REVISION', { revision, problem }, place)];
  });
  return [...found, ...unheld];
}
