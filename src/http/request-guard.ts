import { Fault } from '../base/fault.ts';
import { echoed } from './problem.ts';

/** The head of a request as it came in. */
export type RequestHead = {
  readonly method?: string | undefined;
  /** The request target. */
  readonly url?: string | undefined;
  readonly httpVersion: string;
  /** Names and values by turns. */
  readonly rawHeaders: readonly string[];
};

/**
 * What of a request's head the app can't see: how often a header stands, and in which form its target is written. The
 * host a target names must be that of the Host header, so that whoever looks at the one has looked at the other.
 *
 * @faults REQUEST_MALFORMED
 */
export function requestFault({ url = '', httpVersion, rawHeaders }: RequestHead): Fault | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return malformed('the HTTP version');
  const hosts = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === 'host',
  );
  if (hosts.length > 1 || (hosts.length === 0 && httpVersion === '1.1')) return malformed('the Host header');
  // Node hands on the first of several, and a proxy may have looked at the last.
  if (countOf(rawHeaders, 'authorization') > 1) return malformed('the Authorization header');
  if (url.includes('#')) return malformed(TARGET);
  if (url.startsWith('/')) return undefined;
  const named = authorityOf(url);
  if (named === undefined) return malformed(TARGET);
  const [host] = hosts;
  return host === undefined || authorityOf(`http://${host}/`) === named
    ? undefined
    : malformed('the Host header, which names another host than the request target,');
}

/** The target without the host it names, which `requestFault` has looked at. */
export function pathOf(url: string): string {
  if (url.startsWith('/')) return url;
  const path = url.slice(url.indexOf('//') + 2).replace(/^[^/?]*/, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/** CONNECT asks for a tunnel, and this is no proxy. */
export const tunnelFault = ({ url = '' }: RequestHead): Fault<'METHOD_NOT_ALLOWED'> =>
  new Fault('METHOD_NOT_ALLOWED', { method: 'CONNECT', path: echoed(url), allowed: 'GET, HEAD, POST' });

const countOf = (rawHeaders: readonly string[], name: string): number =>
  rawHeaders.filter((header, index) => index % 2 === 0 && header.toLowerCase() === name).length;

const TARGET = 'the request target';

const malformed = (part: string): Fault => new Fault('REQUEST_MALFORMED', { part });

/** Undefined where it is no address of this protocol, or says who asks: `http://user@host/`. */
function authorityOf(target: string): string | undefined {
  if (!/^http:\/\/[^/?]/i.test(target) || !URL.canParse(target)) return undefined;
  const { host, username, password } = new URL(target);
  return username === '' && password === '' ? host : undefined;
}
