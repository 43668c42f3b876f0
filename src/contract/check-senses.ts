import { LIMITS } from '../base/limits.ts';
import type { Field } from './field.ts';
import { isFloat, KIND_TABLE } from './kind-table.ts';
import { isNested } from './nested.ts';
import { type Problem, problem } from './problem.ts';
import { type Sentinel, sentinelOf } from './senses.ts';
import { fitsExactly } from './value-form.ts';
import { isIgnoreValue, termOf } from './vocabulary-lookup.ts';
import { WRITTEN } from './written-form.ts';
import type { Path } from './yaml-document.ts';

/** What stands for no value must be told from every value, and be said only where it can stand. */
export function sensesProblem(field: Field, path: Path): Problem | undefined {
  const { name, type, nullable, nullMeans, nan, infinity, emptyMeans } = field;
  const meaningless = (key: string, because: string): Problem =>
    problem('FIELD_KEY_MEANINGLESS', { field: name, key, because }, [...path, key]);
  if (nullMeans !== undefined && !nullable) return meaningless('nullMeans', 'it is never null');
  if (nan !== undefined && !isFloat(type.kind)) return meaningless('nan', `a ${type.kind} has none`);
  if (infinity !== undefined && !isFloat(type.kind))
    return meaningless('infinity', `a ${type.kind} has none`);
  if (emptyMeans !== undefined && !canBeEmpty(field))
    return meaningless(
      'emptyMeans',
      field.vocabulary === undefined
        ? `this ${type.kind} is never empty`
        : 'its vocabulary says what it may hold',
    );
  return sentinelsProblem(field, path);
}

/** Whether a value of the field's type can have nothing in it, and a vocabulary does not say what that is. */
export function canBeEmpty({ type, vocabulary }: Field): boolean {
  if (type.kind === 'list') return type.length.min === 0;
  if (type.kind === 'map') return true;
  return (type.kind === 'string' || type.kind === 'bytes') && vocabulary === undefined;
}

function sentinelsProblem(field: Field, path: Path): Problem | undefined {
  const { name, type, sentinels } = field;
  if (sentinels === undefined) return undefined;
  const { family } = KIND_TABLE[type.kind];
  const key = 'sentinels';
  const meaningless = (because: string): Problem =>
    problem('FIELD_KEY_MEANINGLESS', { field: name, key, because }, [...path, key]);
  if (family === 'truth') return meaningless('true and false are both values');
  if (isNested(type)) return meaningless('emptyMeans and nullMeans say what a list without values is');
  if (sentinels.length === 0 || sentinels.length > LIMITS.sentinels_max)
    return problem(
      'SENTINEL_COLLIDES',
      { field: name, because: `there must be 1 to ${LIMITS.sentinels_max}` },
      [...path, key],
    );
  for (const sentinel of sentinels) {
    const { value } = sentinel;
    if (!fitsExactly(field, value))
      return problem('SENTINEL_TYPE', { field: name, physical: type.kind, form: WRITTEN[type.kind] }, [
        ...path,
        key,
      ]);
    const because = collision(field, sentinel);
    if (because !== undefined) return problem('SENTINEL_COLLIDES', { field: name, because }, [...path, key]);
  }
  return undefined;
}

function collision(field: Field, sentinel: Sentinel): string | undefined {
  const { value } = sentinel;
  if (sentinelOf(field, value) !== sentinel) return 'one value stands there twice';
  const term = termOf(field, value);
  if (term !== undefined) return `one is the term ${term.label}`;
  if (isIgnoreValue(field, value)) return 'one is the ignore value, which the loss skips';
  if (field.emptyMeans !== undefined && (value === '' || (value instanceof Uint8Array && value.length === 0)))
    return 'one is empty, and emptyMeans says what that is';
  const { range } = field;
  if (range === undefined || (typeof value !== 'number' && typeof value !== 'bigint')) return undefined;
  const isInside =
    !(range.min !== undefined && value < range.min) && !(range.max !== undefined && value > range.max);
  return isInside ? 'one lies inside the range, so a record may truly hold it' : undefined;
}
