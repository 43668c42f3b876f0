import { Fault } from '../../src/base/fault.ts';
import { LIMITS } from '../../src/base/limits.ts';
import { type PostgresAddress, parsePostgresUrl } from '../../src/store/postgres/address.ts';
import { openPostgresStore, type PostgresOptions } from '../../src/store/postgres/open.ts';
import type { PostgresStore } from '../../src/store/postgres/store.ts';

/** Everything a test does not care about, as it usually is. */
export const optionsFor = (url: string, now_ms: () => number = () => 7): PostgresOptions => ({
  address: addressOf(url),
  schema: 'assay',
  connections: LIMITS.store_connections,
  now_ms,
});

export function addressOf(url: string): PostgresAddress {
  const address = parsePostgresUrl(url);
  if ('problem' in address) throw new TypeError(address.problem);
  return address;
}

export async function openPostgres(
  url: string,
  options: Partial<PostgresOptions> = {},
): Promise<PostgresStore> {
  const store = await openPostgresStore({ ...optionsFor(url), ...options });
  if (store instanceof Fault) throw store;
  return store;
}
