/**
 * One of several processes at one store: waits for a line on stdin, makes its operations, and writes what it saw to
 * stdout, one JSON line each. Arguments: where the store is, seed, number of operations, store, comparison, number of scopes,
 * how many operations at once.
 */
import { once } from 'node:events';
import type { Json } from '../../src/base/canonical-json.ts';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import type { ScopeState } from '../../src/change/decision.ts';
import { isWaiting } from '../../src/change/states.ts';
import { subjectScope, subjectState } from '../../src/change/subject-state.ts';
import type { Observed } from './history.ts';
import { type Compare, decide, type Op } from './history-model.ts';
import { openWorkerStore, type WorkerStore } from './worker-store.ts';

const [path, seed, count, kind, compare, scopes, lanes] = process.argv.slice(2) as [
  string,
  string,
  string,
  WorkerStore,
  Compare,
  string,
  string,
];
const SCOPES = Array.from({ length: Number(scopes) }, (_, index) => subjectScope(`s${index}`));
const store = await openWorkerStore(kind, path);
let state = Number(seed);

process.stdout.write('ready\n');
await once(process.stdin, 'data');
const seen: Observed[] = [];
const mistakes: string[] = [];
/** What this process remembers of a scope from some operations ago: what a slow client believes. */
const remembered = new Map<string, ScopeState>();

const numbers = Array(Number(count)).keys();
await Promise.all(Array.from({ length: Number(lanes) }, operate));

async function operate(): Promise<void> {
  for (const n of numbers) {
    const scope = SCOPES[chance(SCOPES.length)]!;
    const found = await store.readScope(scope);
    if (found instanceof Fault) throw found;
    const believed = chance(4) === 0 ? (remembered.get(scope) ?? found) : found;
    if (chance(6) === 0) remembered.set(scope, found);
    await ask(scope, `${seed}-${n}`, nextOp(believed));
    if ((kind === 'sqlite' || kind === 'postgres') && chance(20) === 0) await askAgain();
  }
}
for (const one of seen) process.stdout.write(`${canonicalJson(one as unknown as Json)}\n`);
for (const mistake of mistakes) process.stdout.write(`${canonicalJson({ mistake })}\n`);
await store.close();
process.stdin.destroy();

async function ask(scope: string, opId: string, op: Op): Promise<void> {
  let decidedOn = 0;
  const start_ns = Number(process.hrtime.bigint());
  const outcome = await store.transact(scope, opId, op as Op & { [fact: string]: Json }, current => {
    decidedOn = current.seq;
    return decide(op, compare)(current);
  });
  const end_ns = Number(process.hrtime.bigint());
  const told: Observed['outcome'] =
    outcome instanceof Fault
      ? { kind: 'refused', code: outcome.code, facts: outcome.facts as Json, seen: decidedOn }
      : { kind: 'answered', answer: outcome };
  seen.push({ scope, opId, op, start_ns, end_ns, outcome: told });
}

/** A repeat gets its first answer, and its operation id is refused for anything else. */
async function askAgain(): Promise<void> {
  const before = seen[chance(seen.length)]!;
  if (before.outcome.kind !== 'answered') return;
  const { scope, opId, op, outcome } = before;
  const decideTwice = () => {
    throw new Error(`${opId} was decided twice`);
  };
  const again = await store.transact(scope, opId, op as Op & { [fact: string]: Json }, decideTwice);
  if (again instanceof Fault || canonicalJson(again) !== canonicalJson(outcome.answer))
    mistakes.push(`${opId} again`);
  const other = await store.transact(scope, opId, { kind: 'another' }, decideTwice);
  if (!(other instanceof Fault) || other.code !== 'OP_ID_REUSED') mistakes.push(`${opId} for another`);
}

function nextOp(scope: ScopeState): Op {
  const subject = subjectState(scope);
  const fence = (scope.refs.get('fence')?.value as number | undefined) ?? 0;
  const permit = chance(6);
  const alias = scope.refs.get('alias');
  const waiting = [...subject.versions].find(([, { state }]) => isWaiting(state));
  const [standing, change] = waiting ? [waiting[0], waiting[1].change] : [chance(9) + 1, sha256('none')];
  switch (chance(9)) {
    case 0: {
      const version = (subject.head.at ?? 0) + 1 - (chance(5) === 0 ? 1 : 0);
      return {
        kind: 'propose',
        version: Math.max(1, version),
        content: chance(60),
        expected: subject.head.generation,
      };
    }
    case 1:
      return { kind: 'approve', version: standing, change };
    case 6:
      return { kind: 'activate', version: standing, change };
    case 7:
      return { kind: 'withdraw', version: standing, change };
    case 8: {
      const expected = subject.head.generation;
      return { kind: 'amend', version: standing, content: chance(60), expected, amends: change };
    }
    case 2: {
      const to = 'abc'[chance(3)]!;
      return { kind: 'alias', to, expected: alias?.generation ?? 0, believed: String(alias?.value ?? '') };
    }
    case 3:
      return { kind: 'fence', to: fence + chance(3) };
    case 4:
      return { kind: 'open permit', permit, fence };
    default:
      return {
        kind: 'close permit',
        permit,
        generation: scope.refs.get(`permit/${permit}`)?.generation ?? 0,
      };
  }
}

/** 0 … below − 1, by xorshift from the seed, so that a run can be repeated as far as the scheduler lets it. */
function chance(below: number): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % below;
}
