import { describe, expect, it } from 'vitest';
import { documentDigest } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { batchOf } from '../../src/contract/batch.ts';
import { unfitForKey } from '../../src/contract/check-schema.ts';
import type { Field, Kind } from '../../src/contract/field.ts';
import { KIND_TABLE } from '../../src/contract/kind-table.ts';
import type { Members } from '../../src/contract/members.ts';
import { parseUnit } from '../../src/contract/parse-unit.ts';
import { vocabularyDocument } from '../../src/contract/parse-vocabulary.ts';
import { recordSchemaDigest } from '../../src/contract/schema-document.ts';
import type { Unit } from '../../src/contract/unit.ts';
import type { Value } from '../../src/contract/value.ts';
import { gate } from '../../src/convert/gates.ts';
import { carriageOf, givesMemberText, memberReader } from '../../src/release/shard-records.ts';
import { distinctValues } from '../../src/service/distinct-values.ts';
import { generateRecords, tooFewIds } from '../../src/service/generate-records.ts';
import { takeMembers } from '../../src/service/release-source.ts';
import { SCHEMA } from '../release/sample-release.ts';

const [LATENCY] = SCHEMA.fields;
const unit = (code: string): Unit => parseUnit(code) as Unit;
const id = (type: Field['type'], more: Partial<Field> = {}): Field => ({
  ...LATENCY!,
  id: 1,
  name: 'x',
  type,
  logical: 'identifier',
  unit: undefined,
  range: undefined,
  ...more,
});

const ELEMENT: Field = { ...id({ kind: 'int32' }), id: 2, name: 'element' };

const TYPES = {
  bool: id({ kind: 'bool' }),
  int8: id({ kind: 'int8' }),
  int16: id({ kind: 'int16' }),
  int32: id({ kind: 'int32' }),
  int64: id({ kind: 'int64' }),
  uint8: id({ kind: 'uint8' }),
  uint16: id({ kind: 'uint16' }),
  uint32: id({ kind: 'uint32' }),
  uint64: id({ kind: 'uint64' }),
  float16: id({ kind: 'float16' }),
  bfloat16: id({ kind: 'bfloat16' }),
  float32: id({ kind: 'float32' }),
  float64: id({ kind: 'float64' }),
  decimal: id({ kind: 'decimal', precision: 5, scale: 2 }),
  string: id({ kind: 'string' }),
  bytes: id({ kind: 'bytes' }),
  fixed: id({ kind: 'fixed', size: 2 }),
  date: id({ kind: 'date' }),
  time: id({ kind: 'time' }, { unit: unit('ms') }),
  timestamp: id({ kind: 'timestamp', zone: 'instant' }, { unit: unit('ms') }),
  duration: id({ kind: 'duration' }, { unit: unit('us') }),
  list: id({ kind: 'list', element: ELEMENT, length: { min: 0, max: 8 } }),
  struct: id({ kind: 'struct', fields: [ELEMENT] }),
  map: id({ kind: 'map', key: { ...ELEMENT, id: 3, type: { kind: 'string' } }, value: ELEMENT, entries: 4 }),
  tensor: id({ kind: 'tensor', element: ELEMENT, shape: [2] }),
} satisfies Readonly<Record<Kind, Field>>;

const FIT = Object.values(TYPES).filter(field => unfitForKey(field) === undefined);

const MEMBERS: Members = {
  sampleId: { kind: 'field', field: 1 },
  sourceId: { kind: 'field', field: 1 },
  sourceVersion: { kind: 'field', field: 1 },
  split: { kind: 'field', field: 1 },
};
const carriage = (field: Field) => {
  const schema = { ...SCHEMA, fields: [field], label: undefined };
  return carriageOf(schema, MEMBERS, recordSchemaDigest(schema));
};

const textOf = (field: Field, value: Value): string | undefined => {
  const one = carriage(field);
  const parts = memberReader(one, batchOf(one.columns, [[value]]))(0, 0);
  return parts instanceof Fault ? undefined : parts.sampleId;
};

