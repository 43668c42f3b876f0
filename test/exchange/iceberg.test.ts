import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import type { Draft, Written } from '../../src/exchange/draft.ts';
import { type ExportRow, exportContract } from '../../src/exchange/export-contract.ts';
import { draftOfIceberg } from '../../src/exchange/iceberg/draft-of-iceberg.ts';
import { icebergDocument } from '../../src/exchange/iceberg/iceberg-document.ts';
import { printJson } from '../../src/exchange/print-json.ts';
import { parseIceberg } from '../../src/native/iceberg/parse-iceberg.ts';
import { isProblem } from '../../src/native/problem.ts';
import { readDocument } from '../../src/native/read-document.ts';
import { bytesOf, must } from '../contract/small-subject.ts';
import { anyContract, PINNED, settled, toldBy, untold } from './any-contract.ts';

function draftOf(text: string): Draft {
  const schema = parseIceberg(must(readDocument('t.json', bytesOf(text))).value);
  if (isProblem(schema)) throw schema.fault([]);
  return draftOfIceberg(schema);
}

const ROW: ExportRow<Written> = { plain: icebergDocument, draft: document => draftOf(printJson(document)) };

const schemaOf = (fields: readonly object[], more: object = {}): Draft =>
  draftOf(JSON.stringify({ type: 'struct', 'schema-id': 0, fields, ...more }));

/** The events table that the pages of Iceberg and its engines build their examples of: nested ids, and defaults of v3. */
const EVENTS = {
  'format-version': 3,
  'last-column-id': 19,
  'current-schema-id': 1,
  schemas: [
    { type: 'struct', 'schema-id': 0, fields: [{ id: 2, name: 'legacy', required: false, type: 'string' }] },
    {
      type: 'struct',
      'schema-id': 1,
      'identifier-field-ids': [1],
      fields: [
        { id: 1, name: 'event_id', required: true, type: 'uuid' },
        {
          id: 3,
          name: 'level',
          required: true,
          type: 'string',
          doc: 'severity',
          'initial-default': 'info',
          'write-default': 'warn',
        },
        { id: 4, name: 'ts', required: true, type: 'timestamptz' },
        { id: 5, name: 'price', required: false, type: 'decimal(9, 2)', 'initial-default': '0.00' },
        {
          id: 6,
          name: 'tags',
          required: false,
          type: { type: 'list', 'element-id': 7, 'element-required': true, element: 'string' },
        },
        {
          id: 8,
          name: 'location',
          required: false,
          type: {
            type: 'struct',
            fields: [
              { id: 9, name: 'lat', required: true, type: 'double' },
              { id: 10, name: 'long', required: true, type: 'double' },
            ],
          },
        },
        {
          id: 11,
          name: 'properties',
          required: false,
          type: {
            type: 'map',
            'key-id': 12,
            key: 'string',
            'value-id': 13,
            'value-required': false,
            value: 'long',
          },
        },
      ],
    },
  ],
  'partition-specs': [
    { 'spec-id': 0, fields: [{ 'source-id': 4, 'field-id': 1000, transform: 'day', name: 'ts_day' }] },
  ],
  'default-spec-id': 0,
};

