import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/base/limits.ts';
import { emptyApp, get, post } from './ask.ts';

const app = emptyApp();
const ASK = '{"older":{"subject":"a","version":1},"newer":{"subject":"a","version":2}}';

/** A body that got past the reader is judged by its shape, or by what the store knows. */
const READ = ['SUBJECT_UNKNOWN', 'UNKNOWN_KEY', 'KEY_MISSING', 'SHAPE'];

describe('the body of a request', () => {
  it.each<[string, string | Uint8Array<ArrayBuffer>, object]>([
    ['no JSON', 'older=1', { kind: 'syntax', line: 1, offset: 0 }],
    ['nothing', '', { kind: 'syntax', line: 1, offset: 0 }],
    ['cut off on its third line', '{\n"older":\n{', { kind: 'syntax', line: 3, offset: 12 }],
    ['followed by more', '{} {}', { kind: 'syntax', line: 1, offset: 3 }],
    ['marked with a byte order mark', '\ufeff{}', { kind: 'syntax', line: 1, offset: 0 }],
    ['with a key twice', '{"older":1,\n"older":2}', { kind: 'duplicate-key', line: 2, offset: 12 }],
    [
      'with a key twice under another spelling',
      '{"a":1,"\\u0061":2}',
      { kind: 'duplicate-key', line: 1, offset: 7 },
    ],
    ['with a fraction', '{"older":{"version":1.0}}', { kind: 'not-integer', line: 1, offset: 20 }],
    ['with a number beyond 2^53', '{"a":9007199254740993}', { kind: 'number-range', line: 1, offset: 5 }],
    ['with half of a surrogate pair', '{"a":"\\ud800"}', { kind: 'syntax', line: 1 }],
    ['not UTF-8', Uint8Array.of(0x7b, 0x0a, 0x22, 0xff, 0x22, 0x7d), { kind: 'utf-8', line: 2, offset: 3 }],
    ['nested too deep', '['.repeat(10_000), { kind: 'syntax', line: 1 }],
  ])('is refused when it is %s', async (_, body, facts) => {
    const answer = await post(app, '/compatibility', body);
    expect([answer.status, answer.body.code]).toEqual([400, 'BODY_MALFORMED']);
    expect(answer.body.facts).toMatchObject(facts);
  });

  it.each(['__proto__', 'constructor', 'prototype'])(
    'is refused with the key %s at any depth, because keys are never looked up where they can change an object',
    async key => {
      for (const body of [`{"${key}":{}}`, `{"older":{"document":{"fields":[{"${key}":1}]}},"newer":{}}`]) {
        const answer = await post(app, '/compatibility', body);
        expect([answer.status, answer.body.code, answer.body.facts]).toEqual([422, 'KEY_REFUSED', { key }]);
      }
    },
  );

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    'is read as %s',
    async type => {
      const { body } = await post(app, '/compatibility', ASK, { 'content-type': type });
      expect(READ).toContain(body.code);
    },
  );

  it.each([
    ['text/plain', { 'content-type': 'text/plain' }],
    ['application/json in another charset', { 'content-type': 'application/json; charset=latin1' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['compressed', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
  ])('is refused as %s, because nothing is guessed', async (_, headers) => {
    const { status, body } = await post(app, '/compatibility', ASK, headers);
    expect([status, body.code]).toEqual([415, 'BODY_NOT_JSON']);
  });

  it('is refused without a type', async () => {
    const { status, body } = await get(app, '/compatibility', { method: 'POST', body: Buffer.from(ASK) });
    expect([status, body.code]).toEqual([415, 'BODY_NOT_JSON']);
  });

  it('is read to its limit and refused beyond, by its declared length and by its real one', async () => {
    const longest = ASK + ' '.repeat(LIMITS.body_bytes_max - ASK.length);
    expect(READ).toContain((await post(app, '/compatibility', longest)).body.code);
    const facts = { most_bytes: LIMITS.body_bytes_max };
    const headers = { 'content-type': 'application/json' };
    const declared = await post(app, '/compatibility', ASK, { ...headers, 'content-length': '1048577' });
    expect([declared.status, declared.body.facts]).toEqual([413, facts]);
    const real = await post(app, '/compatibility', `${longest} `, headers);
    expect([real.status, real.body.code, real.body.facts]).toEqual([413, 'BODY_TOO_LARGE', facts]);
  });

  it('is judged by its size, its type, its text, its shape and what it names, in this order', async () => {
    const json = { 'content-type': 'application/json' };
    const text = { 'content-type': 'text/plain' };
    const codes = [
      await post(app, '/compatibility', 'x'.repeat(LIMITS.body_bytes_max + 1), text),
      await post(app, '/compatibility', '{"a":', text),
      await post(app, '/compatibility', '{"a":1,"a":2}', json),
      await post(app, '/compatibility', '{"a":1}', json),
      await post(app, '/compatibility', ASK, json),
    ].map(({ body }) => body.code);
    expect(codes).toEqual([
      'BODY_TOO_LARGE',
      'BODY_NOT_JSON',
      'BODY_MALFORMED',
      'UNKNOWN_KEY',
      'SUBJECT_UNKNOWN',
    ]);
  });
});
