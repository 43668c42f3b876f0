import { row } from './row.ts';

export const CHANGE_FAULTS = {
  CHANGE_OUT_OF_TURN: row<{ what: string; state: string; event: string }>({
    status: 409,
    exit: 2,
    say: f => `${f.what} is ${f.state}, and can't be ${DONE.get(f.event) ?? f.event} now`,
    remedy: f => NEXT_STEP.get(f.state)?.(f.what) ?? 'docs/change-format.md has which step follows which',
  }),
  THRESHOLD_UNKNOWN: row<{ measure: string; nearest: string; known: string }>({
    status: 422,
    exit: 2,
    say: f => `nothing is measured under the name ${f.measure}, so the threshold binds nothing`,
    remedy: f =>
      f.known === ''
        ? `remove ${f.measure}: nothing of the kind is measured in these records`
        : `write ${f.nearest === '' ? '' : `${f.nearest}, or another `}one of ${f.known}`,
  }),
  THRESHOLD_CEILING: row<{ measure: string; ceiling: number }>({
    status: 422,
    exit: 2,
    say: f => `${f.measure} never exceeds ${f.ceiling}, so a threshold above it allows everything`,
    remedy: f => `write ${f.measure} as a number from 0 to ${f.ceiling}; five in a hundred is 0.05`,
  }),
  THRESHOLD_FRACTION: row<{ measure: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.measure} is counted one by one, and the threshold is no whole number`,
    remedy: f =>
      `write ${f.measure} as a whole number, or name a measure that is a share, such as cells.share`,
  }),
  CHANGE_FROM_TO: row<{ side: string; declared: string; found: string }>({
    status: 422,
    exit: 2,
    say: f => `the change record says ${f.side} ${f.declared}, and the change goes ${f.side} ${f.found}`,
    remedy: f => `write \`${f.side}: ${f.found}\` in the change record, or propose the change it describes`,
  }),
  CLASS_MISMATCH: row<{ declared: string; computed: string; shownBy: string }>({
    status: 422,
    exit: 2,
    say: f => `the change record declares ${f.declared}, and the change is ${f.computed}`,
    remedy: f =>
      `declare \`class: ${f.computed}\` when you agree, or change less; \`${f.shownBy}\` shows why`,
  }),
  CLASS_UNDECLARED: row<{ declared: string }>({
    status: 422,
    exit: 2,
    say: f => `the change record declares ${f.declared}, and no record makes such a change lawful`,
    remedy: f =>
      `remove the record, and change less until \`assay diff\` finds another class than ${f.declared}`,
  }),
  CONSUMER_OMITTED: row<{ consumer: string; subject: string }>({
    status: 422,
    exit: 2,
    say: f =>
      `${f.consumer} reads ${f.subject} and is reached by the change, but the change record leaves it out`,
    remedy: f => `list ${f.consumer} under consumers, and tell whoever runs it`,
  }),
  CONSUMER_UNREACHED: row<{ consumer: string; subject: string }>({
    status: 422,
    exit: 2,
    say: f =>
      `the change record lists ${f.consumer}, which no version of ${f.subject} in this change reaches`,
    remedy: f => `take ${f.consumer} out of consumers, or correct what it reads in registry.config.ts`,
  }),
  CONSUMER_TWICE: row<{ consumer: string }>({
    status: 422,
    exit: 2,
    say: f => `consumer ${f.consumer} is listed twice`,
    remedy: f => `list ${f.consumer} once`,
  }),
  CONSUMER_RANGE: row<{ consumer: string; from: number; to: number }>({
    status: 422,
    exit: 2,
    say: f => `${f.consumer} can't read versions ${f.from} to ${f.to}: the last is before the first`,
    remedy: f => `give ${f.consumer} a last version from ${f.from} on, or none when it follows the newest`,
  }),
  CONSUMER_VERSION_UNKNOWN: row<{ consumer: string; subject: string; version: number; known: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.consumer} reads version ${f.version} of ${f.subject}, and there is none`,
    remedy: f =>
      `correct what ${f.consumer} reads in registry.config.ts; ${f.subject} has ${f.known === '' ? 'no version yet' : `versions ${f.known}`}`,
  }),
  REGISTERED_SUBJECT_UNKNOWN: row<{ who: string; subject: string; nearest: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.who} is registered for ${f.subject}, and there is no such subject`,
    remedy: f =>
      `correct the subject in registry.config.ts${f.nearest === '' ? '' : `: did you mean ${f.nearest}?`}`,
  }),
  VERSION_UNWRITTEN: row<{ subject: string; version: number; written: string }>({
    status: 409,
    exit: 2,
    say: f => `no producer is registered that writes version ${f.version} of ${f.subject}`,
    remedy: f =>
      f.written === ''
        ? `register a producer of ${f.subject} in registry.config.ts, with \`writes: [${f.version}]\``
        : `list ${f.version} under the writes of its producer in registry.config.ts, beside ${f.written}`,
  }),
  BACKFILL_MISSING: row<{ subject: string }>({
    status: 422,
    exit: 2,
    say: f => `the change record doesn't say what becomes of the data ${f.subject} already has`,
    remedy: () => 'add `backfill: {kind: none}`, `{kind: lazy}` or `{kind: full, by: <date>}`',
  }),
  DEADLINE_MISSING: row<{ subject: string }>({
    status: 422,
    exit: 2,
    say: f => `the change record doesn't say until when the change of ${f.subject} may be withdrawn`,
    remedy: () => 'add `withdraw_by: <date>`',
  }),
  BACKFILL_PASSED: row<{ by: string; today: string }>({
    status: 422,
    exit: 2,
    say: f => `old data was to be rewritten by ${f.by}, and today is ${f.today}`,
    remedy: f => `give backfill.by a day after ${f.today}, or write \`{kind: none}\` or \`{kind: lazy}\``,
  }),
  DEADLINE_PASSED: row<{ deadline: string; today: string }>({
    status: 422,
    exit: 2,
    say: f => `the change could be withdrawn until ${f.deadline}, and today is ${f.today}`,
    remedy: f => `give withdraw_by a day after ${f.today}`,
  }),
  CONVERTER_MISSING: row<{ what: string }>({
    status: 409,
    exit: 1,
    say: f => `${f.what} changes what records mean, and no converter is named`,
    remedy: f => `write the converter, name its digest in the change record of ${f.what}, and amend it`,
  }),
  CHANGE_EDITED: row<{ subject: string; step: string; accepted: string; what: string; is: string }>({
    status: 409,
    exit: 2,
    say: f =>
      `the change of ${f.subject}, ${f.step}, was accepted with the change record ${f.accepted}, and ${f.what} is ${f.is} now`,
    remedy: f =>
      `restore the file as it was committed when it was accepted; the store has what it said as ${f.accepted}`,
  }),
  VERSION_TAKEN: row<{ subject: string; version: number; state: string; stored: string; asked: string }>({
    status: 409,
    exit: 3,
    say: f => `version ${f.version} of ${f.subject} is ${f.state} with ${f.stored}, not ${f.asked}`,
    remedy: f =>
      isWaiting(f.state)
        ? `\`assay amend ${f.subject}@${f.version}\` replaces it while it waits, and \`assay withdraw\` gives it up`
        : `restore the contract and the change record of version ${f.version}; what is to be different goes under the next version`,
  }),
  REVISION_TAKEN: row<{ subject: string; revision: string; state: string; stored: string; asked: string }>({
    status: 409,
    exit: 3,
    say: f => `revision ${f.revision} of ${f.subject} is ${f.state} with ${f.stored}, not ${f.asked}`,
    remedy: f =>
      isWaiting(f.state)
        ? `\`assay amend ${f.subject}/${f.revision}\` replaces it while it waits, and \`assay withdraw\` gives it up`
        : `restore the manifest and the change record of revision ${f.revision}; other data goes under another name`,
  }),
  VERSION_WAITS: row<{ subject: string; version: number; before: number; state: string }>({
    status: 409,
    exit: 2,
    say: f =>
      `version ${f.version} of ${f.subject} can't come yet: version ${f.before} is ${f.state} and waits, and may still change`,
    remedy: f =>
      `have version ${f.before} proposed, approved and activated first, or give it up and give this one the number ${f.before}`,
  }),
  REVISION_WAITS: row<{ subject: string; revision: string; before: string }>({
    status: 409,
    exit: 2,
    say: f =>
      `revision ${f.revision} of ${f.subject} can't come yet: revision ${f.before} comes before it, by its change record, and waits`,
    remedy: f =>
      `have revision ${f.before} proposed, approved and activated first, or write the change record from what was accepted last`,
  }),
  VERSION_OUT_OF_ORDER: row<{ subject: string; version: number; expected: number }>({
    status: 409,
    exit: 2,
    say: f => `version ${f.version} of ${f.subject} can't be proposed now: ${f.expected} comes next`,
    remedy: f =>
      f.version < f.expected
        ? `give the contract the number ${f.expected}, in its schema line and its name: versions only count up`
        : `propose version ${f.expected} first`,
  }),
  VERSION_NOT_ACTIVE: row<{ subject: string; version: number; state: string }>({
    status: 409,
    exit: 2,
    say: f =>
      `data can't be offered under version ${f.version} of ${f.subject}, which ${f.state === 'unknown' ? 'was never proposed' : `is ${f.state}`}`,
    remedy: f =>
      f.state === 'retired'
        ? 'offer the data under an active version'
        : `have version ${f.version} active first (propose, approve, activate), or offer the data under an active version`,
  }),
  PROPOSAL_UNKNOWN: row<{ what: string }>({
    status: 404,
    exit: 2,
    say: f => `${f.what} was never proposed`,
    remedy: f => `check the name, or run \`assay propose\` for ${f.what} first`,
  }),
  EXPECTED_HEAD_MOVED: row<{
    subject: string;
    expected: number;
    found: number;
    again: 'propose' | 'amend';
  }>({
    status: 412,
    exit: 3,
    say: f =>
      `the head of ${f.subject} has moved ${f.found} times, and was judged when it had moved ${f.expected}`,
    remedy: f =>
      `run \`assay check\` against the present head of ${f.subject}, then \`assay ${f.again}\` it again`,
  }),
  FIELD_ID_REUSED: row<{ subject: string; id: number; was: string; asked: string }>({
    status: 409,
    exit: 1,
    say: f => `field id ${f.id} of ${f.subject} stood for ${f.was} and can't stand for ${f.asked}`,
    remedy: () =>
      'give the new field an id that was never used; where it is the same thing renamed, keep the name it had as an alias',
  }),
  CLASS_FORBIDDEN: row<{ subject: string; version: number }>({
    status: 422,
    exit: 1,
    say: f => `no converter makes version ${f.version} of ${f.subject} lawful`,
    remedy: () => 'run `assay diff` to see the finding that forbids it, and take another way',
  }),
  EVIDENCE_CHANGED: row<{ what: string; stored: string; asked: string }>({
    status: 412,
    exit: 3,
    say: f => `${f.what} stands with the change record ${f.stored}, and ${f.asked} is what was read`,
    remedy: f => `read the change record with \`assay show ${f.stored}\`, and decide again about that one`,
  }),
  LIVE_VERSIONS_CHANGED: row<{ what: string; version: number; was: string; is: string }>({
    status: 412,
    exit: 3,
    say: f =>
      `${f.what} was judged while version ${f.version} was ${f.was}; now version ${f.version} is ${f.is}`,
    remedy: f =>
      `propose ${f.what} again, or amend it where it waits: it is judged anew against every version that is live now`,
  }),
  GOVERNANCE_WAITS: row<{ subject: string; version: number; state: string; change: string }>({
    status: 409,
    exit: 3,
    say: f =>
      `other governance of version ${f.version} of ${f.subject} is ${f.state} already, with the change record ${f.change}`,
    remedy: f =>
      `\`assay amend ${f.subject}@${f.version} --change ${f.change}\` puts what you have in its place, and \`assay withdraw\` gives it up`,
  }),
  GOVERNANCE_UNREVISED: row<{ subject: string; version: number }>({
    status: 409,
    exit: 2,
    say: f =>
      `version ${f.version} of ${f.subject} says beside its schema what was accepted, so that nothing is to take the place of what waits`,
    remedy: f => `give up what waits: \`assay withdraw ${f.subject}@${f.version}\``,
  }),
  VERSION_UNCHANGED: row<{ subject: string; version: number; before: number }>({
    status: 409,
    exit: 2,
    say: f =>
      `version ${f.version} of ${f.subject} has the schema of version ${f.before}: only documentation, owners, sensitivities or tokenizer are others, and that is no version`,
    remedy: f =>
      `write it in the contract of version ${f.before}, and run \`assay propose ${f.subject}@${f.before}\`: it is a revision of its governance`,
  }),
  RETIREMENT_NEWEST: row<{ subject: string; version: number }>({
    status: 409,
    exit: 2,
    say: f =>
      `version ${f.version} of ${f.subject} is the newest that is active, and without it nothing could be written`,
    remedy: f => `propose and activate version ${f.version + 1} first`,
  }),
  RETIREMENT_ORDER: row<{ subject: string; version: number; before: number }>({
    status: 409,
    exit: 2,
    say: f =>
      `version ${f.version} of ${f.subject} can't be retired while version ${f.before}, which is older, is active`,
    remedy: f =>
      `run \`assay retire ${f.subject}@${f.before}\` first: versions are retired from the oldest on`,
  }),
  VERSION_STILL_WRITTEN: row<{ subject: string; version: number; producers: string }>({
    status: 409,
    exit: 1,
    say: f => `version ${f.version} of ${f.subject} can't be retired: ${f.producers} can still write it`,
    remedy: f =>
      `let ${f.producers} write a later version only, and take ${f.version} out of their writes in registry.config.ts`,
  }),
  VERSION_STILL_READ: row<{ subject: string; version: number; consumers: string }>({
    status: 409,
    exit: 1,
    say: f =>
      `version ${f.version} of ${f.subject} can't be retired: ${f.consumers} still read it or an older one`,
    remedy: f =>
      `move them on, so that reads.from in registry.config.ts is ${f.version + 1} or later; that nobody writes the version is not enough`,
  }),
  VERSION_STILL_OFFERED: row<{ subject: string; version: number; revision: string; state: string }>({
    status: 409,
    exit: 1,
    say: f =>
      `version ${f.version} of ${f.subject} can't be retired: revision ${f.revision} under it is ${f.state}`,
    remedy: f =>
      isWaiting(f.state)
        ? `activate or withdraw revision ${f.revision} first`
        : `offer data under a later version of ${f.subject} first, and activate it`,
  }),
  REGISTERED_RETIRED: row<{ who: string; does: string; subject: string; version: number; retiredTo: number }>(
    {
      status: 409,
      exit: 2,
      say: f =>
        `${f.who} ${f.does} version ${f.version} of ${f.subject}, and versions up to ${f.retiredTo} are retired`,
      remedy: f => `register ${f.who} for versions from ${f.retiredTo + 1} on in registry.config.ts`,
    },
  ),
} as const;

/** What an event does to a proposal. */
const DONE: ReadonlyMap<string, string> = new Map([
  ['propose', 'proposed'],
  ['amend', 'amended'],
  ['approve', 'approved'],
  ['activate', 'activated'],
  ['retire', 'retired'],
  ['withdraw', 'withdrawn'],
]);

/** What may be done with a proposal that is not where somebody took it to be. */
const NEXT_STEP: ReadonlyMap<string, (what: string) => string> = new Map([
  ['draft', what => `propose ${what} first`],
  ['proposed', what => `have ${what} approved first; until then it may be amended or withdrawn`],
  ['approved', what => `activate ${what}, or amend it to have other content in its place`],
  ['active', what => `leave ${what} as it is, and propose what is to be different under another name`],
  ['retired', what => `leave ${what} as it is, and propose what is to be different under another name`],
  ['withdrawn', what => `propose ${what} once more: what was given up is judged anew`],
]);

/** A proposal that may still be amended or withdrawn. */
const isWaiting = (state: string): boolean => state === 'proposed' || state === 'approved';
