import { Fault } from '../../base/fault.ts';
import { CONTRACT_KEY, type Column, type ColumnarSchema } from '../columnar/column.ts';
import { ARROW_TYPES } from './arrow-types.ts';
import { FlatBuffer, FlatStop, type FlatTable } from './flatbuffer.ts';

/** Where Arrow keeps the id of a field, as Parquet and Iceberg do. */
const FIELD_ID_KEY = 'PARQUET:field_id';

const SCHEMA_HEADER = 1;

/**
 * The schema of Arrow IPC: a stream has it in its first message, a file in its footer.
 *
 * @param bytes  the message or the footer alone, without what says how long it is
 * @faults ARROW_UNREADABLE
 */
export function parseArrow(
  file: string,
  bytes: Uint8Array,
  holder: 'message' | 'footer',
): ColumnarSchema | Fault<'ARROW_UNREADABLE'> {
  try {
    const root = new FlatBuffer(bytes).root();
    const isSchema = holder === 'footer' || root.u8(1, 0) === SCHEMA_HEADER;
    const schema = isSchema ? root.table(holder === 'footer' ? 1 : 2) : undefined;
    if (schema === undefined) throw new FlatStop(`its ${holder} has none`);
    const columns = schema.tables(1).map(columnOf);
    const said = propertiesOf(schema, 2);
    const contract = said.get(CONTRACT_KEY);
    return { columns, keys: [...said.keys()].sort(), said, ...(contract !== undefined && { contract }) };
  } catch (stop) {
    if (stop instanceof FlatStop) return new Fault('ARROW_UNREADABLE', { file, problem: stop.message });
    throw stop;
  }
}

function columnOf(field: FlatTable): Column {
  const children = field.tables(5).map(columnOf);
  const read = ARROW_TYPES[field.u8(2, 0)];
  const written = field.table(3);
  if (read === undefined || written === undefined) throw new FlatStop('a field has a type that is unknown');
  const { type, stored } = read(written, children);
  const said = propertiesOf(field, 6);
  const id = idOf(said.get(FIELD_ID_KEY));
  const properties = new Map([...said].filter(([key]) => id === undefined || key !== FIELD_ID_KEY));
  const dictionary = field.table(4);
  return {
    name: field.text(0) ?? '',
    id,
    nullable: field.u8(1, 0) !== 0,
    type,
    stored: dictionary === undefined ? stored : dictionaryText(dictionary, stored),
    properties,
    ...(dictionary !== undefined && {
      dictionary: { id: dictionary.i64(0, 0), isOrdered: dictionary.u8(2, 0) !== 0 },
    }),
  };
}

/** Where nothing is said of the indices, they are int32. */
function dictionaryText(dictionary: FlatTable, stored: string): string {
  const index = dictionary.table(1);
  const text = index === undefined ? 'int32' : ARROW_TYPES[2]!(index, []).stored;
  return `dictionary(${text}, ${stored}${dictionary.u8(2, 0) === 0 ? '' : ', ordered'})`;
}

function propertiesOf(table: FlatTable, slot: number): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (const pair of table.tables(slot)) {
    const key = pair.text(0) ?? '';
    if (pairs.has(key)) throw new FlatStop('a key of its metadata stands twice');
    pairs.set(key, pair.text(1) ?? '');
  }
  return pairs;
}

const idOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
