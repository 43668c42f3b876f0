import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPostgresUrl, parsePostgresUrl, shownAddress } from '../../src/store/postgres/address.ts';
import { nameWritten, writtenName } from '../../src/store/postgres/names.ts';
import { troubleOf } from '../../src/store/postgres/trouble.ts';

describe('the address of a database', () => {
  it('has all its parts, spelled as in a URL', () =>
    expect(
      parsePostgresUrl('postgresql://us%40er:p%3A%2F%23@db.example:6432/reg%20istry?sslmode=verify-ca'),
    ).toEqual({
      host: 'db.example',
      port: 6432,
      database: 'reg istry',
      user: 'us@er',
      password: 'p:/#',
      tls: 'known',
      certificates: undefined,
    }));

  const TLS: ReadonlyArray<readonly [url: string, tls: string]> = [
    ['postgres://localhost/a', 'none'],
    ['postgres://127.0.0.1/a', 'none'],
    ['postgres://[::1]/a', 'none'],
    ['postgres:///a?host=/run/postgresql', 'none'],
    ['postgres://db.example/a', 'verified'],
    ['postgres://localhost/a?sslmode=verify-full', 'verified'],
    ['postgres://db.example/a?sslmode=require', 'encrypted'],
    ['postgres://db.example/a?sslmode=disable', 'none'],
  ];
  it.each(TLS)('%s speaks TLS: %s, because what leaves the machine is held to who answers', (url, tls) =>
    expect(parsePostgresUrl(url)).toMatchObject({ tls }),
  );

  const WRONG: readonly string[] = [
    '',
    'registry.sqlite',
    'mysql://a:geheim@h/d',
    'postgres://a:geheim@h',
    'postgres://a:geheim@h/',
    'postgres://a:geheim@h/d/e',
    'postgres://a:geheim@/d',
    'postgres://a:geheim@h:99999/d',
    'postgres://a:geheim#1@h/d',
    'postgres://a:geheim%@h/d',
    'postgres://a:geheim@h/d%00',
    'postgres://a:geheim@h/d?sslmode=prefer',
    'postgres://a:geheim@h/d?sslmode=disable&sslmode=require',
    'postgres://a:geheim@h/d?options=-c',
    'postgres://a:geheim@h/d?host=/run',
    'postgres:///d?host=run',
    'postgres://a:geheim@h1,h2:1/d?x',
  ];
  it.each(WRONG)('%s is none, and what is said of that repeats nothing of it', url => {
    const { problem } = parsePostgresUrl(url) as { problem: string };
    expect(problem).toEqual(expect.any(String));
    expect(problem).not.toContain('geheim');
  });

  it('is shown without its password, whatever that is', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 4 }), password => {
        const address = parsePostgresUrl(`postgres://user:${encodeURIComponent(password)}@db.example:1/d`);
        if ('problem' in address) return;
        expect(address.password).toBe(password);
        expect(shownAddress(address, 'assay')).toBe('postgres://user@db.example:1/d (schema assay)');
      }),
      { numRuns: 50 },
    );
  });

  it('is told from the name of a file', () => {
    expect(['postgres://a/b', 'postgresql://a/b'].map(isPostgresUrl)).toEqual([true, true]);
    expect(['postgres', 'a/postgres://b', '.assay/registry.sqlite'].map(isPostgresUrl)).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('a name in PostgreSQL', () => {
  const name = fc.string({ unit: fc.constantFrom('\u0000', '\u0001', '\u0002', '0', '1', 'ä', '\u{1f600}') });

  it('has no U+0000, comes back as it was, and stands in the order of its bytes', () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(writtenName(a)).not.toContain('\u0000');
        expect(nameWritten(writtenName(a))).toBe(a);
        const order = (x: string, y: string) => Math.sign(Buffer.compare(Buffer.from(x), Buffer.from(y)));
        expect(order(writtenName(a), writtenName(b))).toBe(order(a, b));
      }),
      { numRuns: 200 },
    );
  });

  it('is none where the spelling is none', () => {
    for (const text of ['\u0001', '\u00012', 'a\u0001']) expect(() => nameWritten(text)).toThrow('is none');
  });
});

describe('what keeps a database from answering', () => {
  const error = (code: string) => Object.assign(new Error('it says p@ss and what was sent'), { code });
  const KINDS: ReadonlyArray<readonly [code: string, kind: string | undefined]> = [
    ['40001', 'again'],
    ['40P01', 'again'],
    ['55P03', 'busy'],
    ['57P01', 'lost'],
    ['08006', 'lost'],
    ['ECONNRESET', 'lost'],
    ['EPIPE', 'lost'],
    ['53100', 'unavailable'],
    ['57014', 'unavailable'],
    ['28P01', 'unavailable'],
    ['3D000', 'unavailable'],
    ['XX000', 'unavailable'],
    ['ECONNREFUSED', 'unavailable'],
    ['XX001', 'corrupt'],
    ['42P01', 'corrupt'],
    ['42601', undefined],
    ['22012', undefined],
    ['23505', undefined],
    ['ERR_ASSERTION', undefined],
  ];
  it.each(KINDS)('%s is %s, in words that are not those of the server', (code, kind) => {
    const trouble = troubleOf(error(code));
    expect(trouble?.kind).toBe(kind);
    expect(trouble?.problem ?? '').not.toContain('p@ss');
  });

  it('is no error of our own, nor what a decision threw', () => {
    for (const thrown of [new TypeError('a mistake'), new Error('boom'), 'text', undefined])
      expect(troubleOf(thrown)).toBeUndefined();
  });
});
