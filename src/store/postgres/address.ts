/** How much of TLS is asked for: none; a cipher; one with a known certificate; one with that of this host. */
export type Tls = 'none' | 'encrypted' | 'known' | 'verified';

export type PostgresAddress = {
  /** A name, an address, or the folder of a socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly tls: Tls;
  /** The file of certificates that are trusted instead of those that Node trusts. */
  readonly certificates: string | undefined;
};

/** Why a text is no address. It never repeats the text, which may hold a password. */
export type NoAddress = { readonly problem: string };

const PORT = 5432;

/**
 * `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, with `sslmode` and `sslrootcert` as the clients of PostgreSQL have them,
 * and `host=/FOLDER` for a socket. What another client may read there and this one would not heed is refused.
 */
export function parsePostgresUrl(text: string): PostgresAddress | NoAddress {
  const url = URL.parse(text);
  if (url === null)
    return { problem: 'it is no URL; in a name or a password, write / : @ # ? % as %2F %3A …' };
  if (!SCHEMES.includes(url.protocol)) return { problem: 'it must begin with postgres://' };
  if (url.hash !== '') return { problem: 'it has a #; in a password, write %23' };
  const asked = paramsOf(url.searchParams);
  if ('problem' in asked) return asked;
  const [database, user, password] = [url.pathname.slice(1), url.username, url.password].map(decoded);
  if (database === undefined || user === undefined || password === undefined)
    return { problem: 'it has a % that stands for nothing; write it as %25' };
  if (database === '' || database.includes('/'))
    return { problem: 'it must name one database after the host' };
  if ([database, user, password].some(part => part.includes('\u0000')))
    return { problem: 'it has a %00, which stands for nothing' };
  const host = asked.host ?? url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (host === '') return { problem: 'it must name a host, or the folder of a socket with ?host=/FOLDER' };
  if (asked.host !== undefined && url.hostname !== '') return { problem: 'it names two hosts' };
  return {
    host,
    port: url.port === '' ? PORT : Number(url.port),
    database,
    user: user === '' ? undefined : user,
    password: password === '' ? undefined : password,
    tls: asked.tls ?? (isNear(host) ? 'none' : 'verified'),
    certificates: asked.certificates,
  };
}

/** The tables in one schema of a database as they may be named to anybody: without the password. */
export const shownAddress = ({ host, port, database, user }: PostgresAddress, schema: string): string => {
  const named = host.includes(':') ? `[${host}]` : host;
  return `postgres://${user === undefined ? '' : `${user}@`}${named}:${port}/${database} (schema ${schema})`;
};

/** Whether it looks like the address of a database and not like the name of a file. */
export const isPostgresUrl = (text: string): boolean =>
  SCHEMES.some(scheme => text.startsWith(`${scheme}//`));

const SCHEMES: readonly string[] = ['postgres:', 'postgresql:'];

/** By the words of libpq. `allow` and `prefer` are not among them: they fall back to none without a word. */
const TLS: ReadonlyMap<string, Tls> = new Map([
  ['disable', 'none'],
  ['require', 'encrypted'],
  ['verify-ca', 'known'],
  ['verify-full', 'verified'],
]);

type Params = {
  readonly tls?: Tls | undefined;
  readonly certificates?: string | undefined;
  readonly host?: string | undefined;
};

function paramsOf(params: URLSearchParams): Params | NoAddress {
  const known = new Map<string, string>();
  for (const [key, value] of params) {
    if (!KEYS.includes(key)) return { problem: `after the ? only ${KEYS.join(', ')} are known` };
    if (known.has(key)) return { problem: `${key} stands there twice` };
    known.set(key, value);
  }
  const mode = known.get('sslmode');
  const tls = mode === undefined ? undefined : TLS.get(mode);
  if (mode !== undefined && tls === undefined)
    return { problem: `sslmode must be one of ${[...TLS.keys()].join(', ')}` };
  const host = known.get('host');
  if (host !== undefined && !host.startsWith('/')) return { problem: 'host must be the folder of a socket' };
  return { tls, certificates: known.get('sslrootcert'), host };
}

const KEYS = ['sslmode', 'sslrootcert', 'host'];

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Nothing leaves the machine on the way there. */
const isNear = (host: string): boolean =>
  host.startsWith('/') || ['localhost', '127.0.0.1', '::1'].includes(host);
