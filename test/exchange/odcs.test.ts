import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/canonical-json.ts';
import { Fault } from '../../src/base/fault.ts';
import { readYaml } from '../../src/contract/read-yaml.ts';
import { plainOf } from '../../src/contract/yaml-document.ts';
import type { Draft, Written } from '../../src/exchange/draft.ts';
import { type ExportRow, exportContract } from '../../src/exchange/export-contract.ts';
import { draftOfOdcs, looksOdcs } from '../../src/exchange/odcs/draft-of-odcs.ts';
import { extendOdcs, odcsDocument } from '../../src/exchange/odcs/odcs-document.ts';
import { printYaml } from '../../src/exchange/print-yaml.ts';
import { bytesOf, must } from '../contract/small-subject.ts';
import { anyContract, PINNED, saidBy, settled } from './any-contract.ts';

const read = (text: string): Written => plainOf(must(readYaml('c.yaml', bytesOf(text))).root) as Written;

function draftOf(text: string, object?: string): Draft {
  const draft = draftOfOdcs(read(text), object);
  if (!('fields' in draft)) throw new Error(`${draft.at.join('.')} is not ${draft.expected}`);
  return draft;
}

/** A contract of version 3.2 with one object of these properties. */
const object = (properties: string): string =>
  `apiVersion: v3.2.0\nkind: DataContract\nschema:\n  - name: o\n    properties:${properties}\n`;

const toldOf = ({ notes }: Draft): readonly string[] =>
  notes.map(({ path, what }) => `${path} ${what.split(':')[0]}`);

const ROW: ExportRow<Written> = {
  plain: odcsDocument,
  draft: document => draftOf(printYaml(document)),
  extend: extendOdcs,
};

/** After the seller payments example the standard is explained by: every section that a version 3.1 contract may have. */
const PAYMENTS = `
apiVersion: v3.1.0
kind: DataContract
id: 53581432-6c55-4ba2-a65f-72344a91553a
name: seller_payments
version: 1.1.0
status: active
domain: seller
description:
  purpose: Payments to sellers
  usage: Reports
tags: [finance]
servers:
  - {server: prod, type: postgres, host: db.example.com, port: 5432, database: payments, schema: public}
schema:
  - name: payments
    physicalName: tbl_1
    physicalType: table
    logicalType: object
    description: One payment each
    properties:
      - id: "7"
        name: payment_id
        primaryKey: true
        primaryKeyPosition: 1
        logicalType: integer
        physicalType: bigint
        required: true
        unique: true
        classification: internal
        description: the payment
      - id: amount_obj
        name: amount
        logicalType: number
        physicalType: decimal(12,2)
        required: true
        classification: Restricted
        logicalTypeOptions: {minimum: 0}
        quality:
          - {metric: nullValues, mustBe: 0}
      - name: currency
        logicalType: string
        physicalType: varchar(3)
        classification: public
        examples: [EUR]
        quality:
          - metric: invalidValues
            arguments: {validValues: [EUR, USD, JPY]}
            mustBe: 0
      - name: attempts
        logicalType: integer
        logicalTypeOptions: {minimum: 0, maximum: 9, format: u8}
        classification: PII
      - name: paid_on
        logicalType: date
        required: true
      - name: booked
        logicalType: timestamp
      - name: receivers
        logicalType: array
        logicalTypeOptions: {minItems: 1, maxItems: 4}
        items: {logicalType: string, logicalTypeOptions: {format: uuid}}
        customProperties:
          - {property: pii, value: true}
team:
  members:
    - {username: ceastwood, role: Data Scientist}
    - {username: mhopper, role: Owner}
slaProperties:
  - {property: latency, value: 4, unit: d}
support: []
`;

