import { LIMITS } from '../base/limits.ts';
import { conventionProblem } from './check-convention.ts';
import { defaultProblem } from './check-default.ts';
import { clashProblem } from './check-names.ts';
import { sensesProblem } from './check-senses.ts';
import type { Field, NestedKind, TypeOf } from './field.ts';
import { hasOrder, isFloat, KIND_TABLE } from './kind-table.ts';
import { LOGICAL_TABLE } from './logical-table.ts';
import { childrenOf, isNested } from './nested.ts';
import { firstProblem, type Problem, problem } from './problem.ts';
import { countsTime, timeUnitIn } from './time-unit.ts';
import { integerFits, rangeFits } from './value-form.ts';
import { termById } from './vocabulary-lookup.ts';
import { WRITTEN } from './written-form.ts';
import type { Path } from './yaml-document.ts';

/** The first thing a field says that contradicts another thing it says. Its element is a field and checked alike. */
export const fieldProblem = (field: Field, path: Path): Problem | undefined =>
  firstProblem(CHECKS, field, path);

type Check = (field: Field, path: Path) => Problem | undefined;

const CHECKS: readonly Check[] = [
  physicalProblem,
  parameterProblem,
  timeUnitProblem,
  unitProblem,
  vocabularyProblem,
  policyProblem,
  ignoreValueProblem,
  rangeProblem,
  sensesProblem,
  normalizerProblem,
  conventionProblem,
  nestedProblem,
  defaultProblem,
];

function physicalProblem({ name, type, logical }: Field, path: Path): Problem | undefined {
  const { physical, element } = LOGICAL_TABLE[logical];
  if (!physical.includes(type.kind)) {
    const facts = { field: name, logical, physical: type.kind, allowed: physical.join(', ') };
    return problem('LOGICAL_PHYSICAL', facts, [...path, 'physical']);
  }
  if (type.kind !== 'list' && type.kind !== 'tensor') return undefined;
  if (element === undefined || element.includes(type.element.type.kind)) return undefined;
  const [allowed, held] = [element.join(', '), type.element.type.kind].map(
    kinds => `${type.kind} of ${kinds}`,
  );
  return problem('LOGICAL_PHYSICAL', { field: name, logical, physical: held!, allowed: allowed! }, [
    ...path,
    'element',
    'physical',
  ]);
}

function parameterProblem({ name, type }: Field, path: Path): Problem | undefined {
  const outside = (key: string, value: number, min: number, max: number): Problem | undefined =>
    Number.isInteger(value) && value >= min && value <= max
      ? undefined
      : problem('TYPE_PARAMETER', { field: name, physical: type.kind, key, min, max }, [...path, key]);
  if (type.kind === 'fixed') return outside('size', type.size, 1, LIMITS.fixed_bytes_max);
  if (type.kind !== 'decimal') return undefined;
  const { precision, scale } = type;
  return (
    outside('precision', precision, 1, LIMITS.decimal_digits_max) ?? outside('scale', scale, 0, precision)
  );
}

/** What is stored as a count of time counts a unit that every reader of such columns knows. */
export function timeUnitProblem(
  field: Pick<Field, 'name' | 'type' | 'unit'>,
  path: Path,
): Problem | undefined {
  const { name, type, unit } = field;
  if (!countsTime(type.kind) || timeUnitIn(field) !== undefined) return undefined;
  if (unit === undefined)
    return missing(name, 'unit', `a ${type.kind} counts s, ms, us or ns, and must say which`, path);
  return problem('UNIT_OF_TIME', { field: name, physical: type.kind, unit: unit.code }, [...path, 'unit']);
}

