import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchOf, columnReader, columnsOf, rowsOf } from '../../src/contract/batch.ts';
import type { Field } from '../../src/contract/field.ts';
import type { Value } from '../../src/contract/value.ts';
import {
  buffersOf,
  columnsIn,
  isTrouble,
  packed,
  unpacked,
  type WireColumn,
} from '../../src/convert/function-wire.ts';
import { givenColumn } from '../../src/convert/given-columns.ts';
import { madeColumn, textTrouble } from '../../src/convert/made-columns.ts';
import { isAlike, wireRows } from '../../src/convert/wire-rows.ts';
import { given } from '../../src/engine/functions/given.ts';
import { made, NoColumn, Room } from '../../src/engine/functions/made.ts';
import * as plainUtf8 from '../../src/engine/functions/utf8.ts';
import { anyRows, schemaAndRows } from '../codec/any-schema.ts';
import { makeField, makeList, makeSchema } from '../contract/make-field.ts';

const own = plainUtf8.utf8();
const bare = { read: plainUtf8.read, write: plainUtf8.write };
const room = (): Room => new Room(1 << 24);

function wire(field: Field, values: readonly Value[]): WireColumn {
  const schema = makeSchema([field]);
  const [column] = columnsOf(
    schema,
    batchOf(
      schema,
      values.map(value => [value]),
    ),
  );
  return givenColumn(field, column!.data, undefined);
}

/** What a function gave for a field, or why that is no column. */
function gave(field: Field, value: unknown, rows: number): readonly Value[] | string {
  const { layout } = wire(field, []);
  try {
    const column = made(layout, value, rows, own, room());
    const refused: string[] = [];
    const data = madeColumn(field, column, undefined, rows, (row, code) => refused.push(`${row} ${code}`));
    const read = columnReader(field, data);
    return refused.length > 0 ? refused.join() : Array.from({ length: rows }, (_, row) => read(row));
  } catch (error) {
    if (error instanceof NoColumn) return error.unfit;
    throw error;
  }
}

