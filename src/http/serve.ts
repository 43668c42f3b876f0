import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { PROBLEM_HEADERS, problemText } from './problem.ts';

export type Listening = { readonly url: string; readonly close: () => Promise<void> };

/**
 * Binds the app to an address; port 0 takes a free one.
 *
 * @faults ADDRESS_IN_USE, ADDRESS_UNAVAILABLE
 */
export function serveApp(app: Hono, host: string, port: number): Promise<Listening | Fault> {
  const server = createServer(
    getRequestListener(app.fetch, {
      hostname: host.includes(':') ? `[${host}]` : host,
      errorHandler: refuseRequest,
    }),
  );
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

/** A target or Host header of which no URL can be made never reaches the app. */
function refuseRequest(): Response {
  const fault = new Fault('REQUEST_MALFORMED', { part: 'the request target or its Host header' });
  const headers = { ...PROBLEM_HEADERS, 'x-content-type-options': 'nosniff' };
  return new Response(problemText(fault), { status: fault.status, headers });
}
