import { type Row, row } from './row.ts';

/** The file is not what the registry writes. */
const wrong = <Facts>(say: (facts: Facts) => string, remedy: (facts: Facts) => string): Row<Facts> =>
  row<Facts>({ status: 422, exit: 2, say, remedy });

/** What a ledger may not say, of itself and beside its subject, its store and the ledgers of others. */
export const LEDGER_FAULTS = {
  LEDGER_FORM: row<{ bytes: number; most: number }>({
    status: 413,
    exit: 2,
    say: f =>
      `the ledger has ${f.bytes} bytes, and a line that the registry does not write; as other YAML, at most ${f.most} are read`,
    remedy: () => 'restore ledger.yaml from the repository: the registry alone writes it',
  }),
  LEDGER_ORDER: wrong<{ subject: string; version: number; expected: number }>(
    f => `the ledger of ${f.subject} has version ${f.version} where ${f.expected} should stand`,
    () => 'restore ledger.yaml: versions stand in order, one after the other, from the first',
  ),
  LEDGER_RETIRED: wrong<{ subject: string; version: number; id: number }>(
    f =>
      `version ${f.version} in the ledger of ${f.subject} retires id ${f.id}, which the version before does not have`,
    () => 'restore ledger.yaml: the registry alone writes it',
  ),
  LEDGER_BURNT: row<{
    subject: string;
    id: number;
    problem: string;
    /** That has the id as another thing; none, where the list alone is wrong. */
    version?: number;
  }>({
    status: 409,
    exit: 2,
    say: f => `the ledger of ${f.subject} lists field id ${f.id} as burnt ${f.problem}`,
    remedy: f =>
      f.version === undefined
        ? `leave one entry of id ${f.id} in ledger.yaml, with the names and kinds of both`
        : `where version ${f.version} is on this branch alone, give its field an id that was never used, and propose it again; where others have it, take the entry out of \`burnt\`: nobody accepted what was burnt`,
  }),
  LEDGER_REVISION: wrong<{ revision: string; problem: string }>(
    f => `the ledger can't hold revision ${f.revision}: ${f.problem}`,
    () => 'restore ledger.yaml',
  ),
  LEDGER_IDS: row<{ subject: string; version: number; id: number; ledger: string; contract: string }>({
    status: 409,
    exit: 2,
    say: f =>
      `for field id ${f.id} of version ${f.version} of ${f.subject}, the ledger lists ${f.ledger} where the contract has ${f.contract}`,
    remedy: () => 'restore ledger.yaml: the registry alone writes it, in ascending order of ids',
  }),
  LEDGER_LOST: row<{ subject: string; lost: string; because: string }>({
    status: 409,
    exit: 2,
    say: f => `the ledger of ${f.subject} has lost ${f.lost}: ${f.because}`,
    remedy: f =>
      `restore ledger.yaml with ${f.lost}; where it was never accepted, remove what says here that it was`,
  }),
  LEDGER_MISSING: row<{ subject: string; because: string }>({
    status: 409,
    exit: 2,
    say: f => `${f.subject} has no ledger.yaml, and something was accepted: ${f.because}`,
    remedy: () =>
      'restore ledger.yaml, or propose what the store has accepted once more; a subject never starts over in silence',
  }),
  LEDGER_RETIREMENT: wrong<{ subject: string; retiredTo: number; first: number; last: number }>(
    f =>
      `the ledger of ${f.subject} has versions up to ${f.retiredTo} as retired, and accepted ${f.first} to ${f.last}`,
    () => 'restore retired_to in ledger.yaml: it names an accepted version, and never the last',
  ),
  LEDGER_BEHIND: row<{ subject: string; missing: string }>({
    status: 409,
    exit: 2,
    say: f => `the store has accepted ${f.missing}, and the ledger of ${f.subject} does not have it`,
    remedy: f =>
      `restore ledger.yaml, or run \`assay propose ${f.missing}\` again: it is stored once, and entered`,
  }),
  LEDGER_UNBURNT: row<{ subject: string; id: number }>({
    status: 409,
    exit: 2,
    say: f =>
      `a proposal of ${f.subject} used field id ${f.id}, and its ledger does not list it as burnt, or not under every name and type`,
    remedy: f =>
      `restore ledger.yaml, or propose any version or revision of ${f.subject} again: it is stored once, and the ledger brought up to the store`,
  }),
  LEDGER_DIFFERS: row<{
    subject: string;
    /** What the entry is of, as a command takes it. */
    what: string;
    entry: string;
    ledger: string;
    store: string;
    /** What it is in the store: a state in which it was not accepted, or something else. */
    is: string;
  }>({
    status: 409,
    exit: 2,
    say: f =>
      `the ledger of ${f.subject} has ${f.entry} as ${f.ledger}, and the store has ${f.store} (${f.is})`,
    remedy: f => (UNACCEPTED.get(f.is) ?? restoreEntry)(f),
  }),
  LEDGER_UNGOVERNED: row<{ subject: string; version: number }>({
    status: 409,
    exit: 2,
    say: f =>
      `the store has approved another governance of version ${f.version} of ${f.subject}, and the ledger does not say so`,
    remedy: f =>
      `restore ledger.yaml, or run \`assay propose ${f.subject}@${f.version}\` again: it is stored once, and the ledger brought up to the store`,
  }),
  LEDGER_UNRETIRED: row<{ subject: string; version: number }>({
    status: 409,
    exit: 2,
    say: f => `the store has retired version ${f.version} of ${f.subject}, and the ledger does not say so`,
    remedy: f =>
      `restore ledger.yaml, or run \`assay retire ${f.subject}@${f.version}\` again: it is entered then`,
  }),
  BASE_NOT_KEPT: row<{ subject: string; source: string; entry: string }>({
    status: 409,
    exit: 2,
    say: f => `${f.source} has ${f.entry} of ${f.subject}, and the working tree's ledger does not`,
    remedy: f =>
      `merge ${f.source} into the working tree; where that was done, restore ${f.entry} in ledger.yaml`,
  }),
  BASE_ORDER: row<{ subject: string; source: string; entry: string; base: string }>({
    status: 409,
    exit: 2,
    say: f =>
      `the working tree's ledger of ${f.subject} has ${f.entry} where ${f.source} has ${f.base}, and what was accepted is only added to`,
    remedy: f => `take ledger.yaml from ${f.source}, and propose again what came after it`,
  }),
  VERSION_TAKEN_ELSEWHERE: row<{
    subject: string;
    version: number;
    source: string;
    base: string;
    tree: string;
    next: number;
  }>({
    status: 409,
    exit: 3,
    say: f =>
      `version ${f.version} of ${f.subject} was accepted as ${f.base} in ${f.source}, and is ${f.tree} here: both took the number`,
    remedy: f =>
      `take version ${f.version} and ledger.yaml from ${f.source}, and give what stands here the number ${f.next}: file name, schema line and change record; if it was edited here, restore it`,
  }),
  REVISION_TAKEN_ELSEWHERE: row<{
    subject: string;
    revision: string;
    source: string;
    base: string;
    tree: string;
  }>({
    status: 409,
    exit: 3,
    say: f =>
      `revision ${f.revision} of ${f.subject} was accepted as ${f.base} in ${f.source}, and is ${f.tree} here`,
    remedy: f => `take revision ${f.revision} from ${f.source}, and give what stands here another name`,
  }),
  ID_TAKEN_ELSEWHERE: row<{
    subject: string;
    id: number;
    source: string;
    base: string;
    tree: string;
    next: number;
  }>({
    status: 409,
    exit: 3,
    say: f =>
      `field id ${f.id} of ${f.subject} is ${f.base} in ${f.source}, and ${f.tree} here: both took the id`,
    remedy: f => `give the field here an id that neither has used, such as ${f.next}`,
  }),
  COMPATIBILITY_LOWERED: row<{ subject: string; accepted: string; found: string }>({
    status: 409,
    exit: 1,
    say: f =>
      `${f.subject} promises ${f.found} compatibility, and ${f.accepted} is what was promised when its newest version was accepted`,
    remedy: f =>
      `restore ${f.accepted} in subject.yaml, or propose the next version of ${f.subject} with it: less is promised once that is approved and active, and ${f.accepted} until then`,
  }),
  LEDGER_ABSENT: row<{ subject: string; source: string }>({
    status: 404,
    exit: 2,
    say: f => `${f.source} has no ledger of ${f.subject}: nothing of it was accepted there`,
    remedy: f =>
      `name where it was accepted, as in \`assay adopt ${f.subject} --from git:origin/main\`; what nobody accepted yet is proposed`,
  }),
  LEDGER_UNLIKE: row<{ subject: string; version: number }>({
    status: 409,
    exit: 2,
    say: f =>
      `version ${f.version} of ${f.subject} says something else beside its schema than its ledger has as accepted`,
    remedy: f =>
      `restore its contract and subject.yaml as they were accepted; adopted, it may be revised by \`assay propose ${f.subject}@${f.version}\``,
  }),
} as const;

type Entry = { readonly subject: string; readonly what: string; readonly entry: string };

const restoreEntry = ({ entry }: Entry): string =>
  `restore ${entry} in ledger.yaml, or use the store that accepted it`;

const adoptInstead = ({ subject, what }: Entry): string =>
  `give it up with \`assay withdraw ${what}\`, and take what is committed with \`assay adopt ${subject}\``;

/** What is next for something that a ledger has, and its store has not accepted, by its state there. */
const UNACCEPTED: ReadonlyMap<string, (of: Entry) => string> = new Map([
  [
    'proposed',
    of =>
      `have ${of.what} approved and activated here as well, or take its entry out of ledger.yaml, which the registry alone writes; where another store accepted it, ${adoptInstead(of)}`,
  ],
  [
    'approved',
    of =>
      `\`assay activate ${of.what}\`, or take its entry out of ledger.yaml, which the registry alone writes; where another store accepted it, ${adoptInstead(of)}`,
  ],
  [
    'withdrawn',
    of =>
      `take the entry of ${of.what} out of ledger.yaml, which the registry alone writes; where another store accepted it, take what is committed with \`assay adopt ${of.subject}\``,
  ],
]);
