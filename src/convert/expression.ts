import { type ASTNode, Environment } from '@marcbachmann/cel-js';
import type * as arrow from 'apache-arrow';
import { LIMITS } from '../base/limits.ts';
import { columnReader, presenceOf } from '../contract/batch.ts';
import type { Field, Kind } from '../contract/field.ts';
import { KIND_TABLE } from '../contract/kind-table.ts';
import { nearest } from '../contract/nearest.ts';
import { doublesOf } from './doubles.ts';
import { type Given, NOTHING } from './expression-acts.ts';
import { INT_BELOW, type Program, programOf } from './expression-program.ts';
import { Refused } from './refused.ts';

/** An expression over fields of a record, in CEL, its names looked up and its types checked. */
export type Expression = {
  readonly text: string;
  readonly fields: readonly Field[];
  readonly type: ExpressionType;
};

export const EXPRESSION_TYPES = ['bool', 'int', 'double', 'string'] as const;
export type ExpressionType = (typeof EXPRESSION_TYPES)[number];

/**
 * What an expression says, or what is wrong with it. Nothing in it repeats, matches a pattern, reads a clock or depends on a
 * place: it takes as long as it is, and says the same of the same record everywhere.
 */
export function planExpression(text: string, fields: readonly Field[]): Expression | string {
  const parsed = parsedWith(new Environment(OPTIONS), text);
  if (typeof parsed === 'string') return parsed;
  const names = new Set<string>();
  const because = lookAt(parsed.ast, names);
  if (because !== undefined) return because;
  const known = new Map(fields.map(field => [field.name, field]));
  const named: Field[] = [];
  for (const name of names) {
    const field = known.get(name);
    if (field === undefined) {
      const near = nearest(name, known.keys());
      return `the old version has no field ${name}${near === '' ? '' : `; perhaps ${near}`}`;
    }
    if (typeOf(field) === undefined) return `a ${field.type.kind} such as ${name} can't be named in one`;
    named.push(field);
  }
  if (named.length === 0) return 'it names no field, so it says the same of every record';
  const environment = environmentOf(named);
  if (typeof environment === 'string') return environment;
  const bound = parsedWith(environment, text);
  if (typeof bound === 'string') return bound;
  const { type, problem } = bound.check();
  if (problem !== undefined) return problem;
  const found = EXPRESSION_TYPES.find(each => each === type);
  if (found !== undefined) return { text, fields: named, type: found };
  return type === 'dyn' ? undecided(named) : `it gives a ${type}`;
}

/** What the expression gives for a row, or that it gives nothing: an overflow, a division by zero, a null in a sum. */
export function expressionReader(
  { text, fields, type }: Expression,
  columnOf: (field: Field) => arrow.Data,
): (row: number) => boolean | bigint | number | string | Refused {
  const values = new Map(fields.map(field => [field.name, valueReader(field, columnOf(field))]));
  const parsed = parsedWith(new Environment(OPTIONS), text);
  const program: Program =
    typeof parsed === 'string'
      ? () => NOTHING
      : programOf(
          parsed.ast,
          name => values.get(name)!,
          name => {
            const field = fields.find(each => each.name === name);
            return field && presentDouble(field, columnOf(field));
          },
        );
  const wanted = HELD[type];
  return row => {
    const made = program(row);
    return typeof made === wanted ? (made as boolean | bigint | number | string) : FAILED;
  };
}

/** What a field is in an expression: one that counts is an int, however narrow the column. */
function valueReader(field: Field, column: arrow.Data): Program {
  const value = columnReader(field, column);
  const isCount = typeOf(field) === 'int';
  return row => {
    const held = value(row);
    return isCount && typeof held === 'number' ? BigInt(held) : (held as Given);
  };
}

/** The double of a count, where there is a value. */
function presentDouble(field: Field, data: arrow.Data): ((row: number) => number | undefined) | undefined {
  const double = typeOf(field) === 'int' ? doublesOf(field.type.kind, data) : undefined;
  const isPresent = presenceOf(data);
  return double && (row => (isPresent?.(row) === false ? undefined : double(row)));
}

const FAILED = Refused.with('EXPRESSION_FAILED');
const HELD = { bool: 'boolean', int: 'bigint', double: 'number', string: 'string' } as const;

const OPTIONS = {
  unlistedVariablesAreDyn: false,
  limits: {
    maxAstNodes: LIMITS.expression_nodes_max,
    maxDepth: LIMITS.expression_depth_max,
    maxListElements: LIMITS.expression_nodes_max,
    maxMapEntries: 0,
    maxCallArguments: 2,
  },
};

