import { LIMITS } from '../../base/limits.ts';
import { bareField } from '../../contract/bare-field.ts';
import { decimalOfText } from '../../contract/decimal-text.ts';
import type { Field, Type, Zone } from '../../contract/field.ts';
import { parseUnit } from '../../contract/parse-unit.ts';
import { TIME_UNITS, type TimeUnit } from '../../contract/time-unit.ts';
import type { Unit } from '../../contract/unit.ts';
import type { Value } from '../../contract/value.ts';
import { asNumber, asTime, exactText } from './exact-text.ts';
import { isToldByDouble } from './numeral.ts';
import { type ColumnType, DOUBLE_DIGITS, type TypedColumn, typeNames } from './typed-column.ts';
import { typedText } from './typed-text.ts';
import { writtenBeside } from './written-beside.ts';

/** Two columns of one name under one type that tells all values of both apart. */
export type UnifiedColumn = {
  readonly name: string;
  readonly type: Type;
  readonly unit: Unit | undefined;
  readonly old: readonly Value[];
  readonly new: readonly Value[];
  readonly types: { readonly old: ColumnType; readonly new: ColumnType };
  readonly isTypeChanged: boolean;
};

type Sides = Pick<UnifiedColumn, 'old' | 'new'>;
type Unified = Pick<UnifiedColumn, 'type' | 'unit' | 'old' | 'new'>;

/**
 * Numbers are compared as the numbers they are, however they are held; a literal beside a float is read as the float
 * nearest to it, as every reader does. Texts are compared with what they may spell; other pairs of types have no value
 * in common, and all their cells differ.
 */
export function unify(before: TypedColumn, after: TypedColumn): UnifiedColumn {
  const types = { old: before.type, new: after.type };
  const cells: Sides = { old: before.cells, new: after.cells };
  const names = typeNames(types);
  const isTypeChanged = types.old.kind !== 'null' && types.new.kind !== 'null' && names.old !== names.new;
  return { name: before.name, types, isTypeChanged, ...unified(types.old, types.new, cells) };
}

function unified(old: ColumnType, later: ColumnType, cells: Sides): Unified {
  const [a, b] = old.kind === 'null' ? [later, later] : later.kind === 'null' ? [old, old] : [old, later];
  if (isNumeric(a) && isNumeric(b)) return numeric(a, b, cells);
  if (a.kind === 'bool' && b.kind === 'bool') return { type: { kind: 'bool' }, unit: undefined, ...cells };
  if (a.kind === 'date' && b.kind === 'date') return { type: { kind: 'date' }, unit: undefined, ...cells };
  if (isTime(a) && isTime(b) && zoneOf(a) === zoneOf(b)) return times(a, b, cells);
  if (a.kind === 'date' && b.kind === 'timestamp') return times(a, b, cells);
  if (a.kind === 'timestamp' && b.kind === 'date') return times(a, b, cells);
  if (isCount(a) && isCount(b) && a.kind === b.kind) return counts(a, b, cells);
  return texts(a, b, cells);
}

type Numeric = Extract<ColumnType, { kind: 'int' | 'decimal' | 'float' }>;

const isNumeric = (type: ColumnType): type is Numeric =>
  type.kind === 'int' || type.kind === 'decimal' || type.kind === 'float';

