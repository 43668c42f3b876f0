import { Fault } from '../../src/base/fault.ts';
import { avroCodec } from '../../src/codec/avro.ts';
import { avroSchemaOf } from '../../src/codec/avro-schema.ts';
import { jsonCodec } from '../../src/codec/json.ts';
import { footerLength } from '../../src/codec/parquet/open-parquet.ts';
import { parquetCodec } from '../../src/codec/parquet/parquet-codec.ts';
import { arrowType } from '../../src/contract/arrow-field.ts';
import { batchOf } from '../../src/contract/batch.ts';
import { type Field, SCALARS } from '../../src/contract/field.ts';
import { parseUnit } from '../../src/contract/parse-unit.ts';
import type { Unit } from '../../src/contract/unit.ts';
import type { Value } from '../../src/contract/value.ts';
import { parquetWasm } from '../../src/engine/parquet-wasm.ts';
import { type Column, columnTypeText } from '../../src/native/columnar/column.ts';
import { parseFooter } from '../../src/native/parquet/parse-footer.ts';
import {
  makeField,
  makeList,
  makeMap,
  makeSchema,
  makeSet,
  makeStruct,
  makeTensor,
} from '../contract/make-field.ts';

/** A field of each type beside a value that says how it is written; of those that count time, in each unit. */
const ROWS: readonly (readonly [name: string, field: Field, value: Value])[] = [
  ...SCALARS.flatMap((kind): readonly (readonly [string, Field, Value])[] => {
    if (!['time', 'timestamp', 'duration'].includes(kind))
      return [[`\`${kind}\``, makeField(kind), sample(kind)]];
    return ['s', 'ms', 'us', 'ns'].map(
      code => [`\`${kind}\` in ${code}`, makeField(kind, { unit: parseUnit(code) as Unit }), 0n] as const,
    );
  }),
  [
    '`timestamp`, local, in us',
    makeField('timestamp', { type: { kind: 'timestamp', zone: 'local' }, unit: parseUnit('us') as Unit }),
    0n,
  ],
  ['`list` of int32', makeList(makeField('int32', { id: 2, name: 'element' }), 0, 9), []],
  ['set of int32', makeSet(makeField('int32', { id: 2, name: 'element' }), 0, 9), []],
  ['`struct` of int32', makeStruct([makeField('int32', { id: 2, name: 'member' })]), [0]],
  [
    '`map` of string to int32',
    makeMap(makeField('string', { id: 2, name: 'key' }), makeField('int32', { id: 3 }), 9),
    [],
  ],
  [
    '`map` of int32 to int32',
    makeMap(makeField('int32', { id: 2, name: 'key' }), makeField('int32', { id: 3 }), 9),
    [],
  ],
  [
    '`tensor` 2 × 2 of float32',
    makeTensor(makeField('float32', { id: 2, name: 'element' }), [2, 2]),
    [0, 0, 0, 0],
  ],
  ['NaN, ±infinity in a float64', makeField('float64'), Number.NaN],
];

function sample(kind: (typeof SCALARS)[number]): Value {
  if (kind === 'bool') return false;
  if (kind === 'string') return '';
  if (kind === 'bytes') return new Uint8Array();
  if (kind === 'fixed') return new Uint8Array(4);
  return ['int64', 'uint64', 'decimal'].includes(kind) ? 0n : 0;
}

const parquet = parquetCodec(parquetWasm());

/** The lines of the table in docs/formats.md, as the code has them. */
export const carriedLines = (): readonly string[] =>
  ROWS.map(([name, field, value]) => {
    const cells = [avroText, jsonText, arrowText, parquetText].map(text => text(field, value));
    return `| ${[name, ...cells].join(' | ')} |`;
  });

const REFUSED = '`CODEC_CANNOT_CARRY`';

function avroText(field: Field, value: Value): string {
  if (avroCodec.encode(makeSchema([field]), batchOf(makeSchema([field]), [[value]])) instanceof Fault)
    return REFUSED;
  const { fields } = avroSchemaOf(makeSchema([field])) as unknown as { fields: readonly { type: unknown }[] };
  return avroWords(fields[0]!.type);
}

function avroWords(type: unknown): string {
  if (typeof type === 'string') return type;
  const { type: base, logicalType, size } = type as { type: unknown; logicalType?: string; size?: number };
  const words = base === 'fixed' ? `fixed(${size})` : String(base);
  return logicalType === undefined ? words : `${words}, ${logicalType}`;
}

function jsonText(field: Field, value: Value): string {
  const schema = makeSchema([field]);
  const bytes = jsonCodec.encode(schema, batchOf(schema, [[value]]));
  if (bytes instanceof Fault) return REFUSED;
  const { value: written } = JSON.parse(
    Buffer.from(bytes)
      .toString()
      .replace(/^\{"[a-z_]+":/, '{"value":'),
  ) as { value: unknown };
  if (Array.isArray(written)) return 'array';
  return typeof written === 'boolean' ? 'true, false' : typeof written;
}

const arrowText = (field: Field, value: Value): string => {
  batchOf(makeSchema([field]), [[value]]);
  return arrowType(field).toString().replaceAll('<', '(').replaceAll('>', ')').replace('](', '] (');
};

function parquetText(field: Field, value: Value): string {
  const schema = makeSchema([field]);
  const bytes = parquet.encode(schema, batchOf(schema, [[value]]));
  if (bytes instanceof Fault) return REFUSED;
  const length = footerLength(bytes.subarray(-8), bytes.length);
  if (typeof length !== 'number') throw new Error(length.code);
  const parsed = parseFooter('f', bytes.subarray(bytes.length - 8 - length, bytes.length - 8));
  if (parsed instanceof Fault) throw parsed;
  return columnText(parsed.columns[0]!);
}

function columnText({ type, stored }: Column): string {
  if (type.kind === 'list') return `LIST of ${columnText(type.element)}`;
  if (type.kind === 'map') return `MAP of ${columnText(type.key)} to ${columnText(type.value)}`;
  if (type.kind === 'struct') return `group of ${type.fields.map(columnText).join(', ')}`;
  return `${columnTypeText(type)} in ${stored}`;
}
