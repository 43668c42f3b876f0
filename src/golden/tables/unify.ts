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
import { calledShortest } from './shortest-float.ts';
import { type ColumnType, type TypedColumn, typeNames } from './typed-column.ts';
import { typedText } from './typed-text.ts';
import { type Cells, type Present, type Sides, UnifiedCells } from './unified-cells.ts';
import { writtenBeside } from './written-beside.ts';

/** Two columns of one name under one type that tells all values of both apart. */
export type UnifiedColumn = Pick<UnifiedCells, 'old' | 'new' | 'read' | 'valueAt' | 'isOneReading'> & {
  readonly name: string;
  readonly type: Type;
  readonly unit: Unit | undefined;
  readonly types: { readonly old: ColumnType; readonly new: ColumnType };
  readonly isTypeChanged: boolean;
};

type Unified = Pick<UnifiedColumn, 'type' | 'unit'> & { readonly cells: UnifiedCells };

/**
 * Numbers are compared as the numbers they are, however they are held; a literal beside a float is read as the float
 * nearest to it, as every reader does. Texts are compared with what they may spell; other pairs of types have no value
 * in common, and all their cells differ.
 */
export function unify(before: TypedColumn, after: TypedColumn): UnifiedColumn {
  const types = { old: before.type, new: after.type };
  const names = typeNames(types);
  const isTypeChanged = types.old.kind !== 'null' && types.new.kind !== 'null' && names.old !== names.new;
  const { type, unit, cells } = unified(types.old, types.new, { old: before.cells, new: after.cells });
  return Object.assign(cells, { name: before.name, type, unit, types, isTypeChanged });
}

function unified(old: ColumnType, later: ColumnType, cells: Sides): Unified {
  const [a, b] = old.kind === 'null' ? [later, later] : later.kind === 'null' ? [old, old] : [old, later];
  if (isNumeric(a) && isNumeric(b)) return numeric(a, b, cells);
  if (a.kind === 'bool' && b.kind === 'bool') return asTheyAre({ kind: 'bool' }, cells);
  if (a.kind === 'date' && b.kind === 'date') return asTheyAre({ kind: 'date' }, cells);
  if (isTime(a) && isTime(b) && zoneOf(a) === zoneOf(b)) return times(a, b, cells);
  if (a.kind === 'date' && b.kind === 'timestamp') return times(a, b, cells);
  if (a.kind === 'timestamp' && b.kind === 'date') return times(a, b, cells);
  if (isCount(a) && isCount(b) && a.kind === b.kind) return counts(a, b, cells);
  return texts(a, b, cells);
}

const asTheyAre = (type: Type, cells: Sides): Unified => ({
  type,
  unit: undefined,
  cells: new UnifiedCells(cells),
});

type Numeric = Extract<ColumnType, { kind: 'int' | 'decimal' | 'float' }>;

const isNumeric = (type: ColumnType): type is Numeric =>
  type.kind === 'int' || type.kind === 'decimal' || type.kind === 'float';

function numeric(a: Numeric, b: Numeric, cells: Sides): Unified {
  const hasLong = holdsA('bigint', cells);
  if (!hasLong && !holdsA('string', cells)) {
    const [narrow, other] = a.kind === 'float' && a.bits < 64 ? [a, b] : [b, a];
    const type = { kind: 'float64' } as const;
    if (narrow.kind !== 'float' || narrow.bits === 64 || other.kind !== 'decimal')
      return asTheyAre(type, cells);
    const side = narrow === a ? 'old' : 'new';
    return { type, unit: undefined, cells: new UnifiedCells(cells, { [side]: calledAsFloat32 }) };
  }
  if (a.kind !== 'float' && b.kind !== 'float') return whole(a, b, cells);
  if (!hasLong && (isTypedFloat(a) || isTypedFloat(b) || [cells.old, cells.new].every(areTold))) {
    const double = (value: Present): Value => (typeof value === 'string' ? Number(value) : value);
    return {
      type: { kind: 'float64' },
      unit: undefined,
      cells: new UnifiedCells(cells, { old: double, new: double }),
    };
  }
  return texts(a, b, cells);
}

const isTypedFloat = (type: Numeric): boolean => type.kind === 'float' && !type.isWritten;

const areTold = (values: Cells): boolean =>
  values.every(value => typeof value !== 'string' || isToldByDouble(value));

