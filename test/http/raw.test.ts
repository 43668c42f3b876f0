import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { LIMITS } from '../../src/base/limits.ts';
import { createApp } from '../../src/http/app.ts';
import { type Listening, type Patience, serveApp } from '../../src/http/serve.ts';
import { registryQueries } from '../../src/service/registry-queries.ts';
import { MemoryStore } from '../../src/store/memory.ts';

/** What bytes no client library would send are answered with, on real sockets. */
let server: Listening;
const troubles: unknown[] = [];
const warnings: Error[] = [];
const hear = (warning: Error): void => {
  warnings.push(warning);
};

async function start(patience?: Patience): Promise<Listening> {
  const queries = registryQueries(new MemoryStore(() => 7));
  const app = createApp(queries, { onTrouble: trouble => troubles.push(trouble) });
  const listening = await serveApp(app, '127.0.0.1', 0, patience && { patience });
  if (listening instanceof Fault) throw listening;
  return listening;
}

beforeAll(async () => {
  process.on('warning', hear);
  server = await start();
});
beforeEach(() => {
  troubles.length = 0;
  warnings.length = 0;
});
afterAll(async () => {
  await server.close();
  process.off('warning', hear);
});

type Sent = { readonly end?: boolean; readonly to?: Listening };

/** What comes back until the other side hangs up. */
function raw(bytes: string, { end = false, to = server }: Sent = {}): Promise<string> {
  const { hostname, port } = new URL(to.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(Buffer.from(bytes, 'latin1'));
      if (end) socket.end();
    });
    let text = '';
    socket.on('data', chunk => {
      text += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(text));
    // Whoever stops reading may reset the connection; what it answered before that counts.
    socket.on('error', error => (text === '' ? reject(error) : resolve(text)));
  });
}

const statuses = (text: string): number[] =>
  [...text.matchAll(/^HTTP\/1\.1 ([0-9]{3}) /gm)].map(([, status]) => Number(status));
const codes = (text: string): (string | undefined)[] =>
  [...text.matchAll(/"code":"([A-Z_]+)"/g)].map(([, code]) => code);

const HEAD = 'Host: localhost\r\nConnection: close\r\n';
const GET = (target: string, headers = HEAD): string => `GET ${target} HTTP/1.1\r\n${headers}\r\n`;
const POST = (headers: string, body = ''): string =>
  `POST /compatibility HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n${body}`;
const CHUNKED = 'Transfer-Encoding: chunked\r\n';