describe('columns of a function', () => {
  it('are what they were after there and back, for any type, with either reading of text', () => {
    fc.assert(
      fc.property(schemaAndRows, fc.constantFrom(own, bare), ([schema, rows], text) => {
        const batch = batchOf(schema, rows);
        const columns = columnsOf(schema, batch).map(({ field, data }) => {
          const sent = givenColumn(field, data, undefined);
          const arrived = columnsIn([sent.layout], rows.length, unpackedOf(packed(buffersOf([sent]))));
          if (isTrouble(arrived)) throw new Error(arrived.trouble);
          const back = made(sent.layout, given(arrived[0]!, text), rows.length, text, room());
          expect(textTrouble(back)).toBeUndefined();
          return madeColumn(field, back, undefined, rows.length, (_, code) => expect(code).toBe('none'));
        });
        const found = rows.map((_, row) =>
          schema.fields.map((field, at) => columnReader(field, columns[at]!)(row)),
        );
        expect(found).toEqual(rowsOf(schema, batch));
      }),
      { numRuns: 60 },
    );
  });

  it('of some rows are those rows, and go back to where they stood', () => {
    fc.assert(
      fc.property(schemaAndRows, fc.infiniteStream(fc.boolean()), ([schema, rows], coin) => {
        const picked = Int32Array.from(rows.keys()).filter(() => coin.next().value);
        const batch = batchOf(schema, rows);
        for (const [at, { field, data }] of columnsOf(schema, batch).entries()) {
          const sent = givenColumn(field, data, picked);
          expect(sent.rows).toBe(picked.length);
          const back = madeColumn(field, sent, picked, rows.length, () => {});
          const read = columnReader(field, back);
          for (const row of picked) expect(read(row)).toEqual(rowsOf(schema, batch)[row]![at]);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('in another order hold the same, and differ where a value does', () => {
    fc.assert(
      fc.property(
        schemaAndRows.chain(([schema, rows]) =>
          fc.tuple(fc.constant(schema), anyRows(schema), fc.constant(rows)),
        ),
        ([schema, others, rows]) => {
          const all = [...rows, ...others];
          const batch = batchOf(schema, all);
          const order = Int32Array.from(all.keys()).reverse();
          for (const { field, data } of columnsOf(schema, batch)) {
            const sent = givenColumn(field, data, undefined);
            const turned = wireRows(sent, order);
            for (const [at, row] of order.entries()) expect(isAlike(sent, row, turned, at)).toBe(true);
          }
        },
      ),
      { numRuns: 30 },
    );
    const column = wire(makeField('string', { nullable: true }), ['a', 'b', null, 'ab']);
    expect([0, 1, 2, 3].map(row => isAlike(column, 0, column, row))).toEqual([true, false, false, false]);
    const nan = wire(makeField('float64'), [Number.NaN, 0, -0]);
    expect([isAlike(nan, 0, nan, 0), isAlike(nan, 1, nan, 2)]).toEqual([true, false]);
  });

  it('hold int64 as BigInt64Array and nothing else, because a number is another one beyond 2^53', () => {
    const field = makeField('int64');
    expect(gave(field, BigInt64Array.of(2n ** 62n), 1)).toEqual([2n ** 62n]);
    for (const other of [Float64Array.of(1), [1n], Int32Array.of(1), [1]])
      expect(gave(field, other, 1)).toBe('type');
  });

  it('are refused with what is wrong with them', () => {
    const text = makeField('string');
    expect(gave(text, ['a'], 2)).toBe('rows');
    expect(gave(text, [1], 1)).toBe('type');
    expect(gave(text, [null], 1)).toBe('null');
    expect(gave(text, ['\ud800'], 1)).toBe('text');
    // Two halves in two rows make a letter that neither has.
    expect(gave(text, ['\ud834', '\udd1e'], 2)).toBe('text');
    expect(gave(text, undefined, 1)).toBe('missing');
    expect(gave(text, 7, 1)).toBe('shape');
    expect(gave(makeField('bool'), Uint8Array.of(2), 1)).toBe('size');
    expect(gave(makeField('fixed'), [new Uint8Array(3)], 1)).toBe('size');
    expect(gave(makeField('int8', { nullable: true }), { values: Int8Array.of(1), valid: [1] }, 1)).toBe(
      'validity',
    );
    const list = makeList(makeField('int8'), 0, 9);
    expect(gave(list, { offsets: Int32Array.of(0, 2, 1), items: Int8Array.of(1) }, 2)).toBe('offsets');
    expect(gave(list, { offsets: Int32Array.of(0, 2), items: Int8Array.of(1) }, 1)).toBe('rows');
    expect(gave(list, { offsets: Int32Array.of(0, 1), items: Int8Array.of(7) }, 1)).toEqual([[7]]);
  });

  it('are refused where they take more room than there is', () => {
    const { layout } = wire(makeField('string'), []);
    const text = 'x'.repeat(40);
    expect(() => made(layout, [text], 1, own, new Room(30))).toThrow(NoColumn);
    expect(made(layout, [text], 1, own, new Room(60)).values).toHaveLength(40);
  });

  it('leave out rows whose value the type does not hold', () => {
    expect(gave(makeField('float16'), Float32Array.of(1.5), 1)).toEqual([1.5]);
    expect(gave(makeField('float16'), Float32Array.of(0.1), 1)).toBe('0 PRECISION_LOSS');
    expect(gave(makeField('time'), BigInt64Array.of(86_400_000n, 1n), 2)).toBe('0 OVERFLOW');
    expect(gave(makeField('decimal'), [10n ** 9n], 1)).toBe('0 OVERFLOW');
  });
});

describe('bytes of columns', () => {
  it('are refused where they are cut, longer, or say lengths of their own', () => {
    const column = wire(makeField('string', { nullable: true }), ['ab', null, 'c']);
    const buffers = buffersOf([column]);
    const read = (changed: readonly Uint8Array[]): boolean =>
      !isTrouble(columnsIn([column.layout], 3, changed));
    expect(read(buffers)).toBe(true);
    expect(read(buffers.slice(1))).toBe(false);
    expect(read([...buffers, new Uint8Array(0)])).toBe(false);
    for (const at of buffers.keys()) {
      expect(read(buffers.map((each, index) => (index === at ? each.slice(0, -1) : each)))).toBe(false);
      const longer = Uint8Array.of(...buffers[at]!, 0);
      expect(read(buffers.map((each, index) => (index === at ? longer : each)))).toBe(false);
    }
    const bytes = packed(buffers);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, byte) => {
        const changed = bytes.slice();
        changed[at] = byte;
        const found = unpacked(changed);
        // Whatever it says, it is columns or it is refused; nothing is thrown.
        if (!isTrouble(found)) expect(columnsIn([column.layout], 3, found)).toBeDefined();
      }),
      { numRuns: 200 },
    );
  });

  it('are no text where a row begins within a letter', () => {
    const column = wire(makeField('string'), ['é', '']);
    expect(textTrouble(column)).toBeUndefined();
    expect(textTrouble({ ...column, offsets: Int32Array.of(0, 1, 2) })).toBeDefined();
    expect(textTrouble({ ...column, values: Uint8Array.of(0xff, 0xff) })).toBeDefined();
  });
});

function unpackedOf(bytes: Uint8Array): readonly Uint8Array[] {
  const buffers = unpacked(bytes);
  if (isTrouble(buffers)) throw new Error(buffers.trouble);
  return buffers;
}
