import { globSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Fault } from '../../src/base/fault.ts';
import { parseChange } from '../../src/change/parse-change.ts';
import { parseNormalizer } from '../../src/contract/normalizer.ts';
import { parseVocabulary } from '../../src/contract/parse-vocabulary.ts';
import { DOCUMENTS, type DocumentName, publishedFile } from '../../src/contract/published-schema.ts';
import { recordSchemaDigest } from '../../src/contract/schema-document.ts';
import { parseSubject } from '../../src/contract/subject.ts';
import { parseSet } from '../../src/golden/set.ts';
import { publishedBytes } from '../../src/service/published-file.ts';
import { lawfulSchema } from '../contract/lawful-schema.ts';
import { bytesOf, must, parseText } from '../contract/small-subject.ts';
import { flowText, type Tree, writtenContract } from '../contract/written-contract.ts';
import { printed } from './printed.ts';

const read = (file: string): string => readFileSync(file, 'utf8');
const PAGE = read('docs/contract-format.md');

const ajv = new Ajv2020({
  strict: true,
  allowUnionTypes: true,
  strictRequired: false,
  validateFormats: false,
});
const published = new Map(
  DOCUMENTS.map(name => [name, JSON.parse(read(`json-schema/${publishedFile(name)}`)) as object]),
);
const validators = new Map(DOCUMENTS.map(name => [name, ajv.compile(published.get(name)!)]));
const problemsOf = (name: DocumentName, text: string): string => {
  const validate = validators.get(name)!;
  return validate(parse(text)) ? '' : ajv.errorsText(validate.errors);
};

describe('the published schemas', () => {
  it.each(DOCUMENTS)('%s is what the code has; `npm run json-schema` writes it', name => {
    expect(read(`json-schema/${publishedFile(name)}`)).toBe(printed(name, PAGE));
    expect(Buffer.from(must(publishedBytes(name))).toString()).toBe(printed(name, PAGE));
  });

  it.each(DOCUMENTS)('%s describes each key a person writes, so that an editor can show what it is', name => {
    const bare: string[] = [];
    const look = (schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return;
      const { properties } = schema as { properties?: Record<string, { description?: string }> };
      for (const [key, { description }] of Object.entries(properties ?? {}))
        if (description === undefined) bare.push(key);
      Object.values(schema).forEach(look);
    };
    look(published.get(name));
    const self = new Set(['ids', 'id', 'name', 'kind', 'envelope', 'field', 'constant', 'value', 'means']);
    expect(bare.filter(key => !self.has(key))).toEqual([]);
  });

  it.each(DOCUMENTS)(
    '%s has no pattern by classes of Unicode, because other engines know none of them',
    name => {
      const patterns = [...JSON.stringify(published.get(name)).matchAll(/"pattern":"((?:[^"\\]|\\.)*)"/g)];
      expect(patterns.length).toBeGreaterThan(0);
      expect(patterns.map(([, pattern]) => pattern).filter(pattern => /\\[pP]\{/.test(pattern!))).toEqual([]);
    },
  );

  it('is not known by another name', () => {
    const fault = publishedBytes('contracts') as Fault;
    expect(fault).toMatchObject({ code: 'JSON_SCHEMA_UNKNOWN', facts: { nearest: 'contract' } });
    expect((publishedBytes('../package') as Fault).code).toBe('JSON_SCHEMA_UNKNOWN');
  });

  const FILES: ReadonlyArray<readonly [DocumentName, readonly string[]]> = [
    ['contract', globSync('schemas/*/v*.yaml')],
    ['subject', globSync('schemas/*/subject.yaml')],
    ['ledger', globSync('schemas/*/ledger.yaml')],
    ['change', globSync('schemas/*/changes/*.yaml')],
    ['vocabulary', globSync('schemas/vocabularies/*.yaml')],
    ['normalizer', globSync('schemas/normalizers/*.yaml')],
    ['golden-set', globSync('golden/*/*.yaml')],
  ];
  it.each(FILES)('take every %s of this repository', (name, files) => {
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(problemsOf(name, read(file)), file).toBe('');
  });
});

describe('a contract', () => {
  it('is accepted whenever it is lawful, whatever it says', () =>
    fc.assert(
      fc.property(lawfulSchema, schema => {
        const text = flowText(writtenContract(schema));
        expect(must(parseText(text)).recordSchema).toBe(recordSchemaDigest(schema));
        expect(problemsOf('contract', text)).toBe('');
      }),
      { numRuns: 60 },
    ));

  it('is refused by the schema wherever the parser refuses its shape', () => {
    let refused = 0;
    fc.assert(
      fc.property(lawfulSchema, fc.nat(), wrong, (schema, choice, spoil) => {
        const text = flowText(spoiled(writtenContract(schema), choice, spoil));
        const read = parseText(text);
        if (!(read instanceof Fault) || !SHAPES.has(read.code)) return;
        refused++;
        expect(problemsOf('contract', text), text).not.toBe('');
      }),
      { numRuns: 200 },
    );
    expect(refused).toBeGreaterThan(50);
  });
});

