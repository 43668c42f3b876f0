import type { JsonSchema } from '../../native/json-schema/json-schema.ts';
import { stepped } from '../native/found.ts';
import { brief } from '../wording.ts';
import { type Conjunction, conjunctionOf } from './conjunction.ts';
import { evaluate } from './evaluate.ts';
import { OF_TYPE } from './of-type.ts';
import { maybeUnder, namedKeys, valueUnder } from './parts-of.ts';
import { least, most } from './possible.ts';
import type { Prover, Report } from './prover.ts';
import { countsText } from './value-text.ts';

/** Properties by name, properties beside them, and what is asked of them together. */
export function proveObject(
  prover: Prover,
  known: Conjunction,
  goal: JsonSchema,
  path: string,
  report: Report,
): boolean {
  const required = new Set(known.schemas.flatMap(one => [...one.required]));
  const missing = [...goal.required].filter(key => !required.has(key));
  if (missing.length > 0)
    for (const key of missing) report?.('REQUIRED_ADDED', stepped(path, `.${key}`), 'optional', 'required');
  return (
    [
      missing.length === 0,
      proveNamed(prover, known, goal, path, report),
      proveBeside(prover, known, goal, path, report),
      proveCounts(prover, known, goal, path, report, required.size),
      proveNames(prover, known, goal, path, report),
      proveDependencies(prover, known, goal, path, report, required),
    ].indexOf(false) < 0
  );
}

function proveNamed(
  prover: Prover,
  known: Conjunction,
  goal: JsonSchema,
  path: string,
  report: Report,
): boolean {
  const written = namedKeys(known.schemas);
  const patterns = [goal, ...known.schemas].reduce((sum, one) => sum + one.patterns.length, 1);
  return prover.every(new Set([...written, ...goal.properties.keys()]), report, key => {
    if (!prover.spend(patterns)) return prover.givenUp(path, report);
    const asked = maybeUnder(goal, key);
    if (asked.length === 0) return true;
    const value = valueUnder(known, key);
    const below = stepped(path, `.${key}`);
    if (written.has(key)) return prover.every(asked, report, by => prover.prove(value, by, below, report));
    const holds = asked.every(by => prover.prove(value, by, below, undefined));
    if (!holds) report?.('PROPERTY_ADDED_TO_OPEN_MODEL', below, 'anything', 'what it asks of the property');
    return holds;
  });
}

/**
 * Keys that neither side names. Each is of a class: it matches none of the writer's patterns, or it matches one of them.
 * A reader's pattern that the writer has too is met in that class alone.
 */
function proveBeside(
  prover: Prover,
  known: Conjunction,
  goal: JsonSchema,
  path: string,
  report: Report,
): boolean {
  if (goal.patterns.length === 0 && goal.additional === undefined) return true;
  const { schemas } = known;
  const plain = schemas.filter(({ patterns }) => patterns.length === 0).flatMap(one => one.additional ?? []);
  const written = new Set(schemas.flatMap(({ patterns }) => patterns.map(({ pattern }) => pattern.source)));
  const asked = new Set(goal.patterns.map(({ pattern }) => pattern.source));
  const prove = (value: Conjunction, by: JsonSchema, step: string): boolean => {
    const below = stepped(path, step);
    const holds = prover.prove(value, by, below, undefined);
    if (!holds)
      report?.('ADDITIONAL_NARROWED', below, 'what may be written', 'what it asks of other properties');
    return holds;
  };
  const none = conjunctionOf(schemas.flatMap(one => one.additional ?? []));
  const goals = goal.patterns
    .filter(({ pattern }) => !written.has(pattern.source))
    .map(({ schema }) => schema);
  const isNone = prover.every(
    [...goals, ...(goal.additional === undefined ? [] : [goal.additional])],
    report,
    by => prove(none, by, '.*'),
  );
  const isEach = prover.every(written, report, source => {
    const own = schemas.flatMap(({ patterns }) => patterns.filter(one => one.pattern.source === source));
    const value = conjunctionOf([...own.map(({ schema }) => schema), ...plain]);
    const beside = asked.has(source) || goal.additional === undefined ? [] : [goal.additional];
    const by = [...goal.patterns.map(({ schema }) => schema), ...beside];
    return prover.every(by, report, one => prove(value, one, `./${source}/`));
  });
  return isNone && isEach;
}

function proveCounts(
  prover: Prover,
  known: Conjunction,
  goal: JsonSchema,
  path: string,
  report: Report,
  required: number,
): boolean {
  const { schemas } = known;
  const low = Math.max(
    most(schemas, one => one.minProperties),
    required,
  );
  const named = closedKeys(prover, known);
  const high = Math.min(
    least(schemas, one => one.maxProperties),
    named?.size ?? Infinity,
  );
  const fits = low >= goal.minProperties && high <= goal.maxProperties;
  const to = countsText(goal.minProperties, goal.maxProperties);
  if (!fits) report?.('PROPERTIES_COUNT_NARROWED', path, countsText(low, high), to);
  return fits;
}

/** Every key it may have, where there are no others. */
function closedKeys(prover: Prover, { schemas }: Conjunction): ReadonlySet<string> | undefined {
  const closed = schemas.find(
    ({ additional, patterns }) =>
      patterns.length === 0 && additional !== undefined && prover.isEmpty(conjunctionOf([additional])),
  );
  return closed === undefined ? undefined : new Set(closed.properties.keys());
}

function proveNames(
  prover: Prover,
  known: Conjunction,
  { propertyNames: asked }: JsonSchema,
  path: string,
  report: Report,
): boolean {
  if (asked === undefined) return true;
  const names = known.schemas.flatMap(({ propertyNames }) => propertyNames ?? []);
  const keys = closedKeys(prover, known);
  const holds =
    prover.prove(conjunctionOf([...names, OF_TYPE.string]), asked, path, undefined) ||
    (keys !== undefined && [...keys].every(key => evaluate(key, asked, prover.spend) === true));
  if (!holds)
    report?.(
      'PROPERTY_NAMES_NARROWED',
      path,
      keys === undefined ? 'any' : brief([...keys]),
      'names it asks for',
    );
  return holds;
}

function proveDependencies(
  prover: Prover,
  known: Conjunction,
  goal: JsonSchema,
  path: string,
  report: Report,
  required: ReadonlySet<string>,
): boolean {
  const isAbsent = (key: string): boolean => prover.isEmpty(valueUnder(known, key));
  const lists = prover.every(goal.dependentRequired, report, ([key, names]) => {
    const kept = new Set(known.schemas.flatMap(one => one.dependentRequired.get(key) ?? []));
    const holds = names.every(name => required.has(name) || kept.has(name)) || isAbsent(key);
    if (!holds) report?.('DEPENDENCY_ADDED', stepped(path, `.${key}`), 'no dependency', brief(names));
    return holds;
  });
  const schemas = prover.every(goal.dependentSchemas, report, ([key, by]) => {
    const kept = known.schemas.flatMap(one => one.dependentSchemas.get(key) ?? []);
    const holds =
      kept.some(one => prover.same.is(one, by)) || isAbsent(key) || prover.prove(known, by, path, undefined);
    if (!holds) report?.('DEPENDENCY_ADDED', stepped(path, `.${key}`), 'no dependency', 'a schema');
    return holds;
  });
  return lists && schemas;
}
