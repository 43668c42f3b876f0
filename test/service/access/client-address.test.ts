import { describe, expect, it } from 'vitest';
import { clientAddress, isLoopback } from '../../../src/service/access/client-address.ts';

const seen = (connected: string | undefined, forwarded?: string, ...proxies: readonly string[]) =>
  clientAddress(connected, forwarded, proxies);

describe('the address that a request counts for', () => {
  it('is that of the connection, whatever a header says', () => {
    expect(seen('10.0.0.9', '1.2.3.4')).toBe('10.0.0.9');
    expect(seen('10.0.0.9', '1.2.3.4', '10.0.0.7')).toBe('10.0.0.9');
  });

  it('is what a proxy that is named says, and no further than a proxy vouches for it', () => {
    expect(seen('10.0.0.7', '1.2.3.4', '10.0.0.7')).toBe('1.2.3.4');
    expect(seen('10.0.0.7', '9.9.9.9, 1.2.3.4', '10.0.0.7')).toBe('1.2.3.4');
    expect(seen('10.0.0.7', '9.9.9.9, 1.2.3.4, 10.0.0.8', '10.0.0.7', '10.0.0.8')).toBe('1.2.3.4');
  });

  it('is the proxy where that says nothing that is an address', () => {
    for (const forwarded of [undefined, '', 'unknown', '1.2.3', 'a, b', '1.2.3.4,'])
      expect(seen('10.0.0.7', forwarded, '10.0.0.7')).toBe('10.0.0.7');
  });

  it('of IPv6 is a network, because whoever has one address has its neighbours', () => {
    const network = '2001:db8:0:1::/64';
    expect(seen('2001:db8:0:1::5')).toBe(network);
    expect(seen('2001:0DB8:0:1:ffff:ffff:ffff:ffff')).toBe(network);
    expect(seen('2001:db8:0:2::5')).not.toBe(network);
    expect(seen('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
    expect(seen('::1')).toBe('0:0:0:0::/64');
  });

  it('of IPv4 in IPv6 is that of IPv4', () => {
    expect(seen('::ffff:10.0.0.9')).toBe('10.0.0.9');
    expect(seen('::ffff:10.0.0.7', '1.2.3.4', '10.0.0.7')).toBe('1.2.3.4');
  });

  it('is one for all that have none', () => expect(seen(undefined)).toBe('unknown'));
});

describe('the loopback', () => {
  it.each(['localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]', 'LOCALHOST'])('is %s', host =>
    expect(isLoopback(host)).toBe(true),
  );
  it.each(['0.0.0.0', '::', '10.0.0.1', 'example.org', '127.0.0.1.example.org', 'localhost.example.org', ''])(
    'is not %s',
    host => expect(isLoopback(host)).toBe(false),
  );
});
