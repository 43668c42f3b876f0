import { serve as listen } from '@hono/node-server';
import type { Hono } from 'hono';
import { Fault } from '../base/fault.ts';

export type Listening = { readonly url: string; readonly close: () => Promise<void> };

/**
 * Binds the app to an address; port 0 takes a free one.
 *
 * @faults ADDRESS_IN_USE, ADDRESS_UNAVAILABLE
 */
export function serveApp(app: Hono, host: string, port: number): Promise<Listening | Fault> {
  return new Promise(resolve => {
    const server = listen({ fetch: app.fetch, hostname: host, port }, ({ address, port: bound }) => {
      const name = address.includes(':') ? `[${address}]` : address;
      resolve({
        url: `http://${name}:${bound}`,
        close: () => new Promise(closed => server.close(() => closed())),
      });
    });
    server.on('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code ?? 'it failed';
      resolve(
        reason === 'EADDRINUSE'
          ? new Fault('ADDRESS_IN_USE', { host, port })
          : new Fault('ADDRESS_UNAVAILABLE', { host, port, reason }),
      );
    });
  });
}
