import type { ASTNode } from '@marcbachmann/cel-js';
import { acts, EXPRESSION_ACTS, type Given, isFailed, NOTHING, type Outcome } from './expression-acts.ts';

/** What an expression gives for a row. */
export type Program = (row: number) => Outcome;

/**
 * Runs an expression that was looked at and type-checked. The library reads CEL and checks its types; its own arithmetic and
 * conversions are JavaScript's in places (an empty text is the number 0, −2^63 has a negative), so that here CEL's are.
 */
export function programOf(
  node: ASTNode,
  nameOf: (name: string) => Program,
  doubleOf: (name: string) => ((row: number) => number | undefined) | undefined = () => undefined,
): Program {
  const below = (each: ASTNode): Program => programOf(each, nameOf, doubleOf);
  const compared = comparison(node, below, doubleOf);
  if (compared !== undefined) return compared;
  switch (node.op) {
    case 'value': {
      const value = node.args as Given;
      return () => value;
    }
    case 'id':
      return nameOf(node.args);
    case 'list':
      return listOf(node.args.map(below));
    case '?:': {
      const [asked, yes, no] = node.args.map(below);
      return row => {
        const answer = asked!(row);
        return typeof answer === 'boolean' ? (answer ? yes! : no!)(row) : NOTHING;
      };
    }
    case '||':
      return decidedBy(true, node.args.map(below));
    case '&&':
      return decidedBy(false, node.args.map(below));
    case '-_':
      // CEL takes the sign with the digits, and the lowest int has no other way to be written.
      if (node.args.op === 'value' && node.args.args === INT_BELOW) return () => -INT_BELOW;
      return called('-_', [below(node.args)]);
    case '!_':
      return called('!_', [below(node.args)]);
    case 'call':
      return called(node.args[0], node.args[1].map(below));
    case 'rcall':
      return called(node.args[0], [node.args[1], ...node.args[2]].map(below));
    default:
      return called(node.op, (node.args as readonly ASTNode[]).map(below));
  }
}

const COMPARISONS: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  '==': (one, other) => one === other,
  '!=': (one, other) => one !== other,
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
};

/** A field beside a whole number that a double holds exactly: what it is, without a bigint of each row. */
function comparison(
  node: ASTNode,
  below: (node: ASTNode) => Program,
  doubleOf: (name: string) => ((row: number) => number | undefined) | undefined,
): Program | undefined {
  const compare = Object.hasOwn(COMPARISONS, node.op) ? COMPARISONS[node.op] : undefined;
  if (compare === undefined) return undefined;
  const [one, other] = node.args as readonly ASTNode[];
  if (one?.op !== 'id' || other?.op !== 'value') return undefined;
  const literal = other.args as Given;
  const double = doubleOf(one.args as string);
  if (double === undefined || typeof literal !== 'bigint' || !Number.isSafeInteger(Number(literal)))
    return undefined;
  const [end, whole] = [Number(literal), called(node.op, [one, other].map(below))];
  return row => {
    const value = double(row);
    return value === undefined ? whole(row) : compare(value, end);
  };
}

/** What may be written only under a sign. */
export const INT_BELOW = 2n ** 63n;

/** CEL asks both sides: what one of them decides alone holds whatever becomes of the other. */
function decidedBy(deciding: boolean, sides: readonly Program[]): Program {
  const [left, right] = sides;
  return row => {
    const first = left!(row);
    if (first === deciding) return deciding;
    const second = right!(row);
    if (second === deciding) return deciding;
    return first === !deciding && second === !deciding ? !deciding : NOTHING;
  };
}

function listOf(parts: readonly Program[]): Program {
  return row => {
    const made: Given[] = [];
    for (const part of parts) {
      const value = part(row);
      if (isFailed(value)) return NOTHING;
      made.push(value);
    }
    return made;
  };
}

function called(name: string, parts: readonly Program[]): Program {
  const act = EXPRESSION_ACTS.get(name);
  const [first, second] = parts;
  if (act === undefined || first === undefined) return () => NOTHING;
  if (second === undefined)
    return row => {
      const one = first(row);
      return isFailed(one) ? NOTHING : acts(act, one, undefined);
    };
  return row => {
    const one = first(row);
    if (isFailed(one)) return NOTHING;
    const other = second(row);
    return isFailed(other) ? NOTHING : acts(act, one, other);
  };
}