/** Whether any value is held so. */
function holdsA(held: 'bigint' | 'string', { old, new: later }: Sides): boolean {
  for (const values of [old, later])
    for (let row = 0; row < values.length; row++) if (typeof values[row] === held) return true;
  return false;
}

/** Long integers and decimals, each exactly. */
function whole(a: Numeric, b: Numeric, cells: Sides): Unified {
  if (a.kind === 'int' && b.kind === 'int') {
    const bigs = (values: Cells): Cells =>
      values.map(value => (value === null ? null : BigInt(value as number | bigint)));
    const [old, later] = [bigs(cells.old), bigs(cells.new)];
    const fits = (value: Value): boolean => value === null || BigInt.asIntN(64, value as bigint) === value;
    if (old.every(fits) && later.every(fits)) return asTheyAre({ kind: 'int64' }, { old, new: later });
  }
  const scale = Math.max(scaleOf(a), scaleOf(b));
  const digits = Math.max(digitsOf(a, cells.old) - scaleOf(a), digitsOf(b, cells.new) - scaleOf(b));
  const precision = digits + scale;
  if (precision > LIMITS.decimal_digits_max) return texts(a, b, cells);
  const type = { kind: 'decimal', precision, scale } as const;
  const unscaled = (of: Numeric) => (value: Present) => decimalOfText(exactText(of, value), type);
  // No decimal has more digits than its type says; an integer may have any number of them.
  const fits = (of: Numeric, values: Cells): boolean =>
    of.kind === 'decimal' || values.every(value => value === null || typeof unscaled(of)(value) !== 'string');
  if (!fits(a, cells.old) || !fits(b, cells.new)) return texts(a, b, cells);
  return {
    type,
    unit: undefined,
    cells: new UnifiedCells(cells, { old: unscaled(a), new: unscaled(b) }, a.kind === b.kind),
  };
}

const scaleOf = (type: Numeric): number => (type.kind === 'decimal' ? type.scale : 0);
/** The widest integer of 64 bits has twenty; longer ones have as many as they have. */
function digitsOf(type: Numeric, values: Cells): number {
  if (type.kind === 'decimal') return Math.max(type.digits, 20 + type.scale);
  let most = 20;
  for (let row = 0; row < values.length; row++) {
    const value = values[row];
    if (typeof value === 'bigint') most = Math.max(most, String(value).replace('-', '').length);
  }
  return most;
}

const calledAsFloat32 = (value: Value): Value =>
  typeof value === 'number' ? calledShortest(value, Math.fround) : value;

type Time = Extract<ColumnType, { kind: 'date' | 'timestamp' }>;

const isTime = (type: ColumnType): type is Time => type.kind === 'date' || type.kind === 'timestamp';

const zoneOf = (type: Time): Zone | undefined => (type.kind === 'timestamp' ? type.zone : undefined);

/** In the finer of the two units; a date is its midnight, of UTC beside moments. */
function times(a: Time, b: Time, cells: Sides): Unified {
  const zone = zoneOf(a) ?? zoneOf(b) ?? 'local';
  const midnights = (type: Time, values: Cells): Cells =>
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
  const counted = (type: Count, values: Cells): Cells => {
    const factor = TIME_UNITS[unit] / TIME_UNITS[type.unit];
    return factor === 1n ? values : values.map(value => (value === null ? null : (value as bigint) * factor));
  };
  const [old, later] = [counted(a, cells.old), counted(b, cells.new)];
  const isHeld = (value: Value): boolean => value === null || BigInt.asIntN(64, value as bigint) === value;
  if (!old.every(isHeld) || !later.every(isHeld)) return texts(a, b, cells);
  const type: Type = a.kind === 'timestamp' ? { kind: a.kind, zone: a.zone } : { kind: a.kind };
  return { type, unit: unitOf(unit), cells: new UnifiedCells({ old, new: later }) };
}

const unitOf = (unit: TimeUnit): Unit => {
  const parsed = parseUnit(unit);
  if (parsed instanceof Error) throw parsed;
  return parsed;
};

function texts(a: ColumnType, b: ColumnType, cells: Sides): Unified {
  if (a.kind === 'text' && b.kind === 'text') return asTheyAre({ kind: 'string' }, cells);
  return {
    type: { kind: 'string' },
    unit: undefined,
    cells: new UnifiedCells(cells, { old: textReader(a, b), new: textReader(b, a) }, false),
  };
}

/** Cells of a type as texts that are one exactly where a cell of the other type says the same. */
function textReader(type: ColumnType, other: ColumnType): (value: Present) => string {
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
