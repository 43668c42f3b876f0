/** Why nothing came back, and whether asking again may help. */
export type NetworkProblem = { readonly problem: string; readonly mayPass: boolean };

/** By the code that Node, its HTTP client or its TLS give to a failure; by its name where it has none. */
const PROBLEMS: Readonly<Record<string, NetworkProblem>> = {
  ECONNREFUSED: { problem: 'nothing listens there', mayPass: true },
  ECONNRESET: { problem: 'the connection was cut', mayPass: true },
  EPIPE: { problem: 'the connection was cut', mayPass: true },
  UND_ERR_SOCKET: { problem: 'the connection was cut', mayPass: true },
  EAI_AGAIN: { problem: 'the name of its host could not be looked up', mayPass: true },
  ENOTFOUND: { problem: 'no host has its name', mayPass: false },
  EHOSTUNREACH: { problem: 'no way leads to its host', mayPass: true },
  ENETUNREACH: { problem: 'no way leads to its network', mayPass: true },
  ETIMEDOUT: { problem: 'it did not answer in time', mayPass: true },
  UND_ERR_CONNECT_TIMEOUT: { problem: 'it did not answer in time', mayPass: true },
  UND_ERR_HEADERS_TIMEOUT: { problem: 'it did not answer in time', mayPass: true },
  UND_ERR_BODY_TIMEOUT: { problem: 'it did not answer in time', mayPass: true },
  CERT_HAS_EXPIRED: { problem: 'its certificate has expired', mayPass: false },
  CERT_NOT_YET_VALID: { problem: 'its certificate does not hold yet', mayPass: false },
  ERR_TLS_CERT_ALTNAME_INVALID: { problem: 'its certificate is of another host', mayPass: false },
  DEPTH_ZERO_SELF_SIGNED_CERT: { problem: 'its certificate is signed by itself', mayPass: false },
  SELF_SIGNED_CERT_IN_CHAIN: { problem: 'its certificate is signed by nobody known', mayPass: false },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: { problem: 'its certificate is signed by nobody known', mayPass: false },
  UNABLE_TO_GET_ISSUER_CERT: { problem: 'its certificate is signed by nobody known', mayPass: false },
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: { problem: 'its certificate is signed by nobody known', mayPass: false },
  EPROTO: { problem: 'it does not speak TLS as asked', mayPass: false },
  ERR_SSL_WRONG_VERSION_NUMBER: { problem: 'it does not speak TLS', mayPass: false },
  ERR_SSL_PACKET_LENGTH_TOO_LONG: { problem: 'it does not speak TLS', mayPass: false },
  HTTPParserError: { problem: 'it does not speak HTTP', mayPass: false },
};

/** What became of a request that was answered nothing, as `fetch` throws it. */
export function networkProblem(thrown: unknown, patience_ms: number): NetworkProblem {
  const codes = [...codesIn(thrown)];
  for (const code of codes) if (Object.hasOwn(PROBLEMS, code)) return PROBLEMS[code]!;
  if (nameOf(thrown) === 'TimeoutError')
    return { problem: `it did not answer within ${patience_ms / 1000} s`, mayPass: true };
  return { problem: codes[0] ?? 'the request failed', mayPass: false };
}

/** Several addresses of one host may each have failed for a reason of its own; the first is told. */
function* codesIn(thrown: unknown, depth = 0): Generator<string> {
  if (typeof thrown !== 'object' || thrown === null || depth > 4) return;
  if ('code' in thrown && typeof thrown.code === 'string') yield thrown.code;
  else if (nameOf(thrown) === 'HTTPParserError') yield 'HTTPParserError';
  if ('cause' in thrown) yield* codesIn(thrown.cause, depth + 1);
  if ('errors' in thrown && Array.isArray(thrown.errors))
    for (const error of thrown.errors) yield* codesIn(error, depth + 1);
}

const nameOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'name' in thrown ? String(thrown.name) : '';
