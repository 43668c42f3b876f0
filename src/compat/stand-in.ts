import type { Default, Field } from '../contract/field.ts';
import { sentinelOf } from '../contract/senses.ts';
import type { Value } from '../contract/value.ts';
import { sameValue } from './unchanged.ts';
import { carriesCodes } from './vocabulary-carrier.ts';

/** Whether what stands for "unknown" is a value that a record could truly have, so that nothing tells the two apart. */
export function confusesUnknown(field: Field, standIn: Default | undefined): boolean {
  if (standIn === undefined || standIn.kind === 'none' || standIn.means === 'value') return false;
  return isReal(field, standIn.value);
}

/**
 * Could a record hold it and mean it? What the field says is unknown could not, nor could NaN, the ignore value and what
 * range or vocabulary exclude. A null could, where it says that there is none.
 */
function isReal(field: Field, value: Value): boolean {
  if (value === null) return field.nullMeans !== undefined && field.nullMeans !== 'unknown';
  if (sameValue(value, Number.NaN)) return field.nan === 'value';
  const sentinel = sentinelOf(field, value);
  if (sentinel !== undefined) return sentinel.means !== 'unknown';
  if (field.emptyMeans === 'unknown' && (value as ArrayLike<unknown>).length === 0) return false;
  if (Array.isArray(value)) return true;
  if (typeof value === 'number' || typeof value === 'bigint') {
    if (field.ignoreValue !== undefined && String(value) === String(field.ignoreValue)) return false;
    const { min, max } = field.range ?? {};
    if ((min !== undefined && value < min) || (max !== undefined && value > max)) return false;
  }
  return field.vocabulary === undefined || isTerm(field, value);
}

const isTerm = (field: Field, value: Value): boolean =>
  field.vocabulary!.terms.some(({ code, label, aliases }) =>
    carriesCodes(field)
      ? String(code) === String(value)
      : label === value || (typeof value === 'string' && aliases.includes(value)),
  );
