import { Fault } from '../../base/fault.ts';
import { Connections, type Reached } from './connections.ts';
import { type Layout, layoutOf, migrate } from './layout.ts';
import { type Migration, ownMigrations } from './migrations.ts';
import { PostgresStore } from './store.ts';

export type PostgresOptions = Reached & {
  readonly now_ms: () => number;
  /** Ours, where none are named. */
  readonly migrations?: readonly Migration[] | undefined;
};

/**
 * A store to be written to; where its tables are not there, or older, they are made or brought up to ours.
 *
 * @faults STORE_CORRUPT, STORE_FOREIGN, STORE_NEWER, STORE_BUSY, STORE_UNAVAILABLE
 */
export async function openPostgresStore(options: PostgresOptions): Promise<PostgresStore | Fault> {
  const opened = await open(options, ['absent', 'older']);
  if (opened === 'absent') throw new TypeError('what is to be made is there then');
  return opened;
}

/**
 * The same where there are tables already.
 *
 * @returns `absent` where there are none
 * @faults those of `openPostgresStore`
 */
export const openPostgresWhereMade = (options: PostgresOptions): Promise<PostgresStore | 'absent' | Fault> =>
  open(options, ['older']);

/**
 * A store to be read: it makes and changes nothing, and its user needs leave to read and no other.
 *
 * @returns `absent` where no tables are
 * @faults those of `openPostgresStore`
 */
export const openPostgresReader = (options: PostgresOptions): Promise<PostgresStore | 'absent' | Fault> =>
  open(options, []);

/** @param mended  what is brought up to ours */
async function open(
  { now_ms, migrations, ...reached }: PostgresOptions,
  mended: readonly Layout[],
): Promise<PostgresStore | 'absent' | Fault> {
  const connections = new Connections(reached);
  const [{ path }, { schema }] = [connections, reached];
  const where = { path, schema, migrations: migrations ?? ownMigrations() };
  const found = await connections.use(connection => layoutOf(connection, where));
  const left =
    found instanceof Fault || !mended.includes(found)
      ? found
      : ((await connections.write(connection => migrate(connection, where))) ?? 'ours');
  if (left === 'ours') return new PostgresStore(connections, schema, now_ms);
  await connections.close();
  if (left !== 'older') return left;
  const problem = 'its tables are of an older program; the first that writes there brings them up to date';
  return new Fault('STORE_UNAVAILABLE', { path, problem });
}
