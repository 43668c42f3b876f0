import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { problemHeaders, problemText } from './problem.ts';

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

/**
 * The connections of a server, and what is still to be answered on each. Requests come one behind the other on one
 * connection, and the refusal of one that could not be read must not overtake the answers before it.
 */
export class Connections {
  readonly #open = new WeakMap<Duplex, Set<Exchange>>();
  readonly #refused = new WeakSet<Duplex>();

  begin(exchange: Exchange): void {
    const { socket } = exchange.request;
    const open = this.#open.get(socket) ?? new Set();
    this.#open.set(socket, open.add(exchange));
    exchange.response.once('close', () => open.delete(exchange));
  }

  /** Answers what has become no request, once, and closes the connection: nobody knows where another would begin. */
  refuse(socket: Duplex, fault: Fault): void {
    if (this.#refused.has(socket)) return;
    this.#refused.add(socket);
    const open = [...(this.#open.get(socket) ?? [])];
    const whole = open.filter(({ request }) => request.complete);
    const broken = open.find(({ request }) => !request.complete);
    const answer = (): void => {
      const isAnswered = broken?.response.headersSent === true;
      if (isAnswered || !socket.writable) socket.destroy();
      else {
        socket.end(answerBytes(fault));
        linger(socket);
      }
    };
    let before = whole.length;
    if (before === 0) answer();
    for (const { response } of whole)
      response.once('close', () => {
        before -= 1;
        if (before === 0) answer();
      });
  }
}

/** A connection that is closed over unread bytes is reset, and what was answered may be lost on the way. */
function linger(socket: Duplex): void {
  const patience = setTimeout(() => socket.destroy(), LIMITS.linger_ms);
  socket.once('close', () => clearTimeout(patience));
}

function answerBytes(fault: Fault): string {
  const text = problemText(fault);
  const lines = Object.entries(closingHeaders(fault, text)).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status]}`, ...lines, '', text].join('\r\n');
}

/** The headers of a refusal that is the last of its connection. */
export const closingHeaders = (fault: Fault, text: string): Readonly<Record<string, string>> => ({
  ...problemHeaders(fault),
  'x-content-type-options': 'nosniff',
  'content-length': String(Buffer.byteLength(text)),
  connection: 'close',
});
