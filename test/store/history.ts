import { canonicalJson, type Json } from '../../src/base/canonical-json.ts';
import { Fault } from '../../src/base/fault.ts';
import type { Answer, ScopeState } from '../../src/change/decision.ts';
import { MemoryStore } from '../../src/store/memory.ts';
import type { JournalEntry, Recorded } from '../../src/store/port.ts';
import { decide, type Op } from './history-model.ts';

/** What one process saw of one operation. Times are of one clock, in nanoseconds. */
export type Observed = {
  readonly scope: string;
  readonly opId: string;
  readonly op: Op;
  readonly start_ns: number;
  readonly end_ns: number;
  readonly outcome:
    | { readonly kind: 'answered'; readonly answer: Recorded<Answer> }
    /** `seen` is the seq of the state that was decided on. */
    | { readonly kind: 'refused'; readonly code: string; readonly facts: Json; readonly seen: number };
};

/** What is left in the store when all are done. */
export type Final = { readonly state: ScopeState; readonly journal: readonly JournalEntry[] };

export type Violation = { readonly rule: string; readonly scope: string; readonly at: string };

/**
 * Whether one order explains everything that was seen: answers sorted by seq and replayed through the memory store
 * give the same answers, refusals are what the state they saw refuses, and nothing is ordered before what had already
 * ended when it began.
 */
export async function violations(
  observed: readonly Observed[],
  finals: readonly Final[],
): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const final of finals) {
    const { scope } = final.state;
    const here = observed.filter(one => one.scope === scope);
    const report = (rule: string, at: string) => found.push({ rule, scope, at });
    await replay(here, final, report);
    realTime(here, report);
  }
  return found;
}

type Report = (rule: string, at: string) => void;

async function replay(here: readonly Observed[], final: Final, report: Report): Promise<void> {
  const memory = new MemoryStore(() => 0);
  const { scope } = final.state;
  const answered = here
    .filter(one => one.outcome.kind === 'answered')
    .sort((a, b) => position(a) - position(b));
  const refused = Map.groupBy(
    here.filter(one => one.outcome.kind === 'refused'),
    one => Math.floor(position(one)),
  );
  const checkRefused = async (seq: number) => {
    const state = await memory.readScope(scope);
    for (const one of refused.get(seq) ?? []) if (!isRefused(one, state)) report('refusal replays', one.opId);
  };

  await checkRefused(0);
  let seq = 0;
  for (const one of answered) {
    seq++;
    if (position(one) !== seq) report('seq is dense', one.opId);
    const request = one.op as Op & { [fact: string]: Json };
    const again = await memory.transact(scope, one.opId, request, decide(one.op));
    const said = one.outcome.kind === 'answered' && one.outcome.answer;
    if (again instanceof Fault || canonicalJson(again) !== canonicalJson(said as Json))
      report('answer replays', one.opId);
    await checkRefused(position(one));
  }

  const state = await memory.readScope(scope);
  if (!isDeep(entriesOf(state), entriesOf(final.state))) report('final state replays', scope);
  const journal = final.journal.map(({ seq, opId, answer }) => ({ seq, opId, answer }));
  const told = answered.map(({ opId, outcome }) => {
    const { seq, ...answer } = (outcome as { answer: Recorded<Answer> }).answer;
    return { seq, opId, answer };
  });
  if (!isDeep(journal, told)) report('journal is what was answered', scope);
}

/** Where in the order it stands; a refusal stands after the entry it saw. */
const position = ({ outcome }: Observed): number =>
  outcome.kind === 'answered' ? outcome.answer.seq : outcome.seen + 0.5;

function isRefused(one: Observed, state: ScopeState): boolean {
  const again = decide(one.op)(state);
  if (!(again instanceof Fault) || one.outcome.kind !== 'refused') return false;
  return again.code === one.outcome.code && isDeep(again.facts as Json, one.outcome.facts);
}

function realTime(here: readonly Observed[], report: Report): void {
  const byStart = here.toSorted((a, b) => a.start_ns - b.start_ns);
  const byEnd = here.toSorted((a, b) => a.end_ns - b.end_ns);
  let [ended, furthest] = [0, 0];
  for (const one of byStart) {
    for (; ended < byEnd.length && byEnd[ended]!.end_ns < one.start_ns; ended++)
      furthest = Math.max(furthest, position(byEnd[ended]!));
    if (furthest > position(one)) report('real time is kept', one.opId);
  }
}

const entriesOf = ({ refs, seq }: ScopeState): Json => [
  seq,
  [...refs].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, ref]) => [name, ref]),
];

const isDeep = (a: Json, b: Json): boolean => canonicalJson(a) === canonicalJson(b);
