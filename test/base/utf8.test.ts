import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { readStrictJson } from '../../src/base/strict-json.ts';
import { placeOfByte } from '../../src/base/utf8.ts';
import { readCsv } from '../../src/codec/csv.ts';
import { jsonCodec } from '../../src/codec/json.ts';
import { readYaml } from '../../src/contract/read-yaml.ts';
import { readDocument } from '../../src/native/read-document.ts';
import { field, schemaOf } from '../golden/weather.ts';

const SCHEMA = schemaOf([field(1, 'a', 'string')]);

/** Every reader of text, and the byte it says is wrong. */
const READERS: ReadonlyArray<readonly [name: string, offsetIn: (bytes: Uint8Array) => unknown]> = [
  ['YAML', bytes => factsOf(readYaml('f', bytes))],
  ['CSV', bytes => factsOf(readCsv('f', bytes, SCHEMA, new Map()))],
  ['JSON Lines', bytes => jsonCodec.decode(SCHEMA, bytes)],
  ['a bound document', bytes => readStrictJson(bytes)],
  ['a schema of another format', bytes => factsOf(readDocument('f', bytes))],
];
const factsOf = (read: unknown): unknown => (read instanceof Fault ? read.facts : read);

const BEFORE: ReadonlyArray<readonly [what: string, text: string, line: number, column: number]> = [
  ['nothing', '', 1, 1],
  ['a byte order mark', '\uFEFF', 1, 1],
  ['a byte order mark and text', '\uFEFFab', 1, 3],
  ['letters of two, three and four bytes', 'é語𝔸', 1, 4],
  ['CRLF', 'a\r\nb\r\n', 3, 1],
  ['all of them', '\uFEFFé\r\n𝔸語', 2, 3],
];

describe('a byte that begins no UTF-8 character', () => {
  for (const [what, text, line, column] of BEFORE) {
    const bytes = Buffer.concat([Buffer.from(text), Uint8Array.of(0xff), Buffer.from('\nb')]);
    const offset = Buffer.byteLength(text);
    it.each(READERS)(`after ${what} is told by its offset in the file: %s`, (_, offsetIn) => {
      expect(offsetIn(bytes)).toMatchObject({ offset });
    });
    it(`after ${what} is placed by line and character`, () => {
      expect(placeOfByte('f', bytes, offset)).toEqual({ file: 'f', line, column });
      expect((readYaml('f', bytes) as Fault).at).toMatchObject({ file: 'f', line, column });
      expect((readCsv('f', bytes, SCHEMA, new Map()) as Fault).at).toEqual({ file: 'f', line, column });
    });
  }

  it('is placed like the character it stands before', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-composite' }), fc.string(), (before, after) => {
        const place = placeOfByte('f', Buffer.from(before + after), Buffer.byteLength(before));
        const lines = before.split('\n');
        expect(place).toEqual({ file: 'f', line: lines.length, column: [...lines.at(-1)!].length + 1 });
      }),
      { numRuns: 50 },
    ));
});