describe('a field that says who a record is', () => {
  it('has one text for its values, of every type that a contract may name', () => {
    expect(Object.keys(TYPES)).toEqual(Object.keys(KIND_TABLE));
    for (const field of Object.values(TYPES))
      expect([field.type.kind, givesMemberText(field)]).toEqual([
        field.type.kind,
        unfitForKey(field) === undefined,
      ]);
  });

  it.each([
    [TYPES.int8, -128, '-128'],
    [TYPES.uint64, 2n ** 64n - 1n, '18446744073709551615'],
    [TYPES.bool, false, 'false'],
    [TYPES.decimal, -50n, '-0.50'],
    [TYPES.bytes, Uint8Array.of(255, 1, 2), 'ff0102'],
    [TYPES.bytes, new Uint8Array(), undefined],
    [TYPES.fixed, Uint8Array.of(0, 16), '0010'],
    [TYPES.date, 16_772, '2015-12-03'],
    [TYPES.date, 2_932_897, undefined],
    [TYPES.time, 49_530_125n, '13:45:30.125'],
    [TYPES.timestamp, 1_330_523_130_125n, '2012-02-29T13:45:30.125Z'],
    [TYPES.timestamp, -62_167_219_200_001n, undefined],
    [id({ kind: 'timestamp', zone: 'local' }, { unit: unit('s') }), 1_330_523_130n, '2012-02-29T13:45:30'],
    [TYPES.duration, -90_000n, '-90000'],
  ] as const)('is written as the documentation says: %#', (field, value, text) => {
    expect(textOf(field, value)).toBe(text);
  });
});

describe('generated sample ids', () => {
  it('are lawful, have a text, and differ, of every type that a contract may name', async () => {
    for (const field of FIT) {
      const one = carriage(field);
      const count = field.type.kind === 'bool' ? 2 : 200;
      const source = { digests: [], batches: () => generateRecords(one, { seed: 1, count }) };
      const taken = await takeMembers(one, source);
      if (taken instanceof Fault) throw taken;
      expect([field.type.kind, new Set(taken.sampleIds).size]).toEqual([field.type.kind, count]);
    }
  });

  const terms = ['low', 'high'].map((label, at) => ({ id: at + 1, label, code: BigInt(at), aliases: [] }));
  const vocabulary = { digest: documentDigest(vocabularyDocument({ terms })), terms };
  const reject = { kind: 'reject' } as const;

  it.each([
    [TYPES.bool, 2],
    [TYPES.int8, 256],
    [id({ kind: 'fixed', size: 1 }), 256],
    [id({ kind: 'int32' }, { range: { min: 1n, max: 10n } }), 10],
    [id({ kind: 'int32' }, { range: { min: -3n, max: -1n } }), 3],
    [id({ kind: 'uint64' }, { range: { min: 2n ** 64n - 6n, max: undefined } }), 6],
    [id({ kind: 'decimal', precision: 1, scale: 0 }), 19],
    [id({ kind: 'date' }, { range: { min: 2_932_890n, max: undefined } }), 7],
    [id({ kind: 'time' }, { unit: unit('s'), range: { min: 86_390n, max: undefined } }), 10],
    [id({ kind: 'string' }, { vocabulary, unknownPolicy: reject, logical: 'label' }), 2],
    [id({ kind: 'int8' }, { vocabulary, unknownPolicy: reject, logical: 'label' }), 2],
  ] as const)('are as many as the type, range or vocabulary holds, all of them lawful: %#', (field, most) => {
    const { count, at } = distinctValues(field);
    expect(count).toBe(BigInt(most));
    const values = Array.from({ length: most }, (_, index) => at(index));
    for (const value of values) expect(gate(field, value)).toBe(undefined);
    expect(new Set(values.map(value => textOf(field, value))).size).toBe(most);
    expect(tooFewIds(carriage(field), { seed: 1, count: most })).toBe(undefined);
    expect(tooFewIds(carriage(field), { seed: 1, count: most + 1 })).toEqual({ field, most });
  });
});
