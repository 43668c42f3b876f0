import { row } from './row.ts';

export const HTTP_FAULTS = {
  ROUTE_UNKNOWN: row<{ method: string; path: string }>({
    status: 404,
    exit: 2,
    say: f => `nothing answers ${f.method} ${f.path}`,
    remedy: f => `docs/http.md lists what answers beside ${f.path}`,
  }),
  METHOD_NOT_ALLOWED: row<{ method: string; path: string; allowed: string }>({
    status: 405,
    exit: 2,
    say: f => `${f.path} doesn't answer ${f.method}`,
    remedy: f => `ask ${f.path} with ${f.allowed}`,
  }),
  BODY_INVALID: row<{ key: string; problem: string }>({
    status: 422,
    exit: 2,
    say: f => `the request body is not what this asks for: ${f.key}: ${f.problem}`,
    remedy: f => `correct ${f.key}; docs/http.md has the shape and an example`,
  }),
  BODY_TOO_LARGE: row<{ most_bytes: number }>({
    status: 413,
    exit: 2,
    say: f => `the request body is longer than ${f.most_bytes} bytes`,
    remedy: f => `send at most ${f.most_bytes} bytes, or name stored versions instead of sending schemas`,
  }),
  BODY_NOT_JSON: row<{ found: string }>({
    status: 415,
    exit: 2,
    say: f => `the request body is ${f.found}, not application/json`,
    remedy: f => `send the body with content-type application/json instead of ${f.found}`,
  }),
  DIGEST_MALFORMED: row<{ found: string }>({
    status: 400,
    exit: 2,
    say: f => `${f.found} is not a digest`,
    remedy: f => `write sha256: and 64 lower-case hex digits instead of ${f.found}`,
  }),
  ADDRESS_IN_USE: row<{ host: string; port: number }>({
    status: 503,
    exit: 4,
    say: f => `${f.host}:${f.port} is taken`,
    remedy: f => `stop what listens on ${f.host}:${f.port}, or choose another --port`,
  }),
  ADDRESS_UNAVAILABLE: row<{ host: string; port: number; reason: string }>({
    status: 503,
    exit: 4,
    say: f => `can't listen on ${f.host}:${f.port}: ${f.reason}`,
    remedy: f => `choose a --host this machine has and a --port you may open, other than ${f.host}:${f.port}`,
  }),
} as const;
