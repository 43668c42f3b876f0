import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { Fault } from '../../src/base/fault.ts';
import { LIMITS } from '../../src/base/limits.ts';
import { invalidUtf8Offset } from '../../src/base/utf8.ts';
import { whole } from '../../src/contract/contract-shape.ts';
import { parseWith, readYaml } from '../../src/contract/read-yaml.ts';
import { plainOf, type YamlDocument } from '../../src/contract/yaml-document.ts';
import { cpuTime_ms } from '../cpu-time.ts';
import { bytesOf, must } from './small-subject.ts';

const read = (text: string | Uint8Array): YamlDocument | Fault =>
  readYaml('a.yaml', typeof text === 'string' ? bytesOf(text) : text);
const value = (text: string): unknown => plainOf(must(read(text)).root);
const faultOf = (result: unknown): Fault => {
  expect(result).toBeInstanceOf(Fault);
  return result as Fault;
};

const BAD: ReadonlyArray<readonly [why: string, text: string, code: string, line: number, column: number]> = [
  ['a tab indents', 'fields:\n\t- id: 1\n', 'YAML_TAB', 2, 1],
  ['a tab indents a later line', 'fields:\n  - id: 1\n\tname: b\n', 'YAML_TAB', 3, 1],
  ['a tab stands after a dash', 'fields:\n  -\tid: 1\n', 'YAML_TAB', 2, 4],
  ['a key stands twice', 'a: 1\nb: 2\na: 3\n', 'YAML_DUPLICATE_KEY', 3, 1],
  ['a number and a text are the same key', '23: 1\n"23": 2\n', 'YAML_DUPLICATE_KEY', 2, 1],
  ['an anchor begins a bomb', 'a: &a [x]\nb: [*a, *a]\n', 'YAML_ALIAS', 1, 4],
  ['an alias leads nowhere', 'b: *a\n', 'YAML_ALIAS', 1, 4],
  ['a merge key hides keys', 'a: {<<: {b: 1}}\n', 'YAML_FEATURE', 1, 5],
  ['a tag asks for a type', 'a: !!binary AA==\n', 'YAML_FEATURE', 1, 4],
  ['a directive asks for another version', '%YAML 1.1\n---\na: yes\n', 'YAML_FEATURE', 1, 1],
  ['a second document follows', 'a: 1\n---\nb: 2\n', 'YAML_FEATURE', 2, 1],
  ['text follows the end', 'a: 1\n...\nb: 2\n', 'YAML_FEATURE', 3, 1],
  ['a key is a list', '? [a]\n: 1\n', 'YAML_FEATURE', 1, 3],
  ['a key is empty', ': 1\n', 'YAML_FEATURE', 1, 1],
  ['a key reaches for the prototype', 'a:\n  __proto__: {b: 1}\n', 'KEY_REFUSED', 2, 3],
  ['a key reaches for the constructor', 'constructor: 1\n', 'KEY_REFUSED', 1, 1],
  ['a number is beyond a double', 'a: 1\nb: [1e400]\n', 'YAML_NUMBER_RANGE', 2, 5],
  ['a number would become zero', 'a: 1e-400\n', 'YAML_NUMBER_RANGE', 1, 4],
  ['infinity is no number', 'a: -.inf\n', 'YAML_NUMBER_RANGE', 1, 4],
  ['not a number is no number', 'a: .NaN\n', 'YAML_NUMBER_RANGE', 1, 4],
  ['a plus sign stands before a number', 'a: +17\n', 'YAML_NUMBER_FORM', 1, 4],
  ['digits go on for ever', `a: ${'9'.repeat(65)}\n`, 'YAML_NUMBER_RANGE', 1, 4],
  ['YAML 1.1 reads it as octal', 'a: 010\n', 'YAML_NUMBER_FORM', 1, 4],
  ['it is octal', 'a: 0o10\n', 'YAML_NUMBER_FORM', 1, 4],
  ['it is hexadecimal', 'a: 0x10\n', 'YAML_NUMBER_FORM', 1, 4],
  ['YAML 1.1 reads it as a thousand', 'a: 1_000\n', 'YAML_NUMBER_FORM', 1, 4],
  ['a bracket is open', 'a: [1, 2\nb: 3\n', 'YAML_SYNTAX', 2, 1],
  ['a map hides in a line', 'a: b: c\n', 'YAML_SYNTAX', 1, 4],
  ['an escape is none', 'a: "\\q"\n', 'YAML_SYNTAX', 1, 5],
  ['half a character is escaped', 'a: "\\ud800"\n', 'CONTROL_CHARACTER', 1, 4],
  ['a zero byte hides', 'a: b\0\n', 'CONTROL_CHARACTER', 1, 5],
  ['a carriage return stands alone', 'a: 1\rb: 2\n', 'CONTROL_CHARACTER', 1, 5],
  ['a line separator hides a line', 'a: 1\nb: x\u2028c: 3\n', 'CONTROL_CHARACTER', 2, 5],
  ['lists nest too deep', '['.repeat(33), 'DOCUMENT_TOO_DEEP', 1, 34],
];

