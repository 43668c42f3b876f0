import type { Field } from '../../contract/field.ts';
import type { Value } from '../../contract/value.ts';
import { breaks, type Rule, SAFE } from '../rule.ts';
import { sameValue } from '../unchanged.ts';
import { carriesCodes } from '../vocabulary-carrier.ts';
import { defaultText } from '../wording.ts';

/** Records that know nothing are read as records that say zero, and nothing afterwards can tell the two apart. */
export const defaultConfusesUnknown: Rule = {
  id: 'DEFAULT_CONFUSES_UNKNOWN',
  promise: 'A default that stands for "unknown" is no value that a record could truly have.',
  remedy: 'Default to null; or, where every older record truly held the value, say `means: value`.',
  missing: ({ reader }) => (confuses(reader) ? breaks('unknown', defaultText(reader.default)) : SAFE),
};

function confuses(field: Field): boolean {
  if (field.default.kind === 'none' || field.default.means === 'value') return false;
  return isReal(field, field.default.value);
}

/** Could a record hold it and mean it? Null, NaN, the ignore value and what the range or vocabulary exclude could not. */
function isReal(field: Field, value: Value): boolean {
  if (value === null || sameValue(value, Number.NaN)) return false;
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
