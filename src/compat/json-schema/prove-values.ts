import type { JsonSchema } from '../../native/json-schema/json-schema.ts';
import { isMultiple } from '../../native/json-schema/numeral.ts';
import { brief } from '../wording.ts';
import type { Conjunction } from './conjunction.ts';
import { type Bound, isInside, least, most, possibleTypes, rangeOf } from './possible.ts';
import { proveArray } from './prove-array.ts';
import { proveObject } from './prove-object.ts';
import type { Prover, Report } from './prover.ts';
import { countsText, typesText, valueText } from './value-text.ts';

/** What a schema asserts by itself and of the parts of a value, type by type. */
export function proveValues(
  prover: Prover,
  known: Conjunction,
  goal: JsonSchema,
  path: string,
  report: Report,
): boolean {
  const types = possibleTypes(known);
  const shared = new Set([...types].filter(type => goal.types?.has(type) ?? true));
  const holds: boolean[] = [];
  if (shared.size < types.size) {
    const rule = shared.size === 0 ? 'TYPE_CHANGED' : 'TYPE_NARROWED';
    report?.(rule, path, typesText(types), typesText(goal.types ?? types));
    if (shared.size === 0 || report === undefined) return false;
    holds.push(false);
  }
  if (goal.opaque.length > 0) {
    report?.('NOT_PROVEN', path, 'what may be written', goal.opaque.join(', '));
    holds.push(false);
  }
  if (goal.values !== undefined) {
    // Values that can be counted out were held against the goal already; here are only those whose answer is open.
    const values = prover.valuesOf(known);
    const all = values?.every(value => goal.values!.has(value)) === true;
    if (!all) report?.('ENUM_NARROWED', path, typesText(types), brief(goal.values.list, valueText));
    holds.push(all);
  }
  if (shared.has('integer') || shared.has('fraction'))
    holds.push(proveNumber(known, goal, path, report, !shared.has('fraction')));
  if (shared.has('string')) holds.push(proveString(known, goal, path, report));
  if (shared.has('array')) holds.push(proveArray(prover, known, goal, path, report));
  if (shared.has('object')) holds.push(proveObject(prover, known, goal, path, report));
  return !holds.includes(false);
}

function proveNumber(
  { schemas }: Conjunction,
  goal: JsonSchema,
  path: string,
  report: Report,
  isWholeOnly: boolean,
): boolean {
  const [from, to] = [rangeOf(schemas, isWholeOnly), rangeOf([goal], isWholeOnly)];
  const fits = isInside(from.low, to.low, 1) && isInside(from.high, to.high, -1);
  if (!fits) report?.('NUMBER_RANGE_NARROWED', path, rangeText(from), rangeText(to));
  const { multipleOf: step } = goal;
  if (step === undefined) return fits;
  const steps = schemas.flatMap(({ multipleOf }) => multipleOf ?? []);
  const isStepped = [...steps, ...(isWholeOnly ? [1] : [])].some(one => isMultiple(one, step));
  if (!isStepped)
    report?.('MULTIPLE_OF_NARROWED', path, steps.length === 0 ? 'any' : brief(steps), String(step));
  return fits && isStepped;
}

const rangeText = ({ low, high }: { readonly low: Bound; readonly high: Bound }): string =>
  `${low?.exclusive === true ? '(' : '['}${low?.value ?? '…'}, ${high?.value ?? '…'}${high?.exclusive === true ? ')' : ']'}`;

function proveString({ schemas }: Conjunction, goal: JsonSchema, path: string, report: Report): boolean {
  const [low, high] = [most(schemas, one => one.minLength), least(schemas, one => one.maxLength)];
  const fits = low >= goal.minLength && high <= goal.maxLength;
  if (!fits)
    report?.('LENGTH_NARROWED', path, countsText(low, high), countsText(goal.minLength, goal.maxLength));
  const { pattern, format } = goal;
  const patterns = schemas.flatMap(one => one.pattern?.source ?? []);
  const isKept = pattern === undefined || patterns.includes(pattern.source);
  if (!isKept)
    report?.('PATTERN_ADDED', path, patterns.length === 0 ? 'any' : brief(patterns), pattern.source);
  const formats = schemas.flatMap(one => one.format ?? []);
  const isFormed = format === undefined || formats.includes(format);
  if (!isFormed) report?.('FORMAT_ADDED', path, formats.length === 0 ? 'any' : brief(formats), format);
  return fits && isKept && isFormed;
}
