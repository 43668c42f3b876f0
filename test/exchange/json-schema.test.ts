import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/canonical-json.ts';
import { Fault } from '../../src/base/fault.ts';
import type { Draft, Written } from '../../src/exchange/draft.ts';
import { type ExportRow, exportContract } from '../../src/exchange/export-contract.ts';
import { draftOfJsonSchema } from '../../src/exchange/json-schema/draft-of-json-schema.ts';
import { extendJsonSchema, jsonSchemaDocument } from '../../src/exchange/json-schema/json-schema-document.ts';
import { printJson } from '../../src/exchange/print-json.ts';
import { parseJsonSchema } from '../../src/native/json-schema/parse-json-schema.ts';
import { isProblem } from '../../src/native/problem.ts';
import { readDocument } from '../../src/native/read-document.ts';
import { bytesOf, must } from '../contract/small-subject.ts';
import { anyContract, PINNED, saidBy, settled } from './any-contract.ts';

function draftOf(text: string): Draft {
  const schema = parseJsonSchema(must(readDocument('s.json', bytesOf(text))).value);
  if (isProblem(schema)) throw schema.fault([]);
  return draftOfJsonSchema(schema);
}

const ROW: ExportRow<Written> = {
  plain: jsonSchemaDocument,
  draft: document => draftOf(printJson(document)),
  extend: extendJsonSchema,
};

const ofProperty = (schema: object, more: object = { required: ['a'] }): Draft =>
  draftOf(
    JSON.stringify({ type: 'object', properties: { a: schema }, additionalProperties: false, ...more }),
  );

const keysOf = (schema: object, more?: object): Written => {
  const draft = ofProperty(schema, more);
  expect(draft.refused).toEqual([]);
  return draft.fields[0]!.keys;
};

describe('text of a JSON Schema that has no place in a contract', () => {
  it.each<[string, object, string, string]>([
    ['the title of a property', { type: 'string', title: 'A' }, '/a', 'title: A'],
    [
      'the title of items',
      { type: 'array', items: { type: 'string', title: 'I' }, maxItems: 2 },
      '/a/element',
      'title: I',
    ],
    [
      'a description further in',
      { description: 'near', anyOf: [{ type: 'string', description: 'far' }, { type: 'null' }] },
      '/a',
      'description: far',
    ],
    [
      'a description of the null',
      { anyOf: [{ type: 'string' }, { type: 'null', description: 'unknown' }] },
      '/a',
      'description: unknown',
    ],
    ['a media type', { type: 'string', contentMediaType: 'image/png' }, '/a', 'content: image/png'],
  ])('is told of: %s', (_, schema, path, what) => {
    expect(ofProperty(schema).notes.map(note => [note.path, note.what])).toContainEqual([path, what]);
  });

  it('is told of where it is said of the whole', () => {
    const { notes } = ofProperty({ type: 'string' }, { required: ['a'], $id: 'urn:a', default: { a: 'x' } });
    const whats = notes.map(({ what }) => what);
    expect(whats).toEqual(expect.arrayContaining(['$id: urn:a', 'default: {"a":"x"}']));
  });

  it('is none of what is said of the values of a map, which becomes their doc', () => {
    const map = { type: 'object', additionalProperties: { type: 'number', description: 'in s' } };
    expect(ofProperty(map).fields[0]?.parts.value?.keys['doc']).toBe('in s');
  });
});