function unitProblem({ name, logical, unit }: Field, path: Path): Problem | undefined {
  const wanted = LOGICAL_TABLE[logical].unit;
  const at = [...path, 'unit'];
  if (unit === undefined) {
    if (wanted !== 'required' && wanted !== 'time') return undefined;
    return missing(name, 'unit', `a ${logical} without one can be anything`, path);
  }
  if (wanted === 'none') return meaningless(name, 'unit', `a ${logical} measures nothing`, path);
  const isTime = unit.dimension === 's' && unit.annotation === undefined;
  const facts = { field: name, logical, unit: unit.code };
  if (wanted === 'time' && !isTime)
    return problem('UNIT_DIMENSION', { ...facts, wanted: 'a unit of time such as ms' }, at);
  if (wanted === 'dimensionless' && unit.dimension !== '1')
    return problem('UNIT_DIMENSION', { ...facts, wanted: 'what is counted, such as {token}' }, at);
  return undefined;
}

function vocabularyProblem({ name, logical, vocabulary, type }: Field, path: Path): Problem | undefined {
  const wanted = LOGICAL_TABLE[logical].vocabulary;
  if (vocabulary === undefined) {
    if (wanted !== 'required') return undefined;
    return missing(name, 'vocabulary', `a ${logical} without one can be any class`, path);
  }
  if (wanted === 'none') return meaningless(name, 'vocabulary', `a ${logical} has no terms`, path);
  if (type.kind === 'string') return undefined;
  const wide = vocabulary.terms.find(term => !integerFits(type.kind, term.code));
  if (wide === undefined) return undefined;
  const facts = { field: name, term: wide.label, code: String(wide.code), physical: type.kind };
  return problem('TERM_CODE_RANGE', facts, [...path, 'vocabulary']);
}

function policyProblem({ name, vocabulary, unknownPolicy }: Field, path: Path): Problem | undefined {
  if (vocabulary === undefined)
    return unknownPolicy && meaningless(name, 'unknownPolicy', 'it has no vocabulary', path);
  if (unknownPolicy === undefined)
    return missing(name, 'unknownPolicy', 'what a reader does with other terms must be said', path);
  if (unknownPolicy.kind !== 'map' || termById(vocabulary, unknownPolicy.term)) return undefined;
  const facts = { field: name, term: String(unknownPolicy.term) };
  return problem('POLICY_TERM_UNKNOWN', facts, [...path, 'unknownPolicy']);
}

function ignoreValueProblem(field: Field, path: Path): Problem | undefined {
  const { name, type, logical, vocabulary, unknownPolicy, ignoreValue } = field;
  if (ignoreValue === undefined) {
    if (logical === 'label')
      return missing(name, 'ignoreValue', 'the loss must know which class index to skip', path);
    return unknownPolicy?.kind === 'ignore'
      ? missing(name, 'ignoreValue', 'unknownPolicy: ignore needs the class index to skip', path)
      : undefined;
  }
  if (vocabulary === undefined) return meaningless(name, 'ignoreValue', 'it has no vocabulary', path);
  const at = [...path, 'ignoreValue'];
  const value = String(ignoreValue);
  const physical = type.kind === 'string' ? 'int64' : type.kind;
  if (!integerFits(physical, ignoreValue))
    return problem('IGNORE_VALUE_RANGE', { field: name, value, physical }, at);
  const skipped = vocabulary.terms.find(term => term.code === ignoreValue);
  return skipped && problem('IGNORE_VALUE_COLLIDES', { field: name, value, term: skipped.label }, at);
}

function rangeProblem(field: Field, path: Path): Problem | undefined {
  const { name, type, range, vocabulary } = field;
  if (range === undefined) return undefined;
  if (!hasOrder(type.kind)) return meaningless(name, 'range', `a ${type.kind} has no order`, path);
  if (vocabulary !== undefined)
    return meaningless(name, 'range', 'its vocabulary says what it may hold', path);
  const { min, max } = range;
  if (min === undefined && max === undefined)
    return meaningless(name, 'range', 'both of its ends are open', path);
  const at = [...path, 'range'];
  const unfit = [
    { min, max: undefined },
    { min: undefined, max },
  ].findIndex(end => !rangeFits(field, end));
  if (unfit >= 0)
    return problem('RANGE_PHYSICAL', { field: name, physical: type.kind, form: WRITTEN[type.kind] }, [
      ...at,
      unfit,
    ]);
  return min !== undefined && max !== undefined && min > max
    ? problem('RANGE_ORDER', { field: name }, [...at, 1])
    : undefined;
}

