import type { Field } from './field.ts';
import { isFloat } from './kind-table.ts';
import { holdsExactly, nearestFloat } from './narrow-float.ts';
import { type Problem, problem } from './problem.ts';
import type { Value } from './value.ts';
import { fitsType } from './value-form.ts';
import { termOf } from './vocabulary-lookup.ts';
import type { Path } from './yaml-document.ts';

/** A reader will take the default for data, so it must be data the field could hold. */
export function defaultProblem(field: Field, path: Path): Problem | undefined {
  if (field.default.kind === 'none') return undefined;
  return valueProblem(field, field.default.value, field.name, [...path, 'default']);
}

function valueProblem(field: Field, value: Value, name: string, path: Path): Problem | undefined {
  const { type } = field;
  if (value === null) return field.nullable ? undefined : problem('DEFAULT_NULL', { field: name }, path);
  if (!fitsType(field, value))
    return problem('DEFAULT_TYPE', { field: name, physical: type.kind, form: type.kind }, path);
  if (typeof value === 'number' && isFloat(type.kind) && !holdsExactly(type.kind, value)) {
    const nearest = String(nearestFloat(type.kind, value));
    return problem('DEFAULT_NOT_EXACT', { field: name, physical: type.kind, nearest }, path);
  }
  if (field.range !== undefined && !inRange(field, value))
    return problem('DEFAULT_RANGE', { field: name }, path);
  if (field.vocabulary !== undefined && termOf(field, value) === undefined)
    return problem('DEFAULT_TERM', { field: name }, path);
  if (type.kind !== 'list') return undefined;
  const items = value as readonly Value[];
  const { min, max } = type.length;
  if (items.length < min || items.length > max)
    return problem('DEFAULT_LENGTH', { field: name, length: items.length, min, max }, path);
  for (const [index, item] of items.entries()) {
    const found = valueProblem(type.element, item, name, [...path, index]);
    if (found) return found;
  }
  return undefined;
}

/** JavaScript compares a bigint and a number exactly. */
function inRange({ range }: Field, value: Value): boolean {
  if (typeof value !== 'number' && typeof value !== 'bigint') return true;
  return !(range?.min !== undefined && value < range.min) && !(range?.max !== undefined && value > range.max);
}
