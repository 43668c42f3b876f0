import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Got = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

export type Fake = {
  readonly url: string;
  readonly got: Got[];
  readonly close: () => Promise<void>;
};

/** Something that listens on the loopback and answers as it is told. */
export async function fakeServer(answer: (got: Got, response: ServerResponse) => void): Promise<Fake> {
  const got: Got[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', piece => pieces.push(piece));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, path: url, headers, body: Buffer.concat(pieces).toString('utf8') };
      got.push(one);
      answer(one, response);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    got,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const json = (response: ServerResponse, status: number, body: unknown, headers: object = {}): void => {
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  response.writeHead(status, { 'content-type': type, ...headers }).end(JSON.stringify(body));
};
