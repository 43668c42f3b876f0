import { type Digest, sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import {
  type AdoptedRevision,
  type AdoptedVersion,
  type AdoptionAnswer,
  decideAdoption,
  isContinued,
} from '../change/decide-adoption.ts';
import { approvedBy } from '../change/decide-governance.ts';
import { isAccepted, isWaiting } from '../change/states.ts';
import { retiredTo, type SubjectState, subjectScope, subjectState } from '../change/subject-state.ts';
import { extensionFaults } from '../contract/extends-ledger.ts';
import type { Ledger, LedgerVersion } from '../contract/ledger.ts';
import { printLedger } from '../contract/ledger-file.ts';
import type { Recorded, Store } from '../store/port.ts';
import { adoptedRevision, adoptedVersion } from './adoption-plan.ts';
import type { Base } from './against.ts';
import { behindFault, differsFault, undecidedFault } from './hold-ledger.ts';
import { type LoadedSubject, loadSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import { type By, byOf, signedBy } from './signed-by.ts';

type AdoptAsk = By & {
  readonly project: Project;
  readonly subject: string;
  /** Where ledgers are committed. */
  readonly base: Base;
  readonly store: Store;
  readonly opId: string;
};

export type Adopted = Pick<AdoptionAnswer, 'versions' | 'governed' | 'revisions' | 'retired' | 'source'> & {
  readonly subject: string;
  /** Of the text of the ledger that was adopted. */
  readonly ledger: Digest;
  /** What only the ledger of the working tree has: it is not committed there, and was not adopted. */
  readonly left: readonly string[];
  /** The last journal entry of the subject. */
  readonly seq: number;
};

/**
 * Takes into a store what a committed ledger has as accepted, and it has not heard of. A ledger is evidence as far as it
 * was committed and reviewed: so it is never that of the working tree which is followed, and the tree must only go on from
 * it. Where the store knows a version or revision itself, the store is right, and a ledger that says otherwise is refused.
 *
 * @faults LEDGER_ABSENT LEDGER_DIFFERS LEDGER_BEHIND LEDGER_MISSING, those of `loadSubject`, `extensionFaults`, `adoptedVersion`,
 *   `adoptedRevision`, `decideAdoption` and the store
 */
export async function adopt({ project, subject, base, store, opId, by }: AdoptAsk): Promise<Adopted | Fault> {
  const { source, ledgers } = base;
  const loaded = loadSubject(project, subject);
  if (loaded instanceof Fault) return loaded;
  const ledger = ledgers.get(subject);
  if (ledger === undefined) return new Fault('LEDGER_ABSENT', { subject, source });
  const [broken] = extensionFaults({
    base: ledger,
    source,
    tree: loaded.ledger,
    contracts: loaded.contracts,
  });
  if (broken !== undefined) return broken;
  const scope = await store.readScope(subjectScope(subject));
  if (scope instanceof Fault) return scope;
  const state = subjectState(scope);
  const lacking = lackingIn(state, ledger);
  const held = { ...loaded, ledger };
  const isLacking = lacking.versions.length + lacking.revisions.length > 0;
  const unheld =
    differsFault(held, state) ??
    undecidedFault(held, state, isWaiting) ??
    (isLacking ? behindFault(held, state) : undefined);
  if (unheld !== undefined) return unheld;
  const plan = planned(project, loaded, ledger, lacking);
  if (plan instanceof Fault) return plan;
  const whole = { source, ledger: sha256(Buffer.from(printLedger(ledger))) };
  const answers: Recorded<AdoptionAnswer>[] = [];
  const isBehind = (ledger.retiredTo ?? 0) > (retiredTo(state) ?? 0);
  for (const [place, part] of partsOf(plan, isLacking || isBehind).entries()) {
    const isLast = place === partsOf(plan, true).length - 1;
    const answer = await store.transact(
      subjectScope(subject),
      `${opId}-${place}`,
      {
        kind: 'adopt',
        subject,
        ...whole,
        versions: part.versions.map(({ version, change }) => [version, change]),
        revisions: part.revisions.map(({ revision, change }) => [revision, change]),
        ...byOf(by),
      },
      current =>
        signedBy(
          decideAdoption(current, {
            ...whole,
            ...part,
            burnt: ledger.burnt,
            compatibility: ledger.compatibility,
            retiredTo: isLast ? (ledger.retiredTo ?? 0) : 0,
          }),
          by,
        ),
    );
    if (answer instanceof Fault) return answer;
    answers.push(answer);
  }
  return {
    subject,
    ...whole,
    versions: answers.flatMap(({ versions }) => versions),
    governed: answers.flatMap(({ governed }) => governed),
    revisions: answers.flatMap(({ revisions }) => revisions),
    retired: answers.flatMap(({ retired }) => retired),
    left: leftIn(loaded, ledger),
    seq: answers.at(-1)?.seq ?? state.seq,
  };
}

type Lacking = Pick<Ledger, 'versions' | 'revisions'>;

/** What the store has not heard of, or gave up, and versions of which it lacks an approved revision of the governance. */
function lackingIn(state: SubjectState, ledger: Ledger): Lacking {
  const lacks = ({ version, governed = [] }: LedgerVersion): boolean => {
    const stored = state.versions.get(version);
    if (stored === undefined || !isAccepted(stored.state)) return true;
    return isContinued(
      approvedBy(stored),
      governed.map(({ change }) => change),
    );
  };
  const isThere = (name: string): boolean => {
    const stored = state.revisions.get(name);
    return stored !== undefined && isAccepted(stored.state);
  };
  return {
    versions: ledger.versions.filter(lacks),
    revisions: ledger.revisions.filter(({ name }) => !isThere(name)),
  };
}

type Plan = { readonly versions: readonly AdoptedVersion[]; readonly revisions: readonly AdoptedRevision[] };

/** @faults those of `adoptedVersion` and `adoptedRevision` */
function planned(project: Project, loaded: LoadedSubject, ledger: Ledger, lacking: Lacking): Plan | Fault {
  const versions: AdoptedVersion[] = [];
  for (const entry of lacking.versions) {
    const adopted = adoptedVersion(project, loaded, ledger, entry);
    if (adopted instanceof Fault) return adopted;
    versions.push(adopted);
  }
  const revisions: AdoptedRevision[] = [];
  for (const entry of lacking.revisions) {
    const adopted = adoptedRevision(project, loaded, ledger, entry);
    if (adopted instanceof Fault) return adopted;
    revisions.push(adopted);
  }
  return { versions, revisions };
}

/** One transaction each. Data comes last, as it stands under versions; a crash between two is gone on from. */
function partsOf({ versions, revisions }: Plan, isAsked: boolean): readonly Plan[] {
  const size = LIMITS.adopted_versions_max;
  const parts: Plan[] = [];
  for (let from = 0; from < versions.length; from += size)
    parts.push({ versions: versions.slice(from, from + size), revisions: [] });
  const last = parts.pop() ?? { versions: [], revisions: [] };
  return isAsked ? [...parts, { ...last, revisions }] : [];
}

function leftIn({ subject: { name }, ledger: tree }: LoadedSubject, ledger: Ledger): readonly string[] {
  const versions = tree.versions
    .filter(({ version }) => !ledger.versions.some(known => known.version === version))
    .map(({ version }) => `${name}@${version}`);
  const revisions = tree.revisions
    .filter(one => !ledger.revisions.some(known => known.name === one.name))
    .map(one => `${name}/${one.name}`);
  return [...versions, ...revisions];
}
