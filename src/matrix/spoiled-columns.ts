import * as arrow from 'apache-arrow';
import { LIMITS } from '../base/limits.ts';
import type { Codec } from '../codec/codec.ts';
import type { Field, Type } from '../contract/field.ts';
import { identityOf } from '../contract/identity.ts';
import { asHeld } from '../contract/kind-table.ts';
import { timeUnitOf } from '../contract/time-unit.ts';
import type { Value } from '../contract/value.ts';
import { beyondOf } from './beyond.ts';
import { type Chance, chance } from './chance.ts';
import { MARK, NOT_UTF8, withMark } from './not-utf8.ts';
import type { ProbeKind } from './probe.ts';
import type { SpoiledField } from './probe-form.ts';
import { typicalValue } from './typical-value.ts';

/** What no writer of this schema should have written as a field's column. */
export type SpoiledColumn = {
  readonly kind: ProbeKind;
  readonly name: string;
  /** What stands in the place of the field's column, as the producer's own schema has it: none, one, or two. */
  readonly columns: readonly { readonly field: Field; readonly value: Value }[];
  readonly records: SpoiledField['records'];
  /** What becomes of the file, in which the column has a place; `lacking` where its format has nothing of the kind. */
  readonly edited: 'lacking' | ((file: Uint8Array, index: number) => Uint8Array | undefined);
};

type Column = SpoiledColumn['columns'][number];

type Own = { readonly field: Field; readonly value: Value; readonly seed: number };

export function spoiledColumns(codec: Codec, { field, value, seed }: Own): readonly SpoiledColumn[] {
  const next = chance(seed, `spoiled ${field.id}`);
  const own = { field, value };
  return [
    ...invalidUtf8(field, next),
    ...(field.nullable
      ? []
      : [spoiled('null', 'unregistered', { field: { ...field, nullable: true }, value: null })]),
    ...overflowing(own),
    { ...spoiled('missing-field', 'left out'), records: 'unwritten' },
    spoiled('duplicate-key', 'twice', own, { field, value: otherValue(field, value, next) }),
    ...(field.type.kind === 'string' ? dictionaries(codec, own) : []),
  ];
}

const asItIs = (file: Uint8Array): Uint8Array => file;

const spoiled = (
  kind: ProbeKind,
  name: string,
  ...columns: readonly { readonly field: Field; readonly value: Value }[]
): SpoiledColumn => ({ kind, name, columns, records: 'nothing', edited: asItIs });

/** The type that a producer would take for a number that the field's own has no room for. */
function widerOf(field: Field): Type | undefined {
  switch (field.type.kind) {
    case 'int8':
    case 'uint8':
      return { kind: 'int16' };
    case 'int16':
    case 'uint16':
      return { kind: 'int32' };
    case 'int32':
    case 'uint32':
      return { kind: 'int64' };
    // A clock that runs past midnight is a number and no time of day.
    case 'time':
      return { kind: ['s', 'ms'].includes(timeUnitOf(field)) ? 'int32' : 'int64' };
    default:
      return undefined;
  }
}

/** No column has room for more than this one has. */
const noneWider = (own: Column): SpoiledColumn => ({
  ...spoiled('overflow', 'none wider', own),
  edited: 'lacking',
});

function overflowing(own: Column): readonly SpoiledColumn[] {
  const { field } = own;
  const { type } = field;
  if (type.kind === 'decimal') {
    if (type.precision >= LIMITS.decimal_digits_max) return [noneWider(own)];
    const wider = { ...type, precision: type.precision + 1 };
    const value = 10n ** BigInt(type.precision);
    return [spoiled('overflow', 'digits', { field: { ...field, type: wider }, value })];
  }
  const wider = widerOf(field);
  if (wider === undefined) return beyondOf(field).length === 0 ? [] : [noneWider(own)];
  return beyondOf(field).map(value =>
    spoiled('overflow', `${value}`, { field: { ...field, type: wider }, value: asHeld(wider.kind, value) }),
  );
}

function otherValue(field: Field, base: Value, next: Chance): Value {
  const known = base === null ? undefined : identityOf(field, base);
  for (let tries = 0; tries < 16; tries++) {
    const value = typicalValue(field, next);
    if (value !== null && identityOf(field, value) !== known) return value;
  }
  return base;
}

function invalidUtf8(field: Field, next: Chance): readonly SpoiledColumn[] {
  const value = withMark(field, next);
  if (value === undefined) return [];
  return NOT_UTF8.map(run => ({
    ...spoiled('invalid-utf8', Buffer.from(run).toString('hex'), { field, value }),
    edited: file => marked(file, Uint8Array.from(run)),
  }));
}

/** Wherever the mark stands: a file may have a text in its values and in what it says of them. */
function marked(file: Uint8Array, run: Uint8Array): Uint8Array | undefined {
  const made = Buffer.from(file);
  let found = false;
  for (let at = made.indexOf(MARK); at >= 0; at = made.indexOf(MARK, at + 1)) {
    made.set(run, at);
    found = true;
  }
  return found ? made : undefined;
}

/** Texts as places in a list of texts, in an order of the writer's own; and a place beyond it. */
const dictionaries = (codec: Codec, own: Column): readonly SpoiledColumn[] =>
  codec.name === 'arrow'
    ? PLACES.map(
        ([name, place, records]): SpoiledColumn => ({
          ...spoiled('dictionary', name, own),
          records,
          edited: (file, index) => withDictionary(file, index, place),
        }),
      )
    : [{ ...spoiled('dictionary', 'in another order', own), edited: 'lacking' }];

const PLACES = [
  ['in another order', 1, 'whole'],
  ['beyond its end', 2, 'nothing'],
] as const;

function withDictionary(file: Uint8Array, index: number, place: number): Uint8Array {
  const [batch] = arrow.tableFromIPC(file).batches as [arrow.RecordBatch];
  const field = batch.schema.fields[index]!;
  const type = new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32(), index);
  const terms = arrow.vectorFromArray(
    ['no term', batch.getChildAt(index)!.get(0) as string],
    new arrow.Utf8(),
  );
  const column = arrow.makeData({
    type,
    length: 1,
    nullCount: 0,
    data: Int32Array.of(place),
    dictionary: terms,
  });
  const schema = new arrow.Schema(
    batch.schema.fields.with(index, new arrow.Field(field.name, type, field.nullable, field.metadata)),
  );
  const data = arrow.makeData({
    type: new arrow.Struct(schema.fields),
    length: 1,
    nullCount: 0,
    children: batch.data.children.with(index, column),
  });
  const writer = new arrow.RecordBatchStreamWriter();
  writer.write(new arrow.RecordBatch(schema, data));
  writer.finish();
  return writer.toUint8Array(true);
}
