import * as z from 'zod';
import { LIMITS } from '../base/limits.ts';
import { parsePostgresUrl } from '../store/postgres/address.ts';

/** Which PostgreSQL is the store; its address is written out, or stands in a variable of the environment. */
const Postgres = z
  .strictObject({
    url: z.string().min(1).superRefine(isAddress).optional(),
    urlFrom: z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of a variable of the environment')
      .optional(),
    /** The schema of the database whose tables are the store. */
    schema: z
      .string()
      .regex(
        /^(?!pg_)[a-z][a-z0-9_]{0,62}$/,
        'a schema: lower-case letters, digits and underscores, not pg_…',
      )
      .default('assay'),
    /** How many connections one process may have at a time. */
    connections: z.int().min(1).max(LIMITS.store_connections_max).default(LIMITS.store_connections),
  })
  .refine(({ url, urlFrom }) => (url === undefined) !== (urlFrom === undefined), {
    message: 'a map with either url or urlFrom',
  });

export type PostgresSettings = z.output<typeof Postgres>;

export const StoreSettings = z.strictObject({ postgres: Postgres });

/** What stands for a database that is named by its address alone. */
export const postgresAt = (url: string): PostgresSettings => ({
  url,
  schema: 'assay',
  connections: LIMITS.store_connections,
});

function isAddress(url: string, context: z.RefinementCtx): void {
  const address = parsePostgresUrl(url);
  if ('problem' in address)
    context.addIssue({ code: 'custom', message: `the address of a database: ${address.problem}` });
}
