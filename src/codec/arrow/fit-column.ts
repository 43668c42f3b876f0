import type { Data } from 'apache-arrow';
import { LIMITS } from '../../base/limits.ts';
import { dataMaker } from '../../contract/data-maker.ts';
import type { Field, TypeOf } from '../../contract/field.ts';
import { entryOf, sizeOf } from '../../contract/nested.ts';
import { runsAt, taken } from '../../contract/take.ts';
import { columnTypeText } from '../../native/columnar/column.ts';
import { type Body, valuesIn } from './body.ts';
import type { Fit } from './column-data.ts';
import type { Dictionaries } from './dictionaries.ts';
import { blankColumn } from './filled.ts';
import { type Fills, fitMembers } from './fit-members.ts';
import { numbersOf } from './fit-numbers.ts';
import { placedIn, repeatedTo } from './fit-places.ts';
import { FitStop } from './fit-stop.ts';
import { fitText, type TextsAs } from './fit-text.ts';
import type { IpcField } from './ipc-schema.ts';
import { counts, itemLane, type Lane, refuse } from './lane.ts';
import { narrowed, offsetsIn } from './offsets.ts';
import { unknownColumn } from './unknown-column.ts';
import { settled, validityOf } from './validity.ts';

/** What fitting a column needs besides it. */
export type FitContext = {
  readonly dictionaries: Dictionaries;
  readonly fills: Fills;
  readonly texts: TextsAs;
};

/**
 * How a file's column is read as the field: the layouts that carry the same values are laid out as the contract's, and
 * every other type is refused.
 *
 * @throws FitStop TYPE_MISMATCH, and what `fitMembers` finds in structs
 */
export function fitColumn(field: Field, column: IpcField, context: FitContext): Fit {
  const { dictionary } = column;
  // What is pointed to may be null, and is then one wherever it is pointed to.
  const values = { ...field, nullable: true };
  if (dictionary !== undefined) {
    const plainValues = fitColumn(values, { ...column, dictionary: undefined }, context);
    return placedIn(field, dictionary, context.dictionaries.reader(dictionary.id, values, plainValues));
  }
  const [ends, repeated] = column.children;
  if (column.stored.startsWith('run_end_encoded') && ends !== undefined && repeated !== undefined)
    return repeatedTo(field, ends, fitColumn(values, repeated, context));
  const toField = plain(field, column, context);
  if (toField === undefined) {
    const found = columnTypeText(column.type).slice(0, LIMITS.echoed_chars_max).toWellFormed();
    throw new FitStop('TYPE_MISMATCH', field.id, undefined, undefined, { found });
  }
  return toField;
}

function plain(field: Field, column: IpcField, context: FitContext): Fit | undefined {
  if (column.type.kind === 'null') return nulls(field);
  const { type } = field;
  switch (type.kind) {
    case 'bool':
      return column.type.kind === 'bool' ? bools(field) : undefined;
    case 'string':
    case 'bytes':
      return fitText(field, column.stored, context.texts);
    case 'list':
    case 'map':
    case 'tensor':
      return runs(field, type, column, context);
    case 'struct': {
      if (column.type.kind !== 'struct') return undefined;
      const members = fitMembers(field.id, type.fields, column.children, context);
      const make = dataMaker(field);
      return (body, lane) => {
        const validity = validityOf(field, body, lane);
        return make(lane.length, validity, { children: members(body, validity.lane) });
      };
    }
    default:
      return numbers(field, column);
  }
}

/** A column of nulls has a length, and nothing else. */
function nulls(field: Field): Fit {
  return (body, lane) => {
    const { length } = body.node(field.id);
    if (length !== lane.length) throw new FitStop('MALFORMED', field.id);
    const bitmap = new Uint8Array((length + 7) >> 3);
    settled(field, bitmap, length, lane, 0);
    return blankColumn(field, length, body);
  };
}

function bools(field: Field): Fit {
  const make = dataMaker(field);
  return (body, lane) => {
    const validity = validityOf(field, body, lane);
    const data = valuesIn(Uint8Array, body.buffer(field.id), (lane.length + 7) >> 3, field.id);
    return make(lane.length, validity, { data });
  };
}

function numbers(field: Field, { type, stored, physical }: IpcField): Fit | undefined {
  const toField = numbersOf(field, type, stored, physical);
  if (toField === undefined) return undefined;
  const make = dataMaker(field);
  return (body, lane) => {
    const validity = validityOf(field, body, lane);
    return make(lane.length, validity, { data: toField(body.buffer(field.id), validity.lane) });
  };
}

type Run = TypeOf<'list'> | TypeOf<'map'> | TypeOf<'tensor'>;

/** Lists, whatever says where they begin and end. */
function runs(field: Field, type: Run, column: IpcField, context: FitContext): Fit | undefined {
  const isMap = type.kind === 'map';
  if (column.type.kind !== (isMap ? 'map' : 'list')) return undefined;
  const [inner] = column.children;
  if (inner === undefined) return undefined;
  const item = isMap ? { ...entryOf(type), id: field.id } : type.element;
  const toField = isMap ? entries(item, type, inner, context) : element(item, inner, context);
  const ends = endsOf(field, column);
  const make = dataMaker(field);
  return (body, lane) => {
    const validity = validityOf(field, body, lane);
    const { starts, stops, isRun, offset } = ends(body, lane);
    const length = body.nextLength(item.id);
    if (isRun && lane.length > 0 && stops[lane.length - 1]! > length)
      throw new FitStop('TRUNCATED', field.id, undefined, offset);
    checkLengths(field, type, validity.lane, starts, stops, length, offset);
    const child = toField(body, itemLane(validity.lane, starts, stops, length));
    if (type.kind === 'tensor') {
      const size = sizeOf(type);
      const isWhole = isRun && length === size * lane.length && starts.every((at, row) => at === row * size);
      return make(lane.length, validity, {
        child: isWhole
          ? child
          : taken(item, child, placesOf(validity.lane, { starts, stops }, size, body, field), n =>
              body.spend(n, field.id),
            ),
      });
    }
    if (isRun) {
      const valueOffsets = new Int32Array(lane.length + 1);
      valueOffsets.set(starts);
      valueOffsets[lane.length] = lane.length === 0 ? 0 : stops[lane.length - 1]!;
      return make(lane.length, validity, { valueOffsets, child });
    }
    return make(lane.length, validity, apart(item, child, validity.lane, starts, stops, body));
  };
}

