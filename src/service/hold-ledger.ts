import { Fault } from '../base/fault.ts';
import type { ChangeStep } from '../change/record.ts';
import { isAccepted, type State } from '../change/states.ts';
import { acceptedRevisions, retiredTo, type SubjectState } from '../change/subject-state.ts';
import { tellsAll } from '../contract/burnt-id.ts';
import { idsEverUsed } from '../contract/ledger.ts';
import { governanceFault } from './hold-governance.ts';
import type { HeldLedger, LoadedSubject } from './load-subject.ts';
import { startOf } from './read-file.ts';

/**
 * Holds a subject's ledger against all that bears witness of what was accepted: the store, where there is one that knows
 * the subject, and the change records, which a fresh clone has as well.
 *
 * @faults LEDGER_LOST, and those of `storeFault` and `governanceFault`
 */
export const ledgerFault = (loaded: LoadedSubject, state: SubjectState): Fault | undefined =>
  storeFault(loaded, state) ?? governanceFault(loaded, state) ?? lostFault(loaded, state);

/**
 * The ledger file against the store alone, where the rest of the subject need not be read.
 *
 * @faults LEDGER_DIFFERS LEDGER_MISSING LEDGER_BEHIND LEDGER_UNRETIRED LEDGER_UNBURNT
 */
export const storeFault = (loaded: HeldLedger, state: SubjectState): Fault | undefined =>
  differsFault(loaded, state) ??
  undecidedFault(loaded, state) ??
  behindFault(loaded, state) ??
  promiseFault(loaded, state) ??
  unretiredFault(loaded, state) ??
  unburntFault(loaded, state);

/**
 * The same for a proposal, which brings the ledger up to its store when it is done: what the store knows was accepted is
 * lost to nobody, and what waits in it, or was given up, is told by the decision.
 *
 * @faults LEDGER_DIFFERS LEDGER_LOST
 */
export const unhealedFault = (loaded: LoadedSubject, state: SubjectState): Fault | undefined =>
  differsFault(loaded, state) ?? lostFault(loaded, state);

/** An entry that says something else than the store, or stands in another order. @faults LEDGER_DIFFERS */
export function differsFault(
  { ledger, ledgerPlaces }: HeldLedger,
  { versions, revisions, ...state }: SubjectState,
): Fault | undefined {
  const { subject } = ledger;
  for (const { version, recordSchema } of ledger.versions) {
    const stored = versions.get(version);
    if (stored === undefined || stored.state === 'withdrawn' || stored.recordSchema === recordSchema)
      continue;
    const [what, entry] = [`${subject}@${version}`, `version ${version}`];
    const facts = { what, entry, ledger: recordSchema, store: stored.recordSchema, is: 'something else' };
    return new Fault('LEDGER_DIFFERS', { subject, ...facts }, ledgerPlaces?.version(version));
  }
  const accepted = acceptedRevisions({ versions, revisions, ...state });
  const known = ledger.revisions.filter(({ name }) => accepted.some(([other]) => other === name));
  for (const [index, { name, version, data }] of known.entries()) {
    const place = ledgerPlaces?.revision(name);
    const [next, stored] = accepted[index]!;
    const shared = { subject, what: `${subject}/${name}`, entry: `revision ${name}`, is: 'something else' };
    if (next !== name)
      return new Fault('LEDGER_DIFFERS', { ...shared, ledger: 'the next', store: next }, place);
    const [inLedger, inStore] = [
      `${data} under version ${version}`,
      `${stored.data} under version ${stored.version}`,
    ];
    if (inLedger !== inStore)
      return new Fault('LEDGER_DIFFERS', { ...shared, ledger: inLedger, store: inStore }, place);
  }
  return undefined;
}

/** An entry of what the store knows to be waiting still, or given up. @faults LEDGER_DIFFERS */
export function undecidedFault(
  { ledger, ledgerPlaces }: HeldLedger,
  { versions, revisions }: SubjectState,
  isUndecided: (state: State) => boolean = state => !isAccepted(state),
): Fault | undefined {
  const { subject } = ledger;
  const entries = [
    ...ledger.versions.map(({ version }) => ({
      what: `${subject}@${version}`,
      entry: `version ${version}`,
      state: versions.get(version)?.state,
      place: () => ledgerPlaces?.version(version),
    })),
    ...ledger.revisions.map(({ name }) => ({
      what: `${subject}/${name}`,
      entry: `revision ${name}`,
      state: revisions.get(name)?.state,
      place: () => ledgerPlaces?.revision(name),
    })),
  ];
  for (const { what, entry, state, place } of entries)
    if (state !== undefined && isUndecided(state))
      return new Fault(
        'LEDGER_DIFFERS',
        { subject, what, entry, ledger: 'accepted', store: 'it', is: state },
        place(),
      );
  return undefined;
}