function numeric(a: Numeric, b: Numeric, cells: Sides): Unified {
  const all = [...heldAs(cells.old), ...heldAs(cells.new)];
  if (!all.includes('bigint') && !all.includes('string')) {
    const [narrow, other] = a.kind === 'float' && a.bits < 64 ? [a, b] : [b, a];
    const type = { kind: 'float64' } as const;
    if (narrow.kind !== 'float' || narrow.bits === 64 || other.kind !== 'decimal')
      return { type, unit: undefined, ...cells };
    // 0.1 as a float32 is called by the literal 0.1, and by no double.
    const side = narrow === a ? 'old' : 'new';
    return { type, unit: undefined, ...cells, [side]: cells[side].map(calledShortest) };
  }
  if (a.kind !== 'float' && b.kind !== 'float') return whole(a, b, cells);
  if (
    !all.includes('bigint') &&
    (isTypedFloat(a) || isTypedFloat(b) || [cells.old, cells.new].every(areTold))
  ) {
    const doubles = (values: readonly Value[]): readonly Value[] =>
      values.map(value => (typeof value === 'string' ? Number(value) : value));
    return { type: { kind: 'float64' }, unit: undefined, old: doubles(cells.old), new: doubles(cells.new) };
  }
  return texts(a, b, cells);
}

const isTypedFloat = (type: Numeric): boolean => type.kind === 'float' && !type.isWritten;

const areTold = (values: readonly Value[]): boolean =>
  values.every(value => typeof value !== 'string' || isToldByDouble(value));

/** How the values that are not null are held. */
const heldAs = (values: readonly Value[]): Set<string> =>
  new Set(values.map(value => (value === null ? 'null' : typeof value)));

/** Long integers and decimals, each exactly. */
function whole(a: Numeric, b: Numeric, cells: Sides): Unified {
  if (a.kind === 'int' && b.kind === 'int') {
    const bigs = (values: readonly Value[]): readonly Value[] =>
      values.map(value => (value === null ? null : BigInt(value as number | bigint)));
    const [old, later] = [bigs(cells.old), bigs(cells.new)];
    const fits = (value: Value): boolean => value === null || BigInt.asIntN(64, value as bigint) === value;
    if (old.every(fits) && later.every(fits))
      return { type: { kind: 'int64' }, unit: undefined, old, new: later };
  }
  const scale = Math.max(scaleOf(a), scaleOf(b));
  const precision = Math.max(digitsOf(a) - scaleOf(a), digitsOf(b) - scaleOf(b)) + scale;
  if (precision > LIMITS.decimal_digits_max) return texts(a, b, cells);
  const type = { kind: 'decimal', precision, scale } as const;
  const unscaled = (of: Numeric, values: readonly Value[]): readonly (Value | undefined)[] =>
    values.map(value => {
      if (value === null) return null;
      const read = decimalOfText(exactText(of, value as Exclude<Value, null>), type);
      return typeof read === 'string' ? undefined : read;
    });
  const [old, later] = [unscaled(a, cells.old), unscaled(b, cells.new)];
  if (old.includes(undefined) || later.includes(undefined)) return texts(a, b, cells);
  return { type, unit: undefined, old: old as readonly Value[], new: later as readonly Value[] };
}

const scaleOf = (type: Numeric): number => (type.kind === 'decimal' ? type.scale : 0);
/** The widest integer of 64 bits has twenty. */
const digitsOf = (type: Numeric): number =>
  type.kind === 'decimal' ? Math.max(type.digits, 20 + type.scale) : 20;

