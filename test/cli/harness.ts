import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { serialize } from 'node:v8';
import { Fault } from '../../src/base/fault.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { runCommand } from '../../src/cli/program.ts';
import type { World } from '../../src/cli/world.ts';
import { conversionThreads } from '../../src/engine/conversion-threads.ts';
import { duckdbProcess } from '../../src/engine/duckdb-process.ts';
import { foreignProcess } from '../../src/engine/foreign-process.ts';
import { gitProcess } from '../../src/engine/git-process.ts';
import { parquetFiles } from '../../src/engine/parquet-thread.ts';
import { plainProcess } from '../../src/engine/plain-process.ts';
import type { PlainReaders } from '../../src/engine/port.ts';
import { loadConfig } from '../../src/main/load-config.ts';
import { openBlobs } from '../../src/main/open-blobs.ts';
import { openStore, readStore } from '../../src/main/open-store.ts';
import type { PlainAnswer, PlainTask } from '../../src/matrix/plain-lane.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { REPOSITORY } from './repository.ts';

/** Any day on which the records of the repository may still be withdrawn. */
export const TODAY = Date.UTC(2026, 0, 15);

const top = temporaryFolder();
let made = 0;

export type Folder = {
  readonly root: string;
  readonly has: (name: string) => boolean;
  readonly read: (name: string) => string;
  readonly write: (name: string, content: string | Uint8Array) => void;
  readonly edit: (name: string, from: string | RegExp, to: string) => void;
  readonly remove: (name: string) => void;
  /** One command line typed in the folder. */
  readonly assay: (...argv: readonly string[]) => Promise<Heard>;
  /** The same on another day, or as another process would. */
  readonly as: (other: Partial<World>) => (...argv: readonly string[]) => Promise<Heard>;
  /** Everything the store holds, to be compared with itself later. */
  readonly stored: () => Stored;
};

export type Stored = Readonly<Record<'objects' | 'refs' | 'journal', readonly unknown[]>>;

export type Heard = {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
  /** The records that were written to standard output. */
  readonly bytes: () => Uint8Array;
  /** Standard output as the one document `--json` prints. */
  // biome-ignore lint/suspicious/noExplicitAny: what it holds is what the test asserts.
  readonly json: () => any;
};

/** An empty folder of its own. */
export function emptyFolder(): Folder {
  const root = path.join(top, String(made++));
  mkdirSync(root);
  const at = (name: string): string => path.join(root, ...name.split('/'));
  const as =
    (other: Partial<World>) =>
    (...argv: readonly string[]) =>
      hear(root, argv, other);
  return {
    root,
    has: name => existsSync(at(name)),
    read: name => readFileSync(at(name), 'utf8'),
    write: (name, content) => {
      mkdirSync(path.dirname(at(name)), { recursive: true });
      writeFileSync(at(name), content);
    },
    edit: (name, from, to) => {
      const before = readFileSync(at(name), 'utf8');
      const after = before.replace(from, to);
      if (after === before) throw new Error(`${name} has no ${from} to replace`);
      writeFileSync(at(name), after);
    },
    remove: name => rmSync(at(name), { recursive: true }),
    assay: as({}),
    as,
    stored: () => storedIn(at('.assay/registry.sqlite')),
  };
}

/** The two subjects of this repository, in a folder of their own. */
export function copiedProject(): Folder {
  const folder = emptyFolder();
  for (const name of ['schemas', 'golden', 'registry.config.ts'])
    cpSync(path.join(REPOSITORY, name), path.join(folder.root, name), { recursive: true });
  return folder;
}

/** The training example as it was before anything was accepted: no ledger, and no record of a change. */
export function unacceptedProject(): Folder {
  const folder = copiedProject();
  for (const name of ['ledger.yaml', 'changes']) folder.remove(`schemas/training.example/${name}`);
  return folder;
}

/** What `assay init` writes. */
export async function newProject(): Promise<Folder> {
  const folder = emptyFolder();
  await folder.assay('init', '.');
  return folder;
}

/** The ordinary readers themselves; asked the same again they would only say the same again, 300 ms later. */
const PLAIN: PlainReaders = (() => {
  const readers = plainProcess();
  const said = new Map<string, readonly PlainAnswer[]>();
  return {
    parquet: readers.parquet,
    read: async (tasks: readonly PlainTask[]) => {
      const asked = serialize(tasks).toString('base64');
      const answers = said.get(asked) ?? (await readers.read(tasks));
      if (!(answers instanceof Fault)) said.set(asked, answers);
      return answers;
    },
  };
})();

/** The process that reads a `registry.config.ts`; it would only say the same of the same text again, 100 ms later. */
const readConfig: World['loadConfig'] = (() => {
  const read = new Map<string, ReturnType<World['loadConfig']>>();
  return root => {
    const file = path.join(root, 'registry.config.ts');
    if (!existsSync(file) || statSync(file).isDirectory()) return loadConfig(root);
    const text = readFileSync(file, 'utf8');
    const known = read.get(text) ?? loadConfig(root);
    read.set(text, known);
    return known;
  };
})();

let operations = 0;

async function hear(root: string, argv: readonly string[], other: Partial<World>): Promise<Heard> {
  let [out, err] = ['', ''];
  const bytes: Uint8Array[] = [];
  const now_ms = other.now_ms ?? (() => TODAY);
  const world: World = {
    output: {
      write: text => {
        out += text;
      },
      writeError: text => {
        err += text;
      },
      writeBytes: async piece => {
        bytes.push(piece);
        return true;
      },
      colour: false,
      errorColour: false,
      showsProgress: false,
      width: 110,
    },
    input: () => Readable.from([]),
    folder: root,
    home: REPOSITORY,
    version: '1.2.3',
    invocation: 'assay',
    now_ms,
    loadConfig: readConfig,
    openBlobs: place => openBlobs(place, now_ms),
    openStore: (place, ifAbsent) => openStore(place, now_ms, ifAbsent),
    readStore: (place, ifAbsent) => readStore(place, now_ms, ifAbsent),
    far: undefined,
    newOpId: () => `operation-${operations++}`,
    chance: bytes => randomBytes(bytes),
    plainReaders: PLAIN,
    foreignReaders: foreignProcess(),
    openCells: async () => undefined,
    counting: duckdbProcess(),
    parquetFiles: parquetFiles(),
    conversions: conversionThreads(),
    git: gitProcess(),
    listen: async () => new Fault('USAGE', { problem: 'nothing listens here', command: 'serve' }),
    untilStopped: async () => undefined,
    ...other,
  };
  const exit = await runCommand(COMMANDS, argv, world);
  return { exit, out, err, bytes: () => Buffer.concat(bytes), json: () => JSON.parse(out) };
}

/** A store that was never made holds nothing, as one does that was made for nothing. */
function storedIn(file: string): Stored {
  if (!existsSync(file)) return { objects: [], refs: [], journal: [] };
  const db = new DatabaseSync(file, { readOnly: true });
  const all = (sql: string) => db.prepare(sql).all();
  try {
    return {
      objects: all('SELECT digest FROM objects ORDER BY digest'),
      refs: all('SELECT scope, name, generation, value FROM refs ORDER BY scope, name'),
      journal: all('SELECT scope, seq, answer FROM journal ORDER BY scope, seq'),
    };
  } finally {
    db.close();
  }
}
