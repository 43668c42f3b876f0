import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/base/limits.ts';
import { parseBearer } from '../../../src/service/access/bearer.ts';
import {
  isSecretOf,
  parseToken,
  printToken,
  secretDigest,
  TOKEN_BYTES,
  tokenOf,
} from '../../../src/service/access/token-text.ts';

const TOKEN = `assay_0123456789abcdef_${'A'.repeat(43)}`;

describe('an Authorization header', () => {
  it.each([
    ['a token', `Bearer ${TOKEN}`, 'token'],
    ['the scheme in another case', `bEARER ${TOKEN}`, 'token'],
    ['more spaces', `Bearer   ${TOKEN}`, 'token'],
    ['a JSON Web Token', 'Bearer aa.bb.c-_', 'jwt'],
    ['nothing', undefined, 'none'],
    ['no text', '', 'none'],
    ['another scheme', `Basic ${TOKEN}`, 'none'],
    ['no scheme', TOKEN, 'none'],
    ['the scheme alone', 'Bearer', 'none'],
    ['no space', `Bearer${TOKEN}`, 'none'],
    ['a tab', `Bearer\t${TOKEN}`, 'none'],
    ['two tokens', `Bearer ${TOKEN}, Bearer ${TOKEN}`, 'none'],
    ['something behind it', `Bearer ${TOKEN} x`, 'none'],
    ['space before it', ` Bearer ${TOKEN}`, 'none'],
    ['two parts', 'Bearer aa.bb', 'none'],
    ['four parts', 'Bearer aa.bb.cc.dd', 'none'],
    ['an empty part', 'Bearer aa.bb.', 'none'],
    ['what is too long', `Bearer ${'a'.repeat(LIMITS.authorization_chars_max)}`, 'none'],
    ['a line end', `Bearer ${TOKEN}\n`, 'none'],
  ])('with %s is read strictly', (_, header, kind) => {
    expect(parseBearer(header).kind).toBe(kind);
  });

  it('is never repeated in the reason', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12 }), text => {
        const found = parseBearer(text);
        if (found.kind === 'none') expect(found.reason).not.toContain(text);
      }),
      { numRuns: 100 },
    );
  });
});

describe('a token', () => {
  const chance = fc.uint8Array({ minLength: TOKEN_BYTES, maxLength: TOKEN_BYTES });

  it('is read as it was printed, and holds all the chance it was made of', () => {
    fc.assert(
      fc.property(chance, chance, (one, other) => {
        const token = tokenOf(one);
        expect(parseToken(printToken(token))).toEqual(token);
        expect(printToken(token) === printToken(tokenOf(other))).toBe(Buffer.compare(one, other) === 0);
      }),
      { numRuns: 100 },
    );
  });

  it('is known by its secret, to the last character', () => {
    fc.assert(
      fc.property(chance, fc.nat(42), (bytes, at) => {
        const token = tokenOf(bytes);
        const kept = secretDigest(token);
        expect(isSecretOf(token, kept)).toBe(true);
        const other = token.secret[at] === 'A' ? 'B' : 'A';
        const secret = token.secret.slice(0, at) + other + token.secret.slice(at + 1);
        expect(isSecretOf({ ...token, secret }, kept)).toBe(false);
      }),
      { numRuns: 100 },
    );
  });

  it('of any other form is none', () => {
    for (const text of [
      '',
      'assay',
      `assay_0123456789abcde_${'A'.repeat(43)}`,
      `assay_0123456789ABCDEF_${'A'.repeat(43)}`,
      `assay_0123456789abcdef_${'A'.repeat(42)}`,
      `assay_0123456789abcdef_${'A'.repeat(44)}`,
      `assay_0123456789abcdef_${'A'.repeat(42)}=`,
      `${TOKEN}\n`,
      ` ${TOKEN}`,
    ])
      expect(parseToken(text), text).toBeUndefined();
    expect(parseToken(TOKEN)).toBeDefined();
  });

  it('is made of as much chance as it takes, and of no less', () => {
    expect(() => tokenOf(new Uint8Array(TOKEN_BYTES - 1))).toThrow(RangeError);
  });
});