/** The number that the shortest literal of a float32 reads as. */
function calledShortest(value: Value): Value {
  if (typeof value !== 'number' || !Number.isFinite(value)) return value;
  for (let digits = 1; digits <= DOUBLE_DIGITS; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

type Time = Extract<ColumnType, { kind: 'date' | 'timestamp' }>;

const isTime = (type: ColumnType): type is Time => type.kind === 'date' || type.kind === 'timestamp';

const zoneOf = (type: Time): Zone | undefined => (type.kind === 'timestamp' ? type.zone : undefined);

/** In the finer of the two units; a date is its midnight, of UTC beside moments. */
function times(a: Time, b: Time, cells: Sides): Unified {
  const zone = zoneOf(a) ?? zoneOf(b) ?? 'local';
  const midnights = (type: Time, values: readonly Value[]): readonly Value[] =>
    type.kind === 'timestamp'
      ? values
      : values.map(value => (value === null ? null : BigInt(value as number) * 86_400n));
  const counted = (type: Time): Counted<'timestamp'> =>
    type.kind === 'timestamp' ? type : { kind: 'timestamp', unit: 's', zone };
  return counts(counted(a), counted(b), { old: midnights(a, cells.old), new: midnights(b, cells.new) });
}

type Counted<K> = Extract<ColumnType, { kind: K }>;
type Count = Counted<'timestamp' | 'time' | 'duration'>;

const isCount = (type: ColumnType): type is Count => type.kind === 'time' || type.kind === 'duration';

/** In the finer of the two units, where 64 bits hold all in it. */
function counts(a: Count, b: Count, cells: Sides): Unified {
  const unit = TIME_UNITS[a.unit] > TIME_UNITS[b.unit] ? a.unit : b.unit;
  const counted = (type: Count, values: readonly Value[]): readonly Value[] => {
    const factor = TIME_UNITS[unit] / TIME_UNITS[type.unit];
    return factor === 1n ? values : values.map(value => (value === null ? null : (value as bigint) * factor));
  };
  const [old, later] = [counted(a, cells.old), counted(b, cells.new)];
  const isHeld = (value: Value): boolean => value === null || BigInt.asIntN(64, value as bigint) === value;
  if (!old.every(isHeld) || !later.every(isHeld)) return texts(a, b, cells);
  const type: Type = a.kind === 'timestamp' ? { kind: a.kind, zone: a.zone } : { kind: a.kind };
  return { type, unit: unitOf(unit), old, new: later };
}

const unitOf = (unit: TimeUnit): Unit => {
  const parsed = parseUnit(unit);
  if (parsed instanceof Error) throw parsed;
  return parsed;
};

function texts(a: ColumnType, b: ColumnType, cells: Sides): Unified {
  if (a.kind === 'text' && b.kind === 'text') return { type: { kind: 'string' }, unit: undefined, ...cells };
  const [before, after] = [textReader(a, b), textReader(b, a)];
  const read = (reader: (value: Exclude<Value, null>) => string, values: readonly Value[]) =>
    values.map(value => (value === null ? null : reader(value)));
  return {
    type: { kind: 'string' },
    unit: undefined,
    old: read(before, cells.old),
    new: read(after, cells.new),
  };
}

/** Cells of a type as texts that are one exactly where a cell of the other type says the same. */
function textReader(type: ColumnType, other: ColumnType): (value: Exclude<Value, null>) => string {
  if (type.kind === 'json') {
    const beside = other.kind === 'json' ? other.shape : other;
    return type.shape !== undefined || beside === undefined
      ? String
      : value => writtenBeside(beside, String(value));
  }
  if (other.kind === 'json' || !isSpelled(type, other)) return value => typedText(type, value);
  if (isNumeric(type) || isNumeric(other)) return value => asNumber(exactText(type, value));
  if (other.kind === 'time') return value => asTime(exactText(type, value));
  return value => exactText(type, value);
}

/** Hexadecimal and counts of seconds are spelled in too many ways for any to be what a text says. */
const UNSPELLED: ReadonlySet<ColumnType['kind']> = new Set(['bytes', 'duration']);

/** Whether one of the two is text, in which the other may be spelled, or both are of one kind. */
const isSpelled = (a: ColumnType, b: ColumnType): boolean =>
  (isNumeric(a) && isNumeric(b)) ||
  (a.kind === 'timestamp' && b.kind === 'timestamp'
    ? a.zone === b.zone
    : a.kind === b.kind ||
      ((a.kind === 'text' || b.kind === 'text') && !UNSPELLED.has(a.kind) && !UNSPELLED.has(b.kind)));

/** The field of a unified column. */
export const fieldOf = (
  { name, type, unit }: Pick<UnifiedColumn, 'name' | 'type' | 'unit'>,
  id: number,
  logical: Field['logical'],
): Field => ({ ...bareField(id, name, type, logical, true), unit });