function normalizerProblem({ name, logical, normalizer }: Field, path: Path): Problem | undefined {
  return normalizer === undefined || logical === 'text'
    ? undefined
    : meaningless(name, 'normalizer', `a ${logical} is no text`, path);
}

/** Each field inside is a field, and checked alike. */
function nestedProblem(field: Field, path: Path): Problem | undefined {
  const { type } = field;
  if (!isNested(type)) return undefined;
  const own = (NESTED_CHECKS[type.kind] as NestedCheck<NestedKind>)(field.name, type as never, path);
  if (own !== undefined) return own;
  for (const child of childrenOf(type)) {
    const at = [...path, ...child.path];
    for (const key of ['default', 'writeDefault'] as const) {
      if (type.kind === 'struct' || (child.field[key]?.kind ?? 'none') === 'none') continue;
      const because = `what a ${type.kind} holds was written, or does not exist`;
      return problem('LIST_ELEMENT', { field: field.name, key, because }, [...at, key]);
    }
    const found = fieldProblem(child.field, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

type NestedCheck<K extends NestedKind> = (name: string, type: TypeOf<K>, path: Path) => Problem | undefined;

const NESTED_CHECKS: { readonly [K in NestedKind]: NestedCheck<K> } = {
  list: (name, { element, length, order }, path) => {
    const lengths = [length.min, length.max].every(end => isCount(end));
    if (!lengths || length.min > length.max)
      return problem('LIST_LENGTH', { field: name, problem: 'the greatest is below the least' }, path);
    return order === 'set' && element.nullable
      ? unheld(name, 'element', 'of a set, may be no null', path)
      : undefined;
  },
  struct: (name, { fields }, path) =>
    fields.length === 0
      ? missing(name, 'fields', 'a struct without any says nothing', path)
      : clashProblem(fields, path),
  map: (name, { key, entries }, path) => {
    if (!isCount(entries))
      return problem('LIST_LENGTH', { field: name, problem: 'it is no count of entries' }, path);
    if (key.nullable) return unheld(name, 'key', 'may be no null', path);
    const fits = !isNested(key.type) && !isFloat(key.type.kind);
    return fits ? undefined : unheld(name, 'key', `can't be found again as a ${key.type.kind}`, path);
  },
  tensor: (name, { element, shape }, path) => {
    const sizes = shape.length >= 1 && shape.every(size => isCount(size) && size > 0);
    const elements = shape.reduce((size, each) => size * each, 1);
    if (!sizes || shape.length > LIMITS.tensor_rank_max || elements > LIMITS.tensor_elements_max) {
      const max = LIMITS.tensor_elements_max;
      return problem('TENSOR_SHAPE', { field: name, rank_max: LIMITS.tensor_rank_max, max }, [
        ...path,
        'shape',
      ]);
    }
    if (element.nullable) return unheld(name, 'element', 'of a tensor, may be no null', path);
    const fits = ['truth', 'integer', 'float'].includes(KIND_TABLE[element.type.kind].family);
    return fits ? undefined : unheld(name, 'element', `of a tensor, is no ${element.type.kind}`, path);
  },
};

const isCount = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < 2 ** 31;

const unheld = (field: string, part: string, because: string, path: Path): Problem =>
  problem('NESTED_PART', { field, part, because }, [...path, part]);

const missing = (field: string, key: string, because: string, path: Path): Problem =>
  problem('FIELD_KEY_MISSING', { field, key, because }, path);

const meaningless = (field: string, key: string, because: string, path: Path): Problem =>
  problem('FIELD_KEY_MEANINGLESS', { field, key, because }, [...path, key]);
