import { row } from './row.ts';

export const ROLLOUT_FAULTS = {
  ROLLOUT_UNDECLARED: row<{ what: string }>({
    status: 409,
    exit: 2,
    say: f => `the change record of ${f.what} declares no observation window, so that it has no rollout`,
    remedy: () => 'write `observe_days` in the change record of the next version: docs/rollout.md',
  }),
  ROLLOUT_MEANINGLESS: row<{ from: string; to: number }>({
    status: 422,
    exit: 2,
    say: f =>
      `a change from version ${f.from} to version ${f.to} has no rollout: there is nothing to go back to`,
    remedy: () => 'take `observe_days` out of the change record',
  }),
  ROLLOUT_OUT_OF_TURN: row<{ what: string; stage: string; asked: string; next: string }>({
    status: 409,
    exit: 2,
    say: f => `the rollout of ${f.what} is ${f.stage}, and ${f.asked} does not follow it`,
    remedy: f =>
      f.next === '' ? `nothing follows ${f.stage}; propose a next version` : `what follows is ${f.next}`,
  }),
  ROLLOUT_UNMET: row<{ what: string; asked: string; unmet: string }>({
    status: 409,
    exit: 1,
    say: f => `the rollout of ${f.what} can't be ${f.asked} yet: ${f.unmet}`,
    remedy: f => `\`assay rollout ${f.what}\` shows what each step waits for`,
  }),
  ROLLOUT_MOVED: row<{ what: string; of: string; expected: number; found: number }>({
    status: 412,
    exit: 3,
    say: f =>
      `${f.of} of ${f.what} has moved ${f.found} times, and ${f.expected} times when it was looked at`,
    remedy: f => `look at \`assay rollout ${f.what}\` again, and decide about what stands there now`,
  }),
  ROLLOUT_DATA_EARLY: row<{ what: string; version: number; stage: string }>({
    status: 409,
    exit: 2,
    say: f =>
      f.stage === 'rolled-back'
        ? `${f.what} can't be offered: version ${f.version} was rolled back`
        : `${f.what} can't be offered yet: the rollout of version ${f.version} is ${f.stage}`,
    remedy: f =>
      f.stage === 'rolled-back'
        ? `offer it under the version before ${f.version}, or under a later one`
        : f.stage === 'registered' || f.stage === 'readers-ready'
          ? 'first let all readers read the new version, then begin to write or convert beside the old one'
          : 'it becomes the newest data once the rollout is cut-over',
  }),
  ROLLOUT_UNSETTLED: row<{ subject: string; version: number; by: number; stage: string }>({
    status: 409,
    exit: 1,
    say: f =>
      `version ${f.version} of ${f.subject} can't be retired: the rollout of version ${f.by} is ${f.stage}, and one may have to go back`,
    remedy: f =>
      f.stage === 'rolled-back'
        ? `roll a version after ${f.by} out first`
        : `wait until the rollout of version ${f.by} is settled: after its observation window`,
  }),
  DATA_QUARANTINED: row<{ what: string; version: number }>({
    status: 409,
    exit: 1,
    say: f =>
      `${f.what} is QUARANTINED: version ${f.version} was rolled back, and readers of the version before can't explain it`,
    remedy: () => 'release data of a version that stands; convert these records for a later version',
  }),
  RECONCILIATION_SHAPE: row<{ document: string; path: string; problem: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.document} is no reconciliation: ${f.path} ${f.problem}`,
    remedy: () => 'give what `assay reconcile … --as SUBJECT@VERSION --json` printed, unchanged',
  }),
  RECONCILIATION_UNBOUND: row<{ document: string; part: string; expected: string; found: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.document} reconciles ${f.part} ${f.found}, and ${f.expected} is rolled out`,
    remedy: f => `reconcile both halves as ${f.expected} reads them`,
  }),
  RECONCILIATION_OPEN: row<{
    document: string;
    missingOld: number;
    missingNew: number;
    differing: number;
    duplicates: number;
    refused: number;
  }>({
    status: 409,
    exit: 1,
    say: f =>
      `${f.document} is not reconciled: ${f.missingOld + f.missingNew} ids are missing on one side, ${f.differing} differ, ${f.duplicates} stand there more than once, ${f.refused} records were refused`,
    remedy: f => `the ids stand in ${f.document}; write what was lost, and reconcile again`,
  }),
  CONSUMER_FIELD_UNKNOWN: row<{ consumer: string; subject: string; field: number }>({
    status: 422,
    exit: 2,
    say: f => `${f.consumer} reads field ${f.field}, which no version of ${f.subject} that it reads has`,
    remedy: f => `\`assay show ${f.subject}@<version>\` lists the ids of fields`,
  }),
  CONSUMER_FIELD_RETIRING: row<{ consumer: string; subject: string; field: number; without: number }>({
    status: 409,
    exit: 1,
    say: f =>
      `${f.consumer} can't begin to read field ${f.field} of ${f.subject}: version ${f.without} no longer has it`,
    remedy: f =>
      `read versions from ${f.without} on, or name with --fields what it reads, without ${f.field}`,
  }),
  REGISTERED_DIFFERS: row<{ who: string; subject: string; configured: string; stored: string }>({
    status: 409,
    exit: 2,
    say: f =>
      `registry.config.ts says that ${f.who} ${f.configured} of ${f.subject}, and the store that it ${f.stored}`,
    remedy: f => `let both say the same of ${f.who}, or one of them nothing`,
  }),
  REGISTERED_FULL: row<{ who: string; subject: string; most: number }>({
    status: 409,
    exit: 2,
    say: f => `${f.who} can't be registered: the store has ${f.most} of its kind for ${f.subject}`,
    remedy: () => 'retire those that read or write no more',
  }),
  REGISTERED_UNKNOWN: row<{ who: string; subject: string; known: string }>({
    status: 404,
    exit: 2,
    say: f => `${f.who} is not registered for ${f.subject} in the store`,
    remedy: f =>
      f.known === ''
        ? `the store has nobody registered for ${f.subject}; registry.config.ts may have`
        : `the store has ${f.known}`,
  }),
} as const;
