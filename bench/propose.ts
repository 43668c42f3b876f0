import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { canonicalJson } from '../src/base/canonical-json.ts';
import { sha256 } from '../src/base/digest.ts';
import { Fault } from '../src/base/fault.ts';
import { decideProposal, type VersionProposal } from '../src/change/decide-proposal.ts';
import { subjectScope } from '../src/change/subject-state.ts';
import { openSqliteStore } from '../src/store/sqlite.ts';
import type { BenchRow } from './measure.ts';

const ROUNDS = 5;
const PROPOSALS = 300;
const FIELDS = 100;
/** As many as ask a server at once; transactions that wait share a commit. */
const AT_ONCE = 32;

/**
 * Proposals a second on the SQLite store, each a new version of one of ten subjects, with a schema of 100 fields and its
 * change record. The peer writes the same documents and nothing else: one INSERT in a transaction of its own, same
 * pragmas. That is the floor: the rest is the lock, the refs, the ledger and the journal.
 */
export async function runProposeBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-bench-'));
  try {
    const [ours, together, peers]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round++) {
      const proposals = Array.from({ length: PROPOSALS }, (_, n) => proposal(round, n));
      ours.push(await measureStore(path.join(folder, `ours-${round}.db`), proposals, 1));
      together.push(await measureStore(path.join(folder, `together-${round}.db`), proposals, AT_ONCE));
      peers.push(measurePeer(path.join(folder, `peer-${round}.db`), proposals));
    }
    const peerValue = median(peers);
    const row = (name: string, value: number): BenchRow => ({
      name,
      value,
      unit: 'proposals/s',
      peer: 'node:sqlite, one INSERT of the same bytes a transaction',
      peerValue,
      ratio: value / peerValue,
    });
    return [
      row(`propose, ${FIELDS} fields, synchronous=FULL`, median(ours)),
      row(`propose, ${FIELDS} fields, synchronous=FULL, ${AT_ONCE} at once`, median(together)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Proposal = { readonly scope: string; readonly opId: string; readonly ask: VersionProposal };

const SUBJECTS = 10;

function proposal(round: number, n: number): Proposal {
  const version = Math.floor(n / SUBJECTS) + 1;
  const ids = Array.from({ length: FIELDS }, (_, index) => ({
    id: index + 1,
    names: [`feature_${index}`],
    kind: 'float64' as const,
  }));
  const document = canonicalJson({ round, n, fields: ids });
  const change = canonicalJson({ round, n, reason: 'bench' });
  return {
    scope: subjectScope(`subject-${n % SUBJECTS}`),
    opId: `op-${n}`,
    ask: {
      version,
      recordSchema: sha256(document),
      governance: sha256('governance'),
      change: sha256(change),
      class: 'compatible',
      meaning: 'holds',
      unmet: [],
      expectedHead: version - 1,
      objects: [Buffer.from(document), Buffer.from(change)],
      ids,
      burnt: [],
    },
  };
}

async function measureStore(file: string, proposals: readonly Proposal[], lanes: number): Promise<number> {
  const store = await openSqliteStore({ path: file, now_ms: () => 0 });
  if (store instanceof Fault) throw store;
  const began_ms = performance.now();
  const left = proposals.values();
  const propose = async (): Promise<void> => {
    for (const { scope, opId, ask } of left) {
      const { version, recordSchema, change } = ask;
      const request = { kind: 'propose', version, recordSchema, change };
      const answer = await store.transact(scope, opId, request, state => decideProposal(state, ask));
      if (answer instanceof Fault || answer.kind !== 'stored') throw new Error('a proposal was not stored');
    }
  };
  await Promise.all(Array.from({ length: lanes }, propose));
  const rate = (proposals.length * 1000) / (performance.now() - began_ms);
  await store.close();
  return rate;
}

function measurePeer(file: string, proposals: readonly Proposal[]): number {
  const db = new DatabaseSync(file);
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (bytes BLOB NOT NULL) STRICT',
  );
  const insert = db.prepare('INSERT INTO t VALUES (?)');
  const documents = proposals.map(({ ask }) => Buffer.concat(ask.objects));
  const began_ms = performance.now();
  for (const bytes of documents) {
    db.exec('BEGIN IMMEDIATE');
    insert.run(bytes);
    db.exec('COMMIT');
  }
  const rate = (documents.length * 1000) / (performance.now() - began_ms);
  db.close();
  return rate;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