describe('what a JSON Schema says and nothing uses', () => {
  const told = (document: object) =>
    draftOf(JSON.stringify(document)).notes.map(({ path, what }) => `${path} ${what}`);
  const fields = { type: 'object', required: ['a'], additionalProperties: false };

  it('is told with its content: a definition that nothing leads to, wherever it stands', () => {
    const used = { type: 'string', $defs: { inner: { type: 'null' } } };
    const document = {
      ...fields,
      properties: { a: { $ref: '#/$defs/used' } },
      $defs: { used, 'un/used': { $ref: '#/$defs/other' }, other: { type: 'integer' } },
      definitions: { old: true },
    };
    expect(told(document)).toEqual([
      '/$defs/un~1used definition: {"$ref":"#/$defs/other"}',
      '/$defs/other definition: {"type":"integer"}',
      '/definitions/old definition: true',
      '/$defs/used/$defs/inner definition: {"type":"null"}',
    ]);
  });

  it('is told where the whole is a definition, and of no other than those left', () => {
    const document = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $ref: '#/definitions/row',
      definitions: {
        row: { ...fields, properties: { a: { type: 'string' } } },
        word: { type: 'string', description: 'x'.repeat(500) },
      },
    };
    expect(told(document)).toEqual([expect.stringMatching(/^\/definitions\/word definition: .{200}…$/)]);
  });

  it('is told where it stands beside a reference in a draft that looks at nothing there', () => {
    const beside = (uri: string) =>
      told({
        $schema: uri,
        ...fields,
        properties: { a: { $ref: '#/definitions/x', description: 'here', minLength: 2 } },
        definitions: { x: { type: 'string' } },
      });
    expect(beside('http://json-schema.org/draft-07/schema#')).toEqual([
      '/a description: "here"',
      '/a minLength: 2',
    ]);
  });
});

