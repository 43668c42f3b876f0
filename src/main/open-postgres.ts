import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Fault } from '../base/fault.ts';
import type { IfAbsent } from '../cli/world.ts';
import type { PostgresPlace } from '../service/open-store.ts';
import { reasonOf } from '../service/read-file.ts';
import { DeferredStore } from '../store/deferred.ts';
import { MemoryStore } from '../store/memory.ts';
import type { ReadStore, Store } from '../store/port.ts';
import { parsePostgresUrl, shownAddress } from '../store/postgres/address.ts';
import {
  openPostgresReader,
  openPostgresStore,
  openPostgresWhereMade,
  type PostgresOptions,
} from '../store/postgres/open.ts';

/** As `openStore` of a file: tables that are not there are made with the first that is written to them. */
export async function openDatabase(
  place: PostgresPlace,
  now_ms: () => number,
  ifAbsent: Exclude<IfAbsent, 'refuse'>,
): Promise<Store | Fault> {
  const options = optionsOf(place, now_ms);
  if (options instanceof Fault) return options;
  const opened = await openPostgresWhereMade(options);
  if (opened !== 'absent') return opened;
  if (ifAbsent === 'empty') return new MemoryStore(now_ms);
  // Who makes them meanwhile is met by whoever writes.
  return new DeferredStore({ now_ms, isAbsent: () => true, make: () => openPostgresStore(options) });
}

/** As `readStore` of a file: it makes nothing. */
export async function readDatabase(
  place: PostgresPlace,
  now_ms: () => number,
  ifAbsent: Exclude<IfAbsent, 'make'>,
): Promise<ReadStore | Fault> {
  const options = optionsOf(place, now_ms);
  if (options instanceof Fault) return options;
  const opened = await openPostgresReader(options);
  if (opened !== 'absent') return opened;
  return ifAbsent === 'empty'
    ? new MemoryStore(now_ms)
    : new Fault('STORE_ABSENT', { path: shownAddress(options.address, options.schema) });
}

function optionsOf(
  { postgres, folder, given }: PostgresPlace,
  now_ms: () => number,
): PostgresOptions | Fault {
  const { url, urlFrom, schema, connections } = postgres;
  const refuse = (problem: string): Fault =>
    given === 'option'
      ? new Fault('USAGE', { problem: `--store: ${problem}`, command: '' })
      : new Fault('CONFIG_INVALID', { key: given.key, problem }, given.at);
  const text = url ?? process.env[urlFrom!];
  if (text === undefined || text === '') return refuse(`the variable ${urlFrom} is not set`);
  const address = parsePostgresUrl(text);
  if ('problem' in address)
    return refuse(url === undefined ? `in ${urlFrom}, ${address.problem}` : address.problem);
  const { certificates: file } = address;
  if (file === undefined) return { address, schema, connections, now_ms };
  try {
    const certificates = readFileSync(path.resolve(folder, file), 'utf8');
    return { address, schema, connections, certificates, now_ms };
  } catch (error) {
    return refuse(`the file of sslrootcert can't be read: ${reasonOf(error)}`);
  }
}
