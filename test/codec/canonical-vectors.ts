import { canonicalJson, type Json } from '../../src/base/canonical-json.ts';
import { canonicalRecords, contentDigests } from '../../src/codec/canonical-record.ts';
import { batchOf } from '../../src/contract/batch.ts';
import { decimalText } from '../../src/contract/decimal-text.ts';
import type { Field, NestedKind, Scalar, TypeOf } from '../../src/contract/field.ts';
import { childrenOf, entryOf, isNested } from '../../src/contract/nested.ts';
import type { Schema } from '../../src/contract/schema.ts';
import { typeText as nameOf } from '../../src/contract/type-text.ts';
import type { RecordValues, Value } from '../../src/contract/value.ts';
import {
  makeField,
  makeList,
  makeMap,
  makeSchema,
  makeSet,
  makeStruct,
  makeTensor,
  unit,
} from '../contract/make-field.ts';

/** A record, whose canonical bytes docs/formats.md shows to whoever writes them in another language. */
export type Vector = { readonly schema: Schema; readonly row: RecordValues };

const one = (kind: Scalar, value: Value, given: Partial<Field> = {}): Vector => ({
  schema: makeSchema([makeField(kind, { id: 7, ...given })]),
  row: [value],
});
const nullable = { nullable: true };
const items = (element: Field, value: Value, given: Partial<Field> = {}): Vector => ({
  schema: makeSchema([makeList({ ...element, id: 8 }, 0, 100, { id: 7, ...given })]),
  row: [value],
});
const nested = (field: Field, value: Value): Vector => ({
  schema: makeSchema([{ ...field, id: 7 }]),
  row: [value],
});
const of = (row: RecordValues, ...fields: readonly Field[]): Vector => ({ schema: makeSchema(fields), row });
const NESTED = makeList(makeField('int32', { id: 9 }), 0, 9);

export const VECTORS: readonly Vector[] = [
  one('bool', false),
  one('bool', true),
  one('bool', null, nullable),
  one('bool', true, nullable),
  one('int32', 0),
  one('int32', -1),
  one('int32', 63),
  one('int32', 64),
  one('int32', 2_147_483_647),
  one('int32', -2_147_483_648),
  one('int64', 9_007_199_254_740_993n),
  one('int64', 9_223_372_036_854_775_807n),
  one('int64', -9_223_372_036_854_775_808n),
  one('int64', -4_294_967_297n),
  one('int64', null, nullable),
  one('float32', 0.5),
  one('float32', -0),
  one('float32', Number.NaN),
  one('float32', Number.POSITIVE_INFINITY),
  one('float32', 1.401298464324817e-45),
  one('float64', 0.1),
  one('float64', -0),
  one('float64', Number.NaN),
  one('float64', Number.NEGATIVE_INFINITY),
  one('float64', 5e-324),
  one('string', ''),
  one('string', 'é'),
  one('string', 'e\u0301'),
  one('string', '\ufeff\u0000😀'),
  one('string', null, nullable),
  one('string', 'x'.repeat(64)),
  one('bytes', Uint8Array.of()),
  one('bytes', Uint8Array.of(0, 255)),
  one('date', 0),
  one('date', -719_528),
  one('date', 15_340),
  one('int8', -128),
  one('int8', 127),
  one('int16', -32_768),
  one('uint8', 255),
  one('uint16', 65_535),
  one('uint32', 4_294_967_295),
  one('uint32', 2_147_483_648),
  one('uint64', 0n),
  one('uint64', 1n),
  one('uint64', 18_446_744_073_709_551_615n),
  one('uint64', null, nullable),
  one('float16', 1),
  one('float16', -0),
  one('float16', Number.NaN),
  one('float16', Number.POSITIVE_INFINITY),
  one('float16', 65_504),
  one('float16', 2 ** -24),
  one('bfloat16', 1),
  one('bfloat16', -0),
  one('bfloat16', Number.NaN),
  one('bfloat16', Number.NEGATIVE_INFINITY),
  one('bfloat16', 3.3895313892515355e38),
  one('decimal', 0n),
  one('decimal', 1n),
  one('decimal', -1n),
  one('decimal', 127n),
  one('decimal', 128n),
  one('decimal', -128n),
  one('decimal', -129n),
  one('decimal', 1250n),
  one('decimal', 10n ** 38n - 1n, { type: { kind: 'decimal', precision: 38, scale: 0 } }),
  one('decimal', 1n - 10n ** 76n, { type: { kind: 'decimal', precision: 76, scale: 76 } }),
  one('decimal', null, nullable),
  one('fixed', Uint8Array.of(0, 1, 254, 255)),
  one('fixed', Uint8Array.of(7), { type: { kind: 'fixed', size: 1 } }),
  one('time', 0n),
  one('time', 86_399_999n),
  one('time', 86_399_999_999_999n, { unit: unit('ns') }),
  one('timestamp', 0n),
  one('timestamp', -1n),
  one('timestamp', 1_330_523_130_125n),
  one('timestamp', 1_330_523_130n, { type: { kind: 'timestamp', zone: 'local' }, unit: unit('s') }),
  one('duration', -1n),
  one('duration', 9_223_372_036_854_775_807n, { unit: unit('us') }),
  items(makeField('int32'), []),
  items(makeField('int32'), [1, 2, 3]),
  items(makeField('string', nullable), ['a', null, '']),
  items(makeField('bool'), null, nullable),
  items(makeField('float16'), [0.5, -2]),
  items(makeField('decimal', nullable), [1n, null]),
  items(NESTED, [[1], [], [2, 3]]),
  nested(makeSet(makeField('int32', { id: 8 }), 0, 9), [3, -1, 2]),
  nested(makeSet(makeField('string', { id: 8 }), 0, 9), ['b', 'aa', '']),
  nested(makeStruct([makeField('bool', { id: 9, name: 'b' }), makeField('int32', { id: 8, name: 'a' })]), [
    true,
    5,
  ]),
  nested(makeStruct([makeField('string', { id: 8, ...nullable })], nullable), [null]),
  nested(makeStruct([makeField('string', { id: 8, ...nullable })], nullable), null),
  nested(makeMap(makeField('string', { id: 8, name: 'key' }), makeField('int32', { id: 9 }), 9), [
    ['b', 1],
    ['aa', 2],
  ]),
  nested(makeMap(makeField('string', { id: 8, name: 'key' }), makeField('int32', { id: 9 }), 9), []),
  nested(makeMap(makeField('int32', { id: 8, name: 'key' }), makeField('bool', { id: 9 }), 9), [
    [1, true],
    [-1, false],
  ]),
  nested(makeMap(makeField('int32', { id: 9, name: 'key' }), makeField('bool', { id: 8 }), 9), [[64, true]]),
  nested(makeTensor(makeField('uint8', { id: 8 }), [2, 3]), [1, 2, 3, 4, 5, 6]),
  of([true, 5], makeField('bool', { id: 23, name: 'b' }), makeField('int32', { id: 17, name: 'a' })),
  of(
    [5, true],
    makeField('int32', { id: 17, name: 'renamed' }),
    makeField('bool', { id: 23, name: 'moved' }),
  ),
  of(
    [350n, 'rain', null],
    makeField('int64', { id: 17, name: 'response_latency_ms' }),
    makeField('string', { id: 23, name: 'outcome' }),
    makeField('float64', { id: 101, name: 'score', nullable: true }),
  ),
];