describe('an Iceberg schema', () => {
  it('that was exported is imported as the contract it was, but for what the notes say is lost', () => {
    fc.assert(
      fc.property(anyContract, contract => {
        const { document, notes } = exportContract(ROW, contract, PINNED);
        const after = settled(draftOf(printJson(document)), true).contract;
        expect(untold(contract, after, notes)).toEqual([]);
        for (const { name } of contract.schema.fields) expect(toldBy(notes)).toContain(`/${name} owner`);
      }),
      { numRuns: 25 },
    );
  });

  it('of a table with nested ids and defaults keeps both', () => {
    const draft = draftOf(JSON.stringify(EVENTS));
    expect(draft.keys).toEqual({ key: ['event_id'] });
    expect(draft.fields.map(({ id, keys, parts }) => ({ id, keys, parts }))).toMatchObject([
      { id: 1, keys: { physical: 'fixed', size: 16, logical: 'identifier', nullable: false } },
      {
        id: 3,
        keys: {
          physical: 'string',
          doc: 'severity',
          default: { value: 'info', means: 'unknown' },
          writeDefault: { value: 'warn', means: 'unknown' },
        },
      },
      { id: 4, keys: { physical: 'timestamp', zone: 'instant', unit: 'us' } },
      { id: 5, keys: { physical: 'decimal', precision: 9, scale: 2, default: { value: '0.00' } } },
      { id: 6, keys: { physical: 'list' }, parts: { element: { id: 7, keys: { nullable: false } } } },
      {
        id: 8,
        keys: { physical: 'struct' },
        parts: { fields: [{ id: 9 }, { id: 10, keys: { name: 'long' } }] },
      },
      {
        id: 11,
        keys: { physical: 'map' },
        parts: { key: { id: 12 }, value: { id: 13, keys: { nullable: true } } },
      },
    ]);
    expect(settled(draft, true).contract.schema.key).toEqual([1]);
    expect(draft.notes.map(({ path, what }) => `${path} ${what}`)).toEqual([
      '/event_id uuid',
      '/ partitioned by day of field 4',
      '/ ids used before: 2',
    ]);
  });

  // Constructs of core/src/test/resources/TableMetadataV3Valid.json of Apache Iceberg.
  it('of a table tells how its rows are sorted now, and which properties it has', () => {
    const order = (id: number, ...fields: readonly object[]) => ({ 'order-id': id, fields });
    const { notes } = draftOf(
      JSON.stringify({
        ...EVENTS,
        'sort-orders': [
          order(1, { transform: 'identity', 'source-id': 3, direction: 'asc', 'null-order': 'nulls-first' }),
          order(2, { transform: 'bucket[4]', 'source-id': 1, direction: 'desc', 'null-order': 'nulls-last' }),
        ],
        'default-sort-order-id': 2,
        properties: { 'write.parquet.compression-codec': 'zstd' },
      }),
    );
    expect(notes.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        'sorted by bucket[4] of field 1 desc nulls-last',
        'properties write.parquet.compression-codec',
      ]),
    );
  });

  it('reads an optional field without a default as null, and a required one not at all', () => {
    const [a, b] = schemaOf([
      { id: 1, name: 'a', required: false, type: 'int' },
      { id: 2, name: 'b', required: true, type: 'int' },
    ]).fields;
    expect(a!.keys['default']).toEqual({ value: null, means: 'unknown' });
    expect(b!.keys).not.toHaveProperty('default');
  });

  it.each(['variant', 'unknown', 'geometry', 'geography(OGC:CRS84, karney)'])(
    'of a %s has no contract',
    type => {
      const { refused } = schemaOf([{ id: 1, name: 'a', required: false, type }]);
      expect(refused).toMatchObject([{ path: '/a', name: 'a' }]);
    },
  );

  it('gives a column whose name a contract can not have a name that it can, with a note', () => {
    const draft = schemaOf([
      { id: 1, name: 'a b', required: true, type: 'int' },
      { id: 2, name: 'a-b', required: true, type: 'int' },
    ]);
    expect(draft.fields.map(({ keys }) => keys['name'])).toEqual(['a_b', 'a_b_2']);
    expect(draft.notes.map(({ what }) => what)).toEqual(['name a b', 'name a-b']);
  });

  it('that is no schema is a fault, whatever was changed in a good one', () => {
    const text = JSON.stringify(EVENTS);
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        fc.nat(3),
        fc.constantFrom('', '"', '{', ']', '1', 'null', 'a'),
        (at, cut, put) => {
          const read = readDocument('t.json', bytesOf(text.slice(0, at) + put + text.slice(at + cut)));
          if (read instanceof Fault) return;
          const schema = parseIceberg(read.value);
          if (isProblem(schema)) expect(schema.fault([])).toBeInstanceOf(Fault);
          else expect(draftOfIceberg(schema).fields.length).toBeLessThanOrEqual(8);
        },
      ),
      { numRuns: 100 },
    );
  });
});
