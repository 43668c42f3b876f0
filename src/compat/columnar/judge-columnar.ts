import type { Fault } from '../../base/fault.ts';
import { classLabels } from '../../native/columnar/class-labels.ts';
import {
  CONTRACT_KEY,
  type Column,
  type ColumnarSchema,
  type ColumnType,
  columnTypeText,
} from '../../native/columnar/column.ts';
import type { Direction, NativeFinding } from '../finding.ts';
import { Found, stepped } from '../native/found.ts';
import { brief } from '../wording.ts';
import { castOf, isOneKind } from './casts.ts';
import { COLUMNAR_RULES, type ColumnarRule } from './columnar-rules.ts';
import { type ContractIn, contractIn, insideOf, judgeContract } from './contract-in.ts';
import { columnsById } from './ids.ts';
import { judgeClassLabels } from './judge-class-labels.ts';
import { judgeDictionaries } from './judge-dictionaries.ts';
import { judgeProperties } from './judge-properties.ts';

/**
 * What an ordinary reader with the one schema suffers from files of the other.
 *
 * @faults NATIVE_TOO_LARGE
 */
export function judgeColumnar(
  writer: ColumnarSchema,
  reader: ColumnarSchema,
  direction: Direction,
): readonly NativeFinding[] | Fault {
  const found = new Found(COLUMNAR_RULES, direction);
  const [written, read] = [columnsById(writer), columnsById(reader)];
  if (written === undefined && read !== undefined)
    found.add('IDS_MISSING', '$', 'no id of its own for every column', 'ids');
  const added = reader.keys.filter(key => !writer.keys.includes(key));
  const gone = writer.keys.filter(key => !reader.keys.includes(key));
  if (added.length + gone.length > 0)
    found.add('FILE_PROPERTIES_CHANGED', '$', keysText(gone), keysText(added));
  const [from, to] = [contractIn(writer), contractIn(reader)];
  judgeContract(found, from.whole, to.whole, '$');
  for (const key of new Set(writer.keys))
    if (key !== CONTRACT_KEY && reader.keys.includes(key) && writer.said?.get(key) !== reader.said?.get(key))
      found.add('FILE_PROPERTIES_CHANGED', '$', `${key.slice(0, 60)} of one text`, 'of another');
  const labels = [classLabels(writer), classLabels(reader)] as const;
  new Walk(found, written, read, [from, to], labels).columns(writer.columns, reader.columns, '$');
  return found.all();
}

const keysText = (keys: readonly string[]): string =>
  keys.length === 0 ? 'none' : brief(keys, key => key.slice(0, 60));

type LabelsOf = ReturnType<typeof classLabels>;

type ById = ReadonlyMap<number, Column> | undefined;

class Walk {
  readonly #found: Found<ColumnarRule>;
  /** Both, or columns are found by name. */
  readonly #ids:
    | { readonly written: ReadonlyMap<number, Column>; readonly read: ReadonlyMap<number, Column> }
    | undefined;

  readonly #contracts: readonly [written: ContractIn, read: ContractIn];
  readonly #labels: readonly [written: LabelsOf, read: LabelsOf];

  constructor(
    found: Found<ColumnarRule>,
    written: ById,
    read: ById,
    contracts: readonly [written: ContractIn, read: ContractIn],
    labels: readonly [written: LabelsOf, read: LabelsOf],
  ) {
    this.#found = found;
    this.#labels = labels;
    this.#contracts = contracts;
    this.#ids = written === undefined || read === undefined ? undefined : { written, read };
  }

