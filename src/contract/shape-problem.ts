import type * as z from 'zod';
import type { Path } from './yaml-document.ts';

/** The first thing wrong with a value's shape: a key nobody knows, or something missing or misshapen. */
export type ShapeProblem =
  | { readonly kind: 'unknown'; readonly path: Path; readonly key: string; readonly known: readonly string[] }
  | { readonly kind: 'misshapen'; readonly path: Path; readonly expected: string };

/** An unknown key comes first, because it explains why another is missing. */
export function shapeProblem(schema: z.ZodType, error: z.ZodError): ShapeProblem {
  const issues = error.issues.map(issue => mostTelling(issue, []));
  const unknown = issues.find(({ issue }) => issue.code === 'unrecognized_keys');
  const { issue, path } = unknown ?? issues[0]!;
  if (issue.code !== 'unrecognized_keys') return { kind: 'misshapen', path, expected: expectation(issue) };
  const known = new Set(shapesAt(schema, path).flatMap(shape => Object.keys(shape)));
  return { kind: 'unknown', path, key: issue.keys[0] ?? '', known: [...known].sort() };
}

/** `fields[2].range`, or `the document`. */
export function pathText(path: Path): string {
  const text = path.map(step => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  return text === '' ? 'the document' : text.replace(/^\./, '');
}

type Issue = z.core.$ZodIssue;
type Located = { readonly issue: Issue; readonly path: Path };

/** Of a union, the one branch the value was meant for, if only one of them takes that kind of value. */
function mostTelling(issue: Issue, above: Path): Located {
  const path = [...above, ...(issue.path as Path)];
  if (issue.code !== 'invalid_union') return { issue, path };
  const meant = issue.errors.filter(([first]) => first && (first.path.length > 0 || !isOtherKind(first)));
  const unknown = meant[0]?.find(inner => inner.code === 'unrecognized_keys');
  return meant.length === 1 ? mostTelling(unknown ?? meant[0]![0]!, path) : { issue, path };
}

const isOtherKind = (issue: Issue): boolean =>
  issue.code === 'invalid_type' || issue.code === 'invalid_value';

function expectation(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected] ?? `a value of type ${issue.expected}`;
    case 'invalid_value':
      return `${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `${issue.exact ? 'exactly' : 'at least'} ${issue.minimum}${COUNTED[issue.origin] ?? ''}`;
    case 'too_big':
      return `${issue.exact ? 'exactly' : 'at most'} ${issue.maximum}${COUNTED[issue.origin] ?? ''}`;
    case 'invalid_union': {
      const each = issue.errors.flatMap(([first]) => (first ? [branch(first)] : []));
      return [...new Set(each)].join(', or ') || 'another value';
    }
    case 'invalid_key':
      return issue.issues[0] ? `keys that are ${expectation(issue.issues[0])}` : 'other keys';
    default:
      return issue.message;
  }
}

/** What a branch of a union wants: its key says more than its kind. */
const branch = (issue: Issue): string =>
  issue.path.length > 0 ? `a map with ${String(issue.path[0])}` : expectation(issue);

const KINDS: Readonly<Record<string, string>> = {
  string: 'text (in quotes if it looks like a number)',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number in decimal digits',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'a map',
  record: 'a map',
  null: 'null',
};

const COUNTED: Readonly<Record<string, string>> = { string: ' characters', array: ' items' };

/** What an object schema under a path knows; several where a union leaves the choice. */
function shapesAt(schema: z.core.$ZodType, path: Path): z.core.$ZodShape[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const [step, ...rest] = path;
  switch (def.type) {
    case 'union':
      return def.options.flatMap(option => shapesAt(option, path));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
      return shapesAt(def.innerType, path);
    case 'lazy':
      return shapesAt(def.getter(), path);
    case 'pipe':
      return shapesAt(def.in, path);
    case 'object': {
      if (step === undefined) return [def.shape];
      const member = def.shape[String(step)];
      return member ? shapesAt(member, rest) : [];
    }
    case 'array':
      return shapesAt(def.element, rest);
    case 'record':
      return shapesAt(def.valueType, rest);
    default:
      return [];
  }
}
