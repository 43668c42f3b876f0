/**
 * One of many proposers while somebody collects: puts objects by themselves, waits, and only then names them; others
 * come with the decision, and large ones are blobs. What was named has to be there, at once and at the end. Says each object
 * that it named, and `lost` before one that is not there. Arguments: kind of store, its place, a folder for blobs, a name, how
 * many proposals.
 */
import { setTimeout } from 'node:timers/promises';
import { sha256 } from '../../../src/base/digest.ts';
import { Fault } from '../../../src/base/fault.ts';
import { LIMITS } from '../../../src/base/limits.ts';
import { BlobbedStore } from '../../../src/store/blobbed.ts';
import { FileBlobs } from '../../../src/store/blobs-fs.ts';
import { openSqliteStore } from '../../../src/store/sqlite.ts';
import { openPostgres } from '../../store/open-postgres.ts';

const [kind, place, folder, name, count] = process.argv.slice(2) as [string, string, string, string, string];
const now_ms = () => Date.now();
const inner =
  kind === 'postgres'
    ? await openPostgres(place, { connections: 2, now_ms })
    : orThrow(await openSqliteStore({ path: place, now_ms }));
const store = new BlobbedStore(inner, new FileBlobs(folder, now_ms));

for (let at = 0; at < Number(count); at++) {
  // Some of them all proposers put, again and again: what one does not name yet another may have had removed.
  const texts = [`own ${name} ${at}`, `shared ${at % 5}`, `named by another ${name} ${at}`];
  const large = Buffer.alloc(LIMITS.blob_from_bytes + 1, `large ${at % 3} of ${name}`);
  for (const text of texts) orThrow(await store.putObject(Buffer.from(text)));
  orThrow(await store.putObject(large));
  await setTimeout(Math.random() * 200);
  const decided = Buffer.from(`decided ${name} ${at}: ${sha256(texts[2]!)}`);
  const named = [...texts.slice(0, 2).map(text => sha256(text)), sha256(decided), sha256(large)];
  orThrow(
    await store.transact(`subject/${name}`, `op ${at}`, { kind: 'propose', at }, () => ({
      answer: { kind: 'proposed', at },
      refs: new Map([[`record/${at}`, named]]),
      // The large one is not given again: it is there, or it was collected too early.
      objects: [decided],
    })),
  );
  for (const digest of [...named, sha256(texts[2]!)]) {
    const isThere = !((await store.getObject(digest)) instanceof Fault);
    process.stdout.write(`${isThere ? '' : 'lost '}${digest}\n`);
  }
}
await store.close();

function orThrow<T>(value: T | Fault): T {
  if (value instanceof Fault) throw value;
  return value;
}
