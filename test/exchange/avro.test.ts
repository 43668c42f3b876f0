import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { avroDocument, extendAvro } from '../../src/exchange/avro/avro-document.ts';
import { draftOfAvro } from '../../src/exchange/avro/draft-of-avro.ts';
import type { Draft, DraftField, Written } from '../../src/exchange/draft.ts';
import { type ExportRow, exportContract } from '../../src/exchange/export-contract.ts';
import { printJson } from '../../src/exchange/print-json.ts';
import { parseAvro } from '../../src/native/avro/parse-avro.ts';
import { isProblem } from '../../src/native/problem.ts';
import { readDocument } from '../../src/native/read-document.ts';
import { bytesOf, must } from '../contract/small-subject.ts';
import { anyContract, PINNED, saidBy, settled } from './any-contract.ts';
import { INTEROP } from './interop.ts';

function draftOf(text: string): Draft {
  const type = parseAvro(must(readDocument('s.avsc', bytesOf(text))).value);
  if (isProblem(type)) throw type.fault([]);
  return draftOfAvro(type);
}

const ROW: ExportRow<Written> = {
  plain: avroDocument,
  draft: document => draftOf(printJson(document)),
  extend: extendAvro,
};

const record = (...fields: readonly object[]): Draft =>
  draftOf(
    JSON.stringify({
      type: 'record',
      name: 'R',
      fields: fields.map((field, index) => ({ name: `f${index}`, ...field })),
    }),
  );

const first = (draft: Draft): DraftField => draft.fields[0]!;

it('the doc of a fixed that is the items of an array is told of, because no field has it', () => {
  const items = { type: 'fixed', name: 'F', size: 2, doc: 'a checksum' };
  const { notes } = record({ type: { type: 'array', items } });
  expect(notes.map(({ path, what }) => [path, what])).toContainEqual(['/f0/element', 'doc: a checksum']);
});