/** An element of another id is another thing. */
function element(item: Field, inner: IpcField, context: FitContext): Fit {
  if (inner.id !== undefined && inner.id !== item.id) throw unknownColumn(item.id, [item], inner, true);
  return fitColumn(item, inner, context);
}

/** Key and value stand by place, as Arrow has them. */
function entries(entry: Field, type: TypeOf<'map'>, inner: IpcField, context: FitContext): Fit {
  const [key, value, ...more] = inner.children;
  if (inner.type.kind !== 'struct' || key === undefined || value === undefined || more.length > 0)
    throw new FitStop('TYPE_MISMATCH', type.key.id);
  const fits = [element(type.key, key, context), element(type.value, value, context)];
  const make = dataMaker(entry);
  return (body, lane) => {
    const validity = validityOf(entry, body, lane);
    return make(lane.length, validity, { children: fits.map(toField => toField(body, validity.lane)) });
  };
}

type Ends = {
  readonly starts: Int32Array;
  readonly stops: Int32Array;
  /** Each begins where the one before ends. */
  readonly isRun: boolean;
  readonly offset: number;
};

function endsOf(field: Field, { type, stored }: IpcField): (body: Body, lane: Lane) => Ends {
  if (type.kind === 'list' && type.size !== undefined) {
    const { size } = type;
    return (body, { length }) => {
      if (size * length !== body.nextLength(field.id)) throw new FitStop('MALFORMED', field.id);
      const starts = Int32Array.from({ length }, (_, row) => row * size);
      return { starts, stops: starts.map(start => start + size), isRun: true, offset: 0 };
    };
  }
  const isLarge = stored.startsWith('large_');
  if (!stored.endsWith('list_view'))
    return (body, { length }) => {
      const { offsets, buffer } = offsetsIn(body, field.id, length, isLarge);
      return {
        starts: offsets.subarray(0, length),
        stops: offsets.subarray(1, length + 1),
        isRun: true,
        offset: buffer.offset,
      };
    };
  const read = (body: Body, length: number): Int32Array => {
    const buffer = body.buffer(field.id);
    return isLarge ? narrowed(buffer, length, field.id) : valuesIn(Int32Array, buffer, length, field.id);
  };
  return (body, { length }) => {
    const [starts, sizes] = [read(body, length), read(body, length)];
    return { starts, stops: sizes.map((size, row) => starts[row]! + size), isRun: false, offset: 0 };
  };
}

/** Of the rows that count each has a length that the contract allows, and all lie within what there is. */
function checkLengths(
  { id }: Field,
  type: Run,
  lane: Lane,
  starts: Int32Array,
  stops: Int32Array,
  length: number,
  offset: number,
): void {
  const max = type.kind === 'list' ? type.length.max : type.kind === 'map' ? type.entries : sizeOf(type);
  const min = type.kind === 'tensor' ? max : 0;
  for (let row = 0; row < lane.length; row++) {
    const [start, stop] = [starts[row]!, stops[row]!];
    if (!counts(lane, row)) continue;
    const at = offset + 4 * row;
    if (start < 0 || stop < start) throw new FitStop('MALFORMED', id, lane.rowOf(row), at);
    if (stop > length) throw new FitStop('TRUNCATED', id, lane.rowOf(row), at);
    if (stop - start > max) refuse(lane, row, 'ARRAY_TOO_LONG', id, at);
    if (stop - start < min) refuse(lane, row, 'ARRAY_TOO_SHORT', id, at);
  }
}

/** Where the items of tensors stand that do not stand as the contract's do. */
function placesOf(
  lane: Lane,
  { starts, stops }: Pick<Ends, 'starts' | 'stops'>,
  size: number,
  body: Body,
  { id }: Field,
): Int32Array {
  body.spend(4 * size * lane.length, id);
  const places = new Int32Array(size * lane.length).fill(-1);
  for (let row = 0; row < lane.length; row++)
    if (counts(lane, row) && stops[row]! - starts[row]! === size)
      for (let item = 0; item < size; item++) places[row * size + item] = starts[row]! + item;
  return places;
}

/** Lists that may stand in any order, and upon one another. */
function apart(
  item: Field,
  child: Data,
  lane: Lane,
  starts: Int32Array,
  stops: Int32Array,
  body: Body,
): { readonly valueOffsets: Int32Array; readonly child: Data } {
  const spend = (bytes: number): void => body.spend(bytes, item.id);
  // As lists of one run: `2 × row` is a list, and what is between two is none.
  const from = new Int32Array(2 * lane.length + 1);
  const places = new Int32Array(lane.length);
  for (let row = 0; row < lane.length; row++) {
    places[row] = counts(lane, row) ? 2 * row : -1;
    [from[2 * row], from[2 * row + 1]] = [starts[row]!, stops[row]!];
  }
  const { offsets, items } = runsAt(from, places, spend);
  return { valueOffsets: offsets, child: taken(item, child, items, spend) };
}
