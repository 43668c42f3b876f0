import { describe, expect, it } from 'vitest';
import { jsonCodec } from '../../src/codec/json.ts';
import type { Default } from '../../src/contract/field.ts';
import { readPlan } from '../../src/contract/read-plan.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { Value } from '../../src/contract/value.ts';
import { unknownCells } from '../../src/service/unknown-cells.ts';
import { field, schemaOf } from '../golden/weather.ts';

const or = (value: Value, means: 'value' | 'unknown'): Default => ({ kind: 'value', value, means });
const sentinels = [{ value: -1, means: 'unknown' as const }];
const WRITER = schemaOf([
  field(1, 'id', 'int32'),
  field(2, 'confused', 'float64', { default: or(0.5, 'unknown') }),
  field(3, 'true', 'float64', { default: or(0.5, 'value') }),
  field(4, 'null', 'float64', { default: or(null, 'unknown') }),
  field(5, 'sentinel', 'float64', { default: or(-1, 'unknown'), sentinels }),
]);
const READER = schemaOf([
  ...WRITER.fields,
  field(6, 'later', 'int32', { default: or(0, 'unknown') }),
  field(7, 'given', 'int32', { default: or(0, 'value') }),
]);

function cellsOf(text: string, reader: Schema, rejected: readonly number[] = []) {
  const read = jsonCodec.decode(WRITER, Buffer.from(text));
  if (read.kind === 'refused') throw new Error(read.code);
  return unknownCells(readPlan(WRITER, reader), { writer: WRITER, reader }, read, new Set(rejected));
}

describe('cells that nobody wrote', () => {
  it('are those of single records, by the row of what was accepted', () => {
    const text = '{"id":1,"confused":0.5}\n{"id":2}\n{"id":3}\n{"id":4,"confused":0.1}\n{"id":5}\n';
    expect(cellsOf(text, WRITER)).toEqual(new Map([[2, new Set([1, 2, 4])]]));
    expect(cellsOf(text, WRITER, [0, 2])).toEqual(new Map([[2, new Set([0, 2])]]));
  });

  it('are all of a field that a file lacks, or its version does', () =>
    expect(cellsOf('{"id":1}\n{"id":2}\n', READER)).toEqual(
      new Map([
        [2, 'all'],
        [6, 'all'],
      ]),
    ));

  it('are none where every record has them, or the default says by itself that nobody knows', () =>
    expect(cellsOf('{"id":1,"confused":0.5}\n', WRITER)).toEqual(new Map()));
});