/** No request comes of these, and each is one line of the table: what was sent, and what is told. */
const REFUSED: ReadonlyArray<readonly [what: string, bytes: string, status: number, code: string]> = [
  ['no HTTP', '\x00\x01\x02\r\n\r\n', 400, 'REQUEST_MALFORMED'],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'REQUEST_MALFORMED'],
  ['HTTP/0.9', 'GET /health\r\n\r\n', 400, 'REQUEST_MALFORMED'],
  ['HTTP/9.9', `GET /health HTTP/9.9\r\n${HEAD}\r\n`, 400, 'REQUEST_MALFORMED'],
  ['HTTP/2 in the clear', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'REQUEST_MALFORMED'],
  ['a method nobody knows', `BREW /health HTTP/1.1\r\n${HEAD}\r\n`, 400, 'REQUEST_MALFORMED'],
  ['a method in small letters', `get /health HTTP/1.1\r\n${HEAD}\r\n`, 400, 'REQUEST_MALFORMED'],
  ['a space in the target', GET('/a b'), 400, 'REQUEST_MALFORMED'],
  ['bytes beyond ASCII in the target', GET('/\xff\xfe'), 400, 'REQUEST_MALFORMED'],
  ['a fragment', GET('/health#x'), 400, 'REQUEST_MALFORMED'],
  ['a backslash', GET('/a\\b'), 400, 'REQUEST_MALFORMED'],
  ['an asterisk', GET('*'), 400, 'REQUEST_MALFORMED'],
  ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${HEAD}\r\n`, 400, 'REQUEST_MALFORMED'],
  ['lines without CR', GET('/health').replaceAll('\r', ''), 400, 'REQUEST_MALFORMED'],
  ['a folded header', GET('/health', `X: a\r\n b\r\n${HEAD}`), 400, 'REQUEST_MALFORMED'],
  ['a space before a colon', GET('/health', 'Host : localhost\r\n'), 400, 'REQUEST_MALFORMED'],
  ['a NUL in a header', GET('/health', `X: a\0b\r\n${HEAD}`), 400, 'REQUEST_MALFORMED'],
  ['no Host', GET('/health', 'Connection: close\r\n'), 400, 'REQUEST_MALFORMED'],
  ['two Hosts', GET('/health', `Host: localhost\r\n${HEAD}`), 400, 'REQUEST_MALFORMED'],
  ['a Host with a path', GET('/health', 'Host: a/b\r\nConnection: close\r\n'), 400, 'REQUEST_MALFORMED'],
  ['an empty Host', GET('/health', 'Host:\r\nConnection: close\r\n'), 403, 'HOST_REFUSED'],
  ['another Host', GET('/health', 'Host: evil.example\r\nConnection: close\r\n'), 403, 'HOST_REFUSED'],
  ['a long target', GET(`/${'a'.repeat(20_000)}`), 431, 'HEADERS_TOO_LARGE'],
  ['long headers', GET('/health', `X: ${'a'.repeat(20_000)}\r\n${HEAD}`), 431, 'HEADERS_TOO_LARGE'],
  ['an expectation', GET('/health', `Expect: wonders\r\n${HEAD}`), 417, 'EXPECTATION_UNKNOWN'],
  ['CONNECT', `CONNECT evil.example:443 HTTP/1.1\r\n${HEAD}\r\n`, 405, 'METHOD_NOT_ALLOWED'],
  ['TRACE', `TRACE /health HTTP/1.1\r\n${HEAD}\r\n`, 405, 'METHOD_NOT_ALLOWED'],
  ['a length that is none', POST('Content-Length: abc\r\n'), 400, 'REQUEST_MALFORMED'],
  [
    'two that say who asks',
    GET('/health', 'Host: localhost\r\nAuthorization: Bearer a\r\nauthorization: Bearer b\r\n'),
    400,
    'REQUEST_MALFORMED',
  ],
  ['two lengths', POST('Content-Length: 1\r\nContent-Length: 2\r\n', 'xx'), 400, 'REQUEST_MALFORMED'],
  ['a length no number holds', POST(`Content-Length: ${'9'.repeat(30)}\r\n`), 400, 'REQUEST_MALFORMED'],
  ['a length and chunks', POST(`Content-Length: 1\r\n${CHUNKED}`, '0\r\n\r\n'), 400, 'REQUEST_MALFORMED'],
  ['a coding nobody knows', POST('Transfer-Encoding: gzip\r\n'), 400, 'REQUEST_MALFORMED'],
  ['a chunk of no size', POST(CHUNKED, 'zz\r\nabc\r\n'), 400, 'REQUEST_MALFORMED'],
  [
    'a chunk with a long extension',
    POST(CHUNKED, `1;${'a'.repeat(20_000)}\r\n{\r\n`),
    400,
    'REQUEST_MALFORMED',
  ],
  ['a path that leads out', GET('/subjects/../../health2'), 404, 'ROUTE_UNKNOWN'],
  ['a NUL in a name', GET('/subjects/%00'), 400, 'PARAMETER_INVALID'],
  ['no UTF-8 in a name', GET('/subjects/%ff%fe'), 400, 'PARAMETER_INVALID'],
  ['half an escape', GET('/subjects/%'), 400, 'PARAMETER_INVALID'],
];

describe('whatever bytes come in', () => {
  it.each(REFUSED)(
    'are answered with a problem document when they are %s',
    async (_, bytes, status, code) => {
      const text = await raw(bytes);
      expect([statuses(text), codes(text)]).toEqual([[status], [code]]);
      expect(text).toMatch(/^content-type: application\/problem\+json\r$/im);
      expect(text).toMatch(/^x-content-type-options: nosniff\r$/im);
      expect(text).toMatch(/^connection: close\r$/im);
      const [head = '', body = ''] = text.split('\r\n\r\n');
      expect(Number(/^content-length: ([0-9]+)/im.exec(head)?.[1])).toBe(body.length);
      expect(JSON.parse(body)).toMatchObject({ status, code, type: `/faults/${code}` });
      if (status === 405) expect(text).toMatch(/^allow: GET, HEAD/im);
      expect([troubles, warnings]).toEqual([[], []]);
    },
  );

  it.each([
    ['in the middle of its head', 'GET /health HT'],
    ['in the middle of its body', POST('Content-Length: 50\r\n', '{"a"')],
    ['in the middle of a chunk', POST(CHUNKED, '5\r\n{}')],
  ])('are told to be half a request when they end %s', async (_, bytes) => {
    const text = await raw(bytes, { end: true });
    expect([statuses(text), codes(text)]).toEqual([[400], ['REQUEST_MALFORMED']]);
  });

  it('are read no further than a body may go, and the next request is answered', async () => {
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    // Twice what a body may have, and no end of it.
    const text = await raw(POST(CHUNKED, chunk.repeat(32)));
    expect([statuses(text), codes(text)]).toEqual([[413], ['BODY_TOO_LARGE']]);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  });
});

describe('a target with a host in it', () => {
  const asked = (target: string, host: string) => raw(GET(target, `Host: ${host}\r\nConnection: close\r\n`));

  it.each([
    ['http://localhost/health', 'localhost'],
    ['HTTP://LOCALHOST/health', 'localhost'],
    ['http://localhost:80/health', 'localhost'],
    ['http://127.0.0.1:8321/health', '127.0.0.1:8321'],
    ['http://localhost?', 'localhost'],
  ])('%s is answered where the Host header says the same', async (target, host) => {
    expect(statuses(await asked(target, host))).toEqual([200]);
  });

  it.each([
    ['http://evil.example/health', 'evil.example', 403, 'HOST_REFUSED'],
    ['http://evil.example/health', 'localhost', 400, 'REQUEST_MALFORMED'],
    ['http://localhost/health', 'evil.example', 400, 'REQUEST_MALFORMED'],
    ['http://localhost:1/health', 'localhost:2', 400, 'REQUEST_MALFORMED'],
    ['http://evil@localhost/health', 'localhost', 400, 'REQUEST_MALFORMED'],
    ['https://localhost/health', 'localhost', 400, 'REQUEST_MALFORMED'],
    ['ftp://localhost/health', 'localhost', 400, 'REQUEST_MALFORMED'],
    ['http:///health', 'localhost', 400, 'REQUEST_MALFORMED'],
    ['localhost:80', 'localhost', 400, 'REQUEST_MALFORMED'],
  ])(
    '%s is refused with the Host %s, because one of the two is not asked for',
    async (target, host, status, code) => {
      const text = await asked(target, host);
      expect([statuses(text), codes(text)]).toEqual([[status], [code]]);
    },
  );

  it('is a path where it begins with two slashes', async () => {
    expect(codes(await asked('//evil.example/health', 'localhost'))).toEqual(['ROUTE_UNKNOWN']);
  });
});

describe('requests one behind the other on one connection', () => {
  const OPEN = 'Host: localhost\r\n';

  it('are answered in their order', async () => {
    const text = await raw(`${GET('/health', OPEN)}${GET('/nothing', OPEN)}${GET('/health')}`);
    expect(statuses(text.replaceAll('}HTTP', '}\nHTTP'))).toEqual([200, 404, 200]);
  });

  it.each(['GARBAGE\r\n\r\n', 'GET /x HTTP/1.1\r\nbad header\r\n\r\n', POST(CHUNKED, 'zz\r\n')])(
    'are answered before the refusal of %j behind them, because that one must not cost the others',
    async bad => {
      const text = await raw(`${GET('/health', OPEN)}${GET('/subjects', OPEN)}${bad}`);
      expect(statuses(text.replaceAll('}HTTP', '}\nHTTP'))).toEqual([200, 200, 400]);
      expect(codes(text)).toEqual(['REQUEST_MALFORMED']);
    },
  );
});

describe('a wish to change the protocol', () => {
  it.each(['websocket', 'h2c'])('to %s is not granted, and the request answered as it is', async protocol => {
    const wish = `Host: localhost\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n`;
    const text = await raw(GET('/health', wish));
    expect(statuses(text)).toEqual([200]);
    expect(text).toMatch(/^connection: close\r$/im);
  });
});

describe('a client that goes away', () => {
  it('in the middle of its request, or of an answer, is no trouble of ours', async () => {
    const { hostname, port } = new URL(server.url);
    const begun = [
      'GET /subj',
      POST('Content-Length: 500\r\n', '{"a"'),
      POST(CHUNKED, '5\r\n{}'),
      GET('/subjects', 'Host: localhost\r\n'),
      `${GET('/subjects', 'Host: localhost\r\n').repeat(20)}GARBAGE\r\n\r\n`,
    ];
    await Promise.all(
      begun.flatMap(bytes =>
        [0, 20].map(
          wait_ms =>
            new Promise(resolve => {
              const socket = connect(Number(port), hostname, () =>
                socket.write(bytes, () => setTimeout(() => socket.resetAndDestroy(), wait_ms)),
              );
              socket.on('error', () => {}).on('close', resolve);
            }),
        ),
      ),
    );
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    expect([troubles, warnings]).toEqual([[], []]);
  });
});

describe('a client that dawdles', () => {
  it.each([
    ['with nothing', ''],
    ['in its head', 'GET /health HTTP/1.1\r\nHost: local'],
    ['in its body', POST('Content-Length: 50\r\n', '{"a"')],
  ])('%s is told so and let go', async (_, bytes) => {
    const patience = { request_head_ms: 60, request_ms: 60, request_check_ms: 20 };
    const hasty = await start(patience);
    const text = await raw(bytes, { to: hasty });
    expect([statuses(text), codes(text)]).toEqual([[408], ['REQUEST_TOO_SLOW']]);
    await hasty.close();
    expect([troubles, warnings]).toEqual([[], []]);
  });

  it('has no less time for the whole than for its head', () =>
    expect(LIMITS.request_ms).toBeGreaterThanOrEqual(LIMITS.request_head_ms));
});
