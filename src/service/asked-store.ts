import { canonicalJson, type Json } from '../base/canonical-json.ts';
import { type Digest, sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { Answer } from '../change/decision.ts';
import { subjectScope } from '../change/subject-state.ts';
import type { Recorded, Store } from '../store/port.ts';

/** A change that was asked for from afar. */
export type AskedChange = {
  readonly subject: string;
  readonly opId: string;
  /** Digest of what was asked. */
  readonly asked: Digest;
  readonly by: string;
  /** The seq at which the subject must stand still. */
  readonly seq?: number | undefined;
};

export const askedDigest = (asked: Json): Digest => sha256(Buffer.from(canonicalJson(asked), 'utf8'));

/**
 * A store in which a repeat is known by what was asked, and not by what came of it: evidence that is found again may be
 * other by then. And where it was said at which seq the subject stands, nothing is written at another.
 */
export const askedStore = (store: Store, change: AskedChange): Store => ({
  putObject: bytes => store.putObject(bytes),
  getObject: digest => store.getObject(digest),
  readScope: scope => store.readScope(scope),
  scopes: () => store.scopes(),
  journal: (scope, from, limit) => store.journal(scope, from, limit),
  checkIntegrity: () => store.checkIntegrity(),
  close: () => store.close(),
  restore: scopes => store.restore(scopes),
  sweep: work => store.sweep(work),
  transact: (scope, opId, { kind }, decide) =>
    store.transact(scope, opId, requestOf(kind, change), state =>
      change.seq === undefined || change.seq === state.seq
        ? decide(state)
        : movedFault(change.subject, change.seq, state.seq),
    ),
});

/**
 * What was answered to the same ask before; undefined where nobody has asked it yet.
 *
 * @param kinds  of the requests that may have come of it
 * @faults OP_ID_REUSED, SUBJECT_MOVED, and those of the store
 */
export async function answeredBefore<A extends Answer>(
  store: Store,
  change: AskedChange,
  kinds: readonly string[],
): Promise<Recorded<A> | undefined | Fault> {
  const { subject, opId } = change;
  let reused: Fault | undefined;
  for (const kind of kinds) {
    let seq: number | undefined;
    const answer = await store.transact<A>(subjectScope(subject), opId, requestOf(kind, change), state => {
      seq = state.seq;
      return new Fault('INTERNAL', { reason: 'nothing is decided here' });
    });
    if (!(answer instanceof Fault)) return answer;
    if (answer.code === 'OP_ID_REUSED') reused = answer;
    // It was decided, so that nothing is recorded under the operation id.
    else if (seq !== undefined)
      return change.seq === undefined || change.seq === seq
        ? undefined
        : movedFault(subject, change.seq, seq);
    else return answer;
  }
  return reused;
}

const requestOf = (kind: string, { asked, by }: AskedChange) => ({ kind, asked, by });

const movedFault = (subject: string, expected: number, found: number): Fault<'SUBJECT_MOVED'> =>
  new Fault('SUBJECT_MOVED', { subject, expected, found });
