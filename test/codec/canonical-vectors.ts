import { canonicalJson, type Json } from '../../src/base/canonical-json.ts';
import { canonicalRecords, contentDigests } from '../../src/codec/canonical-record.ts';
import { batchOf } from '../../src/contract/batch.ts';
import type { Field, Scalar } from '../../src/contract/field.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { RecordValues, Value } from '../../src/contract/value.ts';
import { makeField, makeList, makeSchema } from '../contract/make-field.ts';

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
  items(makeField('int32'), []),
  items(makeField('int32'), [1, 2, 3]),
  items(makeField('string', nullable), ['a', null, '']),
  items(makeField('bool'), null, nullable),
  items(NESTED, [[1], [], [2, 3]]),
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

function typeText({ type, nullable: mayBeNull }: Field): string {
  const bare = type.kind === 'list' ? `list<${type.element.id}: ${typeText(type.element)}>` : type.kind;
  return mayBeNull ? `${bare}?` : bare;
}

/** JSON, but floats as they are, bytes in hex, and what is not ASCII in escapes. */
function valueText(field: Field, value: Value): string {
  if (value === null) return 'null';
  if (field.type.kind === 'list') {
    const { element } = field.type;
    return `[${(value as readonly Value[]).map(item => valueText(element, item)).join(', ')}]`;
  }
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Uint8Array) return `hex ${Buffer.from(value).toString('hex')}`;
  return canonicalJson(value as Json).replace(
    /[^\u0020-\u007e]/g,
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
