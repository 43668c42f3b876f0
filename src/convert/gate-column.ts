import type * as arrow from 'apache-arrow';
import { LIMITS } from '../base/limits.ts';
import { columnReader, presenceOf } from '../contract/batch.ts';
import type { Field } from '../contract/field.ts';
import { isNested } from '../contract/nested.ts';
import type { RejectCode } from '../contract/reject.ts';
import { acceptsNan } from '../contract/senses.ts';
import { doublesOf, endOf } from './doubles.ts';
import { gate } from './gates.ts';
import { Spellings } from './spellings.ts';

type Report = (row: number, code: RejectCode) => void;

/** Asks the gate about a whole column, and reports rows that don't pass, ascending. What `gate` says of each value is what is reported. */
export function gateColumn(field: Field, data: arrow.Data, report: Report): void {
  const { vocabulary, type, sentinels } = field;
  if (isNested(type) || sentinels !== undefined) gateEach(field, data, report);
  else if (vocabulary !== undefined) gateTerms(field, data, report);
  else if (!gateNumbers(field, data, report)) gateNulls(field, data, report);
}

function gateEach(field: Field, data: arrow.Data, report: Report): void {
  const read = columnReader(field, data);
  for (let row = 0; row < data.length; row++) {
    const code = gate(field, read(row));
    if (code !== undefined) report(row, code);
  }
}

/** Labels are few, and records are many: each is asked about once. */
function gateTerms(field: Field, data: arrow.Data, report: Report): void {
  const isPresent = presenceOf(data);
  const known = field.type.kind === 'string' ? spelled(field, data) : counted(field, data);
  for (let row = 0; row < data.length; row++) {
    const code = isPresent?.(row) === false ? nullCode(field) : known(row);
    if (code !== undefined) report(row, code);
  }
}

function spelled(field: Field, data: arrow.Data): (row: number) => RejectCode | undefined {
  const spellings = new Spellings(data, text => gate(field, text));
  return row => spellings.at(row);
}

function counted(field: Field, data: arrow.Data): (row: number) => RejectCode | undefined {
  const read = columnReader(field, data);
  const known = new Map<unknown, RejectCode | undefined>();
  return row => {
    const value = read(row);
    if (known.has(value)) return known.get(value);
    const code = gate(field, value);
    if (known.size < LIMITS.remap_spellings_max) known.set(value, code);
    return code;
  };
}

const nullCode = ({ nullable }: Field): RejectCode | undefined => (nullable ? undefined : 'NULL_NOT_ALLOWED');

/** Whether nothing but nulls is left to be asked about. */
function gateNulls(field: Field, data: arrow.Data, report: Report): void {
  const isPresent = presenceOf(data);
  if (isPresent === undefined || field.nullable) return;
  for (let row = 0; row < data.length; row++) if (!isPresent(row)) report(row, 'NULL_NOT_ALLOWED');
}

/** @returns false where no number is asked about */
function gateNumbers(field: Field, data: arrow.Data, report: Report): boolean {
  const { range, nan, infinity } = field;
  if (range === undefined && nan === undefined && infinity === undefined) return false;
  const [low, high] = [
    endOf(range?.min, Number.NEGATIVE_INFINITY),
    endOf(range?.max, Number.POSITIVE_INFINITY),
  ];
  const double = doublesOf(field.type.kind, data);
  if (double === undefined || low === undefined || high === undefined) {
    gateEach(field, data, report);
    return true;
  }
  const isPresent = presenceOf(data);
  const nanCode = acceptsNan(field) ? undefined : 'NAN_NOT_ALLOWED';
  for (let row = 0; row < data.length; row++) {
    if (isPresent?.(row) === false) {
      if (!field.nullable) report(row, 'NULL_NOT_ALLOWED');
      continue;
    }
    const value = double(row);
    if (value >= low && value <= high && (value - value === 0 || infinity !== 'refuse')) continue;
    const code = Number.isNaN(value)
      ? nanCode
      : infinity === 'refuse' && value - value !== 0
        ? 'INFINITY_NOT_ALLOWED'
        : 'RANGE';
    if (code !== undefined) report(row, code);
  }
  return true;
}
