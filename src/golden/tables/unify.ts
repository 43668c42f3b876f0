import { canonicalJson } from '../../base/canonical-json.ts';
import { LIMITS } from '../../base/limits.ts';
import { decimalOfText } from '../../contract/decimal-text.ts';
import type { Field, Type } from '../../contract/field.ts';
import { parseUnit } from '../../contract/parse-unit.ts';
import { TIME_UNITS, type TimeUnit } from '../../contract/time-unit.ts';
import type { Unit } from '../../contract/unit.ts';
import type { Value } from '../../contract/value.ts';
import { asNumber, exactText } from './exact-text.ts';
import { type ColumnType, DOUBLE_DIGITS, type TypedColumn, typeName } from './typed-column.ts';

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
 * nearest to it, as every reader does. Of other pairs of types, texts are compared.
 */
export function unify(before: TypedColumn, after: TypedColumn): UnifiedColumn {
  const types = { old: before.type, new: after.type };
  const cells: Sides = { old: before.cells, new: after.cells };
  const isTypeChanged =
    types.old.kind !== 'null' && types.new.kind !== 'null' && typeName(types.old) !== typeName(types.new);
  return { name: before.name, types, isTypeChanged, ...unified(types.old, types.new, cells) };
}

function unified(old: ColumnType, later: ColumnType, cells: Sides): Unified {
  const [a, b] = old.kind === 'null' ? [later, later] : later.kind === 'null' ? [old, old] : [old, later];
  if (isNumeric(a) && isNumeric(b)) return numeric(a, b, cells);
  if (a.kind === 'bool' && b.kind === 'bool') return { type: { kind: 'bool' }, unit: undefined, ...cells };
  if (a.kind === 'date' && b.kind === 'date') return { type: { kind: 'date' }, unit: undefined, ...cells };
  if (isTime(a) && isTime(b)) return times(a, b, cells);
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
  if (!all.includes('bigint')) {
    const doubles = (values: readonly Value[]): readonly Value[] =>
      values.map(value => (typeof value === 'string' ? Number(value) : value));
    return { type: { kind: 'float64' }, unit: undefined, old: doubles(cells.old), new: doubles(cells.new) };
  }
  return texts(a, b, cells);
}

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

/** In the finer of the two units; a date is its midnight. */
function times(a: Time, b: Time, cells: Sides): Unified {
  const unit = [a, b]
    .map((type): TimeUnit => (type.kind === 'timestamp' ? type.unit : 's'))
    .sort((one, other) => Number(TIME_UNITS[other] - TIME_UNITS[one]))[0]!;
  const counted = (type: Time, values: readonly Value[]): readonly Value[] => {
    const factor = TIME_UNITS[unit] / (type.kind === 'timestamp' ? TIME_UNITS[type.unit] : 1n);
    const size = type.kind === 'date' ? 86_400n * factor : factor;
    return size === 1n
      ? values
      : values.map(value => (value === null ? null : BigInt(value as number | bigint) * size));
  };
  const [old, later] = [counted(a, cells.old), counted(b, cells.new)];
  const isHeld = (value: Value): boolean => value === null || BigInt.asIntN(64, value as bigint) === value;
  if (!old.every(isHeld) || !later.every(isHeld)) return texts(a, b, cells);
  const zone = [a, b].some(type => type.kind === 'timestamp' && type.zone === 'instant')
    ? 'instant'
    : 'local';
  return { type: { kind: 'timestamp', zone }, unit: unitOf(unit), old, new: later };
}

const unitOf = (unit: TimeUnit): Unit => {
  const parsed = parseUnit(unit);
  if (parsed instanceof Error) throw parsed;
  return parsed;
};

function texts(a: ColumnType, b: ColumnType, cells: Sides): Unified {
  const isJson = a.kind === 'json' || b.kind === 'json';
  const isNumber = isNumeric(a) || isNumeric(b);
  const text = (type: ColumnType, values: readonly Value[]): readonly Value[] => {
    if (type.kind === 'text' && !isJson && !isNumber) return values;
    return values.map(value => {
      if (value === null) return null;
      const exact = exactText(type, value as Exclude<Value, null>);
      if (isJson) return type.kind === 'json' || isNumeric(type) ? exact : canonicalJson(exact);
      return isNumber ? asNumber(exact) : exact;
    });
  };
  return { type: { kind: 'string' }, unit: undefined, old: text(a, cells.old), new: text(b, cells.new) };
}

/** The field of a unified column. */
export const fieldOf = (
  { name, type, unit }: Pick<UnifiedColumn, 'name' | 'type' | 'unit'>,
  id: number,
  logical: Field['logical'],
): Field => ({
  id,
  name,
  aliases: [],
  type,
  logical,
  nullable: true,
  default: { kind: 'none' },
  unit,
  range: undefined,
  vocabulary: undefined,
  unknownPolicy: undefined,
  ignoreValue: undefined,
});