describe('reading YAML', () => {
  it.each(BAD.filter(([why]) => why !== 'lists nest too deep'))(
    'refuses where %s',
    (_, text, code, line, column) => {
      const fault = faultOf(read(text));
      expect([fault.code, fault.at?.file, fault.at?.line, fault.at?.column]).toEqual([
        code,
        'a.yaml',
        line,
        column,
      ]);
      expect(fault.at?.snippet).toBe(text.split('\n')[line - 1]);
      expect(fault.exit).toBe(2);
    },
  );

  it('refuses the 33rd level and accepts the 32nd, because deeper is no document of ours', () => {
    expect(faultOf(read(`${'['.repeat(33)}${']'.repeat(33)}`)).code).toBe('DOCUMENT_TOO_DEEP');
    expect(must(read(`${'['.repeat(32)}${']'.repeat(32)}`)).root.kind).toBe('list');
    expect(faultOf(read(`${'- '.repeat(33)}a`)).code).toBe('DOCUMENT_TOO_DEEP');
  });

  it('names line, column and offset of bytes that are no UTF-8, counting characters, not bytes', () => {
    const fault = faultOf(read(Buffer.concat([bytesOf('a: 1\nb: 你'), Buffer.from([0xff, 0x0a])])));
    expect(fault.code).toBe('INVALID_UTF8');
    expect(fault.facts).toEqual({ offset: 11 });
    expect(fault.at).toEqual({ file: 'a.yaml', line: 2, column: 5, snippet: 'b: 你' });
  });

  it('refuses 50 MB by size alone, because parsing them is the attack', () => {
    const fault = faultOf(read(Buffer.alloc(50_000_000, 0xff)));
    expect(fault.code).toBe('DOCUMENT_TOO_LARGE');
    expect(fault.facts).toEqual({ bytes: 50_000_000, limit_bytes: LIMITS.document_bytes_max });
    expect(fault.at).toMatchObject({ file: 'a.yaml', line: 1, column: 1 });
  });

  it('reads a BOM and CRLF as if they were not there', () => {
    const text = 'a: 1\nb: |\n  x\n  y\nc: "p\n  q"\n';
    expect(value(`\ufeff${text.replaceAll('\n', '\r\n')}`)).toEqual(value(text));
  });

  it('reads the core schema of YAML 1.2, so that yes, no and dates stay text', () => {
    expect(value('[yes, no, on, 2012-01-01, 1:30, 0b, "1"]')).toEqual([
      'yes',
      'no',
      'on',
      '2012-01-01',
      '1:30',
      '0b',
      '1',
    ]);
    expect(value('[True, NULL, ~, 0, 5, -5, 1.50, .5, 1e3, -0.0]')).toEqual([
      true,
      null,
      null,
      0n,
      5n,
      -5n,
      1.5,
      0.5,
      1000,
      -0,
    ]);
  });

  it('keeps integers beyond 2^53 exact', () => {
    expect(value('[9007199254740991, 9007199254740993, -9223372036854775808]')).toEqual([
      9007199254740991n,
      9007199254740993n,
      -9223372036854775808n,
    ]);
  });
});

describe('bytes that are no UTF-8', () => {
  it('are found at the first of them', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        fc.constantFrom(0x80, 0xc0, 0xff),
        (a, b, bad) => {
          const before = bytesOf(a.toWellFormed());
          const bytes = Buffer.concat([before, Buffer.from([bad]), bytesOf(b.toWellFormed())]);
          expect(invalidUtf8Offset(before)).toBeUndefined();
          expect(invalidUtf8Offset(bytes)).toBe(before.length);
        },
      ),
    ));

  it('are found where a character is cut off at the end', () => {
    expect(invalidUtf8Offset(Buffer.from([0x61, 0xe4, 0xbd]))).toBe(1);
    expect(invalidUtf8Offset(Buffer.concat([Buffer.alloc(100_000, 0x61), Buffer.from([0xe4, 0xbd])]))).toBe(
      100_000,
    );
  });
});

