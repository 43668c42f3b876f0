import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import { Damaged } from '../damaged.ts';

/**
 * What kept a database from answering. `again`: the same may be asked at once; `lost`: of a connection made anew; the
 * others are for whoever asked.
 */
export type Trouble = {
  readonly kind: 'again' | 'lost' | 'busy' | 'unavailable' | 'corrupt';
  readonly problem: string;
};

/**
 * In our words: those of a server may hold what was sent to it, and a name of a host with its password.
 *
 * @returns undefined where it is our own mistake, or no error of a database at all
 */
export function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof Damaged) return { kind: 'corrupt', problem: error.message };
  if (!(error instanceof Error)) return undefined;
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return unnamedTrouble(error.message);
  return /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E') ? serverTrouble(code) : networkTrouble(code);
}

export function troubleFault(path: string, { kind, problem }: Trouble): Fault {
  if (kind === 'corrupt') return new Fault('STORE_CORRUPT', { path, problem });
  if (kind === 'busy' || kind === 'again')
    return new Fault('STORE_BUSY', { path, waited_ms: LIMITS.store_busy_ms });
  return new Fault('STORE_UNAVAILABLE', { path, problem });
}

/** By SQLSTATE, or by its class. */
const SERVER: Readonly<Record<string, Trouble>> = {
  '0A000': { kind: 'again', problem: 'its tables changed meanwhile' },
  '25006': { kind: 'unavailable', problem: 'it may only be read: it is a standby, or set to read only' },
  '28': { kind: 'unavailable', problem: 'it does not accept this user, or this password' },
  '3D': { kind: 'unavailable', problem: 'there is no such database' },
  '40': { kind: 'again', problem: 'its transaction was undone, as another came between' },
  '42501': { kind: 'unavailable', problem: 'this user may not do what a store must do there' },
  '42P01': { kind: 'corrupt', problem: 'one of its tables is gone' },
  '42703': { kind: 'corrupt', problem: 'one of its columns is gone' },
  '53': { kind: 'unavailable', problem: 'it is out of something that it needs' },
  '53100': { kind: 'unavailable', problem: 'its disk is full' },
  '53200': { kind: 'unavailable', problem: 'it is out of memory' },
  '53300': { kind: 'unavailable', problem: 'it has as many connections as it may have' },
  '55P03': { kind: 'busy', problem: 'it was held by others' },
  '57014': {
    kind: 'unavailable',
    problem: `it stopped a statement, as it does after ${LIMITS.store_statement_ms} ms`,
  },
  '57P01': { kind: 'lost', problem: 'it is being stopped' },
  '57P02': { kind: 'lost', problem: 'it fell, and is being restarted' },
  '57P03': { kind: 'unavailable', problem: 'it is starting or stopping, and takes nobody' },
  '57P05': { kind: 'lost', problem: 'it ended a connection that was idle' },
  '25P03': { kind: 'lost', problem: 'it ended a transaction that was idle' },
  '08': { kind: 'lost', problem: 'its connection was lost' },
  '58': { kind: 'unavailable', problem: 'its machine failed it; what it says of that is in its log' },
  XX001: { kind: 'corrupt', problem: 'PostgreSQL finds its data damaged' },
  XX002: { kind: 'corrupt', problem: 'PostgreSQL finds an index damaged' },
};

/** Ours to fix, not the world's: data, constraints, statements and their states. */
const MISTAKES: readonly string[] = ['21', '22', '23', '25', '26', '2D', '34', '3B', '3F', '42', '54'];

function serverTrouble(code: string): Trouble | undefined {
  const known = SERVER[code] ?? SERVER[code.slice(0, 2)];
  if (known !== undefined || MISTAKES.includes(code.slice(0, 2))) return known;
  return { kind: 'unavailable', problem: `PostgreSQL refused with ${code}` };
}

const NETWORK: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody answers there',
  ENOTFOUND: 'its host is not known',
  EAI_AGAIN: 'its host could not be looked up',
  ENOENT: 'there is no socket of a server in that folder',
  EACCES: 'its socket may not be used',
  EHOSTUNREACH: 'its host is out of reach',
  ENETUNREACH: 'its network is out of reach',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is of another host',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by nobody who is trusted; name theirs in sslrootcert',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its certificate is signed by nobody who is trusted; name theirs in sslrootcert',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate is signed by nobody who is trusted; name theirs in sslrootcert',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its certificate is signed by nobody who is trusted; name theirs in sslrootcert',
};

const CUT_OFF: readonly string[] = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED'];

function networkTrouble(code: string): Trouble | undefined {
  if (CUT_OFF.includes(code)) return { kind: 'lost', problem: 'its connection was lost' };
  const problem = NETWORK[code];
  if (problem !== undefined) return { kind: 'unavailable', problem };
  return /^(?:E[A-Z]+|ERR_(?:SSL|TLS)_\w+|CERT_\w+|UNABLE_\w+)$/.test(code)
    ? { kind: 'unavailable', problem: `it could not be reached: ${code}` }
    : undefined;
}

/** What the client library says in words alone. */
const UNNAMED: ReadonlyArray<readonly [said: RegExp, trouble: Trouble]> = [
  [
    /^Connection terminated due to connection timeout/,
    { kind: 'unavailable', problem: `it did not answer within ${LIMITS.store_connect_ms} ms` },
  ],
  [/^timeout exceeded when trying to connect/, { kind: 'busy', problem: 'all connections are in use' }],
  [/^Connection terminated|is not queryable$/, { kind: 'lost', problem: 'its connection was lost' }],
  [/^Query read timeout/, { kind: 'unavailable', problem: 'it fell silent in the middle of an answer' }],
  [
    /does not support SSL/,
    {
      kind: 'unavailable',
      problem: 'it does not speak TLS; where the network may be trusted, ask for ?sslmode=disable',
    },
  ],
  [
    /error establishing an SSL connection/,
    { kind: 'unavailable', problem: 'what answers there is no PostgreSQL' },
  ],
  [
    /client password must be a/,
    { kind: 'unavailable', problem: 'it asks for a password, and none was given' },
  ],
  [/^SASL/, { kind: 'unavailable', problem: 'it and this program could not agree on who the other is' }],
  [
    /^Received unexpected|^received invalid response|unsupported/i,
    { kind: 'unavailable', problem: 'what answers there is no PostgreSQL' },
  ],
];

const unnamedTrouble = (message: string): Trouble | undefined =>
  UNNAMED.find(([said]) => said.test(message))?.[1];
