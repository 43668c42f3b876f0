import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, type Json } from '../../src/base/canonical-json.ts';
import { readStrictJson } from '../../src/base/strict-json.ts';

const read = (text: string | Uint8Array) => readStrictJson(Buffer.from(text));

describe('the strict JSON reader', () => {
  it('reads whatever canonical JSON prints, when its numbers are integers', () => {
    const value = fc.letrec<{ value: Json }>(tie => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constant(null),
        fc.boolean(),
        fc.maxSafeInteger(),
        fc.string({ unit: 'grapheme' }),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
      ),
    })).value;
    fc.assert(
      fc.property(value, json => {
        const text = canonicalJson(json);
        const answer = read(text);
        if (answer.kind !== 'read') throw new Error(answer.kind);
        expect(canonicalJson(answer.value as Json)).toBe(text);
      }),
    );
  });

  it('agrees with JSON.parse on which texts are JSON, apart from what it is stricter about', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"b"',
      '1',
      '0',
      '-',
      ' ',
      '\n',
      'true',
      'null',
      '"\\u0041"',
      '\\',
      '"',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), parts => {
        const text = parts.join('');
        const answer = read(text);
        if (answer.kind === 'duplicate-key' || answer.kind === 'not-integer') return;
        expect(answer.kind === 'read').toBe(parses(text));
      }),
      { numRuns: 2_000 },
    );
  });

  const refused: ReadonlyArray<readonly [why: string, text: string | Uint8Array, kind: string]> = [
    ['a key twice, because readers differ in which they take', '{"a":41,"a":44192}', 'duplicate-key'],
    ['a key twice in two spellings', '{"a":1,"\\u0061":2}', 'duplicate-key'],
    ['a number beyond 2^53, because it would be rounded', '{"records":9007199254740993}', 'number-range'],
    ['a number of a thousand digits', `[${'9'.repeat(1_000)}]`, 'number-range'],
    ['a fraction', '[1.0]', 'not-integer'],
    ['an exponent', '[1e3]', 'not-integer'],
    ['minus zero, because it is a second spelling of 0', '[-0]', 'not-integer'],
    ['a leading zero', '[01]', 'syntax'],
    ['a trailing comma', '[1,]', 'syntax'],
    ['something behind the document', '{} {}', 'syntax'],
    ['nothing', '', 'syntax'],
    ['a control character in a string', '["a\u0000"]', 'syntax'],
    ['an escape JSON has not', '["\\x41"]', 'syntax'],
    ['a lone surrogate', '["\\ud800"]', 'syntax'],
    ['invalid UTF-8', Uint8Array.of(0x22, 0xff, 0x22), 'syntax'],
    ['a byte order mark, because the digest would cover an invisible byte', '\ufeff{}', 'syntax'],
    ['a text of unbounded depth', '['.repeat(100_000), 'syntax'],
    ['a string without an end', `["${'a'.repeat(1_000_000)}`, 'syntax'],
  ];
  for (const [why, text, kind] of refused)
    it(`refuses ${why}`, () => {
      expect(read(text).kind).toBe(kind);
    });

  it('names the path and the byte of a repeated key', () => {
    expect(read('{"é":[{"a":1,"a":2}]}')).toEqual({ kind: 'duplicate-key', offset: 14, path: 'é[0].a' });
  });

  it('keeps a key called __proto__ as a key', () => {
    const answer = read('{"__proto__":{"a":1}}');
    expect(answer.kind === 'read' && Object.keys(answer.value as object)).toEqual(['__proto__']);
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