/** A field that may be null is asked with `== null`, and of what else is done to it the record decides. */
function environmentOf(fields: readonly Field[]): Environment | string {
  const environment = new Environment(OPTIONS);
  for (const field of fields) {
    if (environment.hasVariable(field.name))
      return `${field.name} is a word of CEL, and can't name a field in one`;
    environment.registerVariable(field.name, field.nullable ? 'dyn' : typeOf(field)!);
  }
  return environment;
}

/** CEL's word for it, dyn, says nobody what to write instead. */
function undecided(named: readonly Field[]): string {
  const field = named.find(({ nullable }) => nullable);
  if (field === undefined) return 'what it gives has no one type';
  const type = typeOf(field)!;
  const sure = type === 'bool' ? `${field.name} == true` : `${type}(${field.name})`;
  return `what it gives may be a null, as ${field.name} may: ask first, as in ${field.name} == null ? ${INSTEAD[type]} : ${sure}`;
}

const INSTEAD = { bool: 'false', int: '0', double: '0.0', string: '""' } as const;

type Parsed = { readonly ast: ASTNode; readonly check: () => Checked };
type Checked = { readonly type: string; readonly problem: string | undefined };

function parsedWith(environment: Environment, text: string): Parsed | string {
  try {
    const program = environment.parse(text);
    const check = (): Checked => {
      const { valid, type = '', error } = program.check();
      return { type, problem: valid ? undefined : summaryOf(error) };
    };
    return { ast: program.ast, check };
  } catch (error) {
    return summaryOf(error);
  }
}

const summaryOf = (error: unknown): string => {
  const summary =
    typeof error === 'object' && error !== null && 'summary' in error ? String(error.summary) : '';
  return (summary === '' ? 'it is no expression of CEL' : summary).slice(0, LIMITS.echoed_chars_max);
};

/** What each kind of field is in an expression; a time is the count of its unit, a date that of its days. */
function typeOf({ type }: Pick<Field, 'type'>): ExpressionType | undefined {
  const { family, held } = KIND_TABLE[type.kind];
  if (family === 'truth') return 'bool';
  if (family === 'text') return 'string';
  if (family === 'float') return 'double';
  const isCount = (family === 'integer' || family === 'time') && !BEYOND.has(type.kind);
  return isCount && held !== 'list' ? 'int' : undefined;
}

/** An int of CEL has 64 bits and a sign. */
const BEYOND: ReadonlySet<Kind> = new Set(['uint64']);

const OPERATORS: ReadonlySet<string> = new Set([
  ...['value', 'id', 'call', 'rcall', 'list', '?:', '||', '&&', '!_', '-_'],
  ...['==', '!=', '<', '<=', '>', '>=', 'in', '+', '-', '*', '/', '%'],
]);
const CONVERSIONS: ReadonlySet<string> = new Set(['int', 'double', 'string']);
const CALLS: ReadonlySet<string> = new Set([
  ...['size', ...CONVERSIONS, 'startsWith', 'endsWith', 'contains'],
]);

/** Collects the names, and finds what no expression here may hold. */
function lookAt(node: ASTNode, names: Set<string>): string | undefined {
  if (!OPERATORS.has(node.op)) return `${node.op} is none of what an expression here may do`;
  if (node.op === 'id') {
    names.add(node.args);
    return undefined;
  }
  if (node.op === 'value') {
    if (typeof node.args === 'bigint' && node.args >= INT_BELOW)
      return 'it writes a whole number beyond 64 bits with a sign';
    const isPlain =
      node.args === null || ['string', 'number', 'bigint', 'boolean'].includes(typeof node.args);
    return isPlain ? undefined : 'it writes bytes, or a number without a sign';
  }
  // The sign belongs to the number.
  if (node.op === '-_' && node.args.op === 'value' && node.args.args === INT_BELOW) return undefined;
  if (node.op === 'call' || node.op === 'rcall') {
    const name = node.args[0].slice(0, LIMITS.name_chars_max);
    if (!CALLS.has(name)) return `${name} is none of ${[...CALLS].join(', ')}`;
    if (node.op === 'rcall' && CONVERSIONS.has(name)) return `${name} is called as ${name}(…)`;
  }
  for (const below of nodesIn(node.args)) {
    const because = lookAt(below, names);
    if (because !== undefined) return because;
  }
  return undefined;
}

const nodesIn = (args: unknown): readonly ASTNode[] => {
  if (Array.isArray(args)) return args.flatMap(nodesIn);
  return typeof args === 'object' && args !== null && 'op' in args ? [args as ASTNode] : [];
};
