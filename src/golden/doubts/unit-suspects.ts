import type { RecordBatch } from 'apache-arrow';
import { LIMITS } from '../../base/limits.ts';
import { columnReader } from '../../contract/batch.ts';
import type { Field, FieldId } from '../../contract/field.ts';
import { KIND_TABLE } from '../../contract/kind-table.ts';
import { nearNumber } from '../../contract/near-number.ts';
import type { Schema } from '../../contract/schema.ts';
import { sentinelOf } from '../../contract/senses.ts';
import { TIME_UNITS, timeUnitIn } from '../../contract/time-unit.ts';
import type { Value } from '../../contract/value.ts';
import { isWithheld, WITHHELD, type Withheld } from '../../contract/withheld.ts';
import { decadeUnit } from './decade.ts';
import { type StepRatio, stepRatio } from './step-ratio.ts';
import { timeFactor } from './time-factor.ts';

/** A field whose values say that its declared unit is not the one they were stored in. Nothing is converted for it. */
export type UnitSuspect = {
  readonly field: FieldId;
  readonly name: string;
  /** As it is declared. */
  readonly unit: string;
  /** `witness`: another field steps otherwise; `decade`: as moments they all lie where no sample of today does. */
  readonly how: 'witness' | 'decade';
  readonly witness: FieldId | undefined;
  /** How many times too large the values are; undefined where a witness was declared that shows nothing. */
  readonly factor: number | Withheld | undefined;
  /** The unit that the values seem to have; undefined where the factor is that of none. */
  readonly seems: string | undefined;
  /** Pairs of rows, or values, that were looked at, and those of them that say so. */
  readonly compared: number;
  readonly agreeing: number;
};

/** By field name the field that shows whether its unit is right; `false`: none does, and nobody need look. */
export type Witnesses = Readonly<Record<string, string | false>>;

/**
 * Holds declared units of time against what the values say: against the witness that is declared, or without one against
 * each field that says when, and moments against the decades in which there are samples.
 *
 * @param withheld  fields of which no value may be told
 */
export function unitSuspects(
  schema: Schema,
  batch: RecordBatch,
  witnesses: Witnesses,
  withheld: readonly FieldId[],
): readonly UnitSuspect[] {
  const columns = schema.fields.map((field, index) => ({
    field,
    read: columnReader(field, batch.data.children[index]!),
  }));
  const offsets = new Map<FieldId, Float64Array>();
  const offsetsOf = (column: Column): Float64Array => {
    const known = offsets.get(column.field.id) ?? secondsIn(column, batch.numRows);
    offsets.set(column.field.id, known);
    return known;
  };
  const clocks = columns.filter(({ field }) => isClock(field)).slice(0, LIMITS.witness_columns_max);
  let series = 0;
  return columns.flatMap((column): readonly UnitSuspect[] => {
    const { field } = column;
    if (secondsOf(field) === undefined) return [];
    const named = Object.hasOwn(witnesses, field.name) ? witnesses[field.name] : undefined;
    if (named === false) return [];
    const asked = clocks.filter(clock => clock.field !== field);
    const by = (clock: Column): StepRatio | undefined => stepRatio(offsetsOf(column), offsetsOf(clock));
    if (named !== undefined) {
      const at = schema.fields.findIndex(({ name }) => name === named);
      return declaredSuspect(column, columns[at]!, by(columns[at]!), withheld);
    }
    const early = decadeSuspect(column, batch.numRows);
    if (early !== undefined) return [early];
    if (isClock(field) || series++ >= LIMITS.witness_columns_max) return [];
    return asked.flatMap(clock => foundSuspect(column, clock, by(clock)) ?? []).slice(0, 1);
  });
}

type Column = { readonly field: Field; readonly read: (row: number) => Value };

/** How long one of what a field counts is; undefined where it counts no time. */
export function secondsOf({ type, unit }: Field): number | undefined {
  if (type.kind === 'date') return 86_400;
  if (!NUMBERS.has(KIND_TABLE[type.kind].family) || unit?.dimension !== 's' || unit.pi !== 0)
    return undefined;
  return Number(unit.factor.numerator) / Number(unit.factor.denominator);
}

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'float', 'decimal', 'time']);

