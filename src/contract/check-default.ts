import type { Field, NestedKind, TypeOf } from './field.ts';
import { duplicateIn } from './identity.ts';
import { isFloat } from './kind-table.ts';
import { holdsExactly, nearestFloat } from './narrow-float.ts';
import { entryOf, isNested } from './nested.ts';
import { type Problem, problem } from './problem.ts';
import { sentinelOf } from './senses.ts';
import type { Value } from './value.ts';
import { fitsType } from './value-form.ts';
import { isIgnoreValue, termOf } from './vocabulary-lookup.ts';
import type { Path } from './yaml-document.ts';

/** A reader will take the default for data, so it must be data the field could hold. */
export function defaultProblem(field: Field, path: Path): Problem | undefined {
  for (const key of ['default', 'writeDefault'] as const) {
    const declared = field[key];
    if (declared?.kind !== 'value') continue;
    const facts = { field: field.name, key };
    const at = [...path, key];
    // What the loss skips is known to nobody, and no record truly held it.
    if (declared.means === 'value' && isIgnoreValue(field, declared.value))
      return problem('DEFAULT_TERM', facts, at);
    const found = valueProblem(field, declared.value, facts, at);
    if (found) return found;
  }
  return undefined;
}

type Facts = { readonly field: string; readonly key: string };

function valueProblem(field: Field, value: Value, facts: Facts, path: Path): Problem | undefined {
  const { type } = field;
  if (value === null) return field.nullable ? undefined : problem('DEFAULT_NULL', facts, path);
  if (!fitsType(field, value))
    return problem('DEFAULT_TYPE', { ...facts, physical: type.kind, form: type.kind }, path);
  if (typeof value === 'number' && isFloat(type.kind) && !holdsExactly(type.kind, value)) {
    const nearest = String(nearestFloat(type.kind, value));
    return problem('DEFAULT_NOT_EXACT', { ...facts, physical: type.kind, nearest }, path);
  }
  // What it stands for is no value, and need not be among them.
  if (sentinelOf(field, value) !== undefined || isIgnoreValue(field, value)) return undefined;
  if (field.range !== undefined && !inRange(field, value)) return problem('DEFAULT_RANGE', facts, path);
  if (field.vocabulary !== undefined && termOf(field, value) === undefined)
    return problem('DEFAULT_TERM', facts, path);
  return isNested(type) ? insideProblem(type, value as readonly Value[], facts, path) : undefined;
}

function insideProblem(
  type: TypeOf<NestedKind>,
  items: readonly Value[],
  facts: Facts,
  path: Path,
): Problem | undefined {
  const { min, max } = lengthsOf(type);
  if (items.length < min || items.length > max)
    return problem('DEFAULT_LENGTH', { ...facts, length: items.length, min, max }, path);
  if (type.kind === 'map' || (type.kind === 'list' && type.order === 'set')) {
    const twice = duplicateIn(type, items);
    if (twice !== undefined)
      return problem('DEFAULT_TWICE', { ...facts, place: twice + 1 }, [...path, twice]);
  }
  for (const [index, item] of items.entries()) {
    const inside =
      type.kind === 'struct' ? type.fields[index]! : type.kind === 'map' ? entryOf(type) : type.element;
    const found = valueProblem(inside, item, facts, [...path, index]);
    if (found) return found;
  }
  return undefined;
}

/** A struct and a tensor have one length, which their form has been held to. */
function lengthsOf(type: TypeOf<NestedKind>): { readonly min: number; readonly max: number } {
  if (type.kind === 'list') return type.length;
  return { min: 0, max: type.kind === 'map' ? type.entries : Number.POSITIVE_INFINITY };
}

/** JavaScript compares a bigint and a number exactly. */
function inRange({ range }: Field, value: Value): boolean {
  if (typeof value !== 'number' && typeof value !== 'bigint') return true;
  return !(range?.min !== undefined && value < range.min) && !(range?.max !== undefined && value > range.max);
}