  columns(writer: readonly Column[], reader: readonly Column[], above: string): void {
    if (!this.#found.spend(writer.length + reader.length)) return;
    const keyOf = (column: Column) => (this.#ids === undefined ? column.name : column.id);
    const places = new Map<string | number | undefined, number>();
    const twice = new Set<string>();
    for (const columns of [writer, reader]) {
      const names = new Set<string>();
      for (const { name } of columns) if (names.size === names.add(name).size) twice.add(name);
    }
    for (const name of twice)
      this.#found.add('COLUMN_AMBIGUOUS', stepped(above, `.${name}`), name, 'more than one column');
    for (const [place, column] of writer.entries())
      if (!places.has(keyOf(column))) places.set(keyOf(column), place);
    const used = new Set<Column>();
    let last = -1;
    let displaced: readonly [Column, from: number, to: number] | undefined;
    const missing: Column[] = [];
    for (const [to, column] of reader.entries()) {
      const from = places.get(keyOf(column));
      if (from === undefined) {
        missing.push(column);
        continue;
      }
      used.add(writer[from]!);
      if (from < last) displaced ??= [column, from, to];
      last = Math.max(last, from);
      this.#column(writer[from]!, column, stepped(above, `.${column.name}`));
    }
    const isTold = ({ name }: Column): boolean => this.#ids === undefined && twice.has(name);
    const dropped = writer.filter(column => !used.has(column) && !isTold(column));
    this.#between(dropped, missing, above);
    this.#names(writer, reader, above);
    if (displaced === undefined) return;
    const [{ name }, from, to] = displaced;
    this.#found.add('COLUMN_REORDERED', stepped(above, `.${name}`), `place ${from}`, `place ${to}`);
  }

  /** Of columns found by id: a name that stood beside another one. */
  #names(writer: readonly Column[], reader: readonly Column[], above: string): void {
    if (this.#ids === undefined) return;
    const ids = new Map(writer.map(({ name, id }) => [name, id]));
    for (const { name, id } of reader)
      if (ids.has(name) && ids.get(name) !== id)
        this.#found.add('NAME_REUSED', stepped(above, `.${name}`), `id ${ids.get(name)}`, `id ${id}`);
  }

  /** What one side has alone. */
  #between(dropped: readonly Column[], missing: readonly Column[], above: string): void {
    const ids = this.#ids;
    for (const column of missing) {
      const path = stepped(above, `.${column.name}`);
      const elsewhere = ids?.written.get(column.id!);
      if (elsewhere !== undefined) {
        this.#found.add('COLUMN_MOVED', path, `${elsewhere.name} elsewhere`, column.name);
        continue;
      }
      const text = columnTypeText(column.type);
      if (column.nullable) this.#found.add('COLUMN_FILLED', path, 'absent', 'null');
      else this.#found.add('COLUMN_MISSING', path, 'absent', `required ${text}`);
    }
    for (const column of dropped)
      if (ids === undefined || !ids.read.has(column.id!))
        this.#found.add(
          'COLUMN_DROPPED',
          stepped(above, `.${column.name}`),
          columnTypeText(column.type),
          'absent',
        );
  }

  #column(writer: Column, reader: Column, path: string): void {
    if (writer.name !== reader.name) {
      if (!isOneKind(writer, reader)) {
        const [from, to] = [writer, reader].map(one => `${one.name}, ${columnTypeText(one.type)}`);
        this.#found.add('ID_REUSED', path, from!, to!);
        return;
      }
      this.#found.add('COLUMN_RENAMED', path, writer.name, reader.name);
    }
    const [from, to] = this.#contracts;
    judgeContract(this.#found, from.columns.get(writer), to.columns.get(reader), path, [
      insideOf(writer),
      insideOf(reader),
    ]);
    this.#value(writer, reader, path);
  }

  /** A column, an element, a key or a value, whatever its name. */
  #value(writer: Column, reader: Column, path: string): void {
    if (writer.id !== reader.id && writer.id !== undefined && reader.id !== undefined)
      this.#found.add('ID_CHANGED', path, `id ${writer.id}`, `id ${reader.id}`);
    if (writer.nullable !== reader.nullable) {
      const [from, to] = [nullText(writer), nullText(reader)];
      this.#found.add(reader.nullable ? 'REQUIRED_TO_NULLABLE' : 'NULLABLE_TO_REQUIRED', path, from, to);
    }
    judgeProperties(this.#found, writer.properties, reader.properties, path);
    const [written, read] = this.#labels;
    judgeClassLabels(this.#found, written.get(writer), read.get(reader), path);
    judgeDictionaries(this.#found, writer.dictionary, reader.dictionary, path);
    this.#types(writer, reader, path);
  }

  #types(writer: Column, reader: Column, path: string): void {
    const [before, after]: [ColumnType, ColumnType] = [writer.type, reader.type];
    const [from, to] = [columnTypeText(before), columnTypeText(after)];
    if (before.kind === 'list' && after.kind === 'list') {
      if (before.size !== after.size)
        this.#found.add(after.size === undefined ? 'SIZE_FREED' : 'SIZE_CHANGED', path, from, to);
      this.#value(before.element, after.element, stepped(path, '[]'));
    } else if (before.kind === 'map' && after.kind === 'map') {
      this.#value(before.key, after.key, stepped(path, '{key}'));
      this.#value(before.value, after.value, stepped(path, '{}'));
    } else if (before.kind === 'struct' && after.kind === 'struct')
      this.columns(before.fields, after.fields, path);
    else if (
      before.kind === 'union' &&
      after.kind === 'union' &&
      before.fields.length === after.fields.length
    )
      for (const [place, field] of before.fields.entries())
        this.#value(field, after.fields[place]!, stepped(path, `<${after.fields[place]!.name}>`));
    else if (before.kind === 'union' && after.kind === 'union')
      this.#found.add(
        'TYPE_MISMATCH',
        path,
        `union of ${before.fields.length}`,
        `union of ${after.fields.length}`,
      );
    else if (from !== to) {
      for (const [rule, conversion] of castOf(before, after))
        this.#found.add(rule, path, from, to, conversion);
      return;
    }
    if (writer.stored !== reader.stored)
      this.#found.add('LAYOUT_CHANGED', path, writer.stored, reader.stored);
  }
}

const nullText = ({ nullable }: Column): string => (nullable ? 'nullable' : 'required');
