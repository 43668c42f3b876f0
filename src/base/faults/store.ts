import { row } from './row.ts';

/** The address of a database, where the store is no file. */
const isAddress = (path: string): boolean => path.startsWith('postgres:');
const another = (path: string): string => (isAddress(path) ? 'another database or schema' : 'another file');

export const STORE_FAULTS = {
  STORE_CORRUPT: row<{ path: string; problem: string }>({
    status: 503,
    exit: 4,
    say: f => `the store at ${f.path} is damaged: ${f.problem}`,
    remedy: f => `restore ${f.path} from a backup, or name ${another(f.path)}; nothing was changed`,
  }),
  STORE_FOREIGN: row<{ path: string }>({
    status: 503,
    exit: 4,
    say: f =>
      isAddress(f.path)
        ? `${f.path} has tables there that are not those of a store of this registry`
        : `${f.path} is a database, but not a store of this registry`,
    remedy: f => `name ${another(f.path)} as the store; ${f.path} was left as it is`,
  }),
  STORE_NEWER: row<{ path: string; found: number; known: number }>({
    status: 503,
    exit: 4,
    say: f => `the store at ${f.path} has layout ${f.found}, and this program knows layout ${f.known}`,
    remedy: f => `use the program that wrote ${f.path}, or a newer one`,
  }),
  STORE_BUSY: row<{ path: string; waited_ms: number }>({
    status: 503,
    exit: 4,
    say: f => `the store at ${f.path} was held by others for ${f.waited_ms} ms`,
    remedy: () => 'try again when the others are done; what is stored already is not stored twice',
  }),
  STORE_UNAVAILABLE: row<{ path: string; problem: string }>({
    status: 503,
    exit: 4,
    say: f => `the store at ${f.path} can't be used: ${f.problem}`,
    remedy: f =>
      isAddress(f.path)
        ? 'check that it is there, takes this user and has room; then try again: what is stored already is not stored twice'
        : `check that the folder of ${f.path} exists, may be written and has room; then try again`,
  }),
  STORE_NOT_EMPTY: row<{ path: string }>({
    status: 409,
    exit: 2,
    say: f => `the store at ${f.path} holds something already, and a backup is restored into an empty one`,
    remedy: f => `name another store than ${f.path}, one that does not exist yet`,
  }),
  BACKUP_BROKEN: row<{ path: string; problem: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.path} is no whole backup: ${f.problem}`,
    remedy: f => `use another backup than ${f.path}: nothing of it was restored`,
  }),
  OP_ID_REUSED: row<{ scope: string; opId: string; recorded: string; asked: string }>({
    status: 409,
    exit: 2,
    say: f => `operation ${f.opId} of ${f.scope} already stands for request ${f.recorded}, not ${f.asked}`,
    remedy: () => 'repeat an operation with the same request, or give a new request a new operation id',
  }),
  OBJECT_UNKNOWN: row<{ digest: string }>({
    status: 404,
    exit: 2,
    say: f => `no object has the digest ${f.digest}`,
    remedy: () => 'check the digest, and that this is the store it was written to',
  }),
  OBJECT_CORRUPT: row<{ digest: string; found: string }>({
    status: 503,
    exit: 4,
    say: f => `the object stored as ${f.digest} has the digest ${f.found}`,
    remedy: f => `restore the store from a backup that has ${f.digest} as it was`,
  }),
  OBJECT_LOST: row<{ what: string; digest: string }>({
    status: 503,
    exit: 4,
    say: f => `the store has ${f.what}, and no longer the object ${f.digest} that belongs to it`,
    remedy: f => `restore the store from a backup that has ${f.digest}`,
  }),
  STORE_ABSENT: row<{ path: string }>({
    status: 503,
    exit: 4,
    say: f => `there is no store at ${f.path}`,
    remedy: f =>
      `make it with the first \`assay propose\`, or name the right ${isAddress(f.path) ? 'database or schema' : 'file'} instead of ${f.path}`,
  }),
  OBJECT_TOO_LARGE: row<{ bytes: number; most: number }>({
    status: 413,
    exit: 2,
    say: f => `an object has ${f.bytes} bytes, and at most ${f.most} are kept in the store`,
    remedy: () => 'propose less at once: what was found of a proposal is kept as one document',
  }),
  RETENTION: row<{ digest: string; subject: string; version: number; until: string }>({
    status: 409,
    exit: 2,
    say: f =>
      `${f.digest} is kept until ${f.until}: the rollout of ${f.subject}@${f.version} may have to go back to it, or on from it`,
    remedy: f => `settle or roll back ${f.subject}@${f.version} first; what its journal names stays for good`,
  }),
  OBJECT_REFERRED: row<{ digest: string; by: string }>({
    status: 409,
    exit: 2,
    say: f => `${f.digest} is referred to, by ${f.by}`,
    remedy: f => `leave ${f.digest}: what a registry has said once is never taken from under it`,
  }),
  OBJECT_YOUNG: row<{ digest: string; days: number }>({
    status: 409,
    exit: 2,
    say: f => `${f.digest} was put less than ${f.days} days ago, and somebody may be about to refer to it`,
    remedy: () => 'wait, or say with --older-than that nobody works for so long at one proposal',
  }),
  BLOBS_FOREIGN: row<{ path: string; blobs: number }>({
    status: 409,
    exit: 2,
    say: f =>
      `none of the ${f.blobs} blobs at ${f.path} is referred to by this store: they look like those of another`,
    remedy: f =>
      `name in registry.config.ts the store and the blobs that belong together; ${f.path} was left as it is`,
  }),
  BLOB_STORE_UNFIT: row<{ path: string }>({
    status: 503,
    exit: 4,
    say: f =>
      `the object store at ${f.path} wrote over an object that was only to be created, and keeps no versions`,
    remedy: f =>
      `turn versioning on for the bucket of ${f.path}, or name a store that keeps \`If-None-Match\``,
  }),
  BLOB_TOO_LARGE: row<{ bytes: number; most: number }>({
    status: 413,
    exit: 2,
    say: f => `a blob has ${f.bytes} bytes, and at most ${f.most} are put at once`,
    remedy: () => 'divide it: what is larger than that is read in pieces by everyone',
  }),
  BLOB_UNKNOWN: row<{ digest: string }>({
    status: 404,
    exit: 2,
    say: f => `no blob has the digest ${f.digest}`,
    remedy: () => 'check the digest, and that this is the folder it was written to',
  }),
  BLOB_CORRUPT: row<{ digest: string; found: string }>({
    status: 503,
    exit: 4,
    say: f => `the blob stored as ${f.digest} has the digest ${f.found}`,
    remedy: f => `put the right bytes again, which replaces them, or restore ${f.digest} from a backup`,
  }),
} as const;
