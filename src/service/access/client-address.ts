import { BlockList, isIP } from 'node:net';

/**
 * Whose address a connection counts for. Of IPv6 it is the network of 64 bits, as whoever has one address there has all of
 * them; and where the connection is that of a proxy that is named as trusted, it is the last address in `x-forwarded-for`
 * that no such proxy has. What is no address counts for the proxy.
 */
export function clientAddress(
  connected: string | undefined,
  forwarded: string | undefined,
  proxies: readonly string[],
): string {
  const own = plainAddress(connected ?? '');
  if (own === undefined) return 'unknown';
  const trusted = new Set(proxies.flatMap(proxy => plainAddress(proxy) ?? []));
  let found = own;
  const before = (forwarded ?? '').split(',').reverse();
  for (const text of before) {
    if (!trusted.has(found)) break;
    const next = plainAddress(text.trim());
    if (next === undefined) break;
    found = next;
  }
  return networkOf(found);
}

/** An IPv4 address that stands in an IPv6 one is that IPv4 address; undefined where it is none. */
function plainAddress(text: string): string | undefined {
  const bare = text.replace(/%.*$/, '').toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1];
  if (isIP(mapped ?? bare) === 0) return undefined;
  return isIP(mapped ?? bare) === 4 ? (mapped ?? bare) : new URL(`http://[${bare}]/`).hostname.slice(1, -1);
}

function networkOf(address: string): string {
  if (isIP(address) === 4) return address;
  const [head = '', tail = ''] = address.split('::');
  const [before, after] = [head, tail].map(part => part.split(':').filter(word => word !== ''));
  const zeros = address.includes('::') ? 8 - before!.length - after!.length : 0;
  const words = [...before!, ...Array<string>(zeros).fill('0'), ...after!];
  return `${words.slice(0, 4).join(':')}::/64`;
}

/** Whether nobody but this machine gets there. */
export const isLoopback = (host: string): boolean => {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (bare === 'localhost') return true;
  const family = isIP(bare);
  if (family === 0) return false;
  return LOOPBACK.check(bare, family === 4 ? 'ipv4' : 'ipv6');
};

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');
