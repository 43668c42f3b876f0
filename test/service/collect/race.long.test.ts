import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Digest, sha256 } from '../../../src/base/digest.ts';
import { Fault } from '../../../src/base/fault.ts';
import { type Collected, collect } from '../../../src/service/collect/collect.ts';
import type { KeptBlobs } from '../../../src/service/kept-blobs.ts';
import { BlobbedStore } from '../../../src/store/blobbed.ts';
import { FileBlobs } from '../../../src/store/blobs-fs.ts';
import type { Store } from '../../../src/store/port.ts';
import { openSqliteStore } from '../../../src/store/sqlite.ts';
import { openPostgres } from '../../store/open-postgres.ts';
import { type PostgresServer, startPostgres } from '../../store/postgres-server.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const PROPOSERS = 16;
const EACH = 8;
const WORKER = path.resolve('test/service/collect/proposer.ts');
const folder = temporaryFolder();
const now_ms = () => Date.now();
let server: PostgresServer;
let places = 0;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

type Race = {
  readonly lost: readonly string[];
  readonly named: readonly Digest[];
  readonly runs: readonly Collected[];
  readonly store: Store;
  readonly collected: (older_ms: number) => Promise<Collected>;
};

/** Many proposers in processes of their own, while this one collects without a pause what is older than that. */
async function race(kind: 'sqlite' | 'postgres', older_ms: number): Promise<Race> {
  const place = kind === 'postgres' ? await server.createDatabase() : path.join(folder, `${++places}.sqlite`);
  const blobs = path.join(folder, `blobs-${++places}`);
  const inner =
    kind === 'postgres'
      ? await openPostgres(place, { now_ms })
      : orThrow(await openSqliteStore({ path: place, now_ms }));
  const [objects, data] = [new Unfinished(blobs, now_ms), new Unfinished(`${blobs}-data`, now_ms)];
  const kept: KeptBlobs = {
    path: blobs,
    objects,
    data,
    probe: async () => 'fit',
    reach: async () => undefined,
  };
  const store = new BlobbedStore(inner, objects);
  // Of the first proposal of all, so that the blobs are never all unnamed.
  const first = Buffer.alloc(2 << 20, 'first');
  orThrow(
    await store.transact('first', 'op', { kind: 'first' }, () => ({
      answer: { kind: 'first' },
      refs: new Map([['a', sha256(first)]]),
      objects: [first],
    })),
  );
  const collected = async (older: number) =>
    orThrow(await collect({ store, kept, older_ms: older, isDry: false }));
  const workers = Array.from({ length: PROPOSERS }, (_, at) => proposer(kind, place, blobs, `p${at}`));
  let isOver = false;
  const runs: Collected[] = [];
  const collector = (async () => {
    while (!isOver) runs.push(await collected(older_ms));
  })();
  const lines = (await Promise.all(workers)).flat();
  isOver = true;
  await collector;
  return {
    lost: lines.filter(line => line.startsWith('lost ')),
    named: lines.filter(line => !line.startsWith('lost ')) as Digest[],
    runs,
    store,
    collected,
  };
}

async function proposer(...args: readonly string[]): Promise<readonly string[]> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', WORKER, ...args, String(EACH)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  child.stdout.on('data', chunk => {
    output += String(chunk);
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`a proposer ended with ${code}`);
  return output.split('\n').filter(line => line !== '');
}

/** What is written just now is no leftover, however old one may be here. */
class Unfinished extends FileBlobs {
  override async removeLeftovers(): Promise<number> {
    return 0;
  }
}

const removed = ({ objects, blobs }: Collected): number => objects.removed + blobs.removed;

describe.each(['sqlite', 'postgres'] as const)(
  '%s, 16 proposers in processes of their own, and one who collects',
  kind => {
    it('loses nothing that is named, though it was put long before anything named it', async () => {
      const { lost, named, runs, store, collected } = await race(kind, 60_000);
      expect(lost).toEqual([]);
      expect(named).toHaveLength(PROPOSERS * EACH * 5);
      expect(runs.length).toBeGreaterThan(2);
      // What nobody named is collected when nobody can be about to.
      orThrow(await store.putObject(Buffer.from('nobody')));
      await collected(-60_000);
      expect(await store.getObject(sha256('nobody'))).toMatchObject({ code: 'OBJECT_UNKNOWN' });
      for (const digest of new Set(named)) expect(await store.getObject(digest)).not.toBeInstanceOf(Fault);
      expect(await store.checkIntegrity()).toBeUndefined();
      await store.close();
    });

    it('loses some where nothing is left to those who are about to name it, or the race would prove nothing', async () => {
      const { lost, runs, store } = await race(kind, -60_000);
      expect(runs.reduce((sum, run) => sum + removed(run), 0)).toBeGreaterThan(0);
      expect(lost.length).toBeGreaterThan(0);
      await store.close();
    });
  },
);

function orThrow<T>(value: T | Fault): T {
  if (value instanceof Fault) throw value;
  return value;
}