describe('an Avro schema', () => {
  it('that was exported is imported as the contract it was, whatever that says', () => {
    fc.assert(
      fc.property(anyContract, contract => {
        const { document, notes } = exportContract(ROW, contract, PINNED);
        expect(notes).toEqual([]);
        const draft = draftOf(printJson(document));
        expect(saidBy(settled(draft).contract)).toEqual(saidBy(contract));
        expect(draft.notes).toEqual([]);
        expect(draft.schema).toBe('s.v7');
        expect(settled(draft).text).not.toContain('proposed');
      }),
      { numRuns: 25 },
    );
  });

  it('keeps what it says itself when it was edited after the export, because the extension was written for other words', () => {
    fc.assert(
      fc.property(anyContract, contract => {
        const { document } = exportContract(ROW, contract, PINNED);
        const fields = (document['fields'] as readonly Written[]).map(field => ({
          ...field,
          type: 'boolean',
          default: true,
        }));
        const draft = draftOf(printJson({ ...document, fields }));
        for (const { keys } of draft.fields) expect(keys['physical']).toBe('bool');
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    ['boolean', { physical: 'bool', logical: 'flag' }],
    ['int', { physical: 'int32', logical: 'number' }],
    ['long', { physical: 'int64', logical: 'number' }],
    ['float', { physical: 'float32', logical: 'number' }],
    ['double', { physical: 'float64', logical: 'number' }],
    ['bytes', { physical: 'bytes', logical: 'binary' }],
    ['string', { physical: 'string', logical: 'text' }],
    [
      { type: 'int', logicalType: 'date' },
      { physical: 'date', logical: 'date' },
    ],
    [
      { type: 'int', logicalType: 'time-millis' },
      { physical: 'time', logical: 'time', unit: 'ms' },
    ],
    [
      { type: 'long', logicalType: 'time-micros' },
      { physical: 'time', logical: 'time', unit: 'us' },
    ],
    [
      { type: 'long', logicalType: 'timestamp-nanos' },
      { physical: 'timestamp', zone: 'instant', unit: 'ns' },
    ],
    [
      { type: 'long', logicalType: 'local-timestamp-millis' },
      { physical: 'timestamp', zone: 'local', unit: 'ms' },
    ],
    [
      { type: 'long', logicalType: 'timestamp-micros', 'adjust-to-utc': false },
      { zone: 'local', unit: 'us' },
    ],
    [
      { type: 'string', logicalType: 'uuid' },
      { physical: 'string', logical: 'identifier' },
    ],
    [
      { type: 'bytes', logicalType: 'decimal', precision: 9, scale: 2 },
      { physical: 'decimal', precision: 9, scale: 2 },
    ],
    [
      { type: 'fixed', name: 'F', size: 16, logicalType: 'uuid' },
      { physical: 'fixed', size: 16, logical: 'identifier' },
    ],
    [['null', 'string'], { physical: 'string', nullable: true }],
    [['string', 'null'], { physical: 'string', nullable: true }],
    [['string'], { physical: 'string', nullable: false }],
    [
      { type: 'map', values: 'int' },
      { physical: 'map', logical: 'mapping' },
    ],
    [
      { type: 'array', items: 'int' },
      { physical: 'list', logical: 'sequence' },
    ],
  ])('of type %j is %j', (type, keys) => {
    expect(first(record({ type })).keys).toMatchObject(keys);
  });

  it('gives a field the id of its field-id, an element that of its element-id, and no id to the rest', () => {
    const draft = record(
      { type: { type: 'array', items: 'int', 'element-id': 5 }, 'field-id': 4 },
      { type: 'int' },
    );
    expect(first(draft)).toMatchObject({ id: 4, parts: { element: { id: 5 } } });
    expect(draft.fields[1]!.id).toBeUndefined();
  });

  it('of an enum is a vocabulary, whose default symbol takes the unknown ones', () => {
    const type = { type: 'enum', name: 'x.Suit', symbols: ['SPADES', 'HEARTS'], doc: 'cards' };
    const draft = record({ type });
    const [pinned] = draft.pinned;
    expect(pinned).toMatchObject({
      name: 'x.suit',
      document: {
        doc: 'cards',
        terms: [
          { id: 1, label: 'SPADES' },
          { id: 2, label: 'HEARTS' },
        ],
      },
    });
    expect(first(draft).keys).toMatchObject({ vocabulary: pinned!.digest, unknownPolicy: 'reject' });
    const other = record({ type: { ...type, default: 'HEARTS' } });
    expect(first(other).keys['unknownPolicy']).toEqual({ map: 'HEARTS' });
  });

  it.each([
    ['bytes', '\u00ff\u0000', 'ff00'],
    [{ type: 'bytes', logicalType: 'decimal', precision: 9, scale: 2 }, '\u00ff', '-0.01'],
    [{ type: 'int', logicalType: 'date' }, 15_399, '2012-02-29'],
    [{ type: 'long', logicalType: 'timestamp-millis' }, 1, '1970-01-01T00:00:00.001Z'],
    [{ type: 'array', items: 'string' }, [], []],
    [['null', 'int'], null, null],
    ['float', 0.1, Math.fround(0.1)],
  ])('of type %j has the default %j, written %j in a contract', (type, value, written) => {
    const { keys } = first(record({ type, default: value }));
    expect(keys['default']).toEqual({ value: written ?? value, means: 'unknown' });
  });

  it('keeps a default beyond 2^53 to its last digit', () => {
    const draft = draftOf(
      '{"type": "record", "name": "R", "fields": [{"name": "a", "type": "long", "default": 9007199254740993}]}',
    );
    expect(first(draft).keys['default']).toEqual({ value: 9_007_199_254_740_993n, means: 'unknown' });
  });

  it.each([
    ['order', { type: 'int', order: 'descending' }, 'order: descending'],
    ['a property', { type: 'int', 'x.y': { a: 1 } }, 'x.y: {"a":1}'],
    [
      'a property of the type',
      { type: { type: 'string', 'avro.java.string': 'String' } },
      'avro.java.string: "String"',
    ],
    [
      'a logical type without a like',
      { type: { type: 'fixed', name: 'D', size: 12, logicalType: 'duration' } },
      'logicalType duration',
    ],
    ['the name of a type', { type: { type: 'fixed', name: 'n.MD5', size: 16 } }, 'type name n.MD5'],
    ['a rounded default', { type: 'float', default: 0.1 }, 'default: 0.1'],
  ])('drops %s with a note, never without', (_, field, what) => {
    expect(record(field).notes.map(note => [note.path, note.what])).toContainEqual(['/f0', what]);
  });

  it('of the Avro project, with every type there is, says which three fields no contract can hold, and why', () => {
    const draft = draftOf(JSON.stringify(INTEROP));
    expect(draft.refused.map(({ name }) => name)).toEqual(['nullField', 'unionField', 'recordField']);
    expect(draft.refused[1]!.why).toContain('boolean, double, array of bytes');
    expect(draft.refused[2]!.why).toContain('Node holds itself');
    expect(draft.fields.map(({ keys }) => [keys['name'], keys['physical']])).toEqual([
      ['intField', 'int32'],
      ['longField', 'int64'],
      ['stringField', 'string'],
      ['boolField', 'bool'],
      ['floatField', 'float32'],
      ['doubleField', 'float64'],
      ['bytesField', 'bytes'],
      ['arrayField', 'list'],
      ['mapField', 'map'],
      ['enumField', 'string'],
      ['fixedField', 'fixed'],
    ]);
  });

  // Constructs of share/test/schemas/interop.avsc of Apache Avro: some of its fields have the logical type of their type.
  it('tells of a logical type on a field, which readers pass by, and of one on a record inside', () => {
    const inner = {
      type: 'record',
      name: 'a.r12',
      logicalType: 'point',
      doc: 'its own',
      fields: [{ name: 'x', type: 'int' }],
    };
    const { fields, notes } = record(
      { type: 'long', logicalType: 'time-millis' },
      { type: inner, doc: 'the field' },
    );
    expect(fields[0]!.keys['physical']).toBe('int64');
    expect(notes.map(({ what }) => what)).toEqual([
      'logicalType: "time-millis"',
      'logicalType point',
      'doc of its type',
    ]);
    expect(notes[0]!.why).toContain('write it on the type');
  });

  it('of no record is refused, because it has no fields', () => {
    expect(draftOf('"string"').refused).toMatchObject([{ path: '/' }]);
  });

  it('that is no schema is a fault, whatever was changed in a good one', () => {
    const text = JSON.stringify(INTEROP);
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        fc.nat(3),
        fc.constantFrom('', '"', '{', ']', '1', 'null', 'a'),
        (at, cut, put) => {
          const mutated = text.slice(0, at) + put + text.slice(at + cut);
          const read = readDocument('s.avsc', bytesOf(mutated));
          if (read instanceof Fault) return;
          const type = parseAvro(read.value);
          if (isProblem(type)) expect(type.fault([])).toBeInstanceOf(Fault);
          else expect(draftOfAvro(type).fields.length).toBeLessThanOrEqual(14);
        },
      ),
      { numRuns: 25 },
    );
  });
});