/** The rows of the table in docs/formats.md. */
export const vectorRows = (): readonly string[] =>
  VECTORS.map(({ schema, row }) => {
    const batch = batchOf(schema, [row]);
    const bytes = Buffer.from(canonicalRecords(schema, batch)[0]!).toString('hex');
    const digest = contentDigests(schema, batch)[0]!.slice('sha256:'.length);
    return `| ${schema.fields.map(fieldText).join('<br>')} | ${schema.fields
      .map((field, index) => `\`${valueText(field, row[index]!)}\``)
      .join('<br>')} | \`${bytes}\` | \`${digest}\` |`;
  });

const fieldText = (field: Field): string => `\`${field.id}: ${typeText(field)}\``;

const timeUnit = ({ type, unit: counted }: Field): string =>
  ['time', 'timestamp', 'duration'].includes(type.kind) ? ` ${counted!.code}` : '';

function typeText(field: Field): string {
  const { type, nullable: mayBeNull } = field;
  const bare = isNested(type) ? nestedText(type) : `${nameOf(type)}${timeUnit(field)}`;
  return mayBeNull ? `${bare}?` : bare;
}

const partText = (field: Field): string => `${field.id}: ${typeText(field)}`;

function nestedText(type: TypeOf<NestedKind>): string {
  switch (type.kind) {
    case 'list':
      return `${type.order ?? 'list'}<${partText(type.element)}>`;
    case 'struct':
      return `struct<${type.fields.map(partText).join(', ')}>`;
    case 'map':
      return `map<${partText(type.key)}, ${partText(type.value)}>`;
    case 'tensor':
      return `tensor<${partText(type.element)}; ${type.shape.join(' × ')}>`;
  }
}

/** JSON, but floats as they are, decimals with their point, bytes in hex, and what is not ASCII in escapes. */
function valueText(field: Field, value: Value): string {
  if (value === null) return 'null';
  const { type } = field;
  if (isNested(type)) {
    const inside = childrenOf(type.kind === 'map' ? entryOf(type).type : type);
    const items = value as readonly Value[];
    if (type.kind === 'map')
      return `{${items
        .map(entry =>
          (entry as readonly Value[]).map((part, at) => valueText(inside[at]!.field, part)).join(': '),
        )
        .join(', ')}}`;
    return `[${items
      .map((item, at) => valueText(inside[type.kind === 'struct' ? at : 0]!.field, item))
      .join(', ')}]`;
  }
  if (field.type.kind === 'decimal') return decimalText(value as bigint, field.type.scale);
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Uint8Array) return `hex ${Buffer.from(value).toString('hex')}`;
  return canonicalJson(value as Json).replace(
    /[^\u0020-\u007e]/g,
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
