import { PHYSICAL_KEY } from '../../contract/arrow-field.ts';
import { ARROW_TYPES } from '../../native/arrow/arrow-types.ts';
import { FlatStop, type FlatTable } from '../../native/arrow/flatbuffer.ts';
import type { ColumnType } from '../../native/columnar/column.ts';
import { FitStop } from './fit-stop.ts';

/** A column as a file announces it. */
export type IpcField = {
  readonly name: string;
  /** Absent where none was written. */
  readonly id: number | undefined;
  readonly type: ColumnType;
  /** The layout, in Arrow's words: several give the same values. */
  readonly stored: string;
  /** What our own writers say of it that Arrow has no type for. */
  readonly physical: string | undefined;
  /** Where the values are places in a list of values that stands apart. */
  readonly dictionary: Dictionary | undefined;
  readonly children: readonly IpcField[];
};

export type Dictionary = { readonly id: number; readonly bits: number; readonly signed: boolean };

/** The fields of a table `Schema`. @throws FlatStop, FitStop */
export function ipcFields(schema: FlatTable): readonly IpcField[] {
  if (schema.u16(0, 0) !== LITTLE_ENDIAN) throw new FitStop('UNSUPPORTED');
  return schema.tables(1).map(fieldOf);
}

const LITTLE_ENDIAN = 0;
const INT = 2;

function fieldOf(field: FlatTable): IpcField {
  const children = field.tables(5).map(fieldOf);
  const read = ARROW_TYPES[field.u8(2, 0)];
  const written = field.table(3);
  if (read === undefined || written === undefined) throw new FlatStop('a field has a type that is unknown');
  const { type, stored } = read(
    written,
    // What a type says of its children is said by them.
    children.map(({ name, id, type: inner, stored: layout }) => ({
      name,
      id,
      nullable: true,
      type: inner,
      stored: layout,
      properties: new Map(),
    })),
  );
  const said = propertiesOf(field);
  return {
    name: field.text(0) ?? '',
    id: idOf(said.get('PARQUET:field_id')),
    type,
    stored,
    physical: said.get(PHYSICAL_KEY),
    dictionary: dictionaryOf(field.table(4)),
    children,
  };
}

/** Where nothing is said of the indices, they are int32. */
function dictionaryOf(table: FlatTable | undefined): Dictionary | undefined {
  if (table === undefined) return undefined;
  const id = table.i64(0, 0);
  const index = table.table(1);
  if (index === undefined) return { id, bits: 32, signed: true };
  const { type } = ARROW_TYPES[INT]!(index, []);
  if (type.kind !== 'int') throw new FlatStop('the indices of a dictionary are no numbers');
  return { id, bits: type.bits, signed: type.signed };
}

function propertiesOf(field: FlatTable): ReadonlyMap<string, string> {
  const said = new Map<string, string>();
  for (const pair of field.tables(6)) {
    const key = pair.text(0) ?? '';
    if (said.has(key)) throw new FlatStop('a key of its metadata stands twice');
    said.set(key, pair.text(1) ?? '');
  }
  return said;
}

const ID_MAX = 2 ** 31 - 1;

function idOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,10}$/.test(text) || Number(text) > ID_MAX) throw new FlatStop('a field has an id that is none');
  return Number(text);
}
