import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';

/** What is wrong with bytes of which Node's parser could make no request, by its error code. */
export function parserFault(code: string | undefined): Fault {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Fault('HEADERS_TOO_LARGE', { most_bytes: LIMITS.request_head_bytes_max });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Fault('REQUEST_TOO_SLOW', { head_ms: LIMITS.request_head_ms, whole_ms: LIMITS.request_ms });
    default:
      return new Fault('REQUEST_MALFORMED', { part: PARTS[code ?? ''] ?? 'the request' });
  }
}

const PARTS: Readonly<Record<string, string>> = {
  HPE_INVALID_METHOD: 'the method',
  HPE_INVALID_URL: 'the request target',
  HPE_INVALID_VERSION: 'the HTTP version',
  HPE_INVALID_CONSTANT: 'the request line',
  HPE_INVALID_HEADER_TOKEN: 'a header',
  HPE_INVALID_CONTENT_LENGTH: 'the Content-Length header',
  HPE_UNEXPECTED_CONTENT_LENGTH: 'the Content-Length header',
  HPE_INVALID_TRANSFER_ENCODING: 'the Transfer-Encoding header',
  HPE_INVALID_CHUNK_SIZE: 'the size of a chunk',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'the extension of a chunk',
  HPE_CR_EXPECTED: 'the end of a line',
  HPE_LF_EXPECTED: 'the end of a line',
  HPE_INVALID_EOF_STATE: 'the end of the request',
};