describe('every other document', () => {
  const OTHERS: ReadonlyArray<readonly [DocumentName, (file: string, bytes: Uint8Array) => unknown, string]> =
    [
      ['subject', parseSubject, 'schemas/training.example/subject.yaml'],
      ['vocabulary', parseVocabulary, 'schemas/vocabularies/outcome.yaml'],
      ['normalizer', parseNormalizer, 'schemas/normalizers/training-text.yaml'],
      ['change', parseChange, 'schemas/training.example/changes/v3-v4.yaml'],
      ['change', parseChange, 'schemas/weather.daily/changes/1.31.1-2.1.0.yaml'],
      ['golden-set', parseSet, 'golden/weather.daily/2.1.0.yaml'],
    ];

  it.each(OTHERS)('%s is refused wherever its parser refuses its shape', (name, parser, file) => {
    const tree = parse(read(file), { intAsBigInt: true }) as Tree;
    let refused = 0;
    fc.assert(
      fc.property(fc.nat(), wrong, (choice, spoil) => {
        const text = flowText(spoiled(tree, choice, spoil));
        const said = parser('x.yaml', bytesOf(text));
        if (!(said instanceof Fault) || !SHAPES.has(said.code)) return;
        refused++;
        expect(problemsOf(name, text), text).not.toBe('');
      }),
      { numRuns: 100 },
    );
    expect(refused).toBeGreaterThan(20);
  });
});

describe('the key $schema', () => {
  const withKey = (said: string): unknown =>
    parseText(
      `$schema: ${said}\nschema: s.v1\nfields: [{id: 1, name: a, physical: bool, logical: flag, nullable: false}]\n`,
    );
  const plain = must(
    parseText('schema: s.v1\nfields: [{id: 1, name: a, physical: bool, logical: flag, nullable: false}]\n'),
  );

  it.each([
    'urn:assay:json-schema:contract',
    '../../json-schema/contract.schema.json',
    'contract.schema.json',
    'http://127.0.0.1:8321/json-schema/contract',
  ])('is no part of the digest: %s', said => {
    expect(withKey(said)).toMatchObject({ recordSchema: plain.recordSchema });
  });

  it.each(['17', 'urn:assay:json-schema:vocabulary', '../subject.schema.json', 'a contract', '""'])(
    'is refused where it leads to no schema of a contract: %s',
    said => expect(withKey(said)).toMatchObject({ code: 'SHAPE', facts: { where: '$schema' } }),
  );
});

const SHAPES: ReadonlySet<string> = new Set(['SHAPE', 'UNKNOWN_KEY', 'KEY_MISSING']);

const GONE = Symbol();
const wrong: fc.Arbitrary<Tree | typeof GONE | 'add'> = fc.constantFrom<Tree | typeof GONE>(
  GONE,
  'add',
  null,
  true,
  -1n,
  0.5,
  12n,
  'x y',
  [],
  {},
  { x: 1n },
  ['x y'],
);

/** The document with one place of it, at any depth, made another: gone, with a key too much, or of another kind. */
function spoiled(tree: Tree, choice: number, spoil: Tree | typeof GONE): Tree {
  const places = placesIn(tree);
  return at(tree, places[choice % places.length]!, spoil);
}

type Step = string | number;
const placesIn = (tree: Tree): readonly (readonly Step[])[] =>
  typeof tree !== 'object' || tree === null
    ? [[]]
    : [
        [],
        ...Object.entries(tree as Record<string, Tree>).flatMap(([key, value]) =>
          placesIn(value).map(place => [Array.isArray(tree) ? Number(key) : key, ...place]),
        ),
      ];

function at(tree: Tree, [step, ...rest]: readonly Step[], spoil: Tree | typeof GONE): Tree {
  if (step === undefined) {
    const isMap = typeof tree === 'object' && tree !== null && !Array.isArray(tree);
    if (spoil === 'add') return isMap ? { ...tree, surplus: true } : [tree];
    return spoil === GONE ? tree : (spoil as Tree);
  }
  if (Array.isArray(tree)) return tree.map((item, index) => (index === step ? at(item, rest, spoil) : item));
  const { [step]: below, ...others } = tree as Record<string, Tree>;
  return spoil === GONE && rest.length === 0 ? others : { ...others, [step]: at(below!, rest, spoil) };
}