/** Whether a field says when, and not how long. */
const isClock = ({ type, logical }: Field): boolean => type.kind === 'date' || logical === 'timestamp';

/** Seconds since the first value: differences of large counts, which a double holds exactly enough. */
function secondsIn({ field, read }: Column, rows: number): Float64Array {
  const seconds = secondsOf(field)!;
  const out = new Float64Array(rows).fill(Number.NaN);
  let first: Value = null;
  for (let row = 0; row < rows; row++) {
    const value = read(row);
    if (value === null || sentinelOf(field, value) !== undefined) continue;
    if (typeof value === 'number' && !Number.isFinite(value)) continue;
    first ??= value;
    const moved =
      typeof value === 'bigint'
        ? nearNumber(field.type, value - (first as bigint))
        : (value as number) - (first as number);
    out[row] = moved * seconds;
  }
  return out;
}

function declaredSuspect(
  { field }: Column,
  witness: Column,
  ratio: StepRatio | undefined,
  withheld: readonly FieldId[],
): readonly UnitSuspect[] {
  const shared = {
    field: field.id,
    name: field.name,
    unit: unitName(field),
    how: 'witness',
    witness: witness.field.id,
  } as const;
  if (ratio === undefined)
    return [{ ...shared, factor: undefined, seems: undefined, compared: 0, agreeing: 0 }];
  if (Math.abs(ratio.factor - 1) <= SAME) return [];
  const known = timeFactor(ratio.factor, secondsOf(field)!);
  const isHidden = withheld.includes(field.id) || withheld.includes(witness.field.id);
  const estimated = Number(ratio.factor.toPrecision(3));
  return [
    {
      ...shared,
      // What is no quotient of units is a quotient of values.
      factor: known?.factor ?? (isHidden ? WITHHELD : estimated),
      seems: known?.unit,
      compared: ratio.pairs,
      agreeing: ratio.agreeing,
    },
  ];
}

/** As far as a series and its witness may drift apart. */
const SAME = 0.05;

/** What nobody declared is a witness only where its factor is one of units: two columns may well keep any other. */
function foundSuspect(
  { field }: Column,
  witness: Column,
  ratio: StepRatio | undefined,
): UnitSuspect | undefined {
  const known = ratio && timeFactor(ratio.factor, secondsOf(field)!);
  if (known === undefined) return undefined;
  return {
    field: field.id,
    name: field.name,
    unit: unitName(field),
    how: 'witness',
    witness: witness.field.id,
    factor: known.factor,
    seems: known.unit,
    compared: ratio!.pairs,
    agreeing: ratio!.agreeing,
  };
}

function decadeSuspect({ field, read }: Column, rows: number): UnitSuspect | undefined {
  const unit = timeUnitIn(field);
  if (field.logical !== 'timestamp' || unit === undefined) return undefined;
  const counts = function* (): Generator<bigint> {
    for (let row = 0; row < rows; row++) {
      const value = read(row);
      if (typeof value === 'bigint' && sentinelOf(field, value) === undefined) yield value;
    }
  };
  const seems = decadeUnit(counts(), unit);
  if (seems === undefined) return undefined;
  const values = [...counts()].length;
  return {
    field: field.id,
    name: field.name,
    unit,
    how: 'decade',
    witness: undefined,
    factor: Number(TIME_UNITS[seems]) / Number(TIME_UNITS[unit]),
    seems,
    compared: values,
    agreeing: values,
  };
}

const unitName = ({ unit }: Field): string => unit?.code ?? 'd';

/** What says that the unit is another, as a clause. */
export function suspectText({ fields }: Schema, suspect: UnitSuspect): string {
  const { how, witness, factor, seems, compared, agreeing, unit } = suspect;
  const named = fields.find(({ id }) => id === witness)?.name ?? '';
  if (factor === undefined) return `${named}, its witness, takes no steps that it could be held against`;
  const times = isWithheld(factor) ? 'by a factor' : `×${factor}`;
  const seeming = seems === undefined ? '' : `, as if it were in ${seems}`;
  return how === 'decade'
    ? `in ${unit} none of its ${compared} moments lies in these decades, in ${seems} all do (×${factor})`
    : `beside ${named} it steps ${times} as far${seeming}, in ${agreeing} of ${compared} steps`;
}