describe('a contract of the Open Data Contract Standard', () => {
  it('that was exported is imported as the contract it was, whatever that says', () => {
    fc.assert(
      fc.property(anyContract, contract => {
        const { document, notes } = exportContract(ROW, contract, PINNED);
        expect(notes).toEqual([]);
        const text = printYaml(document);
        expect(looksOdcs(read(text))).toBe(true);
        const draft = draftOf(text);
        expect(saidBy(settled(draft).contract)).toEqual(saidBy(contract));
        expect(settled(draft).text).not.toContain('proposed');
      }),
      { numRuns: 25 },
    );
  });

  it('keeps ids, the key, documentation, ranges, lengths, valid values, owner and sensitivity', () => {
    const draft = draftOf(PAYMENTS);
    expect(draft.keys).toEqual({ key: ['payment_id'], doc: 'One payment each' });
    expect(draft.fields.map(({ id, keys }) => ({ id, keys }))).toMatchObject([
      {
        id: 7,
        keys: {
          physical: 'int64',
          nullable: false,
          sensitivity: 'internal',
          owner: 'mhopper',
          doc: 'the payment',
        },
      },
      {
        id: undefined,
        keys: { physical: 'decimal', precision: 12, scale: 2, nullable: false, sensitivity: 'restricted' },
      },
      { keys: { physical: 'string', logical: 'category', unknownPolicy: 'reject', nullable: true } },
      { keys: { physical: 'uint8', range: [0n, 9n] } },
      { keys: { physical: 'date', nullable: false } },
      { keys: { physical: 'timestamp', zone: 'instant', unit: 'us' } },
      { keys: { physical: 'list', minLength: 1, maxLength: 4 } },
    ]);
    expect(draft.pinned).toMatchObject([
      { name: 'currency', document: { terms: [{ label: 'EUR' }, { label: 'USD' }, { label: 'JPY' }] } },
    ]);
    expect(draft.fields[6]!.parts.element!.keys).toMatchObject({ physical: 'string', logical: 'identifier' });
  });

  it('marks what a logical type alone does not say', () => {
    const proposed = draftOf(PAYMENTS).fields.map(({ proposed: keys }) => [...keys]);
    expect(proposed[5]).toEqual(['logical', 'physical', 'zone', 'unit']);
    expect(proposed[0]).toEqual(['logical']);
  });

  it('drops nothing without a note, and tells no example, which is data', () => {
    const { notes } = draftOf(PAYMENTS);
    const told = notes.map(({ path, what }) => `${path} ${what.split(':')[0]}`);
    for (const one of [
      '/ id',
      '/ version',
      '/ status',
      '/ domain',
      '/ tags',
      '/ servers',
      '/ slaProperties',
      '/ physicalName',
      '/payment_id unique',
      '/payment_id physicalType',
      '/amount id amount_obj',
      '/amount quality rule nullValues',
      '/amount minimum',
      '/currency examples',
      '/attempts classification',
      '/receivers custom property pii',
    ])
      expect(told, one).toContain(one);
    expect(notes.find(({ path, what }) => path === '/currency' && what.includes('examples'))!.what).toBe(
      'examples',
    );
  });

  it('of several objects is one of them, by name', () => {
    const two = PAYMENTS.replace(
      'schema:\n',
      'schema:\n  - {name: other, properties: [{name: a, logicalType: string}]}\n',
    );
    expect(draftOf(two, 'other').fields.map(({ keys }) => keys['name'])).toEqual(['a']);
    expect(draftOfOdcs(read(two), undefined)).toMatchObject({
      at: ['schema'],
      choices: ['other', 'payments'],
    });
  });

  it('is refused where a key has another shape, at its place', () => {
    const wrong = PAYMENTS.replace('primaryKeyPosition: 1', 'primaryKeyPosition: first');
    expect(draftOfOdcs(read(wrong), undefined)).toMatchObject({
      at: ['schema', 0, 'properties', 0, 'primaryKeyPosition'],
    });
  });

  it('whose property has no type is not imported, because nothing says what it is', () => {
    const { refused } = draftOf(PAYMENTS.replace('        logicalType: date\n', ''));
    expect(refused).toMatchObject([{ name: 'paid_on' }]);
  });

  // Constructs of docs/examples/schema/enum.odcs.yaml of the Open Data Contract Standard.
  it('of version 3.2 has the only values of a property under enum: texts, or whole numbers with names', () => {
    const draft = draftOf(
      object(`
      - name: stage
        logicalType: string
        enum: [{value: open, label: Open, tags: [first]}, {value: shut, label: Shut}]
      - {name: rank, logicalType: integer, physicalType: INT, enum: [{value: 1, label: High}, {value: 2, label: Low}]}
      - {name: level, logicalType: integer, enum: [{value: 3}, {value: 5}]}
      - {name: share, logicalType: number, enum: [{value: 0.5}]}`),
    );
    expect(draft.pinned.map(({ name, document }) => [name, document['terms']])).toEqual([
      [
        'stage',
        [
          { id: 1, label: 'open' },
          { id: 2, label: 'shut' },
        ],
      ],
      [
        'rank',
        [
          { id: 1, label: 'High', code: 1n },
          { id: 2, label: 'Low', code: 2n },
        ],
      ],
      [
        'level',
        [
          { id: 1, label: '3', code: 3n },
          { id: 2, label: '5', code: 5n },
        ],
      ],
    ]);
    expect(draft.fields.map(({ keys }) => [keys['physical'], keys['unknownPolicy']])).toEqual([
      ['string', 'reject'],
      ['int32', 'reject'],
      ['int64', 'reject'],
      ['float64', undefined],
    ]);
    expect(toldOf(draft)).toEqual(
      expect.arrayContaining(['/stage enum term open', '/stage enum labels', '/share enum']),
    );
  });

  // Constructs of docs/examples/schema/map.odcs.yaml of the Open Data Contract Standard.
  it('of version 3.2 has maps, and one of structs is the same after an export, whose words have none', () => {
    const draft = draftOf(
      object(`
      - name: prices
        logicalType: map
        physicalType: "MAP<STRING, STRUCT>"
        map:
          key: {logicalType: string, description: of a land}
          value:
            logicalType: object
            properties: [{name: amount, logicalType: number, required: true}, {name: note, logicalType: string}]`),
    );
    expect(draft.fields[0]).toMatchObject({
      keys: { physical: 'map', nullable: true },
      parts: {
        key: { keys: { physical: 'string', nullable: false, doc: 'of a land' } },
        value: { keys: {} },
      },
    });
    const { contract } = settled(draft, true);
    const again = settled(ROW.draft(exportContract(ROW, contract, []).document));
    expect(again.contract.recordSchema).toBe(contract.recordSchema);
  });

  // Constructs of docs/examples/all/postgresql-adventureworks-contract.odcs.yaml and of
  // docs/examples/data-types/all-data-types.odcs.yaml of the Open Data Contract Standard.
  it.each([
    ['date', 'timestamp', '', 'timestamp', true],
    ['date', 'time', '', 'time', true],
    ['date', 'date', '', 'date', false],
    ['date', 'datetime2', '', 'date', true],
    ['date', undefined, 'yyyy-MM-dd HH:mm:ss', 'timestamp', true],
    ['date', undefined, 'HH:mm', 'time', true],
    ['date', undefined, 'yyyy-MM-dd', 'date', false],
    ['number', 'serial', '', 'int32', false],
    ['number', 'int2', '', 'int16', false],
    ['string', 'varchar[15]', '', 'string', false],
    ['number', 'double', 'f32', 'float32', true],
    ['number', 'numeric', '', 'float64', true],
  ] as const)(
    'reads %s, %s, format %s as %s, and marks what is not said',
    (logical, physical, format, kind, isOpen) => {
      const [field] = draftOf(
        object(`
      - name: a
        logicalType: ${logical}
        ${physical === undefined ? '' : `physicalType: "${physical}"`}
        ${format === '' ? '' : `logicalTypeOptions: {format: "${format}"}`}`),
      ).fields;
      expect([field!.keys['physical'], field!.proposed.has('physical')]).toEqual([kind, isOpen]);
    },
  );

  it.each([
    ['integer', '{minimum: 18, exclusiveMaximum: 100}', [18n, 99n]],
    ['integer', '{maximum: 100, exclusiveMaximum: true}', [null, 99n]],
    ['integer', '{maximum: 100, exclusiveMaximum: false}', [null, 100n]],
    ['date', '{exclusiveMinimum: "2020-02-28", maximum: "2021-01-01"}', ['2020-02-29', '2021-01-01']],
    ['number', '{minimum: 0, exclusiveMaximum: 1}', [0n, null]],
    ['integer', '{minimum: 2, maximum: 1.0e+30}', [2n, null]],
    ['date', '{minimum: "2020-01-01 00:00:00"}', undefined],
  ])('reads of %s %s the range %s, because both ends of a range are in it', (type, options, range) => {
    const { fields, notes } = draftOf(
      object(`
      - {name: a, logicalType: ${type}, logicalTypeOptions: ${options}}`),
    );
    const written = (fields[0]!.keys['range'] as readonly Json[] | undefined)?.map(end =>
      typeof end === 'number' ? BigInt(end) : end,
    );
    expect(written).toEqual(range);
    const isTold = notes.some(({ what }) => /^(?:exclusiveMaximum: 1$|minimum: 2020)/.test(what));
    expect(isTold || notes.some(({ what }) => what === 'maximum: 1e+30')).toBe(
      type === 'number' || range === undefined || options.includes('e+30'),
    );
  });

  // Constructs of docs/examples/quality/column-validity.odcs.yaml of the Open Data Contract Standard.
  it('takes a rule that lets some other values pass for no vocabulary', () => {
    const draft = draftOf(
      object(`
      - name: a
        logicalType: string
        quality: [{metric: invalidValues, mustBeLessOrEqualTo: 5, unit: percent, arguments: {validValues: [x, null]}}]`),
    );
    expect(draft.fields[0]!.keys).not.toHaveProperty('vocabulary');
    expect(toldOf(draft)).toContain('/a quality rule invalidValues');
  });

  it('takes a rule that has a name of its own for no vocabulary, and tells of what else a rule of valid values says', () => {
    const ruled = (rule: string) =>
      draftOf(
        object(`
      - name: a
        logicalType: string
        quality: [{${rule}, mustBe: 0}]`),
      );
    const own = ruled('metric: myOwn, arguments: {validValues: [x]}');
    expect(own.fields[0]!.keys).not.toHaveProperty('vocabulary');
    const more = ruled('metric: invalidValues, name: spelled, arguments: {validValues: [x], pattern: "^x"}');
    expect(more.fields[0]!.keys).toHaveProperty('vocabulary');
    expect(more.notes.map(({ what }) => what)).toEqual([
      'quality rule spelled: name: "spelled", pattern: "^x"',
    ]);
  });

  it.each([
    ['timezone: false', undefined, 'local', ['timezone: false'], []],
    ['timezone: true', undefined, 'instant', [], []],
    ['timezone: false, defaultTimezone: UTC', undefined, 'instant', ['timezone: false'], []],
    [
      'timezone: false, defaultTimezone: Europe/Paris',
      undefined,
      'local',
      ['timezone: false', 'defaultTimezone: Europe/Paris'],
      [],
    ],
    ['timezone: false', 'timestamptz', 'instant', ['timezone: false'], ['zone']],
    ['timezone: true', 'timestamp_ntz', 'local', ['timezone: true'], ['zone']],
    ['timezone: false', 'timestamp_ntz', 'local', ['timezone: false'], []],
  ] as const)('reads a timestamp with %s, stored as %s, as %s', (options, physical, zone, told, open) => {
    const { fields, notes } = draftOf(
      object(`
      - name: a
        logicalType: timestamp
        ${physical === undefined ? '' : `physicalType: ${physical}`}
        logicalTypeOptions: {${options}}`),
    );
    expect(fields[0]!.keys).toMatchObject({ physical: 'timestamp', zone });
    expect(notes.map(({ what }) => what).filter(what => !what.startsWith('physicalType'))).toEqual(told);
    expect(open.every(key => fields[0]!.proposed.has(key))).toBe(true);
  });

  it.each([
    ['string', 'i32', 'int32', true],
    ['integer', 'f64', 'float64', true],
    ['integerZz', 'i32', 'int32', true],
    ['number', 'i32', 'int32', false],
    ['integer', 'i32', 'int32', false],
  ])(
    'of logical type %s and format %s is a proposed %s, and a note where they are at odds',
    (logical, format, kind, isOdd) => {
      const { fields, notes } = draftOf(
        object(`
      - {name: a, logicalType: ${logical}, logicalTypeOptions: {format: ${format}}}`),
      );
      expect(fields[0]!.keys['physical']).toBe(kind);
      expect(notes.some(({ what }) => what === `logicalType: ${logical}`)).toBe(isOdd);
      expect(fields[0]!.proposed.has('physical')).toBe(isOdd);
    },
  );

  it('tells each rule of quality with what it says, of a property and of the whole', () => {
    const { notes } = draftOf(
      `${object(`
      - name: a
        logicalType: string
        quality: [{type: text, description: "spelled as in the atlas"}]`)}
    quality: [{type: text, description: one row a day}, {metric: rowCount, mustBeGreaterThan: 9}]`,
    );
    expect(notes.map(({ path, what }) => `${path} ${what}`)).toEqual([
      '/a quality rule text: {"description":"spelled as in the atlas","type":"text"}',
      '/ quality rule text: {"description":"one row a day","type":"text"}',
      '/ quality rule rowCount: {"metric":"rowCount","mustBeGreaterThan":9}',
    ]);
  });

  // Constructs of docs/examples/all/full-example.odcs.yaml of the Open Data Contract Standard.
  it('tells of a team beside its owner, and of a description beside its purpose', () => {
    const draft = draftOf(`${object('\n      - {name: a, logicalType: string}')}
description: {purpose: Sales, usage: Forecasts}
team: [{username: ann, name: Ann A., role: Owner}, {username: bob, role: Analyst}]
`);
    expect(draft.keys['doc']).toBe('Sales');
    expect(draft.fields[0]!.keys['owner']).toBe('ann');
    expect(draft.notes.map(({ path, what }) => `${path} ${what}`)).toEqual([
      '/team name: "Ann A."',
      '/team member: {"role":"Analyst","username":"bob"}',
      '/description usage: "Forecasts"',
    ]);
  });

  it('is a draft, a problem or a fault, whatever was changed in it', () => {
    fc.assert(
      fc.property(
        fc.nat(PAYMENTS.length - 1),
        fc.nat(3),
        fc.constantFrom('', '"', '{', '- ', '1', 'null', '\n'),
        (at, cut, put) => {
          const yaml = readYaml('c.yaml', bytesOf(PAYMENTS.slice(0, at) + put + PAYMENTS.slice(at + cut)));
          if (yaml instanceof Fault) return;
          const document = plainOf(yaml.root) as Written;
          if (!looksOdcs(document)) return;
          const draft = draftOfOdcs(document, undefined);
          expect('fields' in draft || draft.expected !== '').toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });
});