describe('hostile documents', () => {
  // Each ends another way: too deep, an error in the parser or the composer, refused, too many tokens, or accepted.
  const PIECES = [
    '[',
    '- ',
    ': ',
    '[]',
    '&a ',
    '!',
    '|\n',
    '#\n',
    'a: b\n',
    '"\\q',
    'a\nb: c\n',
    'word ',
    '1',
    ' ',
  ];
  it.each(PIECES)('of nothing but %j end in a value or a fault, in bounded time', piece => {
    const text = piece.repeat(Math.floor(LIMITS.document_bytes_max / piece.length));
    expect(cpuTime_ms(() => read(text))).toBeLessThan(5_000);
  });

  it('of random bytes end in a value or a fault', () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), bytes => {
        read(bytes);
      }),
      { numRuns: 500 },
    ));

  it('of random YAML marks end in a value or a fault', () => {
    const marks = fc.constantFrom(
      ...'-?:,[]{}#&*!|>\'"%@`\t\n \r0a1.~<='.split(''),
      '---',
      '...',
      '\n  ',
      ': ',
      '- ',
      '<<',
    );
    fc.assert(
      fc.property(fc.array(marks, { maxLength: 80 }), pieces => {
        const result = read(pieces.join(''));
        if (result instanceof Fault) expect(result.at?.line).toBeGreaterThan(0);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a shape check', () => {
  const SHAPE = z.strictObject({
    fields: z.array(
      z.strictObject({
        id: whole(1),
        unit: z.string().optional(),
        policy: z.union([z.enum(['reject', 'pass']), z.strictObject({ map: z.string() })]).optional(),
      }),
    ),
    pins: z.record(z.string(), z.strictObject({ digest: z.string() })).optional(),
  });
  const check = (text: string): Fault => faultOf(parseWith(SHAPE, must(read(text))));
  const seen = (text: string) => {
    const { code, facts, at } = check(text);
    return { code, facts, at: [at?.line, at?.column] };
  };

  it('names the nearest known key for an unknown one, and where it stands', () => {
    expect(seen('fields:\n  - id: 1\n    untis: ms\n')).toEqual({
      code: 'UNKNOWN_KEY',
      facts: { key: 'untis', nearest: 'unit', known: 'id, policy, unit' },
      at: [3, 5],
    });
  });

  it('blames the unknown key before the missing one, because it is the reason', () => {
    expect(seen('fields:\n  - {ide: 1}\n')).toMatchObject({ code: 'UNKNOWN_KEY', facts: { nearest: 'id' } });
  });

  it('suggests nothing where no key is near', () => {
    expect(seen('fields: []\nzebra: 1\n')).toMatchObject({
      code: 'UNKNOWN_KEY',
      facts: { nearest: '' },
      at: [2, 1],
    });
  });

  it('finds an unknown key behind a union and behind a record', () => {
    expect(seen('fields: [{id: 1, policy: {mpa: x}}]')).toMatchObject({
      facts: { key: 'mpa', nearest: 'map' },
    });
    expect(seen('fields: []\npins: {a: {digset: x}}')).toMatchObject({
      facts: { nearest: 'digest' },
      at: [2, 12],
    });
  });

  it('tells a missing key from a misshapen value', () => {
    expect(seen('fields:\n  - unit: ms\n')).toEqual({
      code: 'KEY_MISSING',
      facts: { key: 'id', where: 'fields[0]' },
      at: [2, 5],
    });
    expect(seen('fields:\n  - id: x\n')).toMatchObject({
      code: 'SHAPE',
      facts: { where: 'fields[0].id' },
      at: [2, 9],
    });
    expect(seen('')).toMatchObject({ code: 'SHAPE', facts: { where: 'the document' }, at: [1, 1] });
    expect(seen('fields: [{id: 1, policy: no}]')).toMatchObject({
      facts: { where: 'fields[0].policy', expected: 'one of reject, pass, or a map' },
    });
  });
});