/** Something the store has accepted, and the ledger does not have. @faults LEDGER_MISSING LEDGER_BEHIND */
export function behindFault(
  { ledger, ledgerPath, ledgerPlaces }: HeldLedger,
  state: SubjectState,
): Fault | undefined {
  const { subject } = ledger;
  const version = [...state.versions]
    .filter(([, entry]) => isAccepted(entry.state))
    .map(([number]) => number)
    .sort((a, b) => a - b)
    .find(number => !ledger.versions.some(entry => entry.version === number));
  const revision = acceptedRevisions(state).find(
    ([name]) => !ledger.revisions.some(entry => entry.name === name),
  )?.[0];
  if (version === undefined && revision === undefined) return undefined;
  const missing = version === undefined ? `${subject}/${revision}` : `${subject}@${version}`;
  const place = startOf(ledgerPath);
  return ledgerPlaces === undefined
    ? new Fault('LEDGER_MISSING', { subject, because: `the store has accepted ${missing}` }, place)
    : new Fault('LEDGER_BEHIND', { subject, missing }, place);
}

/** Another compatibility than the store has accepted. */
function promiseFault(
  { ledger, ledgerPath }: HeldLedger,
  { compatibility }: SubjectState,
): Fault | undefined {
  const { subject, compatibility: promised = 'none' } = ledger;
  if (compatibility === undefined || promised === compatibility) return undefined;
  const entry = 'the promised compatibility';
  const facts = {
    subject,
    what: subject,
    entry,
    ledger: promised,
    store: compatibility,
    is: 'something else',
  };
  return new Fault('LEDGER_DIFFERS', facts, startOf(ledgerPath));
}

/** What the store has retired, and the ledger has not. A store may know less than the ledger: it was made anew. */
function unretiredFault({ ledger, ledgerPath }: HeldLedger, state: SubjectState): Fault | undefined {
  const { subject } = ledger;
  const version = retiredTo(state) ?? 0;
  return version > (ledger.retiredTo ?? 0)
    ? new Fault('LEDGER_UNRETIRED', { subject, version }, startOf(ledgerPath))
    : undefined;
}

/** An id that a proposal used, or another thing it used it for, and nobody with the ledger alone would know of. */
function unburntFault({ ledger, ledgerPath }: HeldLedger, { ids }: SubjectState): Fault | undefined {
  const { subject } = ledger;
  const accepted = idsEverUsed(ledger);
  const burnt = new Map(ledger.burnt.map(one => [one.id, one]));
  const [id] =
    [...ids]
      .sort(([a], [b]) => a - b)
      .find(([known, was]) => !accepted.has(known) && !tellsAll(burnt.get(known), was)) ?? [];
  return id === undefined ? undefined : new Fault('LEDGER_UNBURNT', { subject, id }, startOf(ledgerPath));
}

/**
 * A change record that begins with something the ledger does not have, and should. A record may be written ahead, for what
 * is only proposed; but what was accepted with it came after something accepted, versions have no gap, and a ledger is
 * written when the first is accepted.
 */
function lostFault(loaded: LoadedSubject, state: SubjectState): Fault<'LEDGER_LOST'> | undefined {
  const {
    changes,
    subject: { name: subject },
  } = loaded;
  for (const { change, places } of changes) {
    const { step } = change;
    if (!isLost(loaded, state, step)) continue;
    const { kind, from, to } = step;
    const lost = `${kind} ${from}`;
    const because = `a change record leads from it to ${kind} ${to}`;
    return new Fault('LEDGER_LOST', { subject, lost, because }, places.get('from'));
  }
  return undefined;
}

/** What the store has accepted a proposal enters anew; what it knows and never accepted nobody can have lost. */
function isLost(loaded: LoadedSubject, state: SubjectState, step: ChangeStep): boolean {
  if (step.from === undefined) return false;
  return step.kind === 'version'
    ? !state.versions.has(step.from) && isLostVersion(loaded, step.from)
    : !state.revisions.has(step.from) && isLostRevision(loaded, step.from, step.to);
}

/** One below those it has; or any at all, where there is a ledger and nothing in it. */
function isLostVersion({ ledger: { versions, burnt }, ledgerPlaces }: LoadedSubject, from: number): boolean {
  const [first] = versions;
  if (first !== undefined) return from < first.version;
  return ledgerPlaces !== undefined && burnt.length === 0;
}

/** What came before a revision that it has, unless another record says that something it has did. */
function isLostRevision({ ledger, changes }: LoadedSubject, from: string, to: string): boolean {
  const isAccepted = (revision: string | undefined): boolean =>
    ledger.revisions.some(({ name }) => name === revision);
  return (
    isAccepted(to) &&
    !isAccepted(from) &&
    !changes.some(
      ({ change: { step } }) => step.kind === 'revision' && step.to === to && isAccepted(step.from),
    )
  );
}
