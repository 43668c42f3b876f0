import { Fault } from '../../base/fault.ts';
import { parseArrow } from '../arrow/parse-arrow.ts';
import {
  ARROW_SCHEMA_KEY,
  CONTRACT_KEY,
  type Column,
  type ColumnarSchema,
  columnTypeText,
} from '../columnar/column.ts';

/**
 * The schema of a Parquet file with what an Arrow schema beside it says of its columns: durations, zones, fixed sizes,
 * extension types, metadata. Parquet has the last word about everything it has words for; where the other says
 * otherwise, that is kept as a property. Anybody may have written it, and it is bounded as a schema of Arrow is.
 */
export function withArrow(schema: ColumnarSchema): ColumnarSchema {
  const text = schema.said?.get(ARROW_SCHEMA_KEY);
  if (text === undefined) return schema;
  const arrow = arrowIn(text);
  if (typeof arrow === 'string') return { ...schema, arrowProblem: arrow };
  const columns = paired(schema.columns, arrow.columns);
  if (columns === undefined) return { ...schema, arrowProblem: 'its columns are not those of the file' };
  const said = new Map(schema.said);
  for (const [key, value] of arrow.said ?? [])
    if (key !== CONTRACT_KEY && !said.has(key)) said.set(key, value);
  return {
    ...schema,
    columns,
    keys: [...new Set([...schema.keys, ...said.keys()])].sort(),
    said,
    arrowProblem: '',
  };
}

const CONTINUATION = 0xffffffff;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** What it says, or why it says nothing: a message of Arrow IPC, with its length in front, in base64. */
function arrowIn(text: string): ColumnarSchema | string {
  if (text.length % 4 !== 0 || !BASE64.test(text)) return 'it is no base64';
  const bytes = Buffer.from(text, 'base64');
  if (bytes.byteLength < 8) return 'it ends too early';
  // Writers before 2019 had no word in front of the length.
  const start = bytes.readUInt32LE(0) === CONTINUATION ? 8 : 4;
  const length = bytes.readUInt32LE(start - 4);
  if (length > bytes.byteLength - start) return 'its message is longer than it is';
  const found = parseArrow(ARROW_SCHEMA_KEY, bytes.subarray(start, start + length), 'message');
  return found instanceof Fault ? found.facts.problem : found;
}

/** Columns stand in the same places under the same names, or it is a schema of something else. */
function paired(columns: readonly Column[], arrows: readonly Column[]): readonly Column[] | undefined {
  if (columns.length !== arrows.length) return undefined;
  if (columns.some(({ name }, at) => name !== arrows[at]!.name)) return undefined;
  return columns.map((column, at) => refined(column, arrows[at]!));
}

const TYPE_KEY = 'ARROW:type';
const ID_KEY = 'PARQUET:field_id';

function refined(column: Column, arrow: Column): Column {
  const type = typeOf(column, arrow);
  const properties = new Map([...column.properties, ...propertiesOf(column, arrow)]);
  if (arrow.id !== undefined && arrow.id !== column.id) properties.set(ID_KEY, String(arrow.id));
  const [here, there] = [columnTypeText(type), columnTypeText(arrow.type)];
  // A layout that readers of Arrow give back, or a type that these values do not have.
  if (LAYOUTS.test(arrow.stored)) properties.set(TYPE_KEY, arrow.stored);
  else if (here !== there && !isSaidBy(column, arrow)) properties.set(TYPE_KEY, there);
  const isOrdered = arrow.dictionary?.isOrdered === true;
  return {
    ...column,
    type,
    properties,
    ...(isOrdered && { dictionary: { ...arrow.dictionary, values: UNLISTED } }),
  };
}

/** A column of Parquet lists what it holds part by part, in whatever order. */
const UNLISTED = 'no list in a file of Parquet has its order';

const LAYOUTS = /^dictionary\(|^map, keys sorted$/;

/** Extension types that Parquet has as types of its own, and what they are stored in. */
const EXTENSIONS: ReadonlyMap<string, Column['type']['kind']> = new Map([
  ['arrow.uuid', 'uuid'],
  ['arrow.json', 'json'],
]);

const EXTENSION_KEY = 'ARROW:extension:name';

const isSaidBy = ({ type }: Column, { properties }: Column): boolean =>
  EXTENSIONS.get(properties.get(EXTENSION_KEY) ?? '') === type.kind;

function propertiesOf(column: Column, arrow: Column): ReadonlyMap<string, string> {
  if (!isSaidBy(column, arrow)) return arrow.properties;
  return new Map([...arrow.properties].filter(([key]) => !key.startsWith('ARROW:extension:')));
}

/** How wide the count is that stands for a time. */
function countBits(type: Column['type']): number | undefined {
  if (type.kind === 'time') return type.unit === 's' || type.unit === 'ms' ? 32 : 64;
  return type.kind === 'timestamp' || type.kind === 'duration' ? 64 : undefined;
}

function typeOf({ type }: Column, { type: arrow }: Column): Column['type'] {
  // Of what Parquet has no type for, writers store the bare count.
  if (type.kind === 'int' && type.signed && type.bits === countBits(arrow)) return arrow;
  if (type.kind === 'timestamp' && arrow.kind === 'timestamp')
    return type.zone !== undefined && arrow.zone !== undefined ? { ...type, zone: arrow.zone } : type;
  if (type.kind === 'list' && arrow.kind === 'list')
    return { ...type, element: refined(type.element, arrow.element), size: type.size ?? arrow.size };
  if (type.kind === 'map' && arrow.kind === 'map')
    return { ...type, key: refined(type.key, arrow.key), value: refined(type.value, arrow.value) };
  if (type.kind === 'struct' && arrow.kind === 'struct')
    return { ...type, fields: paired(type.fields, arrow.fields) ?? type.fields };
  return type;
}
