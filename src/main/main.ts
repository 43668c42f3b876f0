import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Fault } from '../base/fault.ts';
import { COMMANDS } from '../cli/commands.ts';
import type { Output } from '../cli/output.ts';
import { runCommand } from '../cli/program.ts';
import { renderFault } from '../cli/render-fault.ts';
import type { World } from '../cli/world.ts';
import { conversionThreads } from '../engine/conversion-threads.ts';
import { duckdbProcess } from '../engine/duckdb-process.ts';
import { foreignProcess } from '../engine/foreign-process.ts';
import { gitProcess } from '../engine/git-process.ts';
import { parquetFiles } from '../engine/parquet-thread.ts';
import { plainProcess } from '../engine/plain-process.ts';
import { farRegistry } from './far-registry.ts';
import { invocationOf } from './invocation.ts';
import { listen } from './listen.ts';
import { loadConfig } from './load-config.ts';
import { openBlobs } from './open-blobs.ts';
import { openCells } from './open-cells.ts';
import { openStore, readStore } from './open-store.ts';
import { untilStopped } from './until-stopped.ts';

/** Runs one command line of this process. Returns the exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const output = terminal();
  const now_ms = () => Date.now();
  const here = realpathSync(fileURLToPath(import.meta.url));
  const home = path.join(path.dirname(here), '..', '..');
  const version = versionIn(home);
  const world: World = {
    output,
    input: () => process.stdin,
    folder: process.cwd(),
    home,
    version,
    invocation: invocationOf(
      path.join(path.dirname(here), `bin${path.extname(here)}`),
      (process.env['PATH'] ?? '').split(path.delimiter).filter(folder => folder !== ''),
    ),
    now_ms,
    loadConfig,
    openStore: (place, ifAbsent) => openStore(place, now_ms, ifAbsent),
    readStore: (place, ifAbsent) => readStore(place, now_ms, ifAbsent),
    openBlobs: place => openBlobs(place, now_ms),
    far: farRegistry(process.env, process.cwd(), version),
    newOpId: () => randomUUID(),
    chance: bytes => randomBytes(bytes),
    plainReaders: plainProcess(),
    foreignReaders: foreignProcess(),
    openCells: root => openCells(root, now_ms),
    parquetFiles: parquetFiles(),
    counting: duckdbProcess(),
    conversions: conversionThreads(),
    git: gitProcess(),
    listen: (stores, project, where) => listen(stores, project, where, now_ms),
    untilStopped,
  };
  try {
    return await runCommand(COMMANDS, argv, world);
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : 'something was thrown';
    if (process.env['ASSAY_STACK'] === '1' && error instanceof Error) output.writeError(`${error.stack}\n`);
    const fault = new Fault('INTERNAL', { reason });
    renderFault(fault, output, argv.includes('--json'));
    return fault.exit;
  }
}

function versionIn(home: string): string {
  const text = readFileSync(path.join(home, 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

function terminal(): Output {
  // A reader such as `head` that closes early is no failure of ours; who writes records tells it by its exit code.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.stderr.write(`standard output can't be written: ${error.code}\n`);
    process.exit(4);
  });
  const isPlain = process.env['NO_COLOR'] !== undefined && process.env['NO_COLOR'] !== '';
  return {
    write: text => void process.stdout.write(text),
    writeError: text => void process.stderr.write(text),
    writeBytes: bytes =>
      new Promise(resolve =>
        process.stdout.write(bytes, error => resolve(error === null || error === undefined)),
      ),
    colour: process.stdout.isTTY === true && !isPlain,
    errorColour: process.stderr.isTTY === true && !isPlain,
    showsProgress: process.stderr.isTTY === true,
    width: process.stdout.columns || COLUMNS,
  };
}

/** Where nobody says how wide a line may be. */
const COLUMNS = 110;
