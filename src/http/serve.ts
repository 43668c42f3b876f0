import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { Connections, closingHeaders } from './connections.ts';
import { parserFault } from './parser-fault.ts';
import { echoed, problemHeaders, problemText } from './problem.ts';
import { pathOf, requestFault, tunnelFault } from './request-guard.ts';

export type Listening = { readonly url: string; readonly close: () => Promise<void> };

/** How long a request may take to come in. */
export type Patience = Readonly<Record<'request_head_ms' | 'request_ms' | 'request_check_ms', number>>;

export type ServeOptions = {
  readonly patience?: Patience;
  /** Told of what was refused before it was a request that the app could have answered. */
  readonly onRefused?: (fault: Fault) => void;
};

/**
 * Binds the app to an address; port 0 takes a free one.
 *
 * @faults ADDRESS_IN_USE, ADDRESS_UNAVAILABLE
 */
export function serveApp(
  app: Hono,
  host: string,
  port: number,
  { patience = LIMITS, onRefused = () => {} }: ServeOptions = {},
): Promise<Listening | Fault> {
  const server = serverOf(app, host.includes(':') ? `[${host}]` : host, patience, onRefused);
  return new Promise(resolve => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code ?? 'it failed';
      resolve(
        reason === 'EADDRINUSE'
          ? new Fault('ADDRESS_IN_USE', { host, port })
          : new Fault('ADDRESS_UNAVAILABLE', { host, port, reason }),
      );
    });
    server.listen(port, host, () => {
      const { address, port: bound } = server.address() as AddressInfo;
      const name = address.includes(':') ? `[${address}]` : address;
      resolve({
        url: `http://${name}:${bound}`,
        close: () => close(server),
      });
    });
  });
}

/** Answers under way may end; a connection that still hangs after that is cut. */
function close(server: Server): Promise<void> {
  return new Promise(closed => {
    const patience = setTimeout(() => server.closeAllConnections(), LIMITS.shutdown_ms);
    server.close(() => {
      clearTimeout(patience);
      closed();
    });
    server.closeIdleConnections();
  });
}

/** Whatever comes in is answered, and every refusal is a problem document: those of Node's parser are made here. */
function serverOf(
  app: Hono,
  hostname: string,
  patience: Patience,
  onRefused: (fault: Fault) => void,
): Server {
  const connections = new Connections();
  const server = createServer({
    maxHeaderSize: LIMITS.request_head_bytes_max,
    headersTimeout: patience.request_head_ms,
    requestTimeout: patience.request_ms,
    connectionsCheckingInterval: patience.request_check_ms,
    requireHostHeader: false, // we ask for it ourselves, and say so when it is missing
  });
  // Their bytes are bounded; a bound of their number drops those beyond it in silence.
  server.maxHeadersCount = 0;
  const answer = getRequestListener(app.fetch, {
    hostname,
    errorHandler: () => new Response(problemText(UNADDRESSED), responseOf(UNADDRESSED)),
  });
  const turnAway = (response: ServerResponse, fault: Fault): void => {
    onRefused(fault);
    refuse(response, fault);
  };
  const cutOff = (socket: Duplex, fault: Fault): void => {
    onRefused(fault);
    connections.refuse(socket, fault);
  };
  server.on('request', (request, response) => {
    connections.begin({ request, response });
    const fault = requestFault(request);
    if (fault !== undefined) return turnAway(response, fault);
    // Node's parser reads nothing behind such a request, whether the wish is granted or not.
    if (request.headers.upgrade !== undefined) response.setHeader('connection', 'close');
    request.url = pathOf(request.url ?? '/');
    void answer(request, response);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    connections.begin({ request, response });
    turnAway(response, new Fault('EXPECTATION_UNKNOWN', { expect: echoed(request.headers.expect ?? '') }));
  });
  server.on('connect', (request, socket) => cutOff(socket, tunnelFault(request)));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else cutOff(socket, parserFault(error.code));
  });
  return server;
}

/** Of a target and a Host header that each look right, no URL could be made. */
const UNADDRESSED = new Fault('REQUEST_MALFORMED', { part: 'the request target or its Host header' });

function responseOf(fault: Fault): ResponseInit {
  return { status: fault.status, headers: { ...problemHeaders(fault), 'x-content-type-options': 'nosniff' } };
}

/** What follows on the connection may be part of what was not understood. */
function refuse(response: ServerResponse, fault: Fault): void {
  const text = problemText(fault);
  response.writeHead(fault.status, closingHeaders(fault, text)).end(text);
}
