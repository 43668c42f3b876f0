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
  HOST_REFUSED: row<{ host: string }>({
    status: 403,
    exit: 2,
    say: f => `this server does not answer for the host ${f.host}`,
    remedy: () => 'ask it by the address it listens on, or allow the host where it is started',
  }),
  REQUEST_MALFORMED: row<{ part: string }>({
    status: 400,
    exit: 2,
    say: f => `${f.part} is malformed`,
    remedy: f => `correct ${f.part}; nothing else of the request was read`,
  }),
  REQUEST_TOO_SLOW: row<{ head_ms: number; whole_ms: number }>({
    status: 408,
    exit: 2,
    say: f =>
      `the request did not come in time: its head within ${f.head_ms} ms, the whole within ${f.whole_ms} ms`,
    remedy: () => 'open a new connection and send the request without pauses',
  }),
  HEADERS_TOO_LARGE: row<{ most_bytes: number }>({
    status: 431,
    exit: 2,
    say: f => `the request target and the headers are longer than ${f.most_bytes} bytes`,
    remedy: f => `send at most ${f.most_bytes} bytes before the body; a long document belongs into the body`,
  }),
  EXPECTATION_UNKNOWN: row<{ expect: string }>({
    status: 417,
    exit: 2,
    say: f => `nothing here meets the expectation ${f.expect}`,
    remedy: () => 'send no Expect header, or `Expect: 100-continue`',
  }),
  PARAMETER_INVALID: row<{ parameter: string; expected: string }>({
    status: 400,
    exit: 2,
    say: f => `the parameter ${f.parameter} is malformed`,
    remedy: f => `write ${f.expected}`,
  }),
  PARAMETER_UNKNOWN: row<{ parameter: string; known: string }>({
    status: 400,
    exit: 2,
    say: f => `the query parameter ${f.parameter} is not known here`,
    remedy: f => `remove it; known here: ${f.known}`,
  }),
  DIGEST_MALFORMED: row<{ found: string }>({
    status: 400,
    exit: 2,
    say: f => `${f.found} is not a digest`,
    remedy: f => `write sha256: and 64 lower-case hex digits instead of ${f.found}`,
  }),
  OBJECT_OTHER_KIND: row<{ digest: string; kind: string }>({
    status: 404,
    exit: 2,
    say: f => `the object ${f.digest} is no ${f.kind}`,
    remedy: f => `ask for ${f.digest} as what it is; docs/http.md has an address for each kind`,
  }),
  BODY_NOT_JSON: row<{ found: string }>({
    status: 415,
    exit: 2,
    say: f => `the request body is ${f.found}, not application/json`,
    remedy: f => `send the body plain, with content-type application/json instead of ${f.found}`,
  }),
  BODY_TOO_LARGE: row<{ most_bytes: number }>({
    status: 413,
    exit: 2,
    say: f => `the request body is longer than ${f.most_bytes} bytes`,
    remedy: f => `send at most ${f.most_bytes} bytes, or name stored versions instead of sending schemas`,
  }),
  BODY_MALFORMED: row<{ kind: string; line: number; offset: number; problem: string }>({
    status: 400,
    exit: 2,
    say: f => `the request body can't be read (${f.kind}, line ${f.line}, byte ${f.offset}): ${f.problem}`,
    remedy: () => 'send one JSON document in UTF-8; nothing is guessed or replaced',
  }),
  SUBJECT_MOVED: row<{ subject: string; expected: number; found: number }>({
    status: 412,
    exit: 3,
    say: f => `${f.subject} stands at seq ${f.found}, and not at ${f.expected}`,
    remedy: f => `read ${f.subject} again, and ask for what is still wanted with if-match of seq ${f.found}`,
  }),
  SENT_FILE_REFUSED: row<{ where: string; path: string; problem: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.where}: the file ${f.path} is not taken: ${f.problem}`,
    remedy: f => `send ${f.path} under the path it has in the project, schemas/… or golden/…, once`,
  }),
  SENT_FILES_UNWRITTEN: row<{ problem: string }>({
    status: 503,
    exit: 4,
    say: f => `the files that were sent can't be laid down to be judged: ${f.problem}`,
    remedy: () => 'try again later; whoever runs this server makes room in its folder for temporary files',
  }),
  JUDGES_BUSY: row<{ waiting: number; retry_after_s: number }>({
    status: 503,
    exit: 4,
    say: f => `${f.waiting} proposals wait to be judged already`,
    remedy: f => `try again in ${f.retry_after_s} s, with the same idempotency-key`,
  }),
  JUDGE_ENDED: row<{ how: string }>({
    status: 503,
    exit: 4,
    say: f => `what judged the proposal ended before it was done (${f.how}), and nothing was kept`,
    remedy: () => 'try again with the same idempotency-key; if it ends again, judge it with assay propose',
  }),
  JUDGEMENT_TOO_LONG: row<{ most_s: number }>({
    status: 422,
    exit: 2,
    say: f => `the proposal could not be judged within ${f.most_s} s, and nothing was kept`,
    remedy: () => 'send less golden data, or judge it with assay propose at the store',
  }),
  STORE_SILENT: row<{ cause: string }>({
    status: 503,
    exit: 4,
    say: f => `the store can't answer (${f.cause})`,
    remedy: () => 'try again later; whoever runs this server is told why',
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