describe('a JSON Schema', () => {
  it('that was exported is imported as the contract it was, whatever that says', () => {
    fc.assert(
      fc.property(anyContract, contract => {
        const { document, notes } = exportContract(ROW, contract, PINNED);
        expect(notes).toEqual([]);
        const draft = draftOf(printJson(document));
        expect(saidBy(settled(draft).contract)).toEqual(saidBy(contract));
        expect(draft.notes).toEqual([]);
        expect(settled(draft).text).not.toContain('proposed');
      }),
      { numRuns: 25 },
    );
  });

  it.each<[object, Written]>([
    [{ type: 'boolean' }, { physical: 'bool' }],
    [{ type: 'integer' }, { physical: 'int64', nullable: false }],
    [{ type: 'integer', format: 'int32' }, { physical: 'int32' }],
    [{ type: 'integer', minimum: 0, maximum: 255 }, { physical: 'uint8' }],
    [
      { type: 'integer', exclusiveMinimum: 0, maximum: 9.5 },
      { physical: 'int64', range: [1n, 9n] },
    ],
    [
      { type: 'number', minimum: 0 },
      { physical: 'float64', range: [0, null] },
    ],
    [{ type: ['string', 'null'] }, { physical: 'string', nullable: true }],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { physical: 'string', nullable: true }],
    [
      { $ref: '#/$defs/x', description: 'here' },
      { physical: 'date', doc: 'here' },
    ],
    [
      { type: 'string', format: 'date-time' },
      { physical: 'timestamp', zone: 'instant', unit: 'us' },
    ],
    [
      { type: 'string', format: 'uuid' },
      { physical: 'string', logical: 'identifier' },
    ],
    [{ type: 'string', contentEncoding: 'base64' }, { physical: 'bytes' }],
    [
      { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 },
      { physical: 'list', length: 2 },
    ],
    [{ type: 'object', properties: { b: { type: 'string' } } }, { physical: 'struct' }],
    [
      { type: 'array', items: { type: 'string' }, uniqueItems: true },
      { physical: 'list', order: 'set' },
    ],
    [{ type: 'object', additionalProperties: { type: 'string' } }, { physical: 'map' }],
  ])('with %j is a field of that type', (schema, keys) => {
    expect(
      keysOf(schema, {
        required: ['a'],
        $defs: { x: { type: 'string', format: 'date', description: 'there' } },
      }),
    ).toMatchObject(keys);
  });

  it('has an enum as a vocabulary, of texts by label and of whole numbers by code, null apart', () => {
    const draft = ofProperty({ enum: ['b', 'a', null] });
    expect(draft.pinned).toMatchObject([
      {
        name: 'a',
        document: {
          terms: [
            { id: 1, label: 'b' },
            { id: 2, label: 'a' },
          ],
        },
      },
    ]);
    expect(draft.fields[0]!.keys).toMatchObject({
      physical: 'string',
      nullable: true,
      unknownPolicy: 'reject',
    });
    const codes = ofProperty({ type: 'integer', enum: [7, 3] });
    expect(codes.pinned).toMatchObject([
      {
        document: {
          terms: [
            { label: '7', code: 7n },
            { label: '3', code: 3n },
          ],
        },
      },
    ]);
    expect(codes.fields[0]!.keys).toMatchObject({ physical: 'int64', nullable: false });
  });

  const labelsOf = ({ pinned }: Draft): Json =>
    (pinned[0]!.document['terms'] as readonly Written[]).map(({ label, code }) => [label!, code ?? null]);
  const cat = { const: 0, title: 'cat' };

  it.each<[string, object]>([
    ['oneOf', { oneOf: [cat, { const: 1, title: 'dog' }] }],
    ['anyOf', { type: 'integer', anyOf: [cat, { const: 1, title: 'dog' }] }],
    ['references', { oneOf: [{ $ref: '#/$defs/c' }, { allOf: [{ $ref: '#/$defs/d' }], title: 'dog' }] }],
    ['an enum beside', { enum: [0, 1], oneOf: [cat, { enum: [1], title: 'dog' }] }],
  ])('has alternatives of one value each as a vocabulary with their titles for labels: %s', (_, schema) => {
    const $defs = { c: cat, d: { const: 1 } };
    const draft = ofProperty(schema, { required: ['a'], $defs });
    expect(labelsOf(draft)).toEqual([
      ['cat', 0n],
      ['dog', 1n],
    ]);
    expect(draft.fields[0]!.keys).toMatchObject({ physical: 'int64', logical: 'category', nullable: false });
    expect(draft.notes.filter(({ path }) => path === '/a')).toEqual([]);
  });

  it('has alternatives of one value each, and null, as a vocabulary that may be null', () => {
    const draft = ofProperty({ oneOf: [cat, { const: 1, title: 'dog' }, { type: 'null', title: 'none' }] });
    expect(draft.fields[0]!.keys).toMatchObject({ physical: 'int64', nullable: true });
    expect(draft.notes).toMatchObject([{ path: '/a', what: 'value null: title: none' }]);
  });

  it.each([[[cat, { const: 1 }]], [[cat, { const: 1, title: 'cat' }]], [[cat, { const: 1, title: ' dog' }]]])(
    'with titles that are no labels has digits, and tells of the titles: %j',
    oneOf => {
      const draft = ofProperty({ oneOf });
      expect(labelsOf(draft)).toEqual([
        ['0', 0n],
        ['1', 1n],
      ]);
      expect(draft.notes).toContainEqual(expect.objectContaining({ path: '/a', what: 'title: 0 is cat' }));
    },
  );

  it('with titles of texts is called by the texts, and tells of titles that are others', () => {
    const draft = ofProperty({ oneOf: [{ const: 'c', title: 'cat' }, { const: 'd' }] });
    expect(labelsOf(draft)).toEqual([
      ['c', null],
      ['d', null],
    ]);
    expect(draft.notes).toMatchObject([{ path: '/a', what: 'title: "c" is cat' }]);
  });

  it('reads what may be absent as null that means unknown, marked, where nothing else is said', () => {
    const { fields, notes } = ofProperty({ type: 'integer' }, { required: [] });
    expect(fields[0]!.keys).toMatchObject({ nullable: true, default: { value: null, means: 'unknown' } });
    expect([...fields[0]!.proposed]).toEqual(expect.arrayContaining(['nullable', 'default']));
    expect(notes).toMatchObject([{ path: '/a', what: 'not required' }]);
    expect(keysOf({ type: 'integer', default: 5 }, {})).toMatchObject({
      nullable: false,
      default: { value: 5 },
    });
  });

  it.each([
    [{ minimum: -1e30, maximum: 9 }, [null, 9n], ['minimum -1e+30']],
    [{ minimum: 1, exclusiveMaximum: 1e30 }, [1n, null], ['exclusiveMaximum 1e+30']],
    [{ minimum: -(2 ** 40), maximum: 9, format: 'int32' }, [null, 9n], ['minimum -1099511627776']],
  ])('has no end of a range beyond the values of its type, which is told of: %j', (bounds, range, told) => {
    const { fields, notes } = ofProperty({ type: 'integer', ...bounds });
    expect(fields[0]!.keys['range']).toEqual(range);
    expect(notes.map(({ what }) => what)).toEqual(told);
  });

  it.each([
    ['2020-01-01T00:00:00+02:00', '2019-12-31T22:00:00Z'],
    ['2020-12-31T23:30:00.25-01:00', '2021-01-01T00:30:00.25Z'],
  ])('has a default with an offset, %s, as the same instant in UTC, and tells of it', (written, utc) => {
    const { fields, notes } = ofProperty({ type: 'string', format: 'date-time', default: written }, {});
    expect(fields[0]!.keys['default']).toMatchObject({ value: utc });
    expect(notes.map(({ what }) => what)).toContain(`default: "${written}"`);
  });

  it.each([
    [{}, 'nothing says which type'],
    [{ type: ['string', 'integer'] }, 'one of'],
    [{ type: 'null' }, 'only be null'],
    [{ oneOf: [{ type: 'string' }, { type: 'integer' }] }, '2 schemas'],
    [{ allOf: [{ type: 'string' }, { minLength: 1 }] }, 'several schemas'],
    [{ type: 'array' }, 'nothing says what the array holds'],
    [{ prefixItems: [{ type: 'string' }], type: 'array' }, 'types of their own'],
    [{ enum: ['a', 1] }, 'several sorts'],
    [{ type: 'string', const: 1 }, 'no value'],
    [{ type: ['integer', 'null'], const: null }, 'only be null'],
    [{ oneOf: [{ const: 1, title: 'one' }, { type: 'string' }] }, '2 schemas'],
    [{ $ref: '#' }, 'holds itself'],
    [{ type: 'integer', default: 'x' }, 'default'],
  ])('with %j is refused, and says why', (schema, why) => {
    expect(ofProperty(schema, { required: ['a'] }).refused).toMatchObject([
      { name: 'a', why: expect.stringContaining(why) },
    ]);
  });

  it.each([
    [{ type: 'string', pattern: '^x' }, 'pattern ^x'],
    [{ type: 'string', minLength: 1 }, 'minLength 1'],
    [{ type: 'string', format: 'email' }, 'format email'],
    [{ type: 'number', multipleOf: 0.5 }, 'multipleOf 0.5'],
    [{ type: 'number', exclusiveMinimum: 0 }, 'exclusiveMinimum 0'],
    [{ type: 'string', 'x-pii': true }, 'x-pii: true'],
    [{ type: 'string', not: { const: 'x' } }, 'not: {"const":"x"}'],
    [{ type: 'string', $anchor: 'here' }, '$anchor: here'],
    [{ type: 'string', $id: 'urn:x' }, '$id: urn:x'],
    [{ type: 'string', enum: ['x', 'y'], minLength: 1 }, 'minLength 1'],
    [{ type: 'boolean', const: true }, 'value: true'],
    [{ type: 'string', enum: ['x', 'y', 1] }, 'value: 1'],
    [{ allOf: [{ type: 'integer' }], minimum: 5 }, 'minimum: 5'],
    [{ allOf: [{ type: 'string', default: 'x' }], default: 'y' }, 'required, with a default'],
    [
      {
        type: 'object',
        properties: { b: { type: 'string' } },
        required: ['b'],
        additionalProperties: { type: 'string' },
      },
      'other keys: {"type":"string"}',
    ],
  ])('with %j is imported, with a note', (schema, what) => {
    expect(ofProperty(schema).notes.map(note => [note.path, note.what])).toContainEqual(['/a', what]);
    expect(ofProperty(schema).notes.every(({ path }) => path === '/a')).toBe(true);
  });

  it('that lets other keys pass is noted, because a contract has none', () => {
    expect(
      draftOf('{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}').notes,
    ).toMatchObject([{ what: 'other keys' }]);
  });

  it('that is no schema is a fault, whatever was changed in a good one', () => {
    const [contract] = fc.sample(anyContract, { numRuns: 1, seed: 11 });
    const text = printJson(exportContract(ROW, contract!, PINNED).document);
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        fc.nat(3),
        fc.constantFrom('', '"', '{', ']', '1', 'null', 'a'),
        (at, cut, put) => {
          const read = readDocument('s.json', bytesOf(text.slice(0, at) + put + text.slice(at + cut)));
          if (read instanceof Fault) return;
          const schema = parseJsonSchema(read.value);
          if (isProblem(schema)) expect(schema.fault([])).toBeInstanceOf(Fault);
          else expect(Array.isArray(draftOfJsonSchema(schema).fields)).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });
});
