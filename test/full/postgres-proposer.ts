/**
 * One of two servers at one database: 32 proposers at once, for few subjects, each for the version that it takes for the
 * next. Says each that was stored: subject, seq, operation. Arguments: address, a name no other has.
 */
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { decideProposal } from '../../src/change/decide-proposal.ts';
import { subjectScope, subjectState } from '../../src/change/subject-state.ts';
import { openPostgres } from '../store/open-postgres.ts';

const [url, own] = process.argv.slice(2) as [string, string];
const SUBJECTS = 8;
const store = await openPostgres(url, { now_ms: () => 0 });
let asked = 0;

async function propose(lane: number): Promise<void> {
  for (;;) {
    const scope = subjectScope(`subject${(lane + asked) % SUBJECTS}`);
    const found = await store.readScope(scope);
    if (found instanceof Fault) throw found;
    const { head } = subjectState(found);
    const version = (head.at ?? 0) + 1;
    const opId = `${own}-${asked++}`;
    const [schema, change] = ['schema', 'change'].map(what => Buffer.from(`${what} ${version} ${opId}`));
    const answer = await store.transact(scope, opId, { kind: 'propose', version }, state =>
      decideProposal(state, {
        version,
        recordSchema: sha256(schema!),
        governance: sha256('governance'),
        change: sha256(change!),
        class: 'compatible',
        meaning: 'holds',
        unmet: [],
        expectedHead: head.generation,
        objects: [schema!, change!],
        ids: [{ id: version, names: [`field ${version}`], kind: 'int64' }],
        burnt: [],
      }),
    );
    if (!(answer instanceof Fault)) process.stdout.write(`${scope} ${answer.seq} ${opId}\n`);
    else if (answer.exit !== 3) throw answer; // another was first
  }
}

await Promise.all(Array.from({ length: 32 }, (_, lane) => propose(lane)));
