/** Proposes one version after the other until it is killed, and says each that was stored. Argument: store file. */
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { decideProposal } from '../../src/change/decide-proposal.ts';
import { subjectScope, subjectState } from '../../src/change/subject-state.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';

const store = orThrow(await openSqliteStore({ path: process.argv[2]!, now_ms: () => 0 }));
const scope = subjectScope('killed');

for (;;) {
  const { head } = subjectState(orThrow(await store.readScope(scope)));
  const version = (head.at ?? 0) + 1;
  const text = (what: string) => Buffer.from(`${what} ${version}\n`.repeat(1_000));
  const [schema, change, report] = [text('schema'), text('change'), text('report')];
  const request = { kind: 'propose', version };
  const answer = orThrow(
    await store.transact(scope, `op-${version}`, request, state =>
      decideProposal(state, {
        version,
        recordSchema: sha256(schema),
        governance: sha256('governance'),
        change: sha256(change),
        class: 'compatible',
        meaning: 'holds',
        unmet: [],
        expectedHead: head.generation,
        objects: [schema, change, report],
        ids: [{ id: version, names: [`field ${version}`], kind: 'int64' }],
        burnt: [],
      }),
    ),
  );
  process.stdout.write(`${answer.seq}\n`);
}

function orThrow<T>(value: T | Fault): T {
  if (value instanceof Fault) throw value;
  return value;
}
